//! The largest velocity of a spring's one end as seen from its other: per workgroup, over four particles per invocation.

use super::curvature::PER_GROUP;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::forces::springs::Spring;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/largest",
    bindings: &["cg", "offsets", "springs", "u", "maxima"],
    structs: [When, Cg, Spring],
    cpu: cpu
);

fn cpu(_: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, springs) = (b.read::<u32>(1), b.read::<Spring>(2));
    let (u, mut maxima) = (b.read::<[f32; 4]>(3), b.write::<f32>(4));
    for (chunk, most) in maxima.iter_mut().enumerate() {
        let first = chunk * PER_GROUP as usize;
        *most = 0.0;
        for i in first..(first + PER_GROUP as usize).min(u.len()) {
            for s in offsets[i] as usize..offsets[i + 1] as usize {
                let du = V3::<f32>::of(u[i]) - V3::of(u[springs[s].other as usize]);
                *most = most.max(du.dot(du));
            }
        }
    }
}
