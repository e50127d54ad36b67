//! Held vertices follow their pins; released ones get their mass back.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel =
    kernel!("integrate/pins", bindings: &["pins", "x", "p"], structs: [Pin, Fraction], cpu: cpu);

/// No vertex has this index.
pub const NOBODY: u32 = u32::MAX;

gpu_struct! {
    /// A vertex that is held, or was.
    pub struct Pin {
        /// Where the step starts [m].
        pub from_position: [f32; 4],
        /// Where it ends [m].
        pub to_position: [f32; 4],
        /// The vertex; [`NOBODY`] where there is room for a hand.
        pub vertex: u32,
        /// Non-zero while held.
        pub held: u32,
        /// Inverse mass of the free vertex [1/kg].
        pub inverse_mass: f32,
        /// Whose way it goes, yielding; [`NOBODY`] where it does not yield.
        pub leader: u32,
    }
}

gpu_struct! {
    /// How far into the step a substep ends.
    pub struct Fraction {
        /// 0 to 1.
        pub fraction: f32,
        /// How far what yields is led in a substep [m].
        pub reach: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let Fraction { fraction, reach, .. } = b.params();
    let (pins, mut x, mut p) = (b.read::<Pin>(0), b.write::<[f32; 4]>(1), b.write::<[f32; 4]>(2));
    for pin in &pins[..invocations as usize] {
        let i = pin.vertex as usize;
        if i >= x.len() {
            continue; // room for a hand
        }
        if pin.held == 0 {
            x[i][3] = pin.inverse_mass;
            p[i][3] = pin.inverse_mass;
            continue;
        }
        let (from, to) = (V3::<f32>::of(pin.from_position), V3::of(pin.to_position));
        let there = from + (to - from) * fraction;
        if pin.leader != NOBODY {
            // It keeps its mass; the reach, with a minus sign, says that it is led.
            x[i][3] = pin.inverse_mass;
            let [at, leader] = [x[i], x[pin.leader as usize]].map(V3::of);
            p[i] = (at + (there - leader)).vec4(-reach);
            continue;
        }
        x[i][3] = 0.0;
        p[i] = there.vec4(0.0);
    }
}
