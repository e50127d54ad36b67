//! The unknowns go on by u.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/apply",
    bindings: &["cg", "u", "moves"],
    structs: [When, Cg],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg): (When, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(when.phase) {
        return;
    }
    let (u, mut moves) = (b.read::<[f32; 4]>(1), b.write::<[f32; 4]>(2));
    for i in 0..invocations as usize {
        let moved = moves[2 * i];
        moves[2 * i] = (V3::<f32>::of(moved) + V3::of(u[i])).vec4(moved[3]);
    }
}
