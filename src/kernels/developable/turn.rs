//! The scalars of a projection, and what comes next: at its start, after an iteration, after a Newton step, and after
//! contact.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::cg::update::total;
use crate::kernels::common::Sum;
use crate::kernels::common::cg::{Cg, LAST, REVIEW, RUN, START, When};
use crate::kernels::common::developable::Developable;
use crate::kernels::common::tally::{Tally, end};
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/turn",
    bindings: &["developable", "cg", "curvatures", "sums", "gaps", "history", "tally", "lengths"],
    structs: [When, Developable, Cg, Sum, Tally, Lengths],
    cpu: cpu
);

gpu_struct! {
    /// How far lengths and the ghost mesh were from what they should be.
    pub struct Lengths {
        /// Of lengths, after the last projection.
        pub error: f32,
        /// The largest of those.
        pub error_max: f32,
        /// Of lengths, after contact.
        pub after: f32,
        /// The largest of those.
        pub after_max: f32,
        /// From the ghost mesh to where contact has put it [m].
        pub ghost: f32,
        /// The largest of those [m].
        pub ghost_max: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

/// A step begins.
pub const BEGIN: u32 = 0;
/// An iteration is over.
pub const ITERATED: u32 = 1;
/// A Newton step was taken, or the first is to be.
pub const RENEWED: u32 = 2;
/// The loop is over.
pub const CUT: u32 = 3;
/// The step is.
pub const OVER: u32 = 4;

/// A Newton step is solved to this share of its error,
const FORCING: f32 = 0.1;
/// and to this share of the tolerance at best.
const FINEST: f32 = 0.02;

fn iterated(cg: &mut Cg, developable: &Developable, sum: Sum, curvature: f32) {
    cg.iterations += 1;
    cg.beta = if cg.rho > 0.0 { sum.total / cg.rho } else { 0.0 };
    cg.rho = sum.total;
    if cg.iterations == 1 {
        // That was along the multipliers of the step before, if there were any.
        cg.beta = 0.0;
        // What they leave is to become small too, or what rests would tremble.
        let least = FINEST * developable.tolerance;
        cg.reference = cg.reference.min((FORCING * sum.worst).max(least));
    } else if curvature.is_nan() || curvature <= 0.0 {
        cg.negative = 1;
        cg.state = LAST;
        return;
    }
    if sum.worst <= cg.reference {
        cg.state = REVIEW;
    } else if cg.iterations >= developable.iterations || sum.worst.is_nan() || sum.worst >= 3.0e38 {
        cg.state = LAST;
    }
}

fn renewed(cg: &mut Cg, tally: &mut Tally, developable: &Developable, sum: Sum) {
    let error = sum.worst;
    (cg.residual, cg.rho, cg.beta) = (error, sum.total, 0.0);
    cg.newton += u32::from(cg.state != START);
    let small = error <= developable.tolerance;
    // One Newton step at least: errors below the tolerance would add up to velocities.
    let enough = cg.newton > 0 || error == 0.0;
    if small && enough {
        end(cg, tally, true);
    } else if cg.state == LAST || cg.newton >= developable.newton || error.is_nan() || error >= 3.0e38 {
        end(cg, tally, false);
    }
    cg.state = RUN;
    cg.reference = FORCING * error;
    if !small {
        cg.reference = cg.reference.max(FINEST * developable.tolerance);
    }
}

fn cpu(_: u32, b: &Bindings) {
    let (when, developable): (When, Developable) = (b.params(), b.uniform(0));
    let (mut cg, mut tally) = (b.write::<Cg>(1), b.write::<Tally>(6));
    let (cg, tally) = (&mut cg[0], &mut tally[0]);
    let sum = Sum::of_all(b.read::<Sum>(3).iter().copied());
    if when.mode == BEGIN {
        *cg = Cg { state: START, best: 3.0e38, ..Cg::default() };
    }
    if when.mode == OVER {
        let gaps = b.read::<f32>(4);
        let gap = Sum::of_all(gaps.iter().map(|&worst| Sum { total: 0.0, worst })).worst;
        let (mut history, mut lengths) = (b.write::<u32>(5), b.write::<Lengths>(7));
        let all = &mut lengths[0];
        history[0] = 1;
        (all.error, all.after, all.ghost) = (cg.residual, sum.worst, gap);
        all.error_max = all.error_max.max(cg.residual);
        all.after_max = all.after_max.max(sum.worst);
        all.ghost_max = all.ghost_max.max(gap);
    }
    if cg.done != 0 {
        return;
    }
    match when.mode {
        ITERATED if cg.state == RUN => iterated(cg, &developable, sum, total(&b.read::<f32>(2))),
        RENEWED => {
            // The first comes before the loop.
            cg.passes += u32::from(cg.state != START);
            if cg.state != RUN {
                renewed(cg, tally, &developable, sum);
            }
        }
        CUT => end(cg, tally, false),
        _ => {}
    }
}
