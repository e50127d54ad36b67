//! The next direction d = z + β d, the product q = J u + ε D d with u = K⁻¹ Jᵀ d, and per workgroup the curvature d·q.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::developable::{Developable, Share};
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/product",
    bindings: &["developable", "cg", "offsets", "shares", "ways", "u", "z", "d", "q", "curvatures"],
    structs: [When, Developable, Cg, Share],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, developable, cg): (When, Developable, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, shares, ways) = (b.read::<u32>(2), b.read::<Share>(3), b.read::<[f32; 4]>(4));
    let (u, z) = (b.read::<[f32; 4]>(5), b.read::<f32>(6));
    let (mut d, mut q, mut curvatures) = (b.write::<f32>(7), b.write::<f32>(8), b.write::<f32>(9));
    for (group, curvature) in curvatures.iter_mut().enumerate() {
        let mut partial = [[0.0; 2]; WORKGROUP as usize];
        let first = group * WORKGROUP as usize;
        for i in first..(first + WORKGROUP as usize).min(invocations as usize) {
            let mut sum = V3::<f32>::zero();
            for term in &shares[offsets[i] as usize..offsets[i + 1] as usize] {
                sum += V3::of(u[term.item as usize]) * term.share;
            }
            let direction = z[i] + d[i] * cg.beta;
            let product = V3::of(ways[i]).dot(sum) + direction * (developable.easing * ways[i][3]);
            (d[i], q[i]) = (direction, product);
            partial[i - first][0] = direction * product;
        }
        *curvature = reduce(&mut partial)[0];
    }
}
