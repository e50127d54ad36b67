//! Clamped strips of shells against closed forms: the heavy elastica, an end moment, a tip load, and the first mode of bending.

use super::support::{scene, simulate};
use glam::{DVec3, Vec3};
use std::f64::consts::PI;
use toile::scene::{Load, Select};
use toile::truth::{beam_frequency, beam_mode, heavy, tip_load};
use toile::{Scene, Simulation};

/// What counts as at rest for implicit steps [m/s].
pub const SLOW: f32 = 1e-4;

/// Runs until the fastest vertex has been slower than `slow` [m/s] for half a second.
fn settle(scene: &Scene, slow: f32) -> Simulation {
    let mut simulation = simulate(scene);
    let mut calm = 0.0;
    while calm < 0.5 && simulation.time() < 60.0 {
        simulation.step().unwrap();
        let speed = simulation.state().unwrap().velocities.iter().map(|v| v.length()).fold(0.0, f32::max);
        calm = if speed < slow { calm + scene.solver.dt } else { 0.0 };
    }
    simulation.check().unwrap();
    assert!(calm >= 0.5, "not at rest");
    simulation
}

/// The middle of the row of the mesh that is at an end of its own y axis: along, across and up [m].
fn end(simulation: &mut Simulation, last: bool) -> DVec3 {
    let positions = simulation.state().unwrap().positions;
    let rest = &simulation.model().mesh.positions;
    let far = if last { 1.0 } else { 0.0 };
    let row: Vec<Vec3> =
        rest.iter().zip(&positions).filter(|(r, _)| (r.x - far).abs() < 1e-4).map(|(_, p)| *p).collect();
    row.iter().map(|p| p.as_dvec3()).sum::<DVec3>() / row.len() as f64
}

/// Of the scene `cantilever` with these changes, when the fastest vertex is slower than `slow` [m/s].
pub fn drop_over_reach(changes: &[(&str, &str)], slow: f32) -> f64 {
    overhang(&mut settle(&scene("cantilever", changes), slow))
}

/// Drop over reach, as it is now.
pub fn overhang(simulation: &mut Simulation) -> f64 {
    let way = end(simulation, true) - end(simulation, false);
    -way.y / way.x
}

#[test]
fn a_tied_strip_hangs_as_the_elastica() {
    for gamma in ["1", "10", "100"] {
        let expected = heavy(gamma.parse().unwrap());
        let mut errors = Vec::new();
        for (rows, columns) in [("11", "3"), ("21", "5"), ("41", "9")] {
            let found = drop_over_reach(&[("gamma", gamma), ("rows", rows), ("columns", columns)], SLOW);
            errors.push(found / expected - 1.0);
        }
        println!(
            "Γ = {gamma}: H/W {expected:.4}; with 10, 20, 40 rows off by {:+.2} %, {:+.2} %, {:+.2} %",
            100.0 * errors[0],
            100.0 * errors[1],
            100.0 * errors[2]
        );
        assert!(errors[1].abs() < 0.02 && errors[2].abs() < 0.02, "{errors:?}");
        // It converges, to what the stretching of the strip leaves.
        assert!(errors[2].abs() < errors[0].abs(), "{errors:?}");
    }
}

#[test]
fn a_free_strip_is_softer_and_depends_on_its_mesh() {
    println!("H/W by that of the elastica with D, tied and free; free, by that with 8/9 D");
    for pattern in ["equilateral", "one-way", "alternating", "irregular"] {
        for gamma in ["1", "10", "100"] {
            let value: f64 = gamma.parse().unwrap();
            let changes = [("gamma", gamma), ("mesh", pattern), ("rows", "21"), ("columns", "5")];
            let with =
                |tied: &'static str| drop_over_reach(&[&changes[..], &[("tied", tied)]].concat(), SLOW);
            let tied = if pattern == "irregular" { f64::NAN } else { with("true") / heavy(value) };
            let free = with("false");
            let (by_d, by_less) = (free / heavy(value), free / heavy(value * 9.0 / 8.0));
            println!("{pattern:12} Γ = {gamma:4} {tied:.4} {by_d:.4} {by_less:.4}");
            assert!(tied.is_nan() || (tied - 1.0).abs() < 0.02, "{pattern} {gamma}: {tied}");
            if pattern == "equilateral" {
                // A quarter as wide as long, it is between a narrow strip and a wide one.
                assert!(by_d > 1.0 && by_less < 1.0 && by_less > 0.95, "{gamma}: {by_d} {by_less}");
            }
        }
    }
}

