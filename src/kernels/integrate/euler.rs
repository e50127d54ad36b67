//! Explicit step by forces: velocities first, then positions with the new ones; Störmer and Verlet's method too.

use super::predict::drag;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::Sim;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "integrate/euler",
    bindings: &["sim", "x", "v", "f", "normals", "p", "u"],
    structs: [Start, Sim],
    cpu: cpu
);

gpu_struct! {
    /// How the first substep of all goes.
    pub struct Start {
        /// 1 where the first step takes half of the forces.
        pub half: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
        /// Padding.
        pub pad2: u32,
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (start, sim): (Start, Sim) = (b.params(), b.uniform(0));
    let (x, v) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (f, normals) = (b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (mut p, mut u) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let kick = if start.half == 1 && sim.step == 1 { 0.5 * sim.h } else { sim.h };
    for i in 0..invocations as usize {
        let (position, w) = (V3::<f32>::of(x[i]), x[i][3]);
        if w == 0.0 {
            u[i] = ((V3::of(p[i]) - position) * (1.0 / sim.h)).vec4(0.0);
            continue;
        }
        let mut velocity = V3::of(v[i]) * sim.damping + (V3::of(sim.gravity) + V3::of(f[i]) * w) * kick;
        if sim.wind[3] > 0.0 {
            let (n, wind) = (V3::of(normals[i]), V3::of(sim.wind));
            velocity += drag(velocity, w, n, wind, sim.wind[3], sim.h);
        }
        u[i] = velocity.vec4(0.0);
        p[i] = (position + velocity * sim.h).vec4(w);
    }
}
