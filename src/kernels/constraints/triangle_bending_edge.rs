//! Triangle bending across an edge (Kelager 2010, section 4.1): the tip is the edge's midpoint, a virtual vertex.

use super::triangle_bending::{height, is_rounding, rest_height};
use super::{Constraint, Context, Stiffness, project_range, push};
use crate::engine::Kernel;
use crate::gpu_struct;
use crate::kernels::common::{Range, Sim};
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/triangle_bending_edge",
    bindings: &["sim", "constraints", "p", "normals"],
    structs: [TriangleBendingEdge, Range, Sim],
    cpu: |n, b| project_range::<4, TriangleBendingEdge>(n, b, |_| Stiffness::Bending)
);

gpu_struct! {
    /// An edge, its wings and the height of its midpoint.
    pub struct TriangleBendingEdge {
        /// One end of the edge.
        pub p1: u32,
        /// The other end.
        pub p2: u32,
        /// One wing.
        pub p3: u32,
        /// The other wing.
        pub p4: u32,
        /// h0 [m].
        pub rest_height: f32,
        /// What the stiffness is multiplied by: 1, or the share of a correction that the material asks for.
        pub share: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

/// The virtual triangle: the wings, and the edge's midpoint as the tip.
fn triangle<R: Real>([p1, p2, p3, p4]: [V3<R>; 4]) -> [V3<R>; 3] {
    [p3, p4, p1 + (p2 - p1) * R::of(0.5)]
}

fn edge_height<R: Real>(p: [V3<R>; 4]) -> V3<R> {
    let [b0, b1, v] = triangle(p);
    height(b0, b1, v)
}

impl TriangleBendingEdge {
    /// The constraint that keeps a hinge of the rest shape as it is.
    pub fn at_rest(hinge: [u32; 4], rest: &[glam::Vec3]) -> Self {
        let p = hinge.map(|k| rest[k as usize]).map(|p| V3(p.x, p.y, p.z));
        let rest_height = rest_height(edge_height(p), triangle(p));
        let [p1, p2, p3, p4] = hinge;
        Self { p1, p2, p3, p4, rest_height, share: 1.0, ..Self::default() }
    }
}

impl Constraint<4> for TriangleBendingEdge {
    const KERNEL: &'static Kernel = &KERNEL;

    fn particles(&self) -> [u32; 4] {
        [self.p1, self.p2, self.p3, self.p4]
    }

    fn normal_vertices(&self) -> &[u32] {
        // The first two fields lie side by side, as the layout has them.
        &bytemuck::cast_slice::<Self, u32>(std::slice::from_ref(self))[..2]
    }

    fn share(&self) -> f32 {
        self.share
    }

    /// C = |d| − (κ + h0).
    fn value<R: Real>(&self, p: [V3<R>; 4], context: &Context<R>) -> R {
        edge_height(p).length() - (context.kappa + R::of(self.rest_height.into()))
    }

    fn project<R: Real>(&self, p: [V3<R>; 4], w: [R; 4], context: &Context<R>) -> [V3<R>; 4] {
        let rest = context.kappa + R::of(self.rest_height.into());
        let d = edge_height(p);
        if rest == R::zero() && is_rounding(d, triangle(p)) {
            return [V3::zero(); 4];
        }
        let push = push(d, rest, context.normal);
        let sum = w[0] + w[1] + w[2] + w[3];
        if sum == R::zero() {
            return [V3::zero(); 4];
        }
        let s = push * (context.stiffness * R::of(3.0) / sum);
        [s * -w[0], s * -w[1], s * w[2], s * w[3]]
    }
}
