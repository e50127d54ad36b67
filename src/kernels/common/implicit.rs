//! The twin of `common/implicit.wgsl`: what implicit cloth reads in every pass of a step.

use crate::gpu_struct;

gpu_struct! {
    /// What implicit cloth reads in every pass of a step.
    pub struct Implicit {
        /// Acceleration of gravity [m/s²].
        pub gravity: [f32; 4],
        /// Velocity of the air [m/s]; the last is its density times the drag coefficient [kg/m³].
        pub wind: [f32; 4],
        /// Substep [s].
        pub h: f32,
        /// Density of the air times the lift coefficient [kg/m³].
        pub lift: f32,
        /// Pressure on the back of every triangle [Pa].
        pub pressure: f32,
        /// Mean length of an edge at rest [m].
        pub edge: f32,
        /// Largest length of a limited spring by its length at rest; 0 for no limit.
        pub limit: f32,
        /// Stiffness of a spring beyond that [N/m].
        pub limit_stiffness: f32,
        /// Square of the relative residual at which the solver ends.
        pub tolerance: f32,
        /// Factor on velocities per substep.
        pub damping: f32,
        /// [`FINITE`] and the other bits.
        pub modes: u32,
        /// Iterations at which the solver gives up.
        pub iterations: u32,
        /// How often constraints may ask for another solve before the solver gives up.
        pub rounds: u32,
        /// Newton steps at most; 1 for one linearised step.
        pub newton: u32,
        /// |S r|² that rounding alone may leave.
        pub floor: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
        /// Padding.
        pub pad2: u32,
    }
}

impl Implicit {
    /// Whether a bit of [`Implicit::modes`] is set.
    pub fn has(&self, bit: u32) -> bool {
        self.modes & bit != 0
    }
}

/// Products by differences.
pub const FINITE: u32 = 1;
/// Differences over a length that follows the direction.
pub const SCALED: u32 = 2;
/// Differences of the second order.
pub const SECOND: u32 = 4;
/// Compressed springs act across their direction.
pub const WHOLE: u32 = 8;
/// The solver is preconditioned.
pub const BLOCKS: u32 = 16;
/// The residual does not see what constraints change.
pub const PRINTED: u32 = 32;
/// The mesh has no boundary.
pub const CLOSED: u32 = 64;
/// Constraints are looked at between iterations.
pub const HOOKED: u32 = 128;
