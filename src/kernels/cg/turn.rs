//! The scalars of a solve, and what comes next: after an iteration, after constraints were looked at, and after the residual
//! was taken anew.

use super::update::total;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{ASKED, CHANGED, Cg, KEPT, LAST, MOVED, REVIEW, RUN, START, When};
use crate::kernels::common::implicit::{HOOKED, Implicit, PRINTED};
use crate::kernels::common::tally::{Tally, end};
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/turn",
    bindings: &["implicit", "cg", "curvatures", "sums", "changed", "tally"],
    structs: [When, Implicit, Cg, Tally],
    cpu: cpu
);

/// An iteration is over.
pub const ITERATED: u32 = 0;
/// Constraints were looked at.
pub const LOOKED: u32 = 1;
/// The residual was taken anew, if there was a reason.
pub const RENEWED: u32 = 2;
/// The loop is over.
pub const CUT: u32 = 3;

/// Less than this of the tolerance is aimed at, so that the residual taken anew is below it too.
const MARGIN: f32 = 0.64;
/// And this much more where constraints wait.
const ROUGH: f32 = 100.0;
/// A review that has not come below this share of the one before has met the floor of f32.
const STALLED: f32 = 0.25;
/// |S r|² that the iterations of a Newton step come down to, by that at its start.
const FORCING: f32 = 0.01;
/// A Newton step has gone too far where the residual points back along it by more than this share of how it pointed ahead
/// (the approximate Wolfe condition of Hager and Zhang 2005, which rounding of energies does not touch).
const BACK: f32 = 0.3;
/// How often it is cut at most, to where the residual would point neither way, and to no less than a tenth at once.
const CUTS: u32 = 10;
/// So many Newton steps that come no nearer have met the floor of f32.
const STALE: u32 = 8;

fn iterated(cg: &mut Cg, implicit: &Implicit, [rz, rr]: [f32; 2], curvature: f32) {
    cg.iterations += 1;
    if curvature > 0.0 {
        cg.gain += cg.rho * cg.rho / curvature;
    }
    cg.beta = if cg.rho > 0.0 { rz / cg.rho } else { 0.0 };
    cg.rho = rz;
    cg.squared = rr;
    // Where nothing is free to move there is no direction, and constraints are looked at as after a solve.
    if (curvature.is_nan() || curvature <= 0.0) && rr != 0.0 {
        cg.negative = 1;
        cg.state = LAST;
        return;
    }
    // Constraints are looked at for the first time when a rough solution is there.
    let rough = implicit.has(HOOKED) && !implicit.has(PRINTED) && cg.rounds < 3 && cg.reviewed > 2.0e38;
    let aim = if rough { ROUGH } else { MARGIN } * implicit.tolerance;
    let mut goal = aim * cg.reference;
    if implicit.newton > 1 {
        let first = cg.newton == 0 || cg.reviewed > 2.0e38;
        goal = goal.max(FORCING * if first { cg.reference } else { cg.reviewed });
    }
    if rr <= goal {
        cg.state = REVIEW;
    } else if cg.iterations >= implicit.iterations || rr.is_nan() || rr >= 3.0e38 {
        cg.state = LAST;
    }
    // As printed, the residual does not see what constraints have changed: taken anew, it would.
    if implicit.has(PRINTED) && cg.state != RUN {
        cg.state = KEPT;
    }
}

/// What was found when the residual was taken anew.
struct Said {
    /// r·z and |S r|².
    sums: [f32; 2],
    /// How the residual points along the last Newton step.
    slope: f32,
    /// Whether constraints have changed something.
    asked: bool,
    /// Whether a Newton step was taken.
    moved: bool,
    /// Whether every constraint is kept.
    kept: bool,
}

