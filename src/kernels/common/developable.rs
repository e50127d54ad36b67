//! The twin of `common/developable.wgsl`: what the passes of developable surfaces share.

use crate::gpu_struct;
use crate::real::{Real, V3};

gpu_struct! {
    /// What may change from step to step without recording anew.
    pub struct Developable {
        /// Acceleration of gravity [m/s²].
        pub gravity: [f32; 4],
        /// Substep [s].
        pub h: f32,
        /// Rate at which velocities decay [1/s].
        pub damping: f32,
        /// Relative error of lengths at which projection ends.
        pub tolerance: f32,
        /// Share of its diagonal that is added to the system of a projection.
        pub easing: f32,
        /// Mean length of an edge at rest [m].
        pub edge: f32,
        /// 1 for steps of the first order throughout.
        pub first_order: u32,
        /// Newton steps at most.
        pub newton: u32,
        /// Iterations of all Newton steps of a projection at most.
        pub iterations: u32,
    }
}

gpu_struct! {
    /// How much of an unknown.
    pub struct Share {
        /// The unknown.
        pub item: u32,
        /// How much.
        pub share: f32,
    }
}

gpu_struct! {
    /// A step of Chebyshev's iteration: when, of what, and how far.
    pub struct Smooth {
        /// The phase of [`super::cg::When`].
        pub phase: u32,
        /// What; the kernels say.
        pub mode: u32,
        /// What the last change counts in the next.
        pub keep: f32,
        /// What is left counts in it.
        pub take: f32,
    }
}

/// How a step begins and ends: x̂ = x + carry s + part h v̂ with v̂ = keep v − old v₋, s the step before and v₋ the velocity
/// before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Order<R> {
    /// Of the velocity.
    pub keep: R,
    /// Of the velocity before.
    pub old: R,
    /// Of the step before.
    pub carry: R,
    /// Of h.
    pub part: R,
}

impl<R: Real> Order<R> {
    /// BDF2, or the first order where there is no step before.
    pub fn new(history: u32, first_order: u32) -> Self {
        let [one, two, three, four] = [1.0, 2.0, 3.0, 4.0].map(R::of);
        if history == 0 || first_order == 1 {
            return Self { keep: one, old: R::zero(), carry: R::zero(), part: one };
        }
        Self { keep: four / three, old: one / three, carry: one / three, part: two / three }
    }

    /// What forces are multiplied by, per mass [s²].
    pub fn lasting(&self, h: R) -> R {
        (self.part * h) * (self.part * h)
    }

    /// The way that a point goes without forces [m]: `velocities` at the end of the last step and of the one before, `last`
    /// the way of that step.
    pub fn way(&self, velocities: [V3<R>; 2], last: V3<R>, h: R, damping: R) -> V3<R> {
        let step = self.part * h;
        let kept = R::of(1.0) / (R::of(1.0) + step * damping);
        let velocity = (velocities[0] * self.keep - velocities[1] * self.old) * kept;
        last * self.carry + velocity * step
    }

    /// The velocity at the end of a step that went so far [m/s].
    pub fn velocity(&self, moved: V3<R>, last: V3<R>, h: R) -> V3<R> {
        (moved - last * self.carry) * (R::of(1.0) / (self.part * h))
    }
}

/// What is left of a push at an unknown that moves along a line only, as one in a straight clamp does: its inverse mass has a minus sign.
pub fn kept_to<R: Real>(line: V3<R>, inverse_mass: f32, push: V3<R>) -> V3<R> {
    if inverse_mass >= 0.0 { push } else { line * line.dot(push) }
}

/// How far a length is from what it is at rest, (|l|²/d² − 1)/2.
pub fn strain<R: Real>(l: V3<R>, rest: R) -> R {
    (l.dot(l) / (rest * rest) - R::of(1.0)) * R::of(0.5)
}

/// The derivative of [`strain`] by `l` [1/m].
pub fn slope<R: Real>(l: V3<R>, rest: R) -> V3<R> {
    l * (R::of(1.0) / (rest * rest))
}
