//! The start of an implicit substep: velocities decay, held particles get those of their pins, and nothing is solved yet.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, START};
use crate::kernels::common::guide::{FREE, GUIDES, HELD};
use crate::kernels::common::implicit::{HOOKED, Implicit};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/begin",
    bindings: &["implicit", "x", "p", "v", "u", "impulses", "guides", "cg"],
    structs: [Implicit, Cg],
    cpu: cpu
);

/// The square root of f32's epsilon: the length of differences as printed.
pub const ROOT_EPSILON: f32 = 3.452_669_8e-4;

fn cpu(invocations: u32, b: &Bindings) {
    let implicit: Implicit = b.uniform(0);
    let (x, mut p) = (b.read::<[f32; 4]>(1), b.write::<[f32; 4]>(2));
    let (mut v, mut u) = (b.write::<[f32; 4]>(3), b.write::<[f32; 4]>(4));
    let (mut impulses, mut guides) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    b.write::<Cg>(7)[0] = Cg { state: START, epsilon: ROOT_EPSILON, best: 3.0e38, ..Cg::default() };
    for i in 0..invocations as usize {
        let (position, w) = (V3::<f32>::of(x[i]), x[i][3]);
        let touched = if implicit.has(HOOKED) { impulses[i][3] } else { 0.0 };
        impulses[i] = [0.0, 0.0, 0.0, touched];
        guides[GUIDES * i][3] = 0.0;
        let mut velocity = V3::of(v[i]) * implicit.damping;
        let mut free = FREE;
        if w == 0.0 {
            velocity = (V3::of(p[i]) - position) * (1.0 / implicit.h);
            free = HELD;
        } else {
            p[i] = (position + velocity * implicit.h).vec4(w);
        }
        guides[GUIDES * i + 2] = [0.0, 0.0, 0.0, free];
        v[i] = velocity.vec4(0.0);
        u[i] = velocity.vec4(0.0);
    }
}
