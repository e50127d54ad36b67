//! The angle between two triangles (Müller 2006), for comparison with triangle bending.

use super::{Constraint, Context, Stiffness, project_range};
use crate::engine::Kernel;
use crate::gpu_struct;
use crate::kernels::common::{Range, Sim};
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/dihedral",
    bindings: &["sim", "constraints", "p"],
    structs: [Dihedral, Range, Sim],
    cpu: |n, b| project_range::<4, Dihedral>(n, b, |_| Stiffness::Bending)
);

gpu_struct! {
    /// Two triangles that share an edge, and the angle between them.
    pub struct Dihedral {
        /// One end of the shared edge.
        pub p1: u32,
        /// The other end.
        pub p2: u32,
        /// One wing.
        pub p3: u32,
        /// The other wing.
        pub p4: u32,
        /// φ0 [rad], π where flat.
        pub rest_angle: f32,
        /// What the stiffness is multiplied by: 1, or the share of a correction that the material asks for.
        pub share: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

/// φ = π − |θ| [rad] and its gradients, θ the angle from one triangle's normal to the other's; none for a degenerate
/// triangle. Each wing moves about the edge, and the edge's ends balance it.
pub fn angle<R: Real>([p1, p2, p3, p4]: [V3<R>; 4]) -> Option<(R, [V3<R>; 4])> {
    let e = p2 - p1;
    let n1 = e.cross(p3 - p1);
    let n2 = (p4 - p1).cross(e);
    let l = e.length();
    let (area1, area2) = (n1.dot(n1), n2.dot(n2));
    if l == R::zero() || area1 == R::zero() || area2 == R::zero() {
        return None;
    }
    // Of unit length: products of four edges would leave the range of f32 on small and on large meshes.
    let unit = |n: V3<R>, length: R| V3(n.0 / length, n.1 / length, n.2 / length);
    let (a, b) = (unit(n1, area1.sqrt()), unit(n2, area2.sqrt()));
    let turn = a.cross(b);
    let angle = R::of(std::f64::consts::PI) - turn.length().angle_of(a.dot(b));
    let side = if turn.dot(e) < R::zero() { R::of(-1.0) } else { R::of(1.0) };
    let u1 = n1 * (side / area1);
    let u2 = n2 * (side / area2);
    let g3 = u1 * l;
    let g4 = u2 * l;
    let g1 = u1 * ((p3 - p2).dot(e) / l) + u2 * ((p4 - p2).dot(e) / l);
    let g2 = (g1 + g3 + g4) * R::of(-1.0);
    Some((angle, [g1, g2, g3, g4]))
}

impl Dihedral {
    /// The constraint that keeps a hinge of the rest shape as it is; none where a triangle is degenerate.
    pub fn at_rest(hinge: [u32; 4], rest: &[glam::Vec3]) -> Option<Self> {
        let (rest_angle, _) = angle(hinge.map(|k| rest[k as usize]).map(|p| V3(p.x, p.y, p.z)))?;
        let [p1, p2, p3, p4] = hinge;
        Some(Self { p1, p2, p3, p4, rest_angle, share: 1.0, ..Self::default() })
    }
}

impl Constraint<4> for Dihedral {
    const KERNEL: &'static Kernel = &KERNEL;

    fn particles(&self) -> [u32; 4] {
        [self.p1, self.p2, self.p3, self.p4]
    }

    fn share(&self) -> f32 {
        self.share
    }

    /// C = φ − φ0.
    fn value<R: Real>(&self, p: [V3<R>; 4], _: &Context<R>) -> R {
        angle(p).map_or(R::zero(), |(phi, _)| phi - R::of(self.rest_angle.into()))
    }

    fn project<R: Real>(&self, p: [V3<R>; 4], w: [R; 4], context: &Context<R>) -> [V3<R>; 4] {
        let Some((phi, g)) = angle(p) else { return [V3::zero(); 4] };
        let sum =
            w[0] * g[0].dot(g[0]) + w[1] * g[1].dot(g[1]) + w[2] * g[2].dot(g[2]) + w[3] * g[3].dot(g[3]);
        if sum == R::zero() {
            return [V3::zero(); 4];
        }
        let s = context.stiffness * (phi - R::of(self.rest_angle.into())) / sum;
        [0, 1, 2, 3].map(|i| g[i] * -(s * w[i]))
    }
}