/// The strip without weight, with a load on its free end that grows in two seconds.
fn loaded(load: Load) -> Scene {
    let mut scene = scene("cantilever", &[("gamma", "0")]);
    scene.gravity = [0.0; 3];
    scene.load = vec![Load { select: Select::Top, ramp: 2.0, ..load }];
    scene
}

/// Bending stiffness of the whole width [N·m²].
fn stiffness(scene: &Scene) -> f64 {
    scene.material.bending_stiffness() * scene.mesh.width
}

#[test]
fn an_end_moment_closes_a_strip_to_a_circle() {
    let mut scene = loaded(Load::default());
    scene.load[0].moment = 2.0 * PI * stiffness(&scene);
    let mut simulation = settle(&scene, SLOW);
    let gap = (end(&mut simulation, true) - end(&mut simulation, false)).length();
    let height = simulation.state().unwrap().positions.iter().map(|p| f64::from(p.y)).fold(0.0, f64::max);
    println!(
        "end moment 2π D/L: a gap of {:.2} % of the length, {:.4} of the circle's height",
        100.0 * gap,
        height * PI
    );
    // Up, the side that the normals point to.
    assert!(gap < 0.02 && (height * PI - 1.0).abs() < 0.02, "{gap} {height}");
}

#[test]
fn a_tip_load_bends_a_strip_as_the_elastica() {
    let mut scene = loaded(Load::default());
    scene.load[0].force = [0.0, -4.0 * stiffness(&scene), 0.0];
    let mut simulation = settle(&scene, SLOW);
    let way = end(&mut simulation, true) - end(&mut simulation, false);
    let [across, back] = [-way.y, 1.0 - way.x];
    let exact = tip_load(4.0);
    println!("tip load 4 D/L²: {across:.4} across ({:.4}), {back:.4} back ({:.4})", exact[0], exact[1]);
    assert!(
        (across / exact[0] - 1.0).abs() < 0.02 && (back / exact[1] - 1.0).abs() < 0.02,
        "{across} {back}"
    );
}

/// Lets the strip swing in its first mode for so many periods: its angular frequency by that of a beam, its largest and its
/// last energy by that at the start.
fn swing(integrator: &str, periods: f64) -> [f64; 3] {
    let changes = [("gamma", "0"), ("integrator", integrator), ("newton", "10"), ("tolerance", "1e-4")];
    let mut scene = scene("cantilever", &changes);
    (scene.gravity, scene.material.damping) = ([0.0; 3], 0.0);
    let mut simulation = simulate(&scene);
    let mut state = simulation.state().unwrap();
    for (v, x) in state.velocities.iter_mut().zip(&state.positions) {
        v.y = (0.02 * beam_mode(x.x.into())) as f32;
    }
    simulation.set_state(&state).unwrap();
    let omega = beam_frequency(scene.material.bending_stiffness(), scene.material.density, 1.0);
    let time = periods * 2.0 * PI / omega;
    assert!(2.0 * PI / omega / scene.solver.dt > 50.0);
    let energy = |simulation: &mut Simulation| {
        let state = simulation.state().unwrap();
        let masses = &simulation.model().masses;
        let moving =
            state.velocities.iter().zip(masses).map(|(v, m)| 0.5 * m * f64::from(v.length_squared()));
        moving.sum::<f64>() + simulation.elastic_energy(&state.positions).unwrap()
    };
    let start = energy(&mut simulation);
    let (mut before, mut crossings, mut most) = (0.0, Vec::new(), start);
    while simulation.time() < time {
        simulation.step().unwrap();
        let now = end(&mut simulation, true).y;
        if before < 0.0 && now >= 0.0 {
            crossings.push(simulation.time() - scene.solver.dt * now / (now - before));
        }
        before = now;
        most = most.max(energy(&mut simulation));
    }
    let period = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64;
    [2.0 * PI / period / omega, most / start, energy(&mut simulation) / start]
}

#[test]
fn a_strip_swings_as_a_beam() {
    let [frequency, most, last] = swing("newmark", 20.0);
    println!(
        "first mode, Newmark: {frequency:.4} of the frequency; energy at most {most:.4}, {last:.4} after 20 periods"
    );
    assert!((frequency - 1.0).abs() < 0.02, "{frequency}");
    assert!((most - 1.0).abs() < 0.01 && (last - 1.0).abs() < 0.01, "{most} {last}");
    let [frequency, _, last] = swing("backward-euler", 20.0);
    println!(
        "first mode, backward Euler: {frequency:.4} of the frequency; {last:.1e} of the energy left after 20 periods"
    );
    assert!(last < 0.5);
}
