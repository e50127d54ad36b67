//! The velocities that members are asked about.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, TERM, When};
use crate::kernels::common::shell::Shell;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/ways",
    bindings: &["shell", "cg", "u", "base", "before", "ways"],
    structs: [When, Shell, Cg],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, shell, cg): (When, Shell, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (u, base) = (b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3));
    let (before, mut ways) = (b.read::<[f32; 4]>(4), b.write::<[f32; 4]>(5));
    for i in 0..invocations as usize {
        let taken = V3::<f32>::of(base[i]);
        ways[i] = if when.mode == TERM {
            (V3::of(u[i]) - taken).vec4(0.0)
        } else {
            let end = taken - V3::of(before[i]) * (1.0 - shell.theta);
            (end * (1.0 / shell.theta)).vec4(0.0)
        };
    }
}
