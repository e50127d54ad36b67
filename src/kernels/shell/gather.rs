//! What the members do to each particle: each of its slots in their order, and the tension of its edges.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, FORCE, TERM, When};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::common::shell::{Shell, Slot};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/gather",
    bindings: &[
        "implicit", "shell", "cg", "offsets", "slots", "slopes", "strains", "pulls", "x", "u", "out",
    ],
    structs: [When, Implicit, Shell, Cg, Slot],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, implicit): (When, Implicit) = (b.params(), b.uniform(0));
    let (shell, cg): (Shell, Cg) = (b.uniform(1), b.uniform(2));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, slots, slopes) = (b.read::<u32>(3), b.read::<Slot>(4), b.read::<[f32; 4]>(5));
    let (strains, pulls, x) = (b.read::<[f32; 4]>(6), b.read::<f32>(7), b.read::<[f32; 4]>(8));
    let (u, mut out) = (b.read::<[f32; 4]>(9), b.write::<[f32; 4]>(10));
    let step = shell.theta * implicit.h;
    for i in 0..invocations as usize {
        let own = V3::<f32>::of(u[i]);
        let (mut sum, mut drawn) = (V3::zero(), V3::zero());
        for slot in &slots[offsets[i] as usize..offsets[i + 1] as usize] {
            let member = slot.member as usize;
            sum += V3::of(slopes[slot.slope as usize]) * (pulls[member] * slot.sign);
            let tension = strains[member][3];
            if tension > 0.0 {
                drawn += (own - V3::of(u[slot.other as usize])) * tension;
            }
        }
        drawn = drawn * (step * step);
        let mass = if x[i][3] > 0.0 { 1.0 / x[i][3] } else { 0.0 };
        let all = match when.mode {
            FORCE => sum,
            TERM => sum - drawn,
            _ => sum + drawn + own * mass,
        };
        out[i] = all.vec4(0.0);
    }
}
