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
