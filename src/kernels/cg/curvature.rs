//! The curvature d·q along the direction, q = A d: per workgroup, over four particles per invocation.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/curvature",
    bindings: &["cg", "d", "q", "curvatures"],
    structs: [When, Cg],
    cpu: cpu
);

/// Particles per workgroup.
pub const PER_GROUP: u32 = 4 * WORKGROUP;

fn cpu(_: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (d, q, mut curvatures) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2), b.write::<f32>(3));
    let chunks = d.chunks(PER_GROUP as usize).zip(q.chunks(PER_GROUP as usize));
    for (sum, (d, q)) in curvatures.iter_mut().zip(chunks) {
        let mut partial = [[0.0; 2]; WORKGROUP as usize];
        for (i, (d, q)) in d.iter().zip(q).enumerate() {
            partial[i % WORKGROUP as usize][0] += V3::<f32>::of(*d).dot(V3::of(*q));
        }
        *sum = reduce(&mut partial)[0];
    }
}
