//! The next direction: d = z + β d.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel =
    kernel!("cg/direction", bindings: &["cg", "z", "d"], structs: [When, Cg], cpu: cpu);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (z, mut d) = (b.read::<[f32; 4]>(1), b.write::<[f32; 4]>(2));
    for i in 0..invocations as usize {
        d[i] = (V3::<f32>::of(z[i]) + V3::of(d[i]) * cg.beta).vec4(0.0);
    }
}
