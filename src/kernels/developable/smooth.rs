//! What bending does to the unknowns: a force t with that of loads, or one step of Chebyshev's iteration for (M + θ h² B) u = t.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, FORCE};
use crate::kernels::common::developable::{Developable, Order, Share, Smooth, kept_to};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/smooth",
    bindings: &["developable", "cg", "history", "offsets", "shares", "bent", "y", "given", "u", "pushes"],
    structs: [Smooth, Developable, Cg, Share],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (params, developable, cg): (Smooth, Developable, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(params.phase) {
        return;
    }
    let (history, offsets, shares) = (b.read::<u32>(2)[0], b.read::<u32>(3), b.read::<Share>(4));
    let (bent, y) = (b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6));
    let (mut given, mut u) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    let pushes = b.read::<[f32; 4]>(9);
    // The coefficients of the iteration are for all steps but the first.
    let [force_time, time] =
        [history, 1].map(|h| Order::<f32>::new(h, developable.first_order).lasting(developable.h));
    for i in 0..invocations as usize {
        let (line, w) = (V3::of(given[3 * i + 2]), y[i][3].abs());
        if w == 0.0 {
            (given[3 * i], u[i]) = ([0.0; 4], [0.0; 4]);
            continue;
        }
        let mut sum = V3::<f32>::zero();
        for term in &shares[offsets[i] as usize..offsets[i + 1] as usize] {
            sum += V3::of(bent[term.item as usize]) * term.share;
        }
        if params.mode == FORCE {
            let push = (V3::of(developable.gravity) * (1.0 / w) + V3::of(pushes[i]) - sum) * force_time;
            let t = kept_to(line, y[i][3], push);
            given[3 * i] = t.vec4(0.0);
            given[3 * i + 1] = (t * (w * params.take)).vec4(0.0);
            u[i] = given[3 * i + 1];
            continue;
        }
        sum = kept_to(line, y[i][3], sum);
        let left = (V3::of(given[3 * i]) - sum * time) * w - V3::of(u[i]);
        let change = V3::of(given[3 * i + 1]) * params.keep + left * params.take;
        given[3 * i + 1] = change.vec4(0.0);
        u[i] = (V3::of(u[i]) + change).vec4(0.0);
    }
}
