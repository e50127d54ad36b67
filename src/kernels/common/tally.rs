//! The twin of `common/tally.wgsl`: how the solves of a run went.

use super::cg::Cg;
use crate::gpu_struct;

gpu_struct! {
    /// How the solves of a run went.
    pub struct Tally {
        /// How many there were.
        pub solves: u32,
        /// Iterations of all.
        pub iterations: u32,
        /// Most iterations of one.
        pub most: u32,
        /// Iterations of the last.
        pub last: u32,
        /// Solves that did not converge.
        pub unconverged: u32,
        /// Directions of negative curvature.
        pub negative: u32,
        /// Sum of the residuals.
        pub residual_sum: f32,
        /// Largest residual.
        pub residual_max: f32,
        /// The last one's.
        pub residual: f32,
        /// Newton steps of all.
        pub newton: u32,
        /// Most Newton steps of one.
        pub newton_most: u32,
        /// Newton steps of the last.
        pub newton_last: u32,
        /// Solves that ended at the floor of f32.
        pub floored: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
        /// Padding.
        pub pad2: u32,
    }
}

/// A solve is over.
pub fn end(cg: &mut Cg, tally: &mut Tally, converged: bool) {
    cg.done = 1;
    tally.solves += 1;
    tally.iterations += cg.iterations;
    tally.most = tally.most.max(cg.iterations);
    tally.last = cg.iterations;
    tally.unconverged += u32::from(!converged);
    tally.negative += cg.negative;
    tally.residual_sum += cg.residual;
    tally.residual_max = tally.residual_max.max(cg.residual);
    tally.residual = cg.residual;
    tally.newton += cg.newton;
    tally.newton_most = tally.newton_most.max(cg.newton);
    tally.newton_last = cg.newton;
}
