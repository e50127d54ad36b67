//! The 3 × 3 block of each particle on the diagonal of M − h ∂f/∂v − h² ∂f/∂x, from masses and springs, as L D Lᵀ.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::block::factored;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::guide::GUIDES;
use crate::kernels::common::implicit::{BLOCKS, Implicit};
use crate::kernels::forces::springs::Spring;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/blocks",
    bindings: &["implicit", "cg", "offsets", "springs", "limited", "x", "guides"],
    structs: [When, Implicit, Cg, Spring],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, implicit, cg): (When, Implicit, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, springs, limited) = (b.read::<u32>(2), b.read::<Spring>(3), b.read::<u32>(4));
    let (x, mut guides) = (b.read::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let h = implicit.h;
    for i in 0..invocations as usize {
        let guide = &mut guides[GUIDES * i..][..GUIDES];
        let (marks, drag, n) = (guide[0][3], guide[1][3], guide[2]);
        let guide = &mut guide[..2];
        if !implicit.has(BLOCKS) || x[i][3] == 0.0 {
            guide.copy_from_slice(&[[1.0, 1.0, 1.0, marks], [0.0, 0.0, 0.0, drag]]);
            continue;
        }
        let mass = 1.0 / x[i][3];
        let mut diagonal = V3(mass, mass, mass);
        let mut beside = V3::<f32>::zero();
        for s in offsets[i] as usize..offsets[i + 1] as usize {
            let spring = &springs[s];
            let l = V3::<f32>::of(x[i]) - V3::of(x[spring.other as usize]);
            let norm = l.length();
            if norm == 0.0 {
                continue;
            }
            let n = l * (1.0 / norm);
            let k = h * h * spring.stiffness;
            let mut across = k * (norm - spring.rest_length).max(0.0) / norm;
            let mut along = k - across + h * spring.damping;
            if implicit.limit > 0.0 && limited[s] == 1 {
                let more = h * h * implicit.limit_stiffness;
                let drawn = more * (norm - implicit.limit * spring.rest_length).max(0.0) / norm;
                along += more - drawn;
                across += drawn;
            }
            diagonal += V3(n.0 * n.0, n.1 * n.1, n.2 * n.2) * along + V3(across, across, across);
            beside += V3(n.0 * n.1, n.0 * n.2, n.1 * n.2) * along;
        }
        if drag > 0.0 {
            diagonal += V3(1.0 - n[0] * n[0], 1.0 - n[1] * n[1], 1.0 - n[2] * n[2]) * drag;
            beside -= V3(n[0] * n[1], n[0] * n[2], n[1] * n[2]) * drag;
        }
        let (pivots, lower) = factored(diagonal, beside, mass);
        guide.copy_from_slice(&[pivots.vec4(marks), lower.vec4(drag)]);
    }
}
