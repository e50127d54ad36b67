//! What follows a state that was set depends on that state alone.

use crate::ball::after;
use crate::support::{run, scene, simulate};

#[test]
fn forces_that_were_on_their_way_are_forgotten() {
    let scene = scene("ball", &[]).small().unwrap();
    let mut simulation = after(&scene, 0.4);
    let force = simulation.bodies().unwrap()[0].wrench.force.y;
    println!("set while the cloth pushes with {force:.3} N");
    assert!(force > 0.1, "the ball does not touch");
    let state = simulation.state().unwrap();
    let mut fresh = simulate(&scene);
    let [a, b] = [&mut simulation, &mut fresh].map(|s| {
        s.set_state(&state).unwrap();
        run(s, 3)
    });
    assert_eq!(a, b);
}

#[test]
fn bodies_that_are_not_given_stay_where_they_are() {
    let scene = scene("ball", &[]).small().unwrap();
    let mut simulation = after(&scene, 0.2);
    let mut state = simulation.state().unwrap();
    let before = state.bodies[0];
    assert!(before.velocity.y < -0.5, "the ball does not fall");
    state.bodies.clear();
    simulation.set_state(&state).unwrap();
    simulation.step().unwrap();
    let moved = simulation.state().unwrap().bodies[0].pose.position.distance(before.pose.position);
    // One step on, at its own speed and no other.
    let expected = before.velocity.length() * scene.solver.dt as f32;
    assert!((moved / expected - 1.0).abs() < 0.2, "{moved} {expected}");
}

#[test]
fn distances_are_known_before_the_first_step() {
    let mut simulation = simulate(&scene("ball", &[]));
    let [x, y, z] = simulation.scene().body[0].position.map(|c| c as f32);
    let distance = simulation.distances(glam::Vec3::new(x, y + 0.3, z))[0];
    assert!((distance - 0.2).abs() < 1e-6, "{distance}");
}
