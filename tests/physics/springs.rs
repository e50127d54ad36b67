//! Springs: their forces and energy, what their damping takes, how many there are, and what a free sheet conserves.

use crate::support::{PATTERNS, Random, run, simulate, vector};
use glam::{DVec3, Vec3};
use std::collections::BTreeSet;
use toile::kernels::forces::springs::Spring;
use toile::model::Model;
use toile::model::springs::Springs;
use toile::real::V3;
use toile::scene::{MethodName, Pattern, Shape};
use toile::{Scene, State};

fn spring(random: &mut Random) -> Spring {
    let mut between = |low, high| random.between(low, high) as f32;
    Spring {
        other: 0,
        rest_length: between(0.1, 1.0),
        stiffness: between(1.0, 500.0),
        damping: between(0.01, 1.0),
    }
}

#[test]
fn a_force_is_the_gradient_of_the_energy() {
    let mut random = Random::new(11);
    let mut worst = 0.0f64;
    for _ in 0..1000 {
        let spring = spring(&mut random);
        let l = vector::<f64>(random.point());
        // Central differences are off by H² times the third derivative, k/l², and by 1e-16 of the energy over H.
        const H: f64 = 1e-5;
        let slope = |axis: V3<f64>| (spring.energy(l + axis * H) - spring.energy(l - axis * H)) / (2.0 * H);
        let gradient = V3(slope(V3(1.0, 0.0, 0.0)), slope(V3(0.0, 1.0, 0.0)), slope(V3(0.0, 0.0, 1.0)));
        let off = (spring.force(l, V3::zero()) - gradient).length();
        worst = worst.max(off / f64::from(spring.stiffness));
    }
    println!("forces against differences of the energy: {worst:.1e} m of the stiffness");
    assert!(worst < 1e-7);
}

#[test]
fn both_ends_feel_the_same_force_to_the_last_bit() {
    let mut random = Random::new(12);
    for _ in 0..10_000 {
        let spring = spring(&mut random);
        let [a, b, u, v] = [0; 4].map(|_| vector::<f32>(random.point()));
        let (here, there) = (spring.force(a - b, u - v), spring.force(b - a, v - u));
        assert_eq!(here, there * -1.0);
    }
    // A spring without length has no direction.
    assert_eq!(spring(&mut random).force(V3::<f32>::zero(), V3(1.0, 0.0, 0.0)), V3::zero());
}

#[test]
fn damping_only_takes_energy() {
    let mut random = Random::new(13);
    for _ in 0..10_000 {
        let spring = spring(&mut random);
        let (l, speed) = (vector::<f64>(random.point()), vector::<f64>(random.point()));
        let damping = spring.force(l, speed) - spring.force(l, V3::zero());
        // The force on this end is −F and its velocity relative to the other is `speed`.
        let power = -damping.dot(speed);
        let along = speed.dot(l) / l.length();
        assert!(
            (power + f64::from(spring.damping) * along * along).abs() < 1e-12 * f64::from(spring.stiffness)
        );
        // Along the spring: no torque, so that a turn as a whole is not damped.
        assert!(damping.cross(l).length() < 1e-12 * f64::from(spring.stiffness));
        let turning = V3(0.3, -0.2, 0.5).cross(l);
        let held = spring.force(l, turning) - spring.force(l, V3::zero());
        assert!(held.length() < 1e-12);
    }
}

