//! What air does to a sheet that falls.

use super::{Check, Trial};
use crate::cli::validate::bench::{Bench, mean_velocity};
use crate::cli::validate::judge::{Found, Reading};
use crate::cli::validate::subjects::Subject;
use crate::truth;

/// The family's trials.
pub const TRIALS: &[Trial] = &[Trial {
    checks: &[Check {
        name: "air",
        title: "falls through air",
        about: "A level sheet falls broadside through air for 0.3 s: its speed, u tanh(g t/u) with u = √(2 ρ g/ρₐ).",
        in_percent: true,
    }],
    is_long: false,
    run: falls,
}];

fn falls(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = super::motion::sheet(subject);
    (scene.mesh.rotation, scene.wind.density) = ([-90.0, 0.0, 0.0], 1.2);
    subject.pace(&mut scene, 1.0 / 480.0, [2, 4, 1, 1, 1]);
    let mut simulation = bench.simulate(&scene)?;
    let time = 0.3;
    bench.run(&mut simulation, time)?;
    let speed = -mean_velocity(&mut simulation)?.y;
    bench.finish(&mut simulation)?;
    let expected = truth::falling(scene.material.density, -scene.gravity[1], scene.wind.density, time);
    Ok(vec![Reading::near(speed, expected, 0.01)])
}
