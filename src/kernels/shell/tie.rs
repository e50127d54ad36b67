//! Cross-sections that move as one: a projection onto the velocities that they have.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/tie",
    bindings: &["cg", "tied", "offsets", "items", "u"],
    structs: [When, Cg, Tied],
    cpu: cpu
);

gpu_struct! {
    /// The direction in which no tied particle moves.
    pub struct Tied {
        /// Of length 1.
        pub direction: [f32; 4],
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (when, cg, tied): (When, Cg, Tied) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, items, mut u) = (b.read::<u32>(2), b.read::<u32>(3), b.write::<[f32; 4]>(4));
    let n = V3::<f32>::of(tied.direction);
    for i in 0..invocations as usize {
        let group = &items[offsets[i] as usize..offsets[i + 1] as usize];
        let mut sum = V3::zero();
        for &k in group {
            sum += V3::of(u[k as usize]);
        }
        let mean = sum * (1.0 / group.len() as f32);
        let kept = (mean - n * n.dot(mean)).vec4(0.0);
        group.iter().for_each(|&k| u[k as usize] = kept);
    }
}
