//! What a person may do while a simulation runs: hold vertices, change the scene, go back.

use glam::{Vec3, vec3};
use toile::model::adapt;
use toile::scene::{Effect, MethodName, Scene, catalog, set};
use toile::simulation::Change;
use toile::{Backend, Simulation};

fn backends() -> [Backend; 2] {
    [Backend::Cpu, Backend::gpu(None).unwrap()]
}

fn small(name: &str) -> Scene {
    catalog::resolve(name).unwrap().small().unwrap()
}

fn sheet(method: MethodName) -> Scene {
    adapt::under(&small("sheet"), method).unwrap()
}

fn changed(scene: &Scene, assignment: &str) -> Scene {
    scene.set(&[set::split(assignment).unwrap()]).unwrap()
}

/// How near to a hand a vertex is that it holds [m]: what does not stretch pulls the hand along.
fn held_to(method: MethodName) -> f32 {
    if method == MethodName::Nonconforming { 2e-3 } else { 1e-6 }
}

#[test]
fn a_vertex_can_be_held_and_let_go_in_every_method() {
    for backend in backends() {
        for method in MethodName::ALL {
            // As coarse as will do: surfaces that cannot stretch take hundreds of dispatches for each of their folds.
            let scene = changed(&changed(&sheet(method), "rows=8"), "columns=8");
            let mut simulation = Simulation::new(&scene, &backend).unwrap();
            (0..2).for_each(|_| simulation.frame().unwrap());
            let vertex = simulation.model().start.len() as u32 / 2;
            let from = simulation.state().unwrap().positions[vertex as usize];
            let target = from + vec3(0.05, 0.08, -0.03);
            simulation.hold(vertex, target).unwrap();
            assert!(simulation.is_held(vertex) && simulation.held().contains(&vertex));
            (0..4).for_each(|_| simulation.step().unwrap());
            simulation.check().unwrap();
            let state = simulation.state().unwrap();
            let there = state.positions[vertex as usize];
            println!("{method}: {} m from where it is held", there.distance(target));
            assert!(there.distance(target) < held_to(method), "{method}: {there} {target}");
            // Its neighbours came along.
            let beside = state.positions[vertex as usize + 1];
            assert!(beside.distance(target) < 0.25, "{method}: {beside}");
            simulation.let_go(vertex).unwrap();
            assert!(!simulation.is_held(vertex));
            let has_fallen = (0..12).any(|_| {
                simulation.step().unwrap();
                simulation.state().unwrap().positions[vertex as usize].y < target.y - 0.01
            });
            assert!(has_fallen, "{method}");
            simulation.check().unwrap();
        }
    }
}

/// A sheet that does not stretch hangs from two corners, and a hand takes its middle.
fn hanging(backend: &Backend, frames: u32) -> (Simulation, u32, Vec3) {
    let scene = changed(&changed(&changed(&small("two-corners"), "rows=9"), "columns=9"), "damping=3");
    let mut simulation = Simulation::new(&scene, backend).unwrap();
    (0..frames).for_each(|_| simulation.frame().unwrap());
    let middle = 40;
    let at = simulation.state().unwrap().positions[middle as usize];
    (simulation, middle, at)
}

#[test]
fn what_does_not_stretch_follows_a_hand_as_far_as_it_can() {
    let (mut simulation, middle, at) = hanging(&Backend::Cpu, 4);
    let pinned = simulation.held();
    // Down, as far as nothing could follow, and then to where it can.
    for (by, least) in [(Vec3::NEG_Y * 0.6, 0.99), (vec3(0.0, 0.1, -0.1), 0.0)] {
        let target = at + by;
        simulation.hold(middle, target).unwrap();
        (0..20).for_each(|_| simulation.frame().unwrap());
        let positions = simulation.state().unwrap().positions;
        let there = positions[middle as usize];
        let start = &simulation.model().start;
        let reached = pinned.iter().map(|&v| {
            let rest = start[v as usize].distance(start[middle as usize]);
            positions[v as usize].distance(there) / rest
        });
        let reached = reached.fold(0.0, f32::max);
        println!("{:.4} m from {target}, {reached:.5} of its length", there.distance(target));
        // The ghost mesh is a mean of corners, and a little longer than the elements where these bend sharply.
        assert!(reached > least && reached < 1.01, "{reached}");
        assert_eq!(there.distance(target) < 1e-3, least == 0.0, "{there} {target}");
    }
    let solves = simulation.solves().unwrap().unwrap();
    let lengths = simulation.isometry().unwrap().unwrap().length_error;
    println!("{} iterations per step, lengths {lengths:?}", solves.iterations / solves.count);
    assert!(solves.unconverged == 0 && lengths[1] <= 1e-4, "{} {lengths:?}", solves.unconverged);
}

