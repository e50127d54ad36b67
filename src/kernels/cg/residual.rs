//! The residual taken anew: r = h f + T u − M (u − v) + I.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/residual",
    bindings: &["implicit", "cg", "x", "v", "u", "f", "impulses", "r"],
    structs: [When, Implicit, Cg],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, implicit, cg): (When, Implicit, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (x, v, u) = (b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (f, impulses, mut r) = (b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6), b.write::<[f32; 4]>(7));
    for i in 0..invocations as usize {
        let w = x[i][3];
        if w == 0.0 {
            r[i] = [0.0; 4];
            continue;
        }
        let gained = (V3::<f32>::of(u[i]) - V3::of(v[i])) * (1.0 / w);
        let pushed = V3::of(r[i]) + V3::of(f[i]) * implicit.h;
        r[i] = (pushed - gained + V3::of(impulses[i])).vec4(0.0);
    }
}
