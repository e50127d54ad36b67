//! On to the ghost mesh, A t: the product A M⁻¹ Aᵀ d, or what is left of the way from the ghost mesh to where contact has put
//! it, or of its change of velocity.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, TERM, When};
use crate::kernels::common::developable::Share;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/lower",
    bindings: &["cg", "offsets", "shares", "lifted", "x", "after", "before", "out"],
    structs: [When, Cg, Share],
    cpu: cpu
);

/// Nothing goes on.
pub const CLEAR: u32 = 3;

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, shares, lifted) = (b.read::<u32>(1), b.read::<Share>(2), b.read::<[f32; 4]>(3));
    let (x, after, before) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6));
    let mut out = b.write::<[f32; 4]>(7);
    for i in 0..invocations as usize {
        let mut sum = V3::<f32>::zero();
        if x[i][3] > 0.0 && when.mode != CLEAR {
            for term in &shares[offsets[i] as usize..offsets[i + 1] as usize] {
                sum += V3::of(lifted[term.item as usize]) * term.share;
            }
            if when.mode == TERM {
                sum = (V3::of(after[i]) - V3::of(before[i])) - sum;
            }
        }
        out[i] = sum.vec4(0.0);
    }
}
