//! The start of a Newton step: no multiplier yet, the residual −C, and per workgroup r·z and the largest error. The first search of a
//! step goes along the multipliers of the step before, which are much the same.

use super::measure::Strain;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::Sum;
use crate::kernels::common::cg::{Cg, START, When};
use crate::kernels::common::developable::Developable;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/renew",
    bindings: &["developable", "cg", "ways", "strains", "lambda", "total", "r", "z", "d", "sums"],
    structs: [When, Developable, Cg, Strain, Sum],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, developable, cg): (When, Developable, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (ways, strains) = (b.read::<[f32; 4]>(2), b.read::<Strain>(3));
    let (mut lambda, mut all) = (b.write::<f32>(4), b.write::<f32>(5));
    let (mut r, mut z) = (b.write::<f32>(6), b.write::<f32>(7));
    let (mut d, mut sums) = (b.write::<f32>(8), b.write::<Sum>(9));
    Sum::of_groups(&mut sums, invocations as usize, |i| {
        let left = -strains[i].value;
        let (along, sum) = if cg.state == START {
            (all[i], 0.0)
        } else {
            // Where errors are small from the start they may be rounding, which is not to come back step by step.
            let sum =
                if cg.newton == 0 && cg.residual <= developable.tolerance { 0.0 } else { all[i] + lambda[i] };
            (left / (ways[i][3] * (1.0 + developable.easing)), sum)
        };
        (lambda[i], all[i], r[i], z[i], d[i]) = (0.0, sum, left, along, 0.0);
        Sum { total: left * along, worst: strains[i].error }
    });
}
