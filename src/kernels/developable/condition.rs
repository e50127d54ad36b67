//! The preconditioned residual z = W r − Q v, and per workgroup r·z in the place of that by the diagonal alone.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::Sum;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::dissection::Push;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/condition",
    bindings: &["cg", "offsets", "pushes", "weights", "ways", "unfolded", "r", "z", "sums"],
    structs: [When, Cg, Push, Sum],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, pushes, weights) = (b.read::<u32>(1), b.read::<Push>(2), b.read::<f32>(3));
    let (ways, unfolded, r) = (b.read::<[f32; 4]>(4), b.read::<f32>(5), b.read::<f32>(6));
    let (mut z, mut sums) = (b.write::<f32>(7), b.write::<Sum>(8));
    let mut totals = vec![Sum::default(); sums.len()];
    Sum::of_groups(&mut totals, invocations as usize, |i| {
        let mut conditioned = 0.0;
        if ways[i][..3] != [0.0; 3] {
            conditioned = weights[i] * r[i];
            for push in &pushes[offsets[i] as usize..offsets[i + 1] as usize] {
                let at = 2 * push.item as usize;
                conditioned -= push.x * unfolded[at] + push.y * unfolded[at + 1];
            }
        }
        z[i] = conditioned;
        Sum { total: r[i] * conditioned, worst: 0.0 }
    });
    sums.iter_mut().zip(totals).for_each(|(sum, total)| sum.total = total.total);
}