#[test]
fn a_hand_leads_alike_on_both() {
    let ends = backends().map(|backend| {
        let (mut simulation, middle, at) = hanging(&backend, 1);
        simulation.hold(middle, at + vec3(0.05, 0.1, -0.1)).unwrap();
        (0..6).for_each(|_| simulation.step().unwrap());
        assert_ne!(simulation.state().unwrap().positions[middle as usize], at);
        simulation.state().unwrap()
    });
    let [cpu, gpu] = &ends;
    let off = cpu.positions.iter().zip(&gpu.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(off < 1e-5, "{off} m apart");
}

#[test]
fn pins_of_the_scene_can_be_let_go_and_moved() {
    for method in MethodName::ALL {
        let mut simulation = Simulation::new(&sheet(method), &Backend::Cpu).unwrap();
        let pinned: Vec<u32> = simulation.held();
        assert_eq!(pinned.len(), 2);
        simulation.let_go(pinned[0]).unwrap();
        let aside = simulation.model().start[pinned[1] as usize] + vec3(0.0, 0.1, 0.0);
        simulation.hold(pinned[1], aside).unwrap();
        (0..15).for_each(|_| simulation.frame().unwrap());
        let state = simulation.state().unwrap();
        let at = |v: u32| state.positions[v as usize];
        println!("{method}: {} m from where it is held", at(pinned[1]).distance(aside));
        assert!(at(pinned[1]).distance(aside) < held_to(method), "{method}");
        assert!(at(pinned[0]).y < simulation.model().start[pinned[0] as usize].y - 0.05, "{method}");
        assert_eq!(simulation.held(), [pinned[1]]);
    }
}

#[test]
fn a_hand_is_not_faster_than_hands_are() {
    let mut simulation = Simulation::new(&sheet(MethodName::TriangleBending), &Backend::Cpu).unwrap();
    let start = simulation.model().start[5];
    simulation.hold(5, start + Vec3::X * 1e6).unwrap();
    simulation.step().unwrap();
    let moved = simulation.state().unwrap().positions[5].distance(start);
    assert!(moved > 0.01 && moved < 0.2, "{moved}");
    simulation.hold(5, Vec3::NAN).unwrap();
    simulation.step().unwrap();
    simulation.check().unwrap();
}

#[test]
fn what_cannot_be_held_is_refused() {
    let mut simulation = Simulation::new(&sheet(MethodName::TriangleBending), &Backend::Cpu).unwrap();
    assert_eq!(simulation.hold(1 << 30, Vec3::ZERO).unwrap_err().exit_code(), 4);
    let results: Vec<_> = (0..100).map(|v| simulation.hold(v, Vec3::ZERO)).collect();
    assert!(results[0].is_ok() && results[99].is_err());
    simulation.step().unwrap();
    // A clamp stays.
    let mut strip = Simulation::new(&small("cantilever"), &Backend::Cpu).unwrap();
    let clamped = strip.held()[0];
    assert!(strip.let_go(clamped).unwrap_err().to_string().contains("clamp"));
}

#[test]
fn rows_that_move_as_one_are_held_as_one() {
    let mut strip = Simulation::new(&small("cantilever"), &Backend::Cpu).unwrap();
    let row = strip.model().ties.last().unwrap().clone();
    let at = strip.model().start[row[0] as usize];
    strip.hold(row[0], at + vec3(0.0, 0.01, 0.0)).unwrap();
    (0..10).for_each(|_| strip.step().unwrap());
    let state = strip.state().unwrap();
    for v in row {
        assert!((state.positions[v as usize].y - at.y - 0.01).abs() < 1e-6);
    }
}

/// Runs three steps, changes the scene, and runs three more.
fn run_with(scene: &Scene, change: Change, backend: &Backend) -> String {
    let mut simulation = Simulation::new(scene, backend).unwrap();
    (0..3).for_each(|_| simulation.step().unwrap());
    simulation.change(change, backend).unwrap();
    assert_eq!(simulation.steps(), 3);
    (0..3).for_each(|_| simulation.step().unwrap());
    simulation.state().unwrap().hash()
}

#[test]
fn a_live_change_is_what_recording_anew_would_give() {
    let mut lying = Scene { gravity: [3.0, -9.0, 0.0], ..Scene::default() };
    (lying.ground.on, lying.ground.height, lying.mesh.rotation[0]) = (true, -0.002, -90.0);
    let mut swollen = small("cushion");
    swollen.ground.on = true;
    // Not for shells: recording anew forgets what they know of their places beyond the positions.
    for (scene, assignments) in [
        (&small("banner"), &["gravity.1=-3", "wind.velocity.0=9", "damping=2", "k=0.9", "stretch=0.5"][..]),
        (&swollen, &["pressure=1.7", "tilt=20"]),
        (&lying, &["friction=0.1"]),
        (&small("repulsion"), &["gravity.0=4"]),
        (&sheet(MethodName::ImplicitCg), &["gravity.1=-3", "damping=2"]),
    ] {
        for assignment in assignments {
            let other = changed(scene, assignment);
            let change = Change::between(scene, other.clone()).unwrap();
            assert!(matches!(change, Change::Live(_)), "{assignment}");
            let live = run_with(scene, change, &Backend::Cpu);
            let recorded = run_with(scene, Change::Record(Box::new(other.clone())), &Backend::Cpu);
            let rebuilt = run_with(scene, Change::Rebuild(Box::new(other)), &Backend::Cpu);
            let same = run_with(scene, Change::Live(Box::new(scene.clone())), &Backend::Cpu);
            assert_eq!(live, recorded, "{} {assignment}", scene.name);
            assert_eq!(live, rebuilt, "{} {assignment}", scene.name);
            assert_ne!(live, same, "{} {assignment} has no effect", scene.name);
        }
    }
}

#[test]
fn every_kind_of_change_keeps_the_state_and_the_time() {
    let scene = small("sheet");
    for backend in backends() {
        let mut simulation = Simulation::new(&scene, &backend).unwrap();
        (0..10).for_each(|_| simulation.step().unwrap());
        let (before, time) = (simulation.state().unwrap(), simulation.time());
        for assignment in ["gravity.1=-5", "iterations=9", "density=0.4", "bending_model=dihedral", "dt=0.01"]
        {
            let other = changed(simulation.scene(), assignment);
            let change = Change::between(simulation.scene(), other).unwrap();
            simulation.change(change, &backend).unwrap();
            assert_eq!(simulation.state().unwrap(), before, "{assignment}");
            assert!((simulation.time() - time).abs() < 1e-12, "{assignment}");
        }
        for method in MethodName::ALL {
            let other = adapt::under(simulation.scene(), method).unwrap();
            let change = Change::between(simulation.scene(), other).unwrap();
            simulation.change(change, &backend).unwrap();
            assert_eq!(simulation.state().unwrap(), before, "{method}");
            assert_eq!((simulation.steps(), simulation.scene().method), (10, method));
        }
        // Another mesh starts anew, and a change that fails leaves all as it was.
        let finer = changed(simulation.scene(), "rows=14");
        let (steps, kept) = (simulation.steps(), simulation.scene().clone());
        let mut bad = finer.clone();
        bad.mesh.rows = 1;
        assert!(simulation.change(Change::Rebuild(Box::new(bad)), &backend).is_err());
        assert_eq!((simulation.steps(), simulation.scene()), (steps, &kept));
        simulation.change(Change::between(&kept, finer).unwrap(), &backend).unwrap();
        assert_eq!(simulation.steps(), 0);
    }
}

#[test]
fn held_vertices_are_taken_along() {
    let scene = small("sheet");
    let mut simulation = Simulation::new(&scene, &Backend::Cpu).unwrap();
    let target = simulation.model().start[60] + Vec3::Y * 0.02;
    simulation.hold(60, target).unwrap();
    (0..5).for_each(|_| simulation.step().unwrap());
    let other = adapt::under(&scene, MethodName::ImplicitCg).unwrap();
    simulation.change(Change::between(&scene, other).unwrap(), &Backend::Cpu).unwrap();
    (0..5).for_each(|_| simulation.step().unwrap());
    assert!(simulation.is_held(60));
    assert!(simulation.state().unwrap().positions[60].distance(target) < 1e-6);
}

#[test]
fn a_snapshot_is_a_way_back() {
    for backend in backends() {
        for (name, tolerance) in
            [("sheet", 0.0), ("implicit-sheet", 0.0), ("rigid-fabric", 0.0), ("curl", 0.01)]
        {
            let mut simulation = Simulation::new(&small(name), &backend).unwrap();
            (0..4).for_each(|_| simulation.frame().unwrap());
            let snapshot = simulation.snapshot().unwrap();
            let time = simulation.time();
            (0..4).for_each(|_| simulation.frame().unwrap());
            let end = simulation.state().unwrap();
            simulation.restore(&snapshot).unwrap();
            assert_eq!((simulation.state().unwrap(), simulation.time()), (snapshot.state, time));
            (0..4).for_each(|_| simulation.frame().unwrap());
            // Shells remember their places more exactly than positions say, and buckle another way.
            let again = simulation.state().unwrap();
            let apart =
                again.positions.iter().zip(&end.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
            assert!(apart <= tolerance, "{name}: {apart}");
        }
    }
}

#[test]
fn distance_fields_are_not_baked_again() {
    let scene = small("rabbit-drape");
    let mut simulation = Simulation::new(&scene, &Backend::Cpu).unwrap();
    let setup = |s: &mut Simulation| s.executor().recording().setup.len();
    assert!(setup(&mut simulation) > 0);
    let other = changed(&scene, "iterations=5");
    assert_eq!(scene.effect_of(&other).unwrap(), Effect::Record);
    simulation.change(Change::between(&scene, other).unwrap(), &Backend::Cpu).unwrap();
    assert_eq!(setup(&mut simulation), 0);
    let other = changed(&scene, "density=0.3");
    simulation.change(Change::between(&scene, other).unwrap(), &Backend::Cpu).unwrap();
    assert_eq!(setup(&mut simulation), 0);
    let mut fresh = Simulation::new(&scene, &Backend::Cpu).unwrap();
    let point = vec3(0.05, 0.1, 0.02);
    assert_eq!(simulation.distances(point), fresh.distances(point));
}
