use glam::DVec3;
use std::f64::consts::TAU;

/// How finely a curve is integrated.
const STEPS: usize = 64;

/// A curve whose direction turns from one direction to another, swaying to both sides on the way.
pub(super) struct Curve {
    from: DVec3,
    to: DVec3,
    sway: DVec3,
    points: Vec<DVec3>,
    /// The length of the curve [m].
    pub(super) length: f64,
}

impl Curve {
    /// The curve of `length` [m] that leaves `start` along `from` and ends along `to`.
    pub(super) fn new(start: DVec3, [from, to]: [DVec3; 2], sway: DVec3, length: f64) -> Self {
        let mut curve = Self { from, to, sway, points: vec![start], length };
        let mut point = start;
        for i in 0..STEPS {
            let middle = (i as f64 + 0.5) / STEPS as f64 * length;
            point += curve.direction(middle) * (length / STEPS as f64);
            curve.points.push(point);
        }
        curve
    }

    /// The unit direction at arc length `s` [m].
    pub(super) fn direction(&self, s: f64) -> DVec3 {
        let t = (s / self.length).clamp(0.0, 1.0);
        let direction = self.from.lerp(self.to, t) + self.sway * (TAU * t).sin();
        direction.normalize_or(DVec3::Y)
    }

    /// The point at arc length `s` [m].
    pub(super) fn point(&self, s: f64) -> DVec3 {
        let at = (s / self.length).clamp(0.0, 1.0) * STEPS as f64;
        let i = (at as usize).min(STEPS - 1);
        self.points[i].lerp(self.points[i + 1], at - i as f64)
    }
}
