//! What `shaders/common` shares among the kernels.

pub mod block;
pub mod body;
pub mod cg;
pub mod contact;
pub mod field;
pub mod guide;
pub mod implicit;
pub mod shell;
pub mod spring;

use crate::gpu_struct;

/// Invocations per workgroup; `WORKGROUP` in `common/invocation.wgsl`.
pub const WORKGROUP: u32 = 64;

gpu_struct! {
    /// What may change from step to step without recording anew.
    pub struct Sim {
        /// Acceleration of gravity [m/s²].
        pub gravity: [f32; 4],
        /// Velocity of the air [m/s]; the last is its density times the drag coefficient [kg/m³].
        pub wind: [f32; 4],
        /// Substep [s].
        pub h: f32,
        /// Factor on velocities per substep.
        pub damping: f32,
        /// Stiffness of stretch per iteration, 0 to 1.
        pub stretch: f32,
        /// Stiffness of bending per iteration, 0 to 1.
        pub bending: f32,
        /// κ, added to every rest height [m].
        pub kappa: f32,
        /// Stiffness of volume per iteration, 0 to 1.
        pub volume: f32,
        /// Volume aimed at [m³].
        pub volume_target: f32,
        /// Number of this step, from 1.
        pub step: u32,
    }
}

gpu_struct! {
    /// A stretch of constraints of one colour.
    pub struct Range {
        /// The first constraint.
        pub first: u32,
        /// How many.
        pub count: u32,
        /// Variant of the projection; the kernels say which bits they know.
        pub mode: u32,
        /// How often a yarn is swept before the next; others ignore it.
        pub sweeps: u32,
    }
}

/// The sum over a workgroup, in the order of `common/reduce.wgsl`.
pub fn reduce(partial: &mut [[f32; 2]; WORKGROUP as usize]) -> [f32; 2] {
    let mut half = partial.len() / 2;
    while half > 0 {
        for local in 0..half {
            let [a, b] = partial[local + half];
            partial[local] = [partial[local][0] + a, partial[local][1] + b];
        }
        half /= 2;
    }
    partial[0]
}
