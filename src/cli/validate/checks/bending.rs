//! Clamped strips: the heavy elastica, its refinement, and the first mode of bending.

use super::swing::swing;
use super::{Check, Trial, direction, loaded};
use crate::cli::validate::bench::{Bench, middle, vertices};
use crate::cli::validate::judge::{Failure, Found, Outcome, Reading};
use crate::cli::validate::subjects::Subject;
use crate::error::Result;
use crate::scene::{MethodName, Pattern, Scene, Select, ShellIntegrator};
use crate::simulation::Simulation;
use crate::truth;
use glam::DVec3;
use std::f64::consts::PI;

/// The family's trials.
pub const TRIALS: &[Trial] = &[
    Trial {
        checks: &[Check {
            name: "elastica-1",
            title: "elastica, Γ = 1",
            about: "A clamped strip of 20 rows (elements: 16 across, as wide as long) bends under its own weight, Γ = ρ g L³/D: its drop by its reach, 0.1246.",
            in_percent: true,
        }],
        is_long: true,
        run: |bench, subject| elastica(bench, subject, 1.0),
    },
    Trial {
        checks: &[Check {
            name: "elastica-10",
            title: "elastica, Γ = 10",
            about: "A clamped strip of 20 rows (in the quick scorecard 10; elements: 16 across, as wide as long) bends under its own weight, Γ = ρ g L³/D: its drop by its reach, 1.0668. What bends freely hangs from the row that the clamp holds: by the rows, less one.",
            in_percent: true,
        }],
        is_long: false,
        run: |bench, subject| elastica(bench, subject, 10.0),
    },
    Trial {
        checks: &[Check {
            name: "elastica-100",
            title: "Γ = 100",
            about: "The same at Γ = 100: 5.888.",
            in_percent: true,
        }],
        is_long: false,
        run: |bench, subject| elastica(bench, subject, 100.0),
    },
    Trial {
        checks: &[Check {
            name: "refinement",
            title: "refinement",
            about: "The strip at Γ = 10 with twice the rows: what is left of its error, 1/4 of a model of the second order, 1/2 of the first, 1/1.6 of elements at most; an error below 1 % counts as that.",
            in_percent: false,
        }],
        is_long: false,
        run: refinement,
    },
    direction::TRIAL,
    Trial {
        checks: &[Check {
            name: "beam-frequency",
            title: "clamped strip, frequency",
            about: "The strip without weight swings in its first mode: 1.8751² √(D/(ρ L⁴)); 0 where it is not back after one and a half periods.",
            in_percent: true,
        }],
        is_long: false,
        run: beam_frequency,
    },
    loaded::SMALL_LOAD,
    loaded::LARGE_LOAD,
    loaded::MOMENT,
];

/// An error that counts as none when a finer strip's is compared with it.
const LITTLE: f64 = 0.01;

/// Whether a subject bends at hinges, or at elements: its strip is a lattice of equilateral triangles.
pub(super) fn has_lattice(subject: &Subject) -> bool {
    subject.model == "dihedral" || has_elements(subject)
}

pub(super) fn has_elements(subject: &Subject) -> bool {
    subject.method == MethodName::Nonconforming
}

/// Whether what is flat bends without any resistance: the inequality lets it become more curved than at rest.
pub(super) fn bends_freely(subject: &Subject) -> bool {
    subject.model == "triangle-inequality"
}

/// Whether a subject bends across edges by heights, which needs the parallelograms of a grid.
pub(super) fn has_heights(subject: &Subject) -> bool {
    subject.model == "triangle-edge"
}

/// Width by length of the cells of a strip of one cell across.
fn slimness(subject: &Subject) -> f64 {
    if has_heights(subject) { 1.0 / 3.0 } else { 1.0 }
}

/// How much further than with D a narrow strip bends that bends across itself, with a Poisson's ratio of 1/3 or −1/3.
pub(super) const ACROSS: f64 = 1.0 / 8.0;

