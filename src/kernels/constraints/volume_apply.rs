//! Moves the vertices along the volume's gradient.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/volume_apply",
    bindings: &["gradient", "multiplier", "p"],
    structs: [],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (gradient, multiplier) = (b.read::<[f32; 4]>(0), b.read::<f32>(1));
    let mut p = b.write::<[f32; 4]>(2);
    for i in 0..invocations as usize {
        let w = p[i][3];
        p[i] = (V3::<f32>::of(p[i]) + V3::of(gradient[i]) * (multiplier[0] * w)).vec4(w);
    }
}
