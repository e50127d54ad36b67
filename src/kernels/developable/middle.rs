//! The midpoints of every triangle, for drawing: where they are, and how they move.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::developable::Share;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/middle",
    bindings: &["offsets", "shares", "y", "rates", "middles", "middle_rates"],
    structs: [Share],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (offsets, shares) = (b.read::<u32>(0), b.read::<Share>(1));
    let (y, rates) = (b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3));
    let (mut middles, mut middle_rates) = (b.write::<[f32; 4]>(4), b.write::<[f32; 4]>(5));
    for i in 0..invocations as usize {
        let (mut place, mut rate) = (V3::<f32>::zero(), V3::zero());
        for term in &shares[offsets[i] as usize..offsets[i + 1] as usize] {
            place += V3::of(y[term.item as usize]) * term.share;
            rate += V3::of(rates[2 * term.item as usize]) * term.share;
        }
        middles[i] = place.vec4(0.0);
        middle_rates[i] = rate.vec4(0.0);
    }
}
