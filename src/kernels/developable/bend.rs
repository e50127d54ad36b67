//! How much each place bends, times its stiffness: of the positions, less what it is at rest, or of a vector u.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, FORCE, When};
use crate::kernels::common::developable::Share;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/bend",
    bindings: &["cg", "offsets", "shares", "bends", "y", "moves", "u", "bent"],
    structs: [When, Cg, Share],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, shares, bends) = (b.read::<u32>(1), b.read::<Share>(2), b.read::<[f32; 4]>(3));
    let (y, moves, u) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6));
    let mut bent = b.write::<[f32; 4]>(7);
    let at = |of: &[[f32; 4]], i: usize| V3::<f32>::of(of[i]);
    for i in 0..invocations as usize {
        let terms = &shares[offsets[i] as usize..offsets[i + 1] as usize];
        let first = terms[0].item as usize;
        let mut sum = V3::zero();
        for term in &terms[1..] {
            let item = term.item as usize;
            if when.mode == FORCE {
                let apart = at(&y, item) - at(&y, first);
                sum += (apart + (at(&moves, 2 * item) - at(&moves, 2 * first))) * term.share;
            } else {
                sum += (at(&u, item) - at(&u, first)) * term.share;
            }
        }
        if when.mode == FORCE {
            sum -= V3::of(bends[i]);
        }
        bent[i] = (sum * bends[i][3]).vec4(0.0);
    }
}
