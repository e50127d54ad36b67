//! One of the four stages of Runge and Kutta's method.

use super::predict::drag;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::Sim;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "integrate/rk4",
    bindings: &["sim", "x", "v", "f", "normals", "p", "u", "dx", "dv"],
    structs: [Stage, Sim],
    cpu: cpu
);

gpu_struct! {
    /// A stage.
    pub struct Stage {
        /// Weight of its derivatives in the sum.
        pub weight: f32,
        /// The next stage's share of the substep.
        pub ahead: f32,
        /// 1 in the first stage, which starts from the state itself.
        pub first: u32,
        /// 1 in the last.
        pub last: u32,
    }
}

/// The four stages.
pub const STAGES: [Stage; 4] = [
    Stage { weight: 1.0, ahead: 0.5, first: 1, last: 0 },
    Stage { weight: 2.0, ahead: 0.5, first: 0, last: 0 },
    Stage { weight: 2.0, ahead: 1.0, first: 0, last: 0 },
    Stage { weight: 1.0, ahead: 1.0, first: 0, last: 1 },
];

fn cpu(invocations: u32, b: &Bindings) {
    let (stage, sim): (Stage, Sim) = (b.params(), b.uniform(0));
    let (x, v) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (f, normals) = (b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (mut p, mut u) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut dx, mut dv) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    let ahead = stage.ahead * sim.h;
    for i in 0..invocations as usize {
        let (position, w) = (V3::<f32>::of(x[i]), x[i][3]);
        if w == 0.0 {
            u[i] = ((V3::of(p[i]) - position) * (1.0 / ahead)).vec4(0.0);
            continue;
        }
        let start = V3::of(v[i]);
        let mut speed = V3::of(u[i]);
        if stage.first == 1 {
            speed = start;
            (dx[i], dv[i]) = ([0.0; 4], [0.0; 4]);
        }
        let acceleration = V3::of(sim.gravity) + V3::of(f[i]) * w;
        let sum_x = V3::of(dx[i]) + speed * stage.weight;
        let sum_v = V3::of(dv[i]) + acceleration * stage.weight;
        if stage.last == 0 {
            (dx[i], dv[i]) = (sum_x.vec4(0.0), sum_v.vec4(0.0));
            p[i] = (position + speed * ahead).vec4(w);
            u[i] = (start + acceleration * ahead).vec4(0.0);
            continue;
        }
        let mut velocity = start * sim.damping + sum_v * (sim.h * (1.0 / 6.0));
        if sim.wind[3] > 0.0 {
            let (n, wind) = (V3::of(normals[i]), V3::of(sim.wind));
            velocity += drag(velocity, w, n, wind, sim.wind[3], sim.h);
        }
        u[i] = velocity.vec4(0.0);
        p[i] = (position + sum_x * (sim.h * (1.0 / 6.0))).vec4(w);
    }
}