fn cloth(pattern: Pattern, rows: u32, columns: u32) -> Scene {
    let mut scene = Scene { method: MethodName::MassSpring, gravity: [0.0; 3], ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (rows, columns);
    (scene.mesh.pattern, scene.mesh.height) = (pattern, 0.8);
    scene.material.damping = 0.0;
    scene.solver.substeps = 32;
    scene
}

fn springs(scene: &Scene) -> (Model, Springs) {
    let model = Model::new(scene).unwrap();
    let springs = Springs::new(scene, &model);
    (model, springs)
}

#[test]
fn a_grid_has_as_many_springs_as_the_closed_forms_say() {
    for (n, m) in [(2, 2), (2, 5), (3, 3), (7, 4), (16, 9)] {
        for pattern in [Pattern::OneWay, Pattern::Alternating, Pattern::Structural] {
            let (_, springs) = springs(&cloth(pattern, n, m));
            let of = |label| springs.counts().find(|c| c.0 == label).map_or(0, |c| c.1);
            let expected = [n * (m - 1) + m * (n - 1), 2 * (n - 1) * (m - 1), n * (m - 2) + m * (n - 2)];
            assert_eq!([of("stretch"), of("shear"), of("bending")], expected, "{n} × {m} {pattern:?}");
        }
    }
}

/// The pairs that springs join, each once and seen from both ends.
fn pairs(model: &Model, springs: &Springs, stiffness: f64) -> BTreeSet<[u32; 2]> {
    let (offsets, list, _) = springs.by_particle(model.start.len());
    let mut pairs = BTreeSet::new();
    for a in 0..model.start.len() as u32 {
        let own = &list[offsets[a as usize] as usize..offsets[a as usize + 1] as usize];
        for s in own.iter().filter(|s| s.stiffness == stiffness as f32) {
            let length = model.mesh.positions[a as usize].distance(model.mesh.positions[s.other as usize]);
            assert_eq!(s.rest_length, length);
            assert!(pairs.insert([a, s.other]), "twice: {a} {}", s.other);
        }
    }
    for &[a, b] in &pairs {
        assert!(a != b && pairs.contains(&[b, a]));
    }
    pairs
}

#[test]
fn other_meshes_have_springs_to_first_and_second_neighbors() {
    let mut scenes: Vec<_> =
        [Pattern::Equilateral, Pattern::Irregular].into_iter().map(|p| cloth(p, 8, 9)).collect();
    let mut ball = cloth(Pattern::OneWay, 8, 8);
    (ball.mesh.shape, ball.mesh.level) = (Shape::Icosphere, 2);
    scenes.push(ball);
    for scene in scenes {
        let (model, springs) = springs(&scene);
        let first = pairs(&model, &springs, scene.mass_spring.stretch);
        let second = pairs(&model, &springs, scene.mass_spring.bending);
        let edges: BTreeSet<_> =
            model.topology.edges.iter().flat_map(|e| [e.vertices, [e.vertices[1], e.vertices[0]]]).collect();
        assert_eq!(first, edges);
        // By definition: two steps along edges, and not one or none.
        let mut expected = BTreeSet::new();
        for &[a, b] in &edges {
            expected.extend(edges.range([b, 0]..=[b, u32::MAX]).map(|&[_, c]| [a, c]));
        }
        expected.retain(|pair| pair[0] != pair[1] && !edges.contains(pair));
        println!(
            "{:?} {:?}: {} edges, {} second neighbours",
            scene.mesh.shape,
            scene.mesh.pattern,
            first.len() / 2,
            second.len() / 2
        );
        assert_eq!(second, expected);
    }
}

/// Linear and angular momentum about the origin.
pub fn momenta(state: &State, masses: &[f64]) -> [DVec3; 2] {
    let (mut linear, mut angular) = (DVec3::ZERO, DVec3::ZERO);
    for ((x, v), m) in state.positions.iter().zip(&state.velocities).zip(masses) {
        linear += v.as_dvec3() * *m;
        angular += x.as_dvec3().cross(v.as_dvec3()) * *m;
    }
    [linear, angular]
}

/// A state set in motion at random, turning and drifting [m/s].
pub fn stirred(state: &State, speed: f64, seed: u64) -> State {
    let mut random = Random::new(seed);
    let mut stirred = state.clone();
    for (v, x) in stirred.velocities.iter_mut().zip(&state.positions) {
        let drift = Vec3::new(0.1, 0.2, -0.1) + Vec3::new(0.5, 0.3, 1.0).cross(*x);
        *v = drift + Vec3::from_array(random.point().map(|c| (speed * c) as f32));
    }
    stirred
}

#[test]
fn a_free_sheet_keeps_its_momenta() {
    for pattern in PATTERNS {
        let mut scene = cloth(pattern, 9, 8);
        scene.mass_spring.stretch = 200.0;
        let mut simulation = simulate(&scene);
        let start = stirred(&simulation.state().unwrap(), 0.5, 14);
        simulation.set_state(&start).unwrap();
        let masses = simulation.model().masses.clone();
        let (before, after) = (momenta(&start, &masses), momenta(&run(&mut simulation, 100), &masses));
        // Σ m |v| and Σ m |x| |v|, what the roundings are shares of.
        let sizes = start.velocities.iter().zip(&masses).map(|(v, m)| m * f64::from(v.length()));
        let size: f64 = sizes.sum();
        let off = [0, 1].map(|i| (after[i] - before[i]).length() / size);
        println!(
            "{pattern:?}: 3200 substeps change the momenta by {:.1e} and {:.1e} of Σ m |v|",
            off[0], off[1]
        );
        // Springs pull both ends by the same bits; each substep rounds velocities by 6e-8, and the roundings are not all
        // of one sign: √3200 of them, and of the sum over a dozen forces.
        assert!(off.iter().all(|o| *o < 1e-5), "{pattern:?}: {off:?}");
        assert!(run(&mut simulation, 1).positions != start.positions);
    }
}

#[test]
fn the_forces_of_the_host_are_those_of_the_springs() {
    let scene = cloth(Pattern::Alternating, 6, 5);
    let (model, springs) = springs(&scene);
    let state = stirred(
        &State { positions: model.start.clone(), velocities: vec![Vec3::ZERO; 30], bodies: vec![] },
        1.0,
        15,
    );
    let moved: Vec<Vec3> =
        state.positions.iter().zip(&state.velocities).map(|(x, v)| *x + *v * 0.05).collect();
    let forces = springs.forces(&moved, &state.velocities);
    let (offsets, list, _) = springs.by_particle(30);
    let wide = |v: Vec3| vector::<f64>(v.to_array().map(f64::from));
    for i in 0..30 {
        let mut sum = V3::zero();
        for s in &list[offsets[i] as usize..offsets[i + 1] as usize] {
            let o = s.other as usize;
            sum -= s.force(
                wide(moved[i]) - wide(moved[o]),
                wide(state.velocities[i]) - wide(state.velocities[o]),
            );
        }
        assert!((sum - vector(forces[i].to_array())).length() < 1e-12);
    }
    let total: DVec3 = forces.iter().sum();
    assert!(total.length() < 1e-11, "{total}");
}
