//! Triangle bending that knows its side: a shape is told from its mirror image.

use super::triangle_bending::{height, is_rounding, rest_height, shared};
use super::{Constraint, Context, Stiffness, project_range};
use crate::engine::Kernel;
use crate::gpu_struct;
use crate::kernels::common::{Range, Sim};
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/triangle_bending_signed",
    bindings: &["sim", "constraints", "p", "normals"],
    structs: [TriangleBendingSigned, Range, Sim],
    cpu: |n, b| project_range::<3, TriangleBendingSigned>(n, b, |_| Stiffness::Bending)
);

gpu_struct! {
    /// A virtual triangle, its height and the side that its tip lies on.
    pub struct TriangleBendingSigned {
        /// One end of the base.
        pub b0: u32,
        /// The other end.
        pub b1: u32,
        /// The tip.
        pub v: u32,
        /// h0 [m].
        pub rest_height: f32,
        /// 1 where the tip lies in front of the surface at rest, −1 behind it, 0 where it has no side.
        pub side: f32,
        /// What the stiffness is multiplied by: 1, or the share of a correction that the material asks for.
        pub share: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

impl TriangleBendingSigned {
    /// The constraint at rest; `normal` is the tip's. Two kinds of tips have no side, for it would be rounding or
    /// chance, and projecting through to it would tear the surface: those that count as flat, and those whose height leans
    /// more than 60° from the normal, as at a boundary, where it lies in the surface.
    pub fn at_rest(b0: u32, b1: u32, v: u32, rest: &[glam::Vec3], normal: glam::Vec3) -> Self {
        let [a, b, c] = [b0, b1, v].map(|k| rest[k as usize]).map(|p| V3(p.x, p.y, p.z));
        let d = height(a, b, c);
        let rest_height = rest_height(d, [a, b, c]);
        let along = d.dot(V3(normal.x, normal.y, normal.z));
        let has_side = rest_height > 0.0 && along.abs() >= 0.5 * rest_height * normal.length();
        let side = if has_side { along.signum() } else { 0.0 };
        Self { b0, b1, v, rest_height, side, share: 1.0, ..Self::default() }
    }

    /// The height with the sign of its side [m]: negative on the other side than at rest.
    fn signed<R: Real>(&self, d: V3<R>, normal: V3<R>) -> R {
        if d.dot(normal) * R::of(self.side.into()) < R::zero() { -d.length() } else { d.length() }
    }
}

impl Constraint<3> for TriangleBendingSigned {
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

    /// C = σ|d| − (κ + h0), σ = −1 on the wrong side.
    fn value<R: Real>(&self, [b0, b1, v]: [V3<R>; 3], context: &Context<R>) -> R {
        self.signed(height(b0, b1, v), context.normal) - (context.kappa + R::of(self.rest_height.into()))
    }

    fn project<R: Real>(&self, [b0, b1, v]: [V3<R>; 3], w: [R; 3], context: &Context<R>) -> [V3<R>; 3] {
        let (d, n) = (height(b0, b1, v), context.normal);
        let l = d.length();
        let rest = context.kappa + R::of(self.rest_height.into());
        if rest == R::zero() && is_rounding(d, [b0, b1, v]) {
            return [V3::zero(); 3];
        }
        let outward = if self.side < 0.0 { R::of(-1.0) } else { R::of(1.0) };
        let push = if l <= R::of(1e-6) * rest {
            n * (outward * (l - rest) / n.length().max(R::of(1e-20)))
        } else if self.signed(d, n) < R::zero() {
            d * ((l + rest) / l)
        } else {
            d * ((l - rest) / l)
        };
        shared(push, w, context.stiffness, [3.0, 4.0].map(R::of))
    }
}
