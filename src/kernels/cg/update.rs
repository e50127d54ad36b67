//! One iteration: s += α d, r = S (r − α q), z = S P S r, and per workgroup r·z and |r|².

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::guide::{GUIDES, filtered, preconditioned};
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/update",
    bindings: &["cg", "curvatures", "guides", "d", "q", "steps", "r", "z", "sums"],
    structs: [When, Cg],
    cpu: cpu
);

/// The sum of the curvatures, in the order of the kernels.
pub fn total(curvatures: &[f32]) -> f32 {
    let mut partial = [[0.0; 2]; WORKGROUP as usize];
    for (k, curvature) in curvatures.iter().enumerate() {
        partial[k % WORKGROUP as usize][0] += curvature;
    }
    reduce(&mut partial)[0]
}

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (guides, d, q) = (b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (mut steps, mut r) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut z, mut sums) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    let curvature = total(&b.read::<f32>(1));
    let alpha = if curvature > 0.0 { cg.rho / curvature } else { 0.0 };
    for group in 0..invocations.div_ceil(WORKGROUP) as usize {
        let mut partial = [[0.0; 2]; WORKGROUP as usize];
        let first = group * WORKGROUP as usize;
        for i in first..(first + WORKGROUP as usize).min(invocations as usize) {
            steps[i] = (V3::<f32>::of(steps[i]) + V3::of(d[i]) * alpha).vec4(0.0);
            let guide = &guides[GUIDES * i..][..GUIDES];
            let ri = filtered(guide[2], V3::<f32>::of(r[i]) - V3::of(q[i]) * alpha);
            let zi = preconditioned(guide, ri);
            r[i] = ri.vec4(0.0);
            z[i] = zi.vec4(0.0);
            partial[i - first] = [ri.dot(zi), ri.dot(ri)];
        }
        let total = reduce(&mut partial);
        sums[group] = [total[0], total[1], 0.0, 0.0];
    }
}
