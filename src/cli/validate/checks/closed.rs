//! Closed meshes that keep a volume.

use super::{Check, Trial};
use crate::cli::validate::bench::Bench;
use crate::cli::validate::judge::{Found, Reading};
use crate::cli::validate::subjects::Subject;
use crate::scene::{Scene, Shape, Track};

/// The family's trials.
pub const TRIALS: &[Trial] = &[Trial {
    checks: &[Check {
        name: "volume",
        title: "volume",
        about: "A free ball is to have 1.2 times the volume that it has at rest, and its edges hardly resist: its volume after half a second.",
        in_percent: true,
    }],
    is_long: false,
    run: volume,
}];

fn volume(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = Scene { name: "ball".into(), gravity: [0.0; 3], ..Scene::default() };
    subject.dress(&mut scene);
    (scene.mesh.shape, scene.mesh.level, scene.mesh.width) = (Shape::Icosphere, 2, 0.4);
    let times = 1.2;
    let p = &mut scene.triangle_bending;
    (p.stretch, p.k, p.volume, p.pressure) = (1e-3, Track::constant(1e-3), 1.0, Track::constant(times));
    (scene.solver.dt, scene.solver.substeps, scene.solver.iterations) = (1.0 / 60.0, 4, 4);
    let mut simulation = bench.simulate(&scene)?;
    let expected = times * simulation.model().mesh.volume();
    bench.run(&mut simulation, 0.5)?;
    let mut mesh = simulation.model().mesh.clone();
    mesh.positions = simulation.state()?.positions;
    bench.finish(&mut simulation)?;
    Ok(vec![Reading::near(mesh.volume(), expected, 1e-3)])
}
