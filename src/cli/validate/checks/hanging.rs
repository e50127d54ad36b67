//! Strips that hang by their ends and hardly bend: the catenary, their own swings, and what their weight stretches.

use super::swing::swing;
use super::{Check, Trial};
use crate::cli::validate::bench::{Bench, middle, vertices};
use crate::cli::validate::judge::{Found, Outcome, Reading};
use crate::cli::validate::subjects::Subject;
use crate::scene::{MethodName, Pattern, Pin, Scene, Select, Shape, ShellIntegrator, Track};
use crate::truth::{self, HANGING_ROOTS};
use glam::DVec3;
use std::f64::consts::PI;

/// The family's trials.
pub const TRIALS: &[Trial] = &[
    Trial {
        checks: &[
            Check {
                name: "catenary",
                title: "catenary",
                about: "A narrow strip of 1.25 spans hangs by both ends: its sag, 0.3318 spans.",
                in_percent: true,
            },
            Check {
                name: "isometry",
                title: "isometry",
                about: "The same strip at rest, E t = 2000 N/m where it can stretch: the largest change of an edge's length.",
                in_percent: true,
            },
        ],
        is_long: false,
        run: catenary,
    },
    Trial {
        checks: &[Check {
            name: "hanging-1",
            title: "hanging strip, first frequency",
            about: "A strip that hangs by one end swings in its first mode: 2.4048/2 √(g/L); 0 where it is not back after one and a half periods.",
            in_percent: true,
        }],
        is_long: false,
        run: |bench, subject| frequency(bench, subject, HANGING_ROOTS[0]),
    },
    Trial {
        checks: &[Check {
            name: "hanging-2",
            title: "second",
            about: "The same in its second mode: 5.5201/2 √(g/L).",
            in_percent: true,
        }],
        is_long: false,
        run: |bench, subject| frequency(bench, subject, HANGING_ROOTS[1]),
    },
    Trial {
        checks: &[Check {
            name: "elongation",
            title: "elongation",
            about: "A soft strip hangs by one end: by how much its weight stretches it, ρ g L/(2 E t), 1 %; for springs with the E t of four cells across, whose threads at both sides are whole; 0 in methods that keep lengths.",
            in_percent: true,
        }],
        is_long: false,
        run: elongation,
    },
];

/// Length and span of the catenary [m].
const LENGTH: f64 = 1.25;

/// A strip of one cell across that is so thin that it does not bend.
pub(super) fn thin(subject: &Subject, stretching: f64) -> Scene {
    let mut scene = Scene { name: "strip".into(), ..Scene::default() };
    subject.dress(&mut scene);
    scene.mesh.pattern = Pattern::OneWay;
    scene.material.gauge = 1e-4;
    scene.material.young = stretching / scene.material.gauge;
    scene
}

fn catenary(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = thin(subject, 2000.0);
    if subject.model == "triangle" {
        // Without a material, lengths are projected along yarns.
        (scene.material.young, scene.triangle_bending.k) = (0.0, Track::constant(0.0));
    }
    let cells: u32 = bench.size(16, 32);
    (scene.mesh.shape, scene.mesh.rows, scene.mesh.columns) = (Shape::Ribbon, 2, cells + 1);
    (scene.mesh.width, scene.mesh.height) = (LENGTH, LENGTH / f64::from(cells));
    scene.material.damping = 4.0;
    // The ends come together in half a second.
    let end = |select: Select, way: f64| {
        let inward = Track::keyframes(vec![[0.0, 0.0], [0.5, way]])?;
        let motion = [inward, Track::constant(0.0), Track::constant(0.0)];
        crate::Result::Ok(Pin { select, motion, ..Pin::default() })
    };
    let way = 0.5 * (LENGTH - 1.0);
    scene.pin = vec![end(Select::Left, way)?, end(Select::Right, -way)?];
    let springs = bench.size(100, 200);
    subject.pace(&mut scene, 1.0 / 60.0, [32, springs, 2, 2, 4]);
    let mut simulation = bench.simulate(&scene)?;
    let lowest = vertices(&simulation, |p| p.x.abs() < 1e-5);
    let [height] = bench.settle(&mut simulation, 3e-4, |s| Ok([middle(s, &lowest)?.y]))?;
    let stretch = match simulation.isometry()? {
        Some(isometry) => isometry.length_error[0],
        None => {
            let positions = simulation.state()?.positions;
            let model = simulation.model();
            let change = |ends: [u32; 2]| {
                let [a, b] = ends.map(|v| positions[v as usize].as_dvec3());
                (a.distance(b) / model.rest_length(ends) - 1.0).abs()
            };
            model.edges().into_iter().map(change).fold(0.0, f64::max)
        }
    };
    bench.finish(&mut simulation)?;
    // Of the weight's pull, 1.5 N/m at the ends, E t makes 0.08 %; elements keep lengths to their tolerance.
    let kept = if subject.method == MethodName::Nonconforming { 1.01e-4 } else { 3e-3 };
    let sag = truth::catenary_sag(LENGTH);
    Ok(vec![Reading::near(-height, sag, bench.size(0.01, 0.005)), Reading::none(stretch, kept)])
}

