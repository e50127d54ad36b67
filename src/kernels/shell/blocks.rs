//! The 3 × 3 block of each particle on the diagonal of a shell's system, as L D Lᵀ.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::block::factored;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::guide::GUIDES;
use crate::kernels::common::implicit::{BLOCKS, Implicit};
use crate::kernels::common::shell::{Shell, Slot};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/blocks",
    bindings: &["implicit", "shell", "cg", "offsets", "slots", "slopes", "strains", "x", "guides"],
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
    let (strains, x, mut guides) = (b.read::<[f32; 4]>(6), b.read::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    let step = shell.theta * implicit.h;
    for i in 0..invocations as usize {
        let guide = &mut guides[GUIDES * i..][..GUIDES];
        let (marks, drag, n) = (guide[0][3], guide[1][3], guide[2]);
        let guide = &mut guide[..2];
        if !implicit.has(BLOCKS) || x[i][3] == 0.0 {
            guide.copy_from_slice(&[[1.0, 1.0, 1.0, marks], [0.0, 0.0, 0.0, drag]]);
            continue;
        }
        let mass = 1.0 / x[i][3];
        let (mut diagonal, mut beside) = (V3(mass, mass, mass), V3::<f32>::zero());
        for slot in &slots[offsets[i] as usize..offsets[i + 1] as usize] {
            let [_, stiffness, damping, tension] = strains[slot.member as usize];
            let g = V3::<f32>::of(slopes[slot.slope as usize]);
            let along = step * (step * stiffness + damping);
            let across = step * step * tension;
            diagonal += V3(across, across, across);
            diagonal += V3(g.0 * g.0, g.1 * g.1, g.2 * g.2) * along;
            beside += V3(g.0 * g.1, g.0 * g.2, g.1 * g.2) * along;
        }
        if drag > 0.0 {
            diagonal += V3(1.0 - n[0] * n[0], 1.0 - n[1] * n[1], 1.0 - n[2] * n[2]) * drag;
            beside -= V3(n[0] * n[1], n[0] * n[2], n[1] * n[2]) * drag;
        }
        let (pivots, lower) = factored(diagonal, beside, mass);
        guide.copy_from_slice(&[pivots.vec4(marks), lower.vec4(drag)]);
    }
}
