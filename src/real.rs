//! Numbers and vectors that physics is written in: f32 as the kernels have it, f64 and dual numbers for the tests.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A real number: f32, f64 or a [`Dual`].
pub trait Real:
    Copy
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
{
    /// The nearest number of this kind.
    fn of(value: f64) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// The angle of the point (x, self) in the upper half-plane, self >= 0 [rad].
    fn angle_of(self, x: Self) -> Self;
    /// Eight units in the last place of 1: what a few operations may leave of nothing.
    fn rounding() -> Self;
    /// The largest whole number that is not above it.
    fn floor(self) -> f64;
    /// Zero.
    fn zero() -> Self {
        Self::of(0.0)
    }
    /// The larger of two.
    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
    /// The smaller of two.
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    /// The value without its sign.
    fn abs(self) -> Self {
        if self < Self::zero() { -self } else { self }
    }
}

impl Real for f32 {
    fn rounding() -> Self {
        8.0 * f32::EPSILON
    }
    fn of(value: f64) -> Self {
        value as f32
    }
    fn floor(self) -> f64 {
        f32::floor(self).into()
    }
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }
    fn angle_of(self, x: Self) -> Self {
        if x > 0.0 {
            arctangent(self / x)
        } else if x < 0.0 {
            std::f32::consts::PI - arctangent(self / -x)
        } else {
            0.5 * std::f32::consts::PI
        }
    }
}

/// The twin of `arctangent` in `common/angle.wgsl`: the same polynomial gives the same bits.
fn arctangent(t: f32) -> f32 {
    let (base, x) = match t {
        t if t > 2.414_213_7 => (std::f32::consts::FRAC_PI_2, -1.0 / t),
        t if t > 0.414_213_57 => (std::f32::consts::FRAC_PI_4, (t - 1.0) / (t + 1.0)),
        t => (0.0, t),
    };
    let z = x * x;
    let tail = (((0.080_537_446 * z - 0.138_776_86) * z + 0.199_777_11) * z - 0.333_329_5) * z * x;
    base + (tail + x)
}

impl Real for f64 {
    fn rounding() -> Self {
        8.0 * f64::EPSILON
    }
    fn of(value: f64) -> Self {
        value
    }
    fn floor(self) -> f64 {
        f64::floor(self)
    }
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    fn angle_of(self, x: Self) -> Self {
        self.atan2(x)
    }
}

/// A number and its derivative along one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dual {
    /// The number.
    pub value: f64,
    /// Its derivative.
    pub slope: f64,
}

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}
impl Add for Dual {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self { value: self.value + o.value, slope: self.slope + o.slope }
    }
}
impl Sub for Dual {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self { value: self.value - o.value, slope: self.slope - o.slope }
    }
}
impl Mul for Dual {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self { value: self.value * o.value, slope: self.slope * o.value + self.value * o.slope }
    }
}
impl Div for Dual {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        let value = self.value / o.value;
        Self { value, slope: (self.slope - value * o.slope) / o.value }
    }
}
impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, slope: -self.slope }
    }
}
impl AddAssign for Dual {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl Real for Dual {
    fn rounding() -> Self {
        Self::of(f64::rounding())
    }
    fn of(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }
    fn floor(self) -> f64 {
        self.value.floor()
    }
    fn sqrt(self) -> Self {
        let value = self.value.sqrt();
        Self { value, slope: self.slope / (2.0 * value) }
    }
    fn angle_of(self, x: Self) -> Self {
        let norm = self.value * self.value + x.value * x.value;
        Self { value: self.value.atan2(x.value), slope: (self.slope * x.value - self.value * x.slope) / norm }
    }
}

/// A vector of three.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct V3<R>(pub R, pub R, pub R);

impl<R: Real> V3<R> {
    /// The zero vector.
    pub fn zero() -> Self {
        Self(R::zero(), R::zero(), R::zero())
    }
    /// From the first three of a vec4.
    pub fn of(v: [f32; 4]) -> Self {
        Self(R::of(v[0].into()), R::of(v[1].into()), R::of(v[2].into()))
    }
    /// Scalar product.
    pub fn dot(self, o: Self) -> R {
        self.0 * o.0 + self.1 * o.1 + self.2 * o.2
    }
    /// Vector product.
    pub fn cross(self, o: Self) -> Self {
        Self(self.1 * o.2 - self.2 * o.1, self.2 * o.0 - self.0 * o.2, self.0 * o.1 - self.1 * o.0)
    }
    /// self + a × b, in the order of `common/cross.wgsl`.
    pub fn add_cross(self, a: Self, b: Self) -> Self {
        let term = |s: R, a1: R, b2: R, a2: R, b1: R| (s + a1 * b2) - a2 * b1;
        Self(
            term(self.0, a.1, b.2, a.2, b.1),
            term(self.1, a.2, b.0, a.0, b.2),
            term(self.2, a.0, b.1, a.1, b.0),
        )
    }
    /// Length.
    pub fn length(self) -> R {
        self.dot(self).sqrt()
    }
}
impl V3<f32> {
    /// As a vec4 with `w` in the last place.
    pub fn vec4(self, w: f32) -> [f32; 4] {
        [self.0, self.1, self.2, w]
    }
}
impl<R: Real> Add for V3<R> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self(self.0 + o.0, self.1 + o.1, self.2 + o.2)
    }
}
impl<R: Real> Sub for V3<R> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self(self.0 - o.0, self.1 - o.1, self.2 - o.2)
    }
}
impl<R: Real> Mul<R> for V3<R> {
    type Output = Self;
    fn mul(self, s: R) -> Self {
        Self(self.0 * s, self.1 * s, self.2 * s)
    }
}
impl<R: Real> AddAssign for V3<R> {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<R: Real> SubAssign for V3<R> {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_is_right_to_a_few_roundings() {
        for i in 0..=100_000 {
            let angle = std::f64::consts::PI * f64::from(i) / 1e5;
            let (y, x) = (angle.sin() as f32, angle.cos() as f32);
            let exact = f64::from(y.max(0.0)).atan2(f64::from(x));
            let error = (f64::from(y.max(0.0).angle_of(x)) - exact).abs();
            // Two roundings of a number of this size.
            assert!(error <= 2.0 * f64::from(f32::EPSILON) * exact.max(1e-6), "{angle}: {error:e}");
        }
    }

    #[test]
    fn dual_numbers_differentiate() {
        let f = |x: Dual| (x * x + Dual::of(1.0)).sqrt() / x.angle_of(Dual::of(2.0) * x - Dual::of(0.3));
        let g = |x: f64| (x * x + 1.0).sqrt() / x.atan2(2.0 * x - 0.3);
        for x in [0.4, 1.3, 2.7] {
            let h = 1e-6;
            let expected = (g(x + h) - g(x - h)) / (2.0 * h);
            assert!((f(Dual { value: x, slope: 1.0 }).slope - expected).abs() < 1e-7);
        }
    }
}