/// How much further than with D a free strip bends. Hinges on the lattice have a Poisson's ratio of −1/3 of their own: a strip of them has D if it is
/// wide and 8/9 D if it is narrow.
///
/// Heights across the edges of a grid that is cut one way bend a strip and twist it. In cells of the width ρ by their length, those across the strip
/// see the curvature κ + ρ τ, τ the twist, and those at diagonals see ρ τ, (1 + 1/ρ²)² times as stiffly: the strip twists, and has
/// D/(1 + (1 + 1/ρ²)⁻²). That is 4/5 D in square cells, and 100/101 D in such as are three times as long as wide.
pub(super) fn yielding(subject: &Subject) -> f64 {
    match subject.model {
        _ if has_heights(subject) => (1.0 + slimness(subject).powi(-2)).powi(-2),
        "dihedral" => ACROSS,
        _ => 0.0,
    }
}

/// The scene `cantilever` with so many rows. Hinges have a lattice of equilateral triangles, two across for ten rows. The others have a strip of one cell
/// across, in which nothing bends across. Shells have that with its cross-sections tied, as the elastica has them. Elements have a lattice whose straight
/// lines run along the strip, with so many across: it is as wide as long, since what is off comes from the sides.
pub(super) fn strip(bench: &Bench, subject: &Subject, rows: u32) -> Result<Scene> {
    let mut scene = bench.scene("cantilever", subject)?;
    scene.mesh.rows = rows + 1;
    if has_elements(subject) {
        let along = 0.75f64.sqrt() * f64::from(rows);
        (scene.mesh.rows, scene.mesh.columns, scene.mesh.width) = (rows + 1, along.round() as u32 + 1, 1.0);
        (scene.mesh.rotation[1], scene.pin[0].select) = (0.0, Select::Left);
    } else if has_lattice(subject) {
        let across = rows.div_ceil(5);
        (scene.mesh.pattern, scene.mesh.columns) = (Pattern::Equilateral, across + 1);
        scene.mesh.width = f64::from(across) / f64::from(rows) / 0.75f64.sqrt();
    } else {
        (scene.mesh.pattern, scene.mesh.columns) = (Pattern::OneWay, 2);
        scene.mesh.width = slimness(subject) / f64::from(rows);
    }
    scene.tie.on = subject.method == MethodName::DiscreteShells;
    // Damped along the springs, whose roundings would keep them humming.
    scene.mass_spring.spring_damping = 10.0;
    // Springs to second neighbours are the stiffest of all, the more the finer the mesh.
    let springs = if subject.model == "springs" { 5 * rows * rows } else { 8 * rows };
    subject.pace(&mut scene, 1.0 / 60.0, [32, springs, 1, 1, 32]);
    if has_heights(subject) {
        // Diagonals are a hundred times as stiff as what bends: with 20 rows they ask for 27 times what a projection can correct.
        scene.solver.iterations = rows.pow(4).div_ceil(20_000);
    }
    Ok(scene)
}

/// The rows of a strip.
pub(super) fn rows(bench: &Bench, subject: &Subject) -> u32 {
    match subject.method {
        MethodName::Nonconforming => 16,
        _ => bench.size(10, 20),
    }
}

/// From the middle of the clamped edge to that of the tip [m]: at rest, the least and the largest x.
fn way(simulation: &mut Simulation) -> Result<DVec3> {
    let along = || simulation.model().mesh.positions.iter().map(|p| f64::from(p.x));
    let ends = [along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max)];
    let [clamp, tip] = ends.map(|end| vertices(simulation, |p| (p.x - end).abs() < 1e-4));
    Ok(middle(simulation, &tip)? - middle(simulation, &clamp)?)
}

/// Runs a strip until it is at rest: its tip, from its clamp [m].
pub(super) fn rest(bench: &Bench, scene: &Scene) -> Outcome<DVec3> {
    let mut simulation = bench.simulate(scene)?;
    // Elements know lengths to 1e-4, and so a place that hangs on many of them.
    let still = if scene.method == MethodName::Nonconforming { 2e-3 } else { 3e-4 };
    let way = bench.settle(&mut simulation, still, |s| Ok(way(s)?.to_array()))?;
    bench.finish(&mut simulation)?;
    Ok(DVec3::from_array(way))
}

/// Drop over reach of a strip with so many rows.
fn drop_over_reach(bench: &Bench, subject: &Subject, gamma: f64, rows: u32) -> Outcome<f64> {
    bench.once(&format!("{subject} {gamma} {rows}"), || {
        let mut scene = strip(bench, subject, rows)?;
        // Scenes have it by the height of a sheet, which is across the strip of elements.
        let length = scene.mesh.height.max(scene.mesh.width);
        scene.gamma = gamma * (scene.mesh.height / length).powi(3);
        let way = rest(bench, &scene)?;
        Ok(-way.y / way.x.hypot(way.z))
    })
}

