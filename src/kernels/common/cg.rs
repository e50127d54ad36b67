//! The twin of `common/cg.wgsl`: what the passes of a solve by conjugate gradients share.

use crate::gpu_struct;

gpu_struct! {
    /// Where a solve stands.
    pub struct Cg {
        /// Non-zero when it has ended.
        pub done: u32,
        /// Passes of the loop's body, the last included.
        pub passes: u32,
        /// [`START`] and the other states.
        pub state: u32,
        /// Iterations.
        pub iterations: u32,
        /// r·z.
        pub rho: f32,
        /// What the last direction counts in the next.
        pub beta: f32,
        /// |S b|², which residuals are relative to.
        pub reference: f32,
        /// |S r|² as the iterations have it.
        pub squared: f32,
        /// |S r|² at the last review.
        pub reviewed: f32,
        /// Length of differences.
        pub epsilon: f32,
        /// |S r|/|S b|.
        pub residual: f32,
        /// How often constraints asked for another solve.
        pub rounds: u32,
        /// 1 if a direction of negative curvature was found.
        pub negative: u32,
        /// r·δ before a Newton step δ, as its iterations have it.
        pub gain: f32,
        /// How often that step was cut.
        pub cuts: u32,
        /// Newton steps.
        pub newton: u32,
        /// Smallest |S r|² after one of them.
        pub best: f32,
        /// How many have not come below it since.
        pub stale: u32,
        /// Of the step that is kept when it is cut.
        pub share: f32,
        /// Padding.
        pub pad: u32,
    }
}

/// No residual yet.
pub const START: u32 = 0;
/// Iterations go on.
pub const RUN: u32 = 1;
/// The residual seems small enough: it is taken anew, and constraints are looked at.
pub const REVIEW: u32 = 2;
/// Constraints have changed something: the residual is taken anew.
pub const CHANGED: u32 = 3;
/// The iterations are used up: the residual is taken anew, and then the end.
pub const LAST: u32 = 4;
/// The end, with the residual as the iterations have it.
pub const KEPT: u32 = 5;

gpu_struct! {
    /// When a pass has something to do, and what.
    pub struct When {
        /// [`ALWAYS`] and the other phases.
        pub phase: u32,
        /// What; the kernels say.
        pub mode: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

/// Always.
pub const ALWAYS: u32 = 0;
/// While iterations go on.
pub const ITERATE: u32 = 1;
/// When the residual is taken anew.
pub const RENEW: u32 = 2;

/// A force adds f − ∂f/∂v v [N]: with the term along u, h f as it is at the velocities u.
pub const FORCE: u32 = 0;
/// A force adds (h ∂f/∂v + h² ∂f/∂x) u [kg·m/s].
pub const TERM: u32 = 1;
/// A force adds that with the other sign; masses come with the first force.
pub const OPERATOR: u32 = 2;

/// Constraints have changed something.
pub const ASKED: u32 = 1;
/// A Newton step has.
pub const MOVED: u32 = 2;

/// How often a step looks for contact after its first solution; what is left is found when particles move.
pub const LOOKS: u32 = 5;

impl Cg {
    /// Whether contact is not looked at now: once the solve was thought to have ended, what it passes through on its way does
    /// not count. `again` is 1 for a last look when it has ended.
    pub fn is_unseen(&self, again: u32) -> bool {
        let underway = self.state == RUN && self.rounds > 0;
        again != 1 && (self.done != 0 || underway || self.state >= LAST || self.rounds >= LOOKS)
    }

    /// The length of differences in this mode; 0 for exact derivatives. A residual is taken by these: differences of the
    /// velocities themselves lose what it is made of.
    pub fn epsilon_of(&self, mode: u32, finite: bool) -> f32 {
        if finite && mode == OPERATOR { self.epsilon } else { 0.0 }
    }

    /// Whether a pass of this phase has nothing to do.
    pub fn is_idle(&self, phase: u32) -> bool {
        phase != ALWAYS && (self.done != 0 || self.state == KEPT || (self.state == RUN) != (phase == ITERATE))
    }
}

impl When {
    /// A pass of this phase that does this.
    pub fn new(phase: u32, mode: u32) -> Self {
        Self { phase, mode, ..Self::default() }
    }
}
