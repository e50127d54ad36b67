//! Triangle bending that knows its side: a shape is told from its mirror image.

use super::triangle_bending::{height, rest_height, shared};
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
    /// A virtual triangle and its height, with a sign.
    pub struct TriangleBendingSigned {
        /// One end of the base.
        pub b0: u32,
        /// The other end.
        pub b1: u32,
        /// The tip.
        pub v: u32,
        /// h0 [m], negative where the tip lies behind the surface at rest.
        pub rest_height: f32,
    }
}

impl TriangleBendingSigned {
    /// The constraint at rest; `normal` is the tip's.
    pub fn at_rest(b0: u32, b1: u32, v: u32, rest: &[glam::Vec3], normal: glam::Vec3) -> Self {
        let [a, b, c] = [b0, b1, v].map(|k| rest[k as usize]).map(|p| V3(p.x, p.y, p.z));
        let d = height(a, b, c);
        let side = d.dot(V3(normal.x, normal.y, normal.z));
        let rest_height = rest_height(d.length(), (b - a).length());
        Self { b0, b1, v, rest_height: if side < 0.0 { -rest_height } else { rest_height } }
    }

    /// The height with the sign of its side [m]: positive on the rest shape's side.
    fn signed<R: Real>(&self, d: V3<R>, normal: V3<R>) -> (R, R) {
        let side = if self.rest_height < 0.0 { R::of(-1.0) } else { R::of(1.0) };
        let other = self.rest_height != 0.0 && d.dot(normal) * side < R::zero();
        (if other { -d.length() } else { d.length() }, side)
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

    /// C = σ|d| − (κ + |h0|), σ = −1 on the wrong side.
    fn value<R: Real>(&self, [b0, b1, v]: [V3<R>; 3], context: &Context<R>) -> R {
        let (signed, _) = self.signed(height(b0, b1, v), context.normal);
        signed - (context.kappa + R::of(f64::from(self.rest_height).abs()))
    }

    fn project<R: Real>(&self, [b0, b1, v]: [V3<R>; 3], w: [R; 3], context: &Context<R>) -> [V3<R>; 3] {
        let (d, n) = (height(b0, b1, v), context.normal);
        let l = d.length();
        let rest = context.kappa + R::of(f64::from(self.rest_height).abs());
        let (signed, side) = self.signed(d, n);
        let push = if l <= R::of(1e-6) * rest {
            n * (side * (l - rest) / n.length().max(R::of(1e-20)))
        } else if signed < R::zero() {
            d * ((l + rest) / l)
        } else {
            d * ((l - rest) / l)
        };
        shared(push, w, context.stiffness, [3.0, 4.0].map(R::of))
    }
}