fn renewed(cg: &mut Cg, tally: &mut Tally, implicit: &Implicit, said: Said) {
    let Said { sums: [rz, rr], slope, asked, moved, kept } = said;
    if moved && !asked && slope < -BACK * cg.gain && cg.cuts < CUTS {
        cg.cuts += 1;
        cg.share = (cg.gain / (cg.gain - slope)).max(0.1);
        cg.gain *= cg.share;
        cg.state = REVIEW;
        return;
    }
    (cg.gain, cg.cuts) = (0.0, 0);
    if moved {
        cg.newton += 1;
        cg.stale = if rr < cg.best { 0 } else { cg.stale + 1 };
        cg.best = cg.best.min(rr);
    }
    let state = cg.state;
    cg.state = RUN;
    if state == KEPT {
        cg.residual = (cg.squared / cg.reference).sqrt();
        let converged = cg.squared <= implicit.tolerance * cg.reference && cg.negative == 0;
        return end(cg, tally, converged);
    }
    (cg.rho, cg.beta) = (rz, 0.0);
    if state == START || asked {
        cg.reference = cg.reference.max(rr);
    }
    cg.residual = if cg.reference > 0.0 { (rr / cg.reference).sqrt() } else { 0.0 };
    let small = rr <= implicit.tolerance * cg.reference;
    if state == LAST {
        let converged = small && !asked && cg.negative == 0;
        return end(cg, tally, converged);
    }
    if state == START || asked {
        (cg.best, cg.stale) = (3.0e38, 0);
        cg.reviewed = 3.0e38;
        cg.rounds += u32::from(state == REVIEW);
        if rr == 0.0 && !asked {
            end(cg, tally, true);
        } else if cg.rounds > implicit.rounds {
            end(cg, tally, false);
        }
        return;
    }
    let used_up = cg.newton >= implicit.newton || cg.stale >= STALE;
    let stuck = if moved { used_up } else { rr > STALLED * cg.reviewed };
    let idle = if moved { cg.stale > 0 } else { cg.squared <= implicit.tolerance * cg.reference };
    if small {
        end(cg, tally, kept);
    } else if rr <= implicit.floor && (idle || stuck) {
        // As far as the iterations can tell it is small, or Newton steps gain nothing more, or there are no more of them.
        tally.floored += 1;
        end(cg, tally, kept);
    } else if stuck {
        end(cg, tally, false);
    }
    cg.reviewed = rr;
}

fn cpu(_: u32, b: &Bindings) {
    let (when, implicit): (When, Implicit) = (b.params(), b.uniform(0));
    let (mut cg, sums) = (b.write::<Cg>(1), b.read::<[f32; 4]>(3));
    let (mut changed, mut tally) = (b.write::<u32>(4), b.write::<Tally>(5));
    let (cg, tally) = (&mut cg[0], &mut tally[0]);
    if cg.done != 0 {
        return;
    }
    let mut partial = [[0.0; 2]; WORKGROUP as usize];
    for (k, sum) in sums.iter().enumerate() {
        let slot = &mut partial[k % WORKGROUP as usize];
        *slot = [slot[0] + sum[0], slot[1] + sum[1]];
    }
    let sum = reduce(&mut partial);
    match when.mode {
        ITERATED if cg.state == RUN => iterated(cg, &implicit, sum, total(&b.read::<f32>(2))),
        LOOKED if (cg.state == RUN || cg.state == REVIEW) && changed[0] & ASKED != 0 => {
            // Not a solution any more that contact could be judged by.
            cg.rounds += u32::from(cg.state == REVIEW);
            cg.state = CHANGED;
        }
        CUT => end(cg, tally, false),
        RENEWED => {
            // The first residual comes before the loop.
            cg.passes += u32::from(cg.state != START);
            if cg.state != RUN {
                let said = Said {
                    sums: sum,
                    slope: total(&b.read::<f32>(2)),
                    asked: changed[0] & ASKED != 0,
                    moved: changed[0] & MOVED != 0,
                    kept: changed[1] == 0,
                };
                changed.fill(0);
                renewed(cg, tally, &implicit, said);
            }
        }
        _ => {}
    }
}
