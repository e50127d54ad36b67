//! Whether a strip bends alike, however it is cut from the mesh.

use super::{Check, Trial, bending};
use crate::cli::validate::bench::Bench;
use crate::cli::validate::judge::{Found, Outcome, Reading};
use crate::cli::validate::subjects::Subject;
use crate::mesh::shapes;
use crate::record::{faces::faces, obj::to_obj, write_whole};
use crate::scene::{MethodName, Pin, Select, Shape};

/// Angles between the strip and the mesh [degrees].
const ANGLES: [f64; 3] = [0.0, 22.5, 45.0];

/// The trial.
pub(super) const TRIAL: Trial = Trial {
    checks: &[Check {
        name: "direction",
        title: "direction",
        about: "Strips of 1 m × 0.25 m, cut at 0°, 22.5° and 45° from a lattice of equilateral triangles of 1/20 m (`springs` 1/12; elements 1/12, as wide as long), Γ = 10: from the least to the largest drop by reach, by their mean; drop alone of what bends freely, which has no reach.",
        in_percent: true,
    }],
    is_long: false,
    run: direction,
};

fn direction(bench: &Bench, subject: &Subject) -> Found {
    let mut found = Vec::new();
    for degrees in ANGLES {
        found.push(drop_over_reach(bench, subject, degrees)?);
    }
    let (least, most) =
        found.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), x| (l.min(*x), m.max(*x)));
    let mean = found.iter().sum::<f64>() / found.len() as f64;
    Ok(vec![Reading::none((most - least) / mean, 0.1)])
}

/// Drop over reach of a strip that is cut at an angle.
fn drop_over_reach(bench: &Bench, subject: &Subject, degrees: f64) -> Outcome<f64> {
    let (cells, width): (u32, f64) = match (subject.method, subject.model) {
        (MethodName::Nonconforming, _) => (12, 1.0),
        (_, "springs") => (12, 0.25),
        _ => (20, 0.25),
    };
    let mesh = shapes::cut(1.0, width, 1.0 / f64::from(cells), degrees);
    let path = bench.folder().join(format!("{degrees}-{cells}-{width}.obj"));
    let text = to_obj(&mesh.positions, &faces(&mesh.triangles, &mesh.polygons), "a strip");
    write_whole(&path, text.as_bytes())?;
    let mut scene = bench.scene("cantilever", subject)?;
    (scene.mesh.shape, scene.mesh.file) = (Shape::File, path.to_string_lossy().into_owned());
    // Its own x runs along the scene's, its front faces up.
    (scene.mesh.rotation, scene.mesh.position) = ([-90.0, 0.0, 0.0], [0.0; 3]);
    scene.pin = vec![Pin { select: Select::Left, clamp: true, ..Pin::default() }];
    scene.mass_spring.spring_damping = 10.0;
    scene.gamma = 0.0;
    scene.gravity = [0.0, -10.0 * scene.material.bending_stiffness() / scene.material.density, 0.0];
    let springs = if subject.model == "springs" { 8 * cells * cells } else { 12 * cells };
    subject.pace(&mut scene, 1.0 / 60.0, [32, springs, 1, 1, 16]);
    let way = bending::rest(bench, &scene)?;
    let reach = if bending::bends_freely(subject) { 1.0 } else { way.x.hypot(way.z) };
    Ok(-way.y / reach)
}
