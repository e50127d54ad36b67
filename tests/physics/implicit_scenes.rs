//! Implicit cloth in scenes: what preconditioning saves, pins that slide, balloons, limits of strain, and stiff springs.

use crate::implicit::{contents, field};
use crate::support::{run, scene, simulate, volume};
use glam::DVec3;
use toile::kernels::common::cg::Cg;
use toile::methods::cg::ROUNDS;
use toile::real::V3;
use toile::scene::{MethodName, Pattern, Pin, Preconditioner, Select};
use toile::{Scene, Simulation};

/// An irregular sheet that swings down from two corners.
fn swinging(rows: u32, stretch: f64, preconditioner: Preconditioner) -> Scene {
    let mut scene = Scene { method: MethodName::ImplicitCg, seed: 4, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (rows, rows, Pattern::Irregular);
    scene.mesh.rotation = [-80.0, 0.0, 0.0];
    scene.solver.dt = 1.0 / 240.0;
    scene.pin.push(Pin { select: Select::TopCorners, ..Pin::default() });
    let c = &mut scene.implicit_cg;
    (c.stretch, c.bending, c.iterations, c.preconditioner) = (stretch, 1.0, 5000, preconditioner);
    scene
}

/// Mean iterations per step over some frames, and how many steps did not converge.
fn iterations(scene: &Scene, frames: u32) -> (f64, u64) {
    let mut simulation = simulate(scene);
    run(&mut simulation, frames);
    let solves = simulation.solves().unwrap().unwrap();
    assert!(solves.most < 5000 && solves.negative == 0, "{solves:?}");
    (solves.iterations as f64 / solves.count as f64, solves.unconverged)
}

fn preconditioning(rows: u32, frames: u32) {
    println!(
        "{rows} × {rows}, {frames} frames: iterations per step\nstretch [N/m]   blocks     none    ratio   at the floor of f32"
    );
    for stretch in [1e3, 1e4, 1e5] {
        let both = [Preconditioner::Block, Preconditioner::None];
        let [(block, floor), (none, none_floor)] =
            both.map(|p| iterations(&swinging(rows, stretch, p), frames));
        println!("{stretch:13.0e} {block:8.1} {none:8.1} {:8.2}   {floor}, {none_floor}", block / none);
        assert!(stretch < 1e5 || block / none <= 2.0 / 3.0, "{block} {none}");
        // The same system: after one step the positions agree.
        let [a, b] = both.map(|p| {
            let mut simulation = simulate(&swinging(rows, stretch, p));
            simulation.step().unwrap();
            simulation.state().unwrap().positions
        });
        let apart = a.iter().zip(&b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(apart < 1e-5, "{apart}");
    }
}

#[test]
fn preconditioner_saves_iterations() {
    preconditioning(16, 4);
}

#[test]
#[ignore = "takes long"]
fn preconditioner_saves_iterations_of_a_fine_sheet() {
    preconditioning(30, 8);
}

/// The largest distance of the sliding corner from its line, and how far it came along it [m].
fn slide(rows: u32, frames: u32) -> [f64; 2] {
    let size = rows.to_string();
    let last = format!("[{}]", rows - 1);
    let changes = [("rows", size.as_str()), ("columns", size.as_str()), ("pin.1.vertices", last.as_str())];
    let scene = scene("sliding-corner", &changes);
    let mut simulation = simulate(&scene);
    let line = DVec3::from_array(scene.pin[1].line().unwrap());
    let corner = rows as usize - 1;
    let start = simulation.model().start[corner].as_dvec3();
    let (mut off, mut along) = (0f64, 0f64);
    for _ in 0..frames {
        let way = run(&mut simulation, 1).positions[corner].as_dvec3() - start;
        off = off.max(way.reject_from_normalized(line).length());
        along = along.max(way.dot(line).abs());
    }
    println!("sliding corner of {rows} × {rows}: off its line by {off:.1e} m, slid by {along:.3} m");
    [off, along]
}

#[test]
fn limits_and_pins_a_corner_slides_on_its_line() {
    let [off, along] = slide(12, 120);
    assert!(off < 1e-5 && along > 0.1, "{off} {along}");
}

#[test]
#[ignore = "takes long"]
fn limits_and_pins_a_corner_of_a_finer_sheet_slides_on_its_line() {
    let [off, along] = slide(30, 120);
    assert!(off < 1e-5 && along > 0.1, "{off} {along}");
}

#[test]
fn limits_and_pins_a_balloon_grows_with_its_pressure() {
    let mut last = 1.0;
    for pressure in ["10", "20", "40"] {
        // Strong damping, so that it settles.
        let changes = [("level", "2"), ("pressure", pressure), ("material.damping", "10")];
        let mut simulation = simulate(&scene("balloon", &changes));
        let triangles = simulation.model().mesh.triangles.clone();
        let whole = simulation.model().mesh.volume();
        let before = run(&mut simulation, 60).positions;
        let after = run(&mut simulation, 10).positions;
        let [earlier, grown] = [before, after].map(|p| volume(&p, &triangles) / whole);
        // Forces at the start of the last step, springs and pressure: at rest both together are nothing, and pressure
        // alone has no sum.
        let f = field(&contents::<[f32; 4]>(&mut simulation, "forces"));
        let sum = f.iter().fold(V3::zero(), |a, b| a + *b).length();
        let state = simulation.state().unwrap();
        let p: f64 = pressure.parse().unwrap();
        let mut pushed = vec![DVec3::ZERO; state.positions.len()];
        for t in &triangles {
            let [a, b, c] = t.map(|v| state.positions[v as usize].as_dvec3());
            t.iter().for_each(|v| pushed[*v as usize] += (b - a).cross(c - a) * (p / 6.0));
        }
        let size: f64 = pushed.iter().map(|f| f.length()).sum();
        println!(
            "balloon at {pressure} Pa: volume {grown:.5} of its own, {:.1e} more than 1/6 s ago; sum of the forces \
             {:.1e} of the pressure's",
            grown - earlier,
            sum / size
        );
        assert!(sum < 1e-5 * size);
        assert!((grown - earlier).abs() < 1e-3, "it has not settled");
        assert!(grown > last + 1e-3, "{grown} {last}");
        last = grown;
    }
}

/// A hanging sheet of soft springs.
fn soft(rows: u32, limit: f64) -> Scene {
    let size = rows.to_string();
    let mut scene = scene("implicit-sheet", &[("rows", &size), ("columns", &size)]);
    scene.mesh.rotation = [-60.0, 0.0, 0.0];
    let c = &mut scene.implicit_cg;
    (c.stretch, c.shear, c.strain_limit, c.iterations) = (200.0, 20.0, limit, 5000);
    scene
}

/// The largest strain of a structural spring now.
fn strain(simulation: &mut Simulation) -> f64 {
    let positions = simulation.state().unwrap().positions;
    let model = simulation.model();
    let rest = &model.mesh.positions;
    let edges = model.topology.edges.iter().filter(|e| !e.diagonal);
    let one = |[a, b]: [u32; 2]| {
        let (a, b) = (a as usize, b as usize);
        f64::from(positions[a].distance(positions[b])) / f64::from(rest[a].distance(rest[b])) - 1.0
    };
    edges.map(|e| one(e.vertices)).fold(0.0, f64::max)
}

/// Every step keeps to 1.1 %, or says that it does not. Returns the largest strain after the first half second.
fn limited(rows: u32, frames: u32) -> f64 {
    let mut largest = [0f64; 2];
    for (limit, largest) in [0.01, 0.0].into_iter().zip(&mut largest) {
        let mut simulation = simulate(&soft(rows, limit));
        let (mut rounds, mut cycled, mut told) = (0, 0, 0);
        for frame in 0..frames {
            for _ in 0..simulation.steps_per_frame() {
                simulation.step().unwrap();
                let solve = contents::<Cg>(&mut simulation, "solve")[0];
                rounds = rounds.max(solve.rounds);
                cycled += u32::from(solve.rounds > ROUNDS);
                // A step that has not kept the limit says so.
                let (before, now) = (told, strain(&mut simulation));
                told = simulation.solves().unwrap().unwrap().unconverged;
                assert!(limit == 0.0 || now < 0.01101 || told > before, "{now}");
                if frame >= 30 {
                    *largest = largest.max(now);
                }
            }
        }
        simulation.check().unwrap();
        let solves = simulation.solves().unwrap().unwrap();
        println!(
            "{rows} × {rows}, limit {limit}: largest strain after 0.5 s {:.3} %; iterations {:.1} and at most {}; \
             residual at most {:.1e}; {} of {} unconverged, {cycled} of them after {rounds} rounds",
            100.0 * *largest,
            solves.iterations as f64 / solves.count as f64,
            solves.most,
            solves.residual_max,
            solves.unconverged,
            solves.count
        );
    }
    assert!(largest[1] > 0.03, "{largest:?}");
    largest[0]
}

#[test]
fn limits_and_pins_strain_stays_below_its_limit() {
    let largest = limited(16, 60);
    assert!(largest < 0.011, "{largest}");
}

#[test]
#[ignore = "takes long"]
fn limits_and_pins_strain_of_a_finer_sheet_stays_below_its_limit_or_steps_say_so() {
    // Beyond 1.1 % at times; the steps say so.
    limited(50, 60);
}

/// Energy of cloth: of motion and of height, and of its springs [J].
fn energy(simulation: &mut Simulation) -> [f64; 2] {
    let state = simulation.state().unwrap();
    let model = simulation.model();
    let held = |i: &usize| model.pinned.iter().any(|p| p.vertex as usize == *i);
    let one = |i: usize| {
        let (v, y) = (state.velocities[i].as_dvec3(), f64::from(state.positions[i].y));
        model.masses[i] * (0.5 * v.length_squared() + 9.81 * y)
    };
    let moving = (0..model.masses.len()).filter(|i| !held(i)).map(one).sum();
    [moving, simulation.elastic_energy(&state.positions).unwrap()]
}

#[test]
fn stiff_springs_in_long_steps_gain_no_energy() {
    for (rotation, swings) in [("[-10,0,0]", false), ("[-85,0,0]", true)] {
        let dt = ("dt", "0.016666666666666666");
        let size = [("rows", "16"), ("columns", "16")];
        let changes = [size[0], size[1], ("stretch", "100000"), dt, ("mesh.rotation", rotation)];
        let mut simulation = simulate(&scene("implicit-sheet", &changes));
        let start: f64 = energy(&mut simulation).iter().sum();
        let (mut last, mut most, mut gained, mut moved) = (start, start, 0f64, f64::NEG_INFINITY);
        for _ in 0..120 {
            run(&mut simulation, 1);
            let [moving, elastic] = energy(&mut simulation);
            let now = moving + elastic;
            (gained, most, moved) = (gained.max(now - last), most.max(now), moved.max(moving));
            last = now;
        }
        let solves = simulation.solves().unwrap().unwrap();
        println!(
            "stiff sheet from {rotation}°, 1/60 s: energy {start:.4} J at the start, at most {most:.4} J, {last:.4} J after \
             2 s; gained {gained:.1e} J in a frame at most; {} of {} unconverged",
            solves.unconverged, solves.count
        );
        // Of motion and height together, never more than at the start.
        assert!(moved <= start + 1e-4 && last < start, "{moved} {start}");
        // A spring that turns far within a step is stretched by what the linearised step does not see, by up to (v h)²/2 of
        // its length. That energy is there for a few steps and is taken by the next; at half the step there is none.
        assert!(most <= start + if swings { 0.2 } else { 1e-6 }, "{most} {start}");
    }
}