/// What the rows of a strip may take from its shape: halved, they take a quarter. A clamp that holds a row and bends at its end, by 3/2 of what a row
/// bends, takes 5 h² of a small drop, h the length of a row by that of the strip: 5 % with ten.
pub(super) fn rough(gamma: f64, rows: u32) -> f64 {
    let coarse = if gamma > 30.0 { 0.18 } else { 0.06 };
    coarse * (10.0 / f64::from(rows)).powi(2)
}

/// What a strip may be off beside that: `softer` is what comes of bending further than with D. Elements are off by up to 5 % with sixteen rows across
/// (`tests/physics/developable_strips.rs`).
fn free(subject: &Subject, softer: f64) -> f64 {
    if has_elements(subject) { 0.05 } else { softer }
}

/// Drop over reach of a strip that bends freely: all but the row that the clamp holds hangs straight down.
fn hanging(rows: u32) -> f64 {
    f64::from(rows) - 1.0
}

fn elastica(bench: &Bench, subject: &Subject, gamma: f64) -> Found {
    let rows = rows(bench, subject);
    let found = drop_over_reach(bench, subject, gamma, rows)?;
    if bends_freely(subject) {
        // What creeps to where it hangs is known to a millimetre or two, of a reach of one row.
        return Ok(vec![Reading::near(found, hanging(rows), 2e-3 * f64::from(rows))]);
    }
    let expected = truth::heavy(gamma);
    let softer = truth::heavy(gamma * (1.0 + yielding(subject))) / expected - 1.0;
    Ok(vec![Reading::near(found, expected, rough(gamma, rows) + free(subject, softer))])
}

fn refinement(bench: &Bench, subject: &Subject) -> Found {
    let rows = rows(bench, subject);
    let expected = |rows| if bends_freely(subject) { hanging(rows) } else { truth::heavy(10.0) };
    let error = |rows| Ok::<_, Failure>(drop_over_reach(bench, subject, 10.0, rows)? / expected(rows) - 1.0);
    let [coarse, fine] = [error(rows / 2)?.abs().max(LITTLE), error(rows)?];
    let left = match subject.model {
        // As the sides of strips ask for.
        _ if has_elements(subject) => 1.0 / 1.6,
        "dihedral" => 0.6,
        _ => 0.5,
    };
    Ok(vec![Reading::none(fine.abs() / coarse, left)])
}

/// A strip that swings without weight or damping, and the frequency of its first mode [rad/s].
pub(super) fn swinging_strip(bench: &Bench, subject: &Subject) -> Result<(Scene, f64)> {
    let mut scene = strip(bench, subject, rows(bench, subject))?;
    (scene.gamma, scene.gravity, scene.material.damping) = (0.0, [0.0; 3], 0.0);
    scene.mass_spring.spring_damping = 0.01;
    scene.discrete_shells.integrator = ShellIntegrator::Newmark;
    (scene.discrete_shells.newton, scene.discrete_shells.tolerance) = (10, 1e-4);
    let (dt, substeps) = (0.5 * scene.solver.dt, scene.solver.substeps.div_ceil(2));
    (scene.solver.dt, scene.frame_time, scene.solver.substeps) = (dt, dt, substeps);
    let omega = truth::beam_frequency(scene.material.bending_stiffness(), scene.material.density, 1.0);
    Ok((scene, omega))
}

fn beam_frequency(bench: &Bench, subject: &Subject) -> Found {
    let (scene, omega) = swinging_strip(bench, subject)?;
    let mode = |p: DVec3| DVec3::new(0.0, 0.05 * omega * truth::beam_mode(p.x), 0.0);
    let half = swing(bench, &scene, 3.0 * PI / omega, mode)?.half;
    if bends_freely(subject) {
        return Ok(vec![Reading::none(PI / half / omega, 0.1)]);
    }
    // ω goes with the root of the stiffness.
    let softer = 1.0 - 1.0 / (1.0 + yielding(subject));
    let bound = 0.5 * (rough(0.0, rows(bench, subject)) + free(subject, softer));
    Ok(vec![Reading::near(PI / half, omega, bound)])
}
