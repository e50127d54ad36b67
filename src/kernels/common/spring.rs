//! The twin of `common/spring.wgsl`: a spring between two points, what draws them together, and its derivatives.
//!
//! `l` is the way from the second point to the first [m]; the first feels the negative of what these return, the second
//! the same.

use super::implicit::{FINITE, Implicit, SECOND, WHOLE};
use crate::real::{Real, V3};

/// A spring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elastic {
    /// Length at rest [m].
    pub rest_length: f32,
    /// Stiffness [N/m].
    pub stiffness: f32,
    /// Damping along its length; in all directions where it has none at rest [N·s/m].
    pub damping: f32,
}

impl Elastic {
    fn numbers<R: Real>(&self) -> [R; 3] {
        [self.rest_length, self.stiffness, self.damping].map(|v| R::of(v.into()))
    }

    /// The energy that it stores [J].
    pub fn energy<R: Real>(&self, l: V3<R>) -> R {
        let [rest, k, _] = self.numbers::<R>();
        let stretched = l.length() - rest;
        R::of(0.5) * k * stretched * stretched
    }

    /// The force along the spring at the way `at`, seen from the way `from` (Han 2015, equation 6): when compressed, the
    /// direction and the projected length are those of `from` [N].
    pub fn pull<R: Real>(&self, implicit: &Implicit, from: V3<R>, at: V3<R>) -> V3<R> {
        let [rest, k, _] = self.numbers::<R>();
        let norm = at.length();
        if rest == R::zero() {
            return at * k;
        }
        if norm >= rest || implicit.has(WHOLE) {
            return if norm == R::zero() { V3::zero() } else { at * (k * (norm - rest) / norm) };
        }
        let from_norm = from.length();
        if from_norm == R::zero() {
            return V3::zero();
        }
        let n = from * (R::of(1.0) / from_norm);
        n * (k * (at.dot(n) - rest))
    }

    /// The derivative of that along `du` [N].
    pub fn pull_derivative<R: Real>(&self, implicit: &Implicit, l: V3<R>, du: V3<R>) -> V3<R> {
        let [rest, k, _] = self.numbers::<R>();
        if rest == R::zero() {
            return du * k;
        }
        let norm = l.length();
        if norm == R::zero() {
            return V3::zero();
        }
        let n = l * (R::of(1.0) / norm);
        let along = n * n.dot(du);
        let projected = norm < rest && !implicit.has(WHOLE);
        let across = if projected { R::zero() } else { k * (norm - rest) / norm };
        along * k + (du - along) * across
    }

    /// The pull of damping [N]. Its derivative by velocities is the same function of the change of velocity; that by
    /// positions is not symmetric, and left out.
    pub fn damp<R: Real>(&self, l: V3<R>, speed: V3<R>) -> V3<R> {
        let [rest, _, c] = self.numbers::<R>();
        if rest == R::zero() {
            return speed * c;
        }
        let norm = l.length();
        if norm == R::zero() {
            return V3::zero();
        }
        let n = l * (R::of(1.0) / norm);
        n * (c * speed.dot(n))
    }

    /// (h ∂/∂v + h² ∂/∂x) of the pull along the velocity `du`, by differences over `epsilon`, or exactly where that is 0
    /// [kg·m/s].
    pub fn pull_term<R: Real>(&self, implicit: &Implicit, l: V3<R>, du: V3<R>, epsilon: R) -> V3<R> {
        let h = R::of(implicit.h.into());
        let damped = self.damp(l, du) * h;
        if !implicit.has(FINITE) || epsilon == R::zero() {
            return damped + self.pull_derivative(implicit, l, du) * (h * h);
        }
        let way = du * (h * epsilon);
        let forward = self.pull(implicit, l, l + way);
        if !implicit.has(SECOND) {
            return damped + (forward - self.pull(implicit, l, l)) * (h / epsilon);
        }
        damped + (forward - self.pull(implicit, l, l - way)) * (h / (R::of(2.0) * epsilon))
    }
}
