//! Kuang's comparisons: how high a ball bounces by each estimate of the force, and how hard a hit is with and without
//! alleviation.

use crate::support::{run, scene, simulate};
use toile::Simulation;
use toile::methods::contact::BAND;

#[test]
fn subforce_rebounds_higher_than_impulse_and_impulse_higher_than_energy() {
    let heights = ["subforce", "impulse", "energy"].map(|estimate| {
        let scene = scene("ball", &[("contact_force", estimate)]);
        let mut simulation = simulate(&scene);
        run(&mut simulation, scene.frames);
        let height = simulation.bodies().unwrap()[0].rebound_height.unwrap();
        println!("{estimate}: rebounds to {height:.4} m from {} m", scene.body[0].position[1]);
        height
    });
    assert!(heights.is_sorted_by(|a, b| a > b), "{heights:?}");
}

/// Sums of squared normal velocities relative to the ball, of the particles within `radius` of it.
#[derive(Default)]
struct Hardness {
    squares: f64,
    count: u64,
}

impl Hardness {
    fn observe(&mut self, simulation: &mut Simulation, radius: f64) {
        let state = simulation.state().unwrap();
        let (ball, size) = (state.bodies[0], simulation.scene().body[0].radius);
        let centre = ball.pose.position.as_dvec3();
        for (x, v) in state.positions.iter().zip(&state.velocities) {
            let arm = x.as_dvec3() - centre;
            if arm.length() > size + radius {
                continue;
            }
            // Spin has no part along the normal of a ball.
            let relative = v.as_dvec3() - ball.velocity.as_dvec3();
            self.squares += relative.dot(arm.normalize()).powi(2);
            self.count += 1;
        }
    }

    fn rms(&self) -> f64 {
        (self.squares / self.count as f64).sqrt()
    }
}

/// The distance from the ball to the nearest particle [m].
fn nearest(simulation: &mut Simulation) -> f64 {
    let positions = simulation.state().unwrap().positions;
    positions.iter().map(|p| simulation.distances(*p)[0]).fold(f64::INFINITY, f64::min)
}

/// The root mean square normal velocity near the ball [m/s], over the second after a particle first came as near to it
/// as this [m].
fn hardness(alleviation: &str, near: f64) -> f64 {
    let scene = scene("impact", &[("alleviation", alleviation)]);
    let mut simulation = simulate(&scene);
    while nearest(&mut simulation) > near {
        simulation.step().unwrap();
        assert!(simulation.time() < 2.0, "the ball never comes near");
    }
    let (first, mut hardness) = (simulation.time(), Hardness::default());
    while simulation.time() < first + 1.0 {
        hardness.observe(&mut simulation, scene.contact.radius);
        simulation.step().unwrap();
    }
    simulation.check().unwrap();
    let (rms, mean) = (hardness.rms(), hardness.count as f64 * scene.solver.dt);
    println!("alleviation {alleviation}: {rms:.4} m/s, {mean:.0} particles near, from {first:.3} s");
    rms
}

#[test]
fn alleviation_makes_a_hit_softer() {
    let impact = scene("impact", &[]);
    let touch = impact.material.thickness + 2.0 * BAND;
    // From the first touch, which comes later with alleviation; and from where alleviation begins, which is the same.
    for (what, near) in [("touch", touch), ("radius", impact.contact.radius)] {
        let (on, off) = (hardness("on", near), hardness("off", near));
        println!("from the first {what}: {:.2} times higher without alleviation", off / on);
        assert!(on < off);
    }
}
