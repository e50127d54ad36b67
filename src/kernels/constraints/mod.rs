//! Constraints of position-based dynamics: pure functions from positions and inverse masses to corrections.

pub mod dihedral;
pub mod distance;
pub mod triangle_bending;
pub mod triangle_bending_edge;
pub mod triangle_bending_signed;
pub mod volume_apply;
pub mod volume_gradient;
pub mod volume_sum;
pub mod yarn;

use super::common::{Range, Sim};
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::engine::layout::GpuStruct;
use crate::real::{Real, V3};

/// What a projection may read beside its own particles.
#[derive(Debug, Clone, Copy)]
pub struct Context<R> {
    /// Stiffness per iteration, 0 to 1.
    pub stiffness: R,
    /// κ [m].
    pub kappa: R,
    /// Variant bits of the kernel.
    pub mode: u32,
    /// The normal to use where the constraint has no direction of its own, or needs a side [m²].
    pub normal: V3<R>,
}

/// A constraint on `N` particles: a struct that lies in a buffer and functions of numbers. Colouring, upload, dispatch
/// and tests are generic over it.
pub trait Constraint<const N: usize>: GpuStruct {
    /// The kernel that projects it.
    const KERNEL: &'static Kernel;
    /// Its particles.
    fn particles(&self) -> [u32; N];
    /// Vertices whose normals, added up, are [`Context::normal`]; none where it is not used.
    fn normal_vertices(&self) -> &[u32] {
        &[]
    }
    /// How far the constraint is from being met: C.
    fn value<R: Real>(&self, p: [V3<R>; N], context: &Context<R>) -> R;
    /// The corrections that meet it, times the stiffness.
    fn project<R: Real>(&self, p: [V3<R>; N], w: [R; N], context: &Context<R>) -> [V3<R>; N];
    /// What the stiffness is multiplied by, 0 to 1: what a material asks for, where the constraint has a place for it.
    fn share(&self) -> f32 {
        1.0
    }
    /// What C is divided by for reports: a length for a relative error, 1 for an angle.
    fn scale(&self) -> f64 {
        1.0
    }
}

/// The stiffness that a kernel takes from the uniforms.
pub(crate) enum Stiffness {
    Stretch,
    Bending,
}

/// Runs a constraint's projection over a range: the twin of every constraint kernel's `main`. The buffers are `sim`,
/// `constraints`, `p` and, where the constraint reads them, `normals`.
pub(crate) fn project_range<const N: usize, C: Constraint<N>>(
    invocations: u32,
    b: &Bindings,
    stiffness: impl Fn(u32) -> Stiffness,
) {
    let (range, sim): (Range, Sim) = (b.params(), b.uniform(0));
    let (constraints, mut p) = (b.read::<C>(1), b.write::<[f32; 4]>(2));
    let normals = C::KERNEL.bindings.contains(&"normals").then(|| b.read::<[f32; 4]>(3));
    let stiffness = match stiffness(range.mode) {
        Stiffness::Stretch => sim.stretch,
        Stiffness::Bending => sim.bending,
    };
    let mut context = Context { stiffness, kappa: sim.kappa, mode: range.mode, normal: V3::<f32>::zero() };
    for c in &constraints[range.first as usize..(range.first + invocations) as usize] {
        if let Some(normals) = &normals {
            context.normal = V3::zero();
            c.normal_vertices().iter().for_each(|&v| context.normal += V3::of(normals[v as usize]));
        }
        context.stiffness = stiffness * c.share();
        let particles = c.particles();
        let positions = particles.map(|i| V3::of(p[i as usize]));
        let weights = particles.map(|i| p[i as usize][3]);
        let moves = c.project(positions, weights, &context);
        for n in 0..N {
            p[particles[n] as usize] = (positions[n] + moves[n]).vec4(weights[n]);
        }
    }
}

/// C times its direction for a height `d` that should be `rest` long: along `d`, or along the normal where `d` is too
/// short to have a direction.
pub(crate) fn push<R: Real>(d: V3<R>, rest: R, normal: V3<R>) -> V3<R> {
    let l = d.length();
    if l > R::of(1e-6) * rest {
        d * ((l - rest) / l)
    } else {
        normal * ((l - rest) / normal.length().max(R::of(1e-20)))
    }
}
