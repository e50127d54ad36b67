//! Held particles that slide on a line.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::guide::{ALONG, GUIDES};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "integrate/rails",
    bindings: &["implicit", "rails", "x", "p", "v", "u", "guides"],
    structs: [Stretch, Implicit, Rail],
    cpu: cpu
);

gpu_struct! {
    /// A line, and the particle that slides on it.
    pub struct Rail {
        /// A point of the line where the step starts [m].
        pub from_position: [f32; 4],
        /// Where it ends [m].
        pub to_position: [f32; 4],
        /// Unit vector along it.
        pub direction: [f32; 4],
        /// The particle.
        pub vertex: u32,
        /// Non-zero while held.
        pub held: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

gpu_struct! {
    /// Which part of a substep.
    pub struct Stretch {
        /// Of the step, where the substep ends.
        pub end: f32,
        /// 1 at the end of the substep.
        pub last: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

/// The way from a point to the line through `origin`.
fn to_line(direction: V3<f32>, origin: V3<f32>, point: V3<f32>) -> V3<f32> {
    let away = origin - point;
    away - direction * direction.dot(away)
}

fn cpu(invocations: u32, b: &Bindings) {
    let (stretch, implicit): (Stretch, Implicit) = (b.params(), b.uniform(0));
    let (rails, x, mut p) = (b.read::<Rail>(1), b.read::<[f32; 4]>(2), b.write::<[f32; 4]>(3));
    let (mut v, mut u, mut guides) = (b.write::<[f32; 4]>(4), b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    for rail in rails[..invocations as usize].iter().filter(|r| r.held != 0) {
        let (i, direction) = (rail.vertex as usize, V3::<f32>::of(rail.direction));
        let from = V3::<f32>::of(rail.from_position);
        let origin = from + (V3::of(rail.to_position) - from) * stretch.end;
        if stretch.last == 1 {
            let aim = V3::of(p[i]);
            p[i] = (aim + to_line(direction, origin, aim)).vec4(p[i][3]);
            continue;
        }
        let along = direction * direction.dot(V3::of(v[i]));
        let velocity = along + to_line(direction, origin, V3::of(x[i])) * (1.0 / implicit.h);
        v[i] = velocity.vec4(0.0);
        u[i] = velocity.vec4(0.0);
        guides[GUIDES * i + 2] = direction.vec4(ALONG);
    }
}
