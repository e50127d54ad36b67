//! Clamped strips: the heavy elastica, its refinement, loads on the tip, and the first mode of bending.

use super::{Check, Trial, direction};
use crate::cli::validate::bench::{Bench, middle, vertices};
use crate::cli::validate::judge::{Failure, Found, Outcome, Reading};
use crate::cli::validate::subjects::Subject;
use crate::error::Result;
use crate::scene::{Load, MethodName, Pattern, Scene, Select, ShellIntegrator};
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
            about: "A clamped strip of 20 rows (elements: 9, four across) bends under its own weight, Γ = ρ g L³/D: its drop by its reach, 0.1246.",
            in_percent: true,
        }],
        is_long: true,
        run: |bench, subject| elastica(bench, subject, 1.0),
    },
    Trial {
        checks: &[Check {
            name: "elastica-10",
            title: "elastica, Γ = 10",
            about: "A clamped strip of 20 rows (in the quick scorecard 10; elements: 9, four across) bends under its own weight, Γ = ρ g L³/D: its drop by its reach, 1.0668.",
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
            about: "The strip at Γ = 10 with twice the rows: what is left of its error, 1/4 of a model of the second order, 1/2 of the first.",
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
    Trial {
        checks: &[Check {
            name: "tip-load",
            title: "tip load",
            about: "A load of 4 D/L² on the tip of the strip without weight: how far it goes across, 0.670 L.",
            in_percent: true,
        }],
        is_long: false,
        run: tip_load,
    },
    Trial {
        checks: &[Check {
            name: "end-moment",
            title: "end moment",
            about: "A moment on the end of the strip without weight bends it to an arc, π/2 D/L to a quarter of a circle, 2π D/L that of shells to a whole one: how far the end is from where the arc's is, in the arc's plane and by the length. Free strips of two or more across have D to 8/9 D.",
            in_percent: true,
        }],
        is_long: false,
        run: end_moment,
    },
];

/// Whether a subject bends at hinges, or at elements: its strip is a lattice of equilateral triangles.
fn has_lattice(subject: &Subject) -> bool {
    subject.model == "dihedral" || has_elements(subject)
}

fn has_elements(subject: &Subject) -> bool {
    subject.method == MethodName::Nonconforming
}

/// Whether a subject bends across edges by heights, which needs the parallelograms of a grid.
fn has_heights(subject: &Subject) -> bool {
    subject.model == "triangle-edge"
}

/// Width by length of the cells of a strip of one cell across.
fn slimness(subject: &Subject) -> f64 {
    if has_heights(subject) { 1.0 / 3.0 } else { 1.0 }
}

/// How much further than with D a narrow strip bends that bends across itself, with a Poisson's ratio of 1/3 or −1/3.
const ACROSS: f64 = 1.0 / 8.0;

/// How much further than with D a free strip bends. Hinges on the lattice have a Poisson's ratio of −1/3 of their own: a strip of them has D if it is
/// wide and 8/9 D if it is narrow.
///
/// Heights across the edges of a grid that is cut one way bend a strip and twist it. In cells of the width ρ by their length, those across the strip
/// see the curvature κ + ρ τ, τ the twist, and those at diagonals see ρ τ, (1 + 1/ρ²)² times as stiffly: the strip twists, and has
/// D/(1 + (1 + 1/ρ²)⁻²). That is 4/5 D in square cells, and 100/101 D in such as are three times as long as wide.
fn yielding(subject: &Subject) -> f64 {
    match subject.model {
        _ if has_heights(subject) => (1.0 + slimness(subject).powi(-2)).powi(-2),
        "dihedral" => ACROSS,
        _ => 0.0,
    }
}

/// The scene `cantilever` with so many rows. Hinges have a lattice of equilateral triangles, two across for ten rows. Elements have one whose straight
/// lines run along the strip, four across, since two are all border; refinement compares them with such. The others have a strip of one cell across, in which nothing bends across.
/// Shells have that with its cross-sections tied, as the elastica has them.
fn strip(bench: &Bench, subject: &Subject, rows: u32) -> Result<Scene> {
    let mut scene = bench.scene("cantilever", subject)?;
    scene.mesh.rows = rows + 1;
    if has_elements(subject) {
        let (across, along) = (0.4 * f64::from(rows), 0.75f64.sqrt() * f64::from(rows));
        (scene.mesh.rows, scene.mesh.columns) = (across.round() as u32 + 1, along.round() as u32 + 1);
        (scene.mesh.width, scene.mesh.height) = (1.0, 0.4);
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
    subject.pace(&mut scene, 1.0 / 60.0, [32, springs, 1, 1, 16]);
    if has_heights(subject) {
        // Diagonals are a hundred times as stiff as what bends: with 20 rows they ask for 27 times what a projection can correct.
        scene.solver.iterations = rows.pow(4).div_ceil(20_000);
    }
    Ok(scene)
}

/// The rows of a strip. Elements take far more time than the others.
fn rows(bench: &Bench, subject: &Subject) -> u32 {
    match subject.method {
        MethodName::Nonconforming => 10,
        _ => bench.size(10, 20),
    }
}

/// From the middle of the clamped edge to that of the tip [m].
fn way(simulation: &mut Simulation) -> Result<DVec3> {
    let [clamp, tip] = [0.0, 1.0].map(|far| vertices(simulation, |p| (p.x - far).abs() < 1e-4));
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
fn rough(gamma: f64, rows: u32) -> f64 {
    let coarse = if gamma > 30.0 { 0.18 } else { 0.06 };
    coarse * (10.0 / f64::from(rows)).powi(2)
}

/// The same where its end is loaded. The clamp of shells holds no row.
fn coarse(subject: &Subject, rows: u32) -> f64 {
    match subject.method {
        MethodName::DiscreteShells => 0.02,
        _ => rough(0.0, rows),
    }
}

/// What a strip may be off beside that: `softer` is what comes of bending further than with D. Elements are off by up to 8 % with eight rows across
/// (`tests/physics/developable_strips.rs`); here are fewer.
fn free(subject: &Subject, softer: f64) -> f64 {
    match subject.method {
        MethodName::Nonconforming => 0.08,
        _ => softer,
    }
}

fn elastica(bench: &Bench, subject: &Subject, gamma: f64) -> Found {
    let rows = rows(bench, subject);
    let found = drop_over_reach(bench, subject, gamma, rows)?;
    let expected = truth::heavy(gamma);
    let softer = truth::heavy(gamma * (1.0 + yielding(subject))) / expected - 1.0;
    Ok(vec![Reading::near(found, expected, rough(gamma, rows) + free(subject, softer))])
}

fn refinement(bench: &Bench, subject: &Subject) -> Found {
    let rows = rows(bench, subject);
    let expected = truth::heavy(10.0);
    let error = |rows| Ok::<_, Failure>(drop_over_reach(bench, subject, 10.0, rows)? / expected - 1.0);
    let [coarse, fine] = [error(rows / 2)?, error(rows)?];
    let left = if has_lattice(subject) { 0.6 } else { 0.5 };
    Ok(vec![Reading::none((fine / coarse).abs(), left)])
}

fn beam_frequency(bench: &Bench, subject: &Subject) -> Found {
    let rows = rows(bench, subject);
    let mut scene = strip(bench, subject, rows)?;
    (scene.gamma, scene.gravity, scene.material.damping) = (0.0, [0.0; 3], 0.0);
    scene.mass_spring.spring_damping = 0.01;
    scene.discrete_shells.integrator = ShellIntegrator::Newmark;
    (scene.discrete_shells.newton, scene.discrete_shells.tolerance) = (10, 1e-4);
    let (dt, substeps) = (0.5 * scene.solver.dt, scene.solver.substeps.div_ceil(2));
    (scene.solver.dt, scene.frame_time, scene.solver.substeps) = (dt, dt, substeps);
    let mut simulation = bench.simulate(&scene)?;
    let omega = truth::beam_frequency(scene.material.bending_stiffness(), scene.material.density, 1.0);
    let mut state = simulation.state()?;
    let shape: Vec<f64> = state.positions.iter().map(|p| truth::beam_mode(p.x.into())).collect();
    let held: Vec<u32> = simulation.model().pinned.iter().map(|p| p.vertex).collect();
    for (i, v) in state.velocities.iter_mut().enumerate() {
        v.y = if held.contains(&(i as u32)) { 0.0 } else { (0.05 * omega * shape[i]) as f32 };
    }
    simulation.set_state(&state)?;
    let masses = simulation.model().masses.clone();
    let half = bench.turn(&mut simulation, 3.0 * PI / omega, |s| {
        let positions = s.state()?.positions;
        Ok(positions.iter().zip(&shape).zip(&masses).map(|((p, mode), m)| f64::from(p.y) * mode * m).sum())
    })?;
    bench.finish(&mut simulation)?;
    // ω goes with the root of the stiffness.
    let softer = 1.0 - 1.0 / (1.0 + yielding(subject));
    let bound = 0.5 * (rough(0.0, rows) + free(subject, softer));
    Ok(vec![Reading::near(PI / half, omega, bound)])
}

/// Takes the weight from a strip and loads its free end instead: with what is given for the stiffness of its whole width, growing in two seconds.
fn loaded(bench: &Bench, mut scene: Scene, load: impl Fn(f64) -> Load) -> Outcome<DVec3> {
    (scene.gamma, scene.gravity) = (0.0, [0.0; 3]);
    let (across, select) = match scene.pin[0].select {
        Select::Left => (scene.mesh.height, Select::Right),
        _ => (scene.mesh.width, Select::Top),
    };
    let stiffness = scene.material.bending_stiffness() * across;
    scene.load = vec![Load { select, ramp: 2.0, ..load(stiffness) }];
    rest(bench, &scene)
}

fn tip_load(bench: &Bench, subject: &Subject) -> Found {
    let rows = rows(bench, subject);
    let force = |stiffness: f64| Load { force: [0.0, -4.0 * stiffness, 0.0], ..Load::default() };
    let way = loaded(bench, strip(bench, subject, rows)?, force)?;
    let [across, _] = truth::tip_load(4.0);
    let softer = truth::tip_load(4.0 * (1.0 + yielding(subject)))[0] / across - 1.0;
    Ok(vec![Reading::near(-way.y, across, coarse(subject, rows) + free(subject, softer))])
}

/// A strip that a moment on its end bends. The moment on an edge pushes the corners of its triangle, and two of these are each other's mirror
/// image: so strips of one cell across have two here, which may bend across.
fn evenly_turned(bench: &Bench, subject: &Subject, rows: u32) -> Result<(Scene, f64)> {
    let mut scene = strip(bench, subject, rows)?;
    if scene.tie.on || has_lattice(subject) || has_heights(subject) {
        return Ok((scene, yielding(subject)));
    }
    (scene.mesh.pattern, scene.mesh.columns) = (Pattern::Alternating, 3);
    scene.mesh.width = 2.0 / f64::from(rows);
    Ok((scene, ACROSS))
}

fn end_moment(bench: &Bench, subject: &Subject) -> Found {
    let rows = rows(bench, subject);
    let (scene, yielding) = evenly_turned(bench, subject, rows)?;
    // Sections that are not tied turn aside where a strip is bent to a circle.
    let angle = if scene.tie.on { 2.0 * PI } else { 0.5 * PI };
    let moment = |stiffness: f64| Load { moment: angle * stiffness, ..Load::default() };
    // Heights across edges twist what they bend, so that it goes aside a little: what counts is the plane that it is bent in.
    let way = loaded(bench, scene, moment)? * DVec3::new(1.0, 1.0, 0.0);
    let end = |angle: f64| DVec3::new(angle.sin(), angle.cos() - 1.0, 0.0) / angle;
    let ends = (0..=32).map(|k| end(angle * (1.0 + yielding * f64::from(k) / 32.0)));
    let gap = ends.map(|end| way.distance(end)).fold(f64::INFINITY, f64::min);
    // What bends evenly has little to lose to rows.
    Ok(vec![Reading::none(gap, 0.02 + free(subject, 0.0))])
}
