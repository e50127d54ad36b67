//! The largest length of a vector: per workgroup, over four particles per invocation.

use super::curvature::PER_GROUP;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel =
    kernel!("cg/largest", bindings: &["cg", "u", "maxima"], structs: [When, Cg], cpu: cpu);

fn cpu(_: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (u, mut maxima) = (b.read::<[f32; 4]>(1), b.write::<f32>(2));
    for (most, u) in maxima.iter_mut().zip(u.chunks(PER_GROUP as usize)) {
        let square = |v: &[f32; 4]| V3::<f32>::of(*v).dot(V3::of(*v));
        *most = u.iter().map(square).fold(0.0, f32::max);
    }
}
