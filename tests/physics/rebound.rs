//! Kuang's comparisons: how high a ball bounces by each estimate of the force, and how hard a hit is with and without
//! alleviation.

use crate::support::{run, scene, simulate};
use toile::Backend;
use toile::cli::repro::kuang::hardness::{Hit, hit, touch};

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

/// The root mean square normal velocity near the ball [m/s], over the second after a particle first came as near to it
/// as this [m].
fn hardness(alleviation: &str, near: f64) -> f64 {
    let Hit { rms, first, .. } =
        hit(&[("alleviation", alleviation)], near, &Backend::Cpu, &|| Ok(())).unwrap();
    println!("alleviation {alleviation}: {rms:.4} m/s, from {first:.3} s");
    rms
}

#[test]
fn alleviation_makes_a_hit_softer() {
    let impact = scene("impact", &[]);
    let touch = touch().unwrap();
    // From the first touch, which comes later with alleviation; and from where alleviation begins, which is the same.
    for (what, near) in [("touch", touch), ("radius", impact.contact.radius)] {
        let (on, off) = (hardness("on", near), hardness("off", near));
        println!("from the first {what}: {:.2} times higher without alleviation", off / on);
        assert!(on < off);
    }
}
