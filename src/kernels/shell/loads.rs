//! Forces at the end of a step, weighed as the integrator does.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::common::shell::Shell;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/loads",
    bindings: &["implicit", "shell", "cg", "x", "loads", "kept", "f"],
    structs: [When, Implicit, Shell, Cg],
    cpu: cpu
);

/// θ² of the forces, and what the step began with.
pub const END: u32 = 0;
/// Keeps θ (1 − θ) of the forces.
pub const BEGIN: u32 = 1;

fn cpu(invocations: u32, b: &Bindings) {
    let (when, implicit): (When, Implicit) = (b.params(), b.uniform(0));
    let (shell, cg): (Shell, Cg) = (b.uniform(1), b.uniform(2));
    if cg.is_idle(when.phase) {
        return;
    }
    let (x, loads) = (b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (mut kept, mut f) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let theta = shell.theta;
    for i in 0..invocations as usize {
        let w = x[i][3];
        let weight = if w > 0.0 { V3::of(implicit.gravity) * (1.0 / w) } else { V3::zero() };
        let all = V3::of(f[i]) + weight + V3::of(loads[i]);
        if when.mode == BEGIN {
            kept[i] = (all * (theta * (1.0 - theta))).vec4(0.0);
        } else {
            f[i] = (all * (theta * theta) + V3::of(kept[i])).vec4(0.0);
        }
    }
}
