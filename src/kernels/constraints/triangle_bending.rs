//! Triangle bending (Kelager 2010): the tip of a virtual triangle keeps its distance from the centroid.

use super::{Constraint, Context, Stiffness, project_range, push};
use crate::engine::Kernel;
use crate::gpu_struct;
use crate::kernels::common::{Range, Sim};
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/triangle_bending",
    bindings: &["sim", "constraints", "p", "normals"],
    structs: [TriangleBending, Range, Sim],
    cpu: |n, b| project_range::<3, TriangleBending>(n, b, |_| Stiffness::Bending)
);

/// Mode bit: project only where the height is too small.
pub const INEQUALITY: u32 = 1;
/// Mode bit: the paper's weights instead of the gradient's.
pub const PRINTED: u32 = 2;

gpu_struct! {
    /// A virtual triangle and its height.
    pub struct TriangleBending {
        /// One end of the base.
        pub b0: u32,
        /// The other end.
        pub b1: u32,
        /// The tip.
        pub v: u32,
        /// h0, the distance from centroid to tip at rest [m].
        pub rest_height: f32,
        /// What the stiffness is multiplied by: 1, or the share of a correction that the material asks for.
        pub share: f32,
    }
}

/// From the centroid of a triangle to its tip.
pub fn height<R: Real>(b0: V3<R>, b1: V3<R>, v: V3<R>) -> V3<R> {
    let sum = (v - b0) + (v - b1);
    V3(sum.0 / R::of(3.0), sum.1 / R::of(3.0), sum.2 / R::of(3.0))
}

/// Whether a height is nothing but the rounding of the coordinates that it is taken from. Such a height counts as zero at
/// rest, and is not projected: that would move a shape that is at rest.
pub(super) fn is_rounding<R: Real>(d: V3<R>, points: [V3<R>; 3]) -> bool {
    d.dot(d) <= rounding_floor(&points)
}

/// The square of the length below which differences of these points are rounding [m²].
pub(super) fn rounding_floor<R: Real>(points: &[V3<R>]) -> R {
    let coordinates = points.iter().flat_map(|p| [p.0, p.1, p.2]);
    let floor = R::rounding() * coordinates.fold(R::zero(), |most, c| most.max(c.abs()));
    floor * floor
}

/// The length of a height at rest [m].
pub(super) fn rest_height(d: V3<f32>, points: [V3<f32>; 3]) -> f32 {
    if is_rounding(d, points) { 0.0 } else { d.length() }
}

/// Shares a violation among base and tip: `share` is 3 and 4 from the gradient, 2 and 2 as printed.
pub(super) fn shared<R: Real>(push: V3<R>, [w0, w1, wv]: [R; 3], k: R, share: [R; 2]) -> [V3<R>; 3] {
    let w = w0 + w1 + share[1] * wv;
    if w == R::zero() {
        return [V3::zero(); 3];
    }
    let s = push * (k * share[0] / w);
    [s * w0, s * w1, s * -(R::of(2.0) * wv)]
}

impl TriangleBending {
    /// The constraint that keeps three particles of the rest shape where they are.
    pub fn at_rest(b0: u32, b1: u32, v: u32, rest: &[glam::Vec3]) -> Self {
        let [a, b, c] = [b0, b1, v].map(|k| rest[k as usize]).map(|p| V3(p.x, p.y, p.z));
        Self { b0, b1, v, rest_height: rest_height(height(a, b, c), [a, b, c]), share: 1.0 }
    }
}

impl Constraint<3> for TriangleBending {
    const KERNEL: &'static Kernel = &KERNEL;

    fn particles(&self) -> [u32; 3] {
        [self.b0, self.b1, self.v]
    }

    fn normal_vertices(&self) -> &[u32] {
        std::slice::from_ref(&self.v)
    }

    fn share(&self) -> f32 {
        self.share
    }

    /// C = |d| − (κ + h0); an inequality that is met has none.
    fn value<R: Real>(&self, [b0, b1, v]: [V3<R>; 3], context: &Context<R>) -> R {
        let c = height(b0, b1, v).length() - (context.kappa + R::of(self.rest_height.into()));
        if context.mode & INEQUALITY != 0 { c.min(R::zero()) } else { c }
    }

    fn project<R: Real>(&self, [b0, b1, v]: [V3<R>; 3], w: [R; 3], context: &Context<R>) -> [V3<R>; 3] {
        let d = height(b0, b1, v);
        let rest = context.kappa + R::of(self.rest_height.into());
        if context.mode & INEQUALITY != 0 && d.length() - rest >= R::zero() {
            return [V3::zero(); 3];
        }
        if rest == R::zero() && is_rounding(d, [b0, b1, v]) {
            return [V3::zero(); 3];
        }
        let share = if context.mode & PRINTED != 0 { [2.0, 2.0] } else { [3.0, 4.0] };
        shared(push(d, rest, context.normal), w, context.stiffness, share.map(R::of))
    }
}