/// A strip of length 1 that hangs by its top.
pub(super) fn hanging(subject: &Subject, stretching: f64, cells: u32) -> Scene {
    let mut scene = thin(subject, stretching);
    (scene.mesh.rows, scene.mesh.columns) = (cells + 1, 2);
    scene.mesh.width = 1.0 / f64::from(cells);
    scene.pin = vec![Pin { select: Select::Top, ..Pin::default() }];
    scene
}

fn frequency(bench: &Bench, subject: &Subject, root: f64) -> Found {
    let cells: u32 = bench.size(24, 48);
    let mut scene = hanging(subject, 2000.0, cells);
    scene.material.damping = 0.0;
    scene.discrete_shells.integrator = ShellIntegrator::Newmark;
    subject.pace(&mut scene, 1.0 / 240.0, [bench.size(8, 16), bench.size(38, 75), 1, 1, 1]);
    let omega = truth::hanging_frequency(root, -scene.gravity[1], scene.mesh.height);
    let mode = |p: DVec3| DVec3::new(0.0, 0.0, 0.02 * omega * truth::hanging_mode(root, p.y + 0.5));
    let half = swing(bench, &scene, 3.0 * PI / omega, mode)?.half;
    Ok(vec![Reading::near(PI / half, omega, bench.size(0.015, 0.01))])
}

/// E t of a strip of springs that is n cells across, by that of the material. Per area, threads along have k (n + 1)/n, for those at both sides
/// are as stiff as those inside, threads across k, and diagonals s: as in a wide cloth, c₁ − s²/c₂ with c = k + s.
pub(super) fn threads(across: u32, poisson: f64) -> f64 {
    let shear = 0.5 / (1.0 + poisson);
    let whole = f64::midpoint(1.0, 1f64.hypot(2.0 * shear));
    let thread = whole - shear;
    let n = f64::from(across);
    thread * (n + 1.0) / n + shear - shear * shear / whole
}

/// What pulls a strip that hangs, and what resists.
pub(super) struct Pull {
    /// Mass per area [kg/m²].
    pub density: f64,
    /// Acceleration [m/s²].
    pub gravity: f64,
    /// E t of the strip [N/m].
    pub stretching: f64,
}

/// By how much a soft strip of length 1 becomes longer that hangs by one end, in a scene that may be changed [m].
pub(super) fn settled_length(
    bench: &Bench,
    subject: &Subject,
    change: impl FnOnce(&mut Scene),
) -> Outcome<(f64, Pull)> {
    let (stretching, across) = (100.0, 4);
    // It hangs along its own x, so that rows of any mesh run down.
    let mut scene = thin(subject, stretching);
    let gravity = -scene.gravity[1];
    scene.gravity = [gravity, 0.0, 0.0];
    scene.material.damping = 20.0;
    (scene.mesh.columns, scene.mesh.rows, scene.mesh.height) = (17, across + 1, 0.25);
    let mut part = threads(across, scene.material.poisson);
    if subject.method == MethodName::DiscreteShells {
        // Lengths and areas are those of a membrane on the lattice of equilateral triangles.
        (scene.mesh.pattern, part) = (Pattern::Equilateral, 1.0);
        scene.mesh.height *= 0.75f64.sqrt();
    }
    scene.pin = vec![Pin { select: Select::Left, ..Pin::default() }];
    subject.pace(&mut scene, 1.0 / 60.0, [32, 60, 1, 1, 2]);
    change(&mut scene);
    let mut simulation = bench.simulate(&scene)?;
    let tip = vertices(&simulation, |p| p.x > 0.5 - 1e-5);
    let [end] = bench.settle(&mut simulation, 1e-5, |s| Ok([middle(s, &tip)?.x]))?;
    bench.finish(&mut simulation)?;
    let pull = Pull { density: scene.material.density, gravity, stretching: part * stretching };
    Ok((end - 0.5, pull))
}

fn elongation(bench: &Bench, subject: &Subject) -> Found {
    let (longer, pull) = settled_length(bench, subject, |_| {})?;
    let expected = truth::elongation(pull.density, pull.gravity, 1.0, pull.stretching);
    Ok(vec![match subject.keeps_lengths() {
        true => Reading::none(longer, 1e-3),
        false => Reading::near(longer, expected, 0.03),
    }])
}
