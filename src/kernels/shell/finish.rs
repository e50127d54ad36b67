//! The end of a shell's substep: places and velocities.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::guide::{GUIDES, filtered};
use crate::kernels::common::shell::{Place, RANGE, Shell, counted};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/finish",
    bindings: &["shell", "p", "u", "before", "guides", "places", "x", "v"],
    structs: [Time, Shell, Place],
    cpu: cpu
);

gpu_struct! {
    /// What the kernel is told.
    pub struct Time {
        /// Substep [s].
        pub h: f32,
        /// The bits of a number that is none.
        pub lost: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

impl Time {
    /// A substep of this length [s].
    pub fn new(h: f32) -> Self {
        Self { h, lost: f32::NAN.to_bits(), ..Self::default() }
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (time, shell): (Time, Shell) = (b.params(), b.uniform(0));
    let (p, u, before) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3));
    let (guides, mut places) = (b.read::<[f32; 4]>(4), b.write::<Place>(5));
    let (mut x, mut v) = (b.write::<[f32; 4]>(6), b.write::<[f32; 4]>(7));
    for i in 0..invocations as usize {
        let w = x[i][3];
        let from_origin = (V3::<f32>::of(x[i]) - V3::of(shell.origin)) * (1.0 / shell.tick);
        let outside = |t: f32| t.abs() >= RANGE;
        if outside(from_origin.0) || outside(from_origin.1) || outside(from_origin.2) {
            x[i][0] = f32::from_bits(time.lost);
            continue;
        }
        if w == 0.0 || V3::<f32>::of(x[i]) != V3::of(p[i]) {
            continue;
        }
        let by = V3::<f32>::of(u[i]) * time.h;
        let end = counted(places[i]) + by * (1.0 / shell.tick);
        let inside = |t: f32| t.abs() < RANGE;
        if !(inside(end.0) && inside(end.1) && inside(end.2)) {
            x[i][0] = f32::from_bits(time.lost);
            continue;
        }
        places[i] = shell.moved(places[i], by);
        x[i] = shell.shown(places[i]).vec4(w);
        let velocity = V3::<f32>::of(u[i]);
        let more = filtered(guides[GUIDES * i + 2], velocity - V3::of(before[i]));
        v[i] = (velocity + more * ((1.0 - shell.theta) / shell.theta)).vec4(0.0);
    }
}
