//! The drag of particles that slide on bodies, the last part of q = A d, and the curvature d·q along the direction.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::guide::GUIDES;
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/curvature",
    bindings: &["cg", "d", "guides", "q", "curvatures"],
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
    let (d, guides) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (mut q, mut curvatures) = (b.write::<[f32; 4]>(3), b.write::<f32>(4));
    for (chunk, sum) in curvatures.iter_mut().enumerate() {
        let mut partial = [[0.0; 2]; WORKGROUP as usize];
        let first = chunk * PER_GROUP as usize;
        for i in first..(first + PER_GROUP as usize).min(d.len()) {
            let (di, guide) = (V3::<f32>::of(d[i]), &guides[GUIDES * i..][..GUIDES]);
            if guide[1][3] > 0.0 {
                let n = V3::of(guide[2]);
                q[i] = (V3::of(q[i]) + (di - n * n.dot(di)) * guide[1][3]).vec4(0.0);
            }
            partial[(i - first) % WORKGROUP as usize][0] += di.dot(V3::of(q[i]));
        }
        *sum = reduce(&mut partial)[0];
    }
}
