//! A ball at rest in a sheet that is held all around: what holds the sheet carries both.

use crate::ball::{ESTIMATES, after, ball, hold, level_sheet};
use crate::support::scene;
use glam::DVec3;
use toile::kernels::forces::springs::Spring;
use toile::model::springs::Springs;
use toile::real::V3;
use toile::scene::MethodName;
use toile::{Scene, Simulation};

const GRAVITY: f64 = 9.81;

/// A duration over which reactions are averaged [s].
const MEAN: f64 = 0.2;

fn wide(v: glam::Vec3) -> V3<f64> {
    V3(v.x.into(), v.y.into(), v.z.into())
}

/// The forces that the held vertices need in order to stay, together [N].
fn reactions(
    simulation: &mut Simulation,
    (offsets, springs, _): &(Vec<u32>, Vec<Spring>, Vec<u32>),
) -> DVec3 {
    let state = simulation.state().unwrap();
    let (x, v) = (&state.positions, &state.velocities);
    let model = simulation.model();
    let mut sum = DVec3::ZERO;
    for i in model.pinned.iter().map(|p| p.vertex as usize) {
        sum.y += model.masses[i] * GRAVITY;
        for spring in &springs[offsets[i] as usize..offsets[i + 1] as usize] {
            let other = spring.other as usize;
            let force = spring.force::<f64>(wide(x[i]) - wide(x[other]), wide(v[i]) - wide(v[other]));
            sum += DVec3::new(force.0, force.1, force.2);
        }
    }
    sum
}

/// Scene `ball`, with the ball laid on the sheet and more damping.
fn ball_at_rest() -> Scene {
    let mut scene = scene("ball", &[("damping", "20.0"), ("spring_damping", "0.05")]);
    scene.body[0].position[1] = scene.body[0].radius + scene.material.thickness;
    scene
}

#[test]
fn reactions_add_up_to_the_weight_of_cloth_and_ball() {
    for estimate in ESTIMATES {
        let mut scene = ball_at_rest();
        scene.contact.contact_force = estimate;
        let mut simulation = after(&scene, 6.0);
        let steps = (MEAN / scene.solver.dt).round();
        let springs = Springs::new(&scene, simulation.model()).by_particle(simulation.model().start.len());
        let (mut held, mut pushed) = (DVec3::ZERO, DVec3::ZERO);
        for _ in 0..steps as u32 {
            simulation.step().unwrap();
            held += reactions(&mut simulation, &springs) / steps;
            pushed += simulation.bodies().unwrap()[0].wrench.force.as_dvec3() / steps;
        }
        let body = simulation.bodies().unwrap()[0].state;
        let ball = scene.body[0].mass * GRAVITY;
        let weight = ball + simulation.model().masses.iter().sum::<f64>() * GRAVITY;
        println!(
            "{estimate:?}: pins carry {:.4} N of {weight:.4} N, the ball is carried by {:.4} N of {ball:.4} N; \
             sideways {:.1e} N; it is at {:.3} m with {:.1e} m/s",
            held.y,
            pushed.y,
            held.x.hypot(held.z),
            body.pose.position.y,
            body.velocity.length(),
        );
        // Of the 2 %, 0.3 are the air's: damping takes 1 − exp(−c h) of each substep's push before the ball feels it.
        assert!((held.y / weight - 1.0).abs() < 0.02, "{estimate:?}: {held}");
        assert!((pushed.y / ball - 1.0).abs() < 0.02, "{estimate:?}: {pushed}");
    }
}

#[test]
fn a_ball_comes_to_rest_in_position_based_cloth() {
    let mut scene = level_sheet(MethodName::TriangleBending, 21);
    hold(&mut scene);
    // The ball itself is not slowed by the air.
    scene.material.damping = 60.0;
    scene.triangle_bending.stretch = 0.02;
    // A mean over substeps is the force half a step ago, which feeds the bounce; one substep has no such lag.
    scene.solver.dt = 1.0 / 480.0;
    scene.solver.substeps = 1;
    scene.solver.iterations = 8;
    scene.body = vec![ball(0.1, 0.3, [0.0, 0.15, 0.0], [0.0; 3])];
    let mut simulation = after(&scene, 5.0);
    let count = (MEAN / scene.solver.dt).round() as u32;
    let mut pushed = 0.0;
    for _ in 0..count {
        simulation.step().unwrap();
        pushed += f64::from(simulation.bodies().unwrap()[0].wrench.force.y) / f64::from(count);
    }
    let body = simulation.bodies().unwrap()[0].state;
    let weight = scene.body[0].mass * GRAVITY;
    let (place, speed) = (body.pose.position, body.velocity.length());
    println!(
        "position-based: carried by {pushed:.4} N of {weight:.4} N, at {place:.3} m with {speed:.1e} m/s"
    );
    assert!((pushed / weight - 1.0).abs() < 0.03, "{pushed}");
    assert!(speed < 0.02 && place.y < 0.1, "{body:?}");
}
