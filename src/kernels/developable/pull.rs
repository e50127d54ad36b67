//! What the rows do to each unknown, t = Jᵀ q, of the next direction q = z + β d, or of the multipliers z; and Chebyshev's iteration
//! for (M + θ h² B) u = t begins.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::Cg;
use crate::kernels::common::developable::{Share, Smooth, kept_to};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/pull",
    bindings: &["cg", "offsets", "shares", "ways", "z", "d", "y", "given", "u"],
    structs: [Smooth, Cg, Share],
    cpu: cpu
);

/// Of the next direction.
pub const DIRECTION: u32 = 0;
/// Of the multipliers.
pub const MULTIPLIERS: u32 = 1;

fn cpu(invocations: u32, b: &Bindings) {
    let (params, cg): (Smooth, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(params.phase) {
        return;
    }
    let (offsets, shares, ways) = (b.read::<u32>(1), b.read::<Share>(2), b.read::<[f32; 4]>(3));
    let (z, d, y) = (b.read::<f32>(4), b.read::<f32>(5), b.read::<[f32; 4]>(6));
    let (mut given, mut u) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    for i in 0..invocations as usize {
        let mut sum = V3::<f32>::zero();
        if y[i][3] != 0.0 {
            for term in &shares[offsets[i] as usize..offsets[i + 1] as usize] {
                let row = term.item as usize;
                let mut q = z[row];
                if params.mode == DIRECTION {
                    q += d[row] * cg.beta;
                }
                sum += V3::of(ways[row]) * (q * term.share);
            }
        }
        sum = kept_to(V3::of(given[3 * i + 2]), y[i][3], sum);
        given[3 * i] = sum.vec4(0.0);
        given[3 * i + 1] = (sum * (y[i][3].abs() * params.take)).vec4(0.0);
        u[i] = given[3 * i + 1];
    }
}
