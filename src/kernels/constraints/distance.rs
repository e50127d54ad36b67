//! Keeps two particles at their rest distance: stretch along edges, sticks between every second vertex.

use super::{Constraint, Context, Stiffness, project_range};
use crate::engine::Kernel;
use crate::gpu_struct;
use crate::kernels::common::{Range, Sim};
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/distance",
    bindings: &["sim", "constraints", "p"],
    structs: [Distance, Range, Sim],
    cpu: |n, b| project_range::<2, Distance>(n, b, |mode| {
        if mode & STICK != 0 { Stiffness::Bending } else { Stiffness::Stretch }
    })
);

/// Mode bit: the stiffness of bending, not of stretch.
pub const STICK: u32 = 1;

gpu_struct! {
    /// Two particles and the distance between them.
    pub struct Distance {
        /// One particle.
        pub i: u32,
        /// The other.
        pub j: u32,
        /// Rest length [m].
        pub rest_length: f32,
        /// What the stiffness is multiplied by: 1, or the share of a correction that the material asks for.
        pub share: f32,
    }
}

impl Distance {
    /// The constraint that keeps two particles of the rest shape where they are.
    pub fn at_rest(i: u32, j: u32, rest: &[glam::Vec3]) -> Self {
        let [a, b] = [i, j].map(|k| rest[k as usize]);
        let rest_length = (V3(b.x, b.y, b.z) - V3(a.x, a.y, a.z)).length();
        Self { i, j, rest_length, share: 1.0 }
    }
}

impl Constraint<2> for Distance {
    const KERNEL: &'static Kernel = &KERNEL;

    fn particles(&self) -> [u32; 2] {
        [self.i, self.j]
    }

    /// C = |d| − rest length, d = p_j − p_i.
    fn value<R: Real>(&self, [a, b]: [V3<R>; 2], _: &Context<R>) -> R {
        (b - a).length() - R::of(self.rest_length.into())
    }

    fn project<R: Real>(&self, [a, b]: [V3<R>; 2], [wa, wb]: [R; 2], context: &Context<R>) -> [V3<R>; 2] {
        let d = b - a;
        let l = d.length();
        let w = wa + wb;
        if l == R::zero() || w == R::zero() {
            return [V3::zero(); 2];
        }
        let s = context.stiffness * (l - R::of(self.rest_length.into())) / (l * w);
        [d * (wa * s), d * -(wb * s)]
    }

    fn share(&self) -> f32 {
        self.share
    }

    fn scale(&self) -> f64 {
        self.rest_length.into()
    }
}
