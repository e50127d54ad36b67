//! After a residual taken anew: z = S P S r, the first direction, and per workgroup r·z and |S r|².

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::guide::{GUIDES, filtered, preconditioned};
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/precondition",
    bindings: &["cg", "r", "guides", "z", "d", "sums"],
    structs: [When, Cg],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (r, guides) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (mut z, mut d, mut sums) = (b.write::<[f32; 4]>(3), b.write::<[f32; 4]>(4), b.write::<[f32; 4]>(5));
    for group in 0..invocations.div_ceil(WORKGROUP) as usize {
        let mut partial = [[0.0; 2]; WORKGROUP as usize];
        let first = group * WORKGROUP as usize;
        for i in first..(first + WORKGROUP as usize).min(invocations as usize) {
            let (ri, guide) = (V3::<f32>::of(r[i]), &guides[GUIDES * i..][..GUIDES]);
            let free = filtered(guide[2], ri);
            let zi = preconditioned(guide, ri);
            z[i] = zi.vec4(0.0);
            d[i] = zi.vec4(0.0);
            partial[i - first] = [free.dot(zi), free.dot(free)];
        }
        let total = reduce(&mut partial);
        sums[group] = [total[0], total[1], 0.0, 0.0];
    }
}
