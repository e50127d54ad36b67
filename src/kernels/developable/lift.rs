//! Back from the ghost mesh, t = M⁻¹ Aᵀ λ: for the product A M⁻¹ Aᵀ λ, or at last, when the unknowns are moved by it,
//! or made faster.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::developable::{Developable, Share};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/lift",
    bindings: &["developable", "cg", "offsets", "shares", "u", "y", "rates", "moves", "lifted"],
    structs: [When, Developable, Cg, Share],
    cpu: cpu
);

/// For a product.
pub const PRODUCT: u32 = 0;
/// At last, to move them.
pub const MOVE: u32 = 1;
/// At last, to make them faster.
pub const HASTEN: u32 = 2;

fn cpu(invocations: u32, b: &Bindings) {
    let (when, developable, cg): (When, Developable, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, shares, u) = (b.read::<u32>(2), b.read::<Share>(3), b.read::<[f32; 4]>(4));
    let (mut y, mut rates) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut moves, mut lifted) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    for i in 0..invocations as usize {
        let mut sum = V3::<f32>::zero();
        if y[i][3] > 0.0 {
            for term in &shares[offsets[i] as usize..offsets[i + 1] as usize] {
                sum += V3::of(u[term.item as usize]) * term.share;
            }
        }
        sum = sum * y[i][3];
        lifted[i] = sum.vec4(0.0);
        if when.mode == PRODUCT || sum == V3::zero() {
            continue;
        }
        if when.mode == MOVE {
            y[i] = (V3::of(y[i]) + sum).vec4(y[i][3]);
            continue;
        }
        rates[2 * i] = (V3::of(rates[2 * i]) + sum).vec4(0.0);
        rates[2 * i + 1] = (V3::of(rates[2 * i + 1]) + sum).vec4(0.0);
        moves[2 * i + 1] = (V3::of(moves[2 * i + 1]) + sum * developable.h).vec4(0.0);
    }
}
