//! Damping inside of the cloth, which takes energy from what stretches and from what bends.

use super::bending::swinging_strip;
use super::hanging::thin;
use super::swing::swing;
use super::{Check, Trial};
use crate::cli::validate::bench::Bench;
use crate::cli::validate::judge::{Failure, Found, Reading};
use crate::cli::validate::subjects::Subject;
use crate::scene::{MethodName, Pattern, Pin, Scene, Select, ShellIntegrator};
use crate::truth;
use glam::DVec3;
use std::f64::consts::PI;

/// Trials of what stretches.
pub const STRETCHING: &[Trial] = &[Trial {
    checks: &[Check {
        name: "stretch-damping",
        title: "stretch damping",
        about: "A strip that is held at one end swings along itself, with forces of τ times the rate of the stiff ones and without: the first peak with them by that without, exp(−ζ arccos(ζ)/√(1 − ζ²)), ζ = τ ω/2.",
        in_percent: true,
    }],
    is_long: false,
    run: stretching,
}];

/// Trials of what bends.
pub const BENDING: &[Trial] = &[Trial {
    checks: &[Check {
        name: "bending-damping",
        title: "bending damping",
        about: "The same of a clamped strip that swings across itself.",
        in_percent: true,
    }],
    is_long: false,
    run: bending,
}];

/// Whether a subject stretches, and has damping for that.
pub fn stretches(subject: &Subject) -> bool {
    !subject.keeps_lengths()
}

/// The damping that trials have, by that which lets nothing swing.
const SHARE: f64 = 0.3;

/// The first peak with damping by that without; `damp` gives a scene the damping τ [s].
fn compared(
    bench: &Bench,
    scene: &Scene,
    longest: f64,
    mode: impl Fn(DVec3) -> DVec3,
    damp: impl Fn(&mut Scene, f64),
) -> Found {
    let free = swing(bench, scene, longest, &mode)?;
    if !free.half.is_finite() {
        return Err(Failure::Endless("what is not damped does not swing back".into()));
    }
    let mut damped = scene.clone();
    damp(&mut damped, 2.0 * SHARE * free.half / PI);
    let peak = swing(bench, &damped, free.half, &mode)?.peak;
    Ok(vec![Reading::near(peak / free.peak, truth::first_peak(SHARE), 0.02)])
}

fn stretching(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = thin(subject, 100.0);
    let springs = 50.0;
    (scene.gravity, scene.material.damping) = ([0.0; 3], 0.0);
    (scene.mesh.columns, scene.mesh.rows, scene.mesh.height) = (17, 5, 0.25);
    scene.pin = vec![Pin { select: Select::Left, ..Pin::default() }];
    if subject.method == MethodName::DiscreteShells {
        scene.mesh.pattern = Pattern::Equilateral;
        scene.discrete_shells.integrator = ShellIntegrator::Newmark;
        (scene.discrete_shells.newton, scene.discrete_shells.tolerance) = (10, 1e-4);
    } else {
        // All springs alike, so that each has the same damping by its stiffness.
        scene.material.young = 0.0;
        let (m, i) = (&mut scene.mass_spring, &mut scene.implicit_cg);
        (m.stretch, m.shear, m.bending, m.spring_damping) = (springs, springs, springs, 0.0);
        (i.stretch, i.shear, i.bending, i.spring_damping) = (springs, springs, springs, 0.0);
    }
    subject.pace(&mut scene, 1.0 / 2000.0, [1, 20, 1, 1, 1]);
    // A quarter of a wave: half a centimetre at the free end at most.
    let mode = |p: DVec3| DVec3::new(0.1 * (0.5 * PI * (p.x + 0.5)).sin(), 0.0, 0.0);
    compared(bench, &scene, 1.0, mode, |scene, tau| {
        scene.mass_spring.spring_damping = tau * springs;
        scene.implicit_cg.spring_damping = tau * springs;
        scene.discrete_shells.stretch_damping = tau;
    })
}

fn bending(bench: &Bench, subject: &Subject) -> Found {
    let (scene, omega) = swinging_strip(bench, subject)?;
    let mode = |p: DVec3| DVec3::new(0.0, 0.05 * omega * truth::beam_mode(p.x), 0.0);
    compared(bench, &scene, 3.0 * PI / omega, mode, |scene, tau| scene.discrete_shells.bending_damping = tau)
}
