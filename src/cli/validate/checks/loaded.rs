//! Clamped strips without weight, whose free end a force pulls down or a moment turns.

use super::bending::{
    ACROSS, bends_freely, has_elements, has_heights, has_lattice, rest, rough, rows, strip, yielding,
};
use super::{Check, Trial};
use crate::cli::validate::bench::Bench;
use crate::cli::validate::judge::{Found, Outcome, Reading};
use crate::cli::validate::subjects::Subject;
use crate::error::Result;
use crate::scene::{Load, MethodName, Pattern, Scene, Select};
use crate::truth;
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// A load whose effect grows with it.
pub(super) const SMALL_LOAD: Trial = Trial {
    checks: &[Check {
        name: "tip-load-1",
        title: "tip load, 1",
        about: "A load of D/L² on the tip of the strip without weight: how far it goes across, 0.302 L. What bends freely hangs from the row that the clamp holds.",
        in_percent: true,
    }],
    is_long: false,
    run: |bench, subject| tip_load(bench, subject, 1.0),
};

/// A load that bends a strip so far that it hardly grows any more.
pub(super) const LARGE_LOAD: Trial = Trial {
    checks: &[Check {
        name: "tip-load-4",
        title: "4",
        about: "The same with 4 D/L²: 0.670 L.",
        in_percent: true,
    }],
    is_long: false,
    run: |bench, subject| tip_load(bench, subject, 4.0),
};

/// A moment.
pub(super) const MOMENT: Trial = Trial {
    checks: &[Check {
        name: "end-moment",
        title: "end moment",
        about: "A moment on the end of the strip without weight bends it to an arc, π/2 D/L to a quarter of a circle, 2π D/L that of shells to a whole one: how far the end is from where the arc's is, in the arc's plane and by the length. Free strips of two or more across have D to 8/9 D; elements' are 16 across and as wide as long. What bends freely turns on and on: the turn that D would have, by its own after six seconds.",
        in_percent: true,
    }],
    is_long: false,
    run: end_moment,
};

/// What a strip whose end is loaded may be off, where D alone is wrong by `softer`. The clamp of shells holds no row; elements are off by what their sides
/// are.
fn bound(subject: &Subject, rows: u32, softer: f64) -> f64 {
    match subject.method {
        MethodName::DiscreteShells => 0.02 + softer,
        MethodName::Nonconforming => 0.05,
        _ => rough(0.0, rows) + softer,
    }
}

/// Takes the weight from a strip and loads its free end instead, with what is given for the stiffness of its whole width, growing in two seconds.
fn loaded(mut scene: Scene, load: impl Fn(f64) -> Load) -> Scene {
    (scene.gamma, scene.gravity) = (0.0, [0.0; 3]);
    let (across, select) = match scene.pin[0].select {
        Select::Left => (scene.mesh.height, Select::Right),
        _ => (scene.mesh.width, Select::Top),
    };
    let stiffness = scene.material.bending_stiffness() * across;
    scene.load = vec![Load { select, ramp: 2.0, ..load(stiffness) }];
    scene
}

fn tip_load(bench: &Bench, subject: &Subject, load: f64) -> Found {
    let rows = rows(bench, subject);
    let force = |stiffness: f64| Load { force: [0.0, -load * stiffness, 0.0], ..Load::default() };
    let across = -rest(bench, &loaded(strip(bench, subject, rows)?, force))?.y;
    if bends_freely(subject) {
        // All hangs down but the row that the clamp holds.
        return Ok(vec![Reading::near(across, 1.0 - 1.0 / f64::from(rows), 0.02)]);
    }
    let [expected, _] = truth::tip_load(load);
    let softer = truth::tip_load(load * (1.0 + yielding(subject)))[0] / expected - 1.0;
    Ok(vec![Reading::near(across, expected, bound(subject, rows, softer))])
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
    let (scene, yielding) = evenly_turned(bench, subject, rows(bench, subject))?;
    // Sections that are not tied turn aside where a strip is bent to a circle.
    let angle = if scene.tie.on { 2.0 * PI } else { 0.5 * PI };
    let moment = |stiffness: f64| Load { moment: angle * stiffness, ..Load::default() };
    let scene = loaded(scene, moment);
    if bends_freely(subject) {
        return Ok(vec![Reading::none(angle / turned(bench, &scene)?, 0.2)]);
    }
    // Heights across edges twist what they bend, so that it goes aside a little: what counts is the plane that it is bent in.
    let way = rest(bench, &scene)?.truncate();
    let end = |angle: f64| DVec2::new(angle.sin(), angle.cos() - 1.0) / angle;
    let ends = (0..=32).map(|k| end(angle * (1.0 + yielding * f64::from(k) / 32.0)));
    let gap = ends.map(|end| way.distance(end)).fold(f64::INFINITY, f64::min);
    // What bends evenly has little to lose to rows.
    let bound = if has_elements(subject) { 0.04 } else { 0.02 };
    Ok(vec![Reading::none(gap, bound)])
}

/// By how much a strip of rows has turned after six seconds, all its rows together [rad].
fn turned(bench: &Bench, scene: &Scene) -> Outcome<f64> {
    let mut simulation = bench.simulate(scene)?;
    bench.run(&mut simulation, 6.0)?;
    let positions = simulation.state()?.positions;
    let rows = positions.chunks(scene.mesh.columns as usize);
    let middles: Vec<DVec3> =
        rows.map(|row| row.iter().map(|p| p.as_dvec3()).sum::<DVec3>() / row.len() as f64).collect();
    bench.finish(&mut simulation)?;
    let ways: Vec<DVec3> = middles.windows(2).map(|pair| pair[1] - pair[0]).collect();
    Ok(ways.windows(2).map(|pair| pair[0].angle_between(pair[1])).sum())
}
