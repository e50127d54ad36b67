//! What a residual does to the points of the shape at rest, along their tangents: t = Qᵀ r.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::dissection::Push;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/press",
    bindings: &["cg", "offsets", "pushes", "r", "pressed"],
    structs: [When, Cg, Push],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, pushes, r) = (b.read::<u32>(1), b.read::<Push>(2), b.read::<f32>(3));
    let mut pressed = b.write::<f32>(4);
    for i in 0..invocations as usize {
        let mut sum = [0.0; 2];
        for push in &pushes[offsets[i] as usize..offsets[i + 1] as usize] {
            let left = r[push.item as usize];
            sum = [sum[0] + push.x * left, sum[1] + push.y * left];
        }
        pressed[2 * i..2 * i + 2].copy_from_slice(&sum);
    }
}
