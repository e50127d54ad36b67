//! The ground: nothing below it, and Coulomb's friction on it.

use crate::support::{run, scene, simulate};
use glam::Vec3;
use toile::{Scene, Simulation};

#[test]
fn nothing_is_below_the_ground_after_any_step() {
    for (name, frames) in [("stick-drop", 60), ("cushion", 60), ("rabbit-stiffness", 8)] {
        let mut simulation = simulate(&scene(name, &[]).small().unwrap());
        let (ground, material) = (&simulation.scene().ground, &simulation.scene().material);
        let ground = (ground.height + material.thickness) as f32;
        let mut touched = 0;
        for _ in 0..frames {
            let positions = run(&mut simulation, 1).positions;
            // Exactly: the ground is the last constraint of each iteration.
            let lowest = positions.iter().map(|p| p.y).fold(f32::MAX, f32::min);
            assert!(lowest >= ground, "{name}: {lowest}");
            touched += u32::from(lowest == ground);
        }
        assert!(touched > 0, "{name} never came down");
    }
}

/// A sheet that lies on the ground, in gravity that leans by this angle along x [rad].
fn sheet_on_a_slope(friction: f64, lean: f64) -> Simulation {
    let mut scene = Scene::default();
    (scene.mesh.rows, scene.mesh.columns) = (6, 6);
    scene.mesh.rotation = [-90.0, 0.0, 0.0];
    scene.mesh.position = [0.0, scene.material.thickness, 0.0];
    scene.material.damping = 0.0;
    scene.ground.on = true;
    scene.ground.friction = friction;
    scene.gravity = [9.81 * lean.sin(), -9.81 * lean.cos(), 0.0];
    simulate(&scene)
}

/// The mean velocity along x after some frames [m/s].
fn velocity(simulation: &mut Simulation, frames: u32) -> f64 {
    let v = run(simulation, frames).velocities;
    v.iter().map(|v| f64::from(v.x)).sum::<f64>() / v.len() as f64
}

#[test]
fn a_sliding_sheet_is_slowed_by_mu_g() {
    for friction in [0.1, 0.3, 0.6] {
        let mut simulation = sheet_on_a_slope(friction, 0.0);
        let mut state = simulation.state().unwrap();
        state.velocities.fill(Vec3::new(2.0, 0.0, 0.0));
        simulation.set_state(&state).unwrap();
        let v = velocity(&mut simulation, 15);
        let slowed = (2.0 - v) / (15.0 / 60.0);
        println!("friction {friction}: slowed by {slowed:.4} m/s², μ g = {:.4}", friction * 9.81);
        // Friction takes μ times the depth g h² of each substep, which f32 knows to 1e-7 of 2 m: 1e-4 of g h².
        assert!((slowed / (friction * 9.81) - 1.0).abs() < 5e-3, "{slowed}");
        // It stops, and stays.
        assert!(velocity(&mut simulation, 120).abs() < 1e-5);
    }
}

#[test]
fn friction_holds_below_its_angle_and_gives_way_above() {
    let friction: f64 = 0.5;
    let angle = friction.atan();
    let mut below = sheet_on_a_slope(friction, 0.9 * angle);
    assert!(velocity(&mut below, 60).abs() < 1e-6);
    let lean = 1.2 * angle;
    let mut above = sheet_on_a_slope(friction, lean);
    let v = velocity(&mut above, 60);
    let expected = 9.81 * (lean.sin() - friction * lean.cos());
    assert!((v / expected - 1.0).abs() < 1e-2, "{v} {expected}");
}
