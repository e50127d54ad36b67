//! How the residual points along the last Newton step.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::cg::curvature::PER_GROUP;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::guide::{GUIDES, filtered};
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/slope",
    bindings: &["cg", "r", "u", "last", "guides", "curvatures"],
    structs: [When, Cg],
    cpu: cpu
);

fn cpu(_: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (r, u) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (last, guides) = (b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let mut curvatures = b.write::<f32>(5);
    for (chunk, sum) in curvatures.iter_mut().enumerate() {
        let mut partial = [[0.0; 2]; WORKGROUP as usize];
        let first = chunk * PER_GROUP as usize;
        for i in first..(first + PER_GROUP as usize).min(r.len()) {
            let step = V3::<f32>::of(u[i]) - V3::of(last[i]);
            partial[(i - first) % WORKGROUP as usize][0] +=
                filtered(guides[GUIDES * i + 2], V3::of(r[i])).dot(step);
        }
        *sum = reduce(&mut partial)[0];
    }
}
