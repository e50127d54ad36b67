//! The twin of `common/contact.wgsl`: how cloth meets bodies.

use super::WORKGROUP;
use super::body::Body;
use super::field::{MESH, Sample, TORUS, field};
use crate::gpu_struct;
use crate::real::{Real, V3};

gpu_struct! {
    /// What every contact kernel reads.
    pub struct Contact {
        /// Distance that cloth keeps from bodies: its thickness [m].
        pub keep: f32,
        /// Within this beyond `keep`, a particle touches [m].
        pub band: f32,
        /// Where alleviation begins [m]; 0 for none.
        pub radius: f32,
        /// Farthest that contact may move a particle beyond its own way in a substep [m].
        pub reach: f32,
        /// Substep [s].
        pub h: f32,
        /// Of the step, one substep's.
        pub share: f32,
        /// [`QUADRATIC`] and the other bits.
        pub mode: u32,
        /// Bodies.
        pub count: u32,
        /// Farthest that an implicit step may take a particle before it looks at all bodies [m].
        pub slack: f32,
        /// A lasting contact's impulse in an implicit substep by its force [s].
        pub lasting: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

gpu_struct! {
    /// Part of the step that a substep covers.
    pub struct Span {
        /// Where it begins, 0 to 1.
        pub begin: f32,
        /// Where it ends.
        pub end: f32,
        /// 1 in the first substep.
        pub first: u32,
        /// 1 where a pass goes on from an earlier one of the same substep.
        pub again: u32,
    }
}

/// α = 2d/R − d²/R² instead of d/R.
pub const QUADRATIC: u32 = 1;
/// Alleviate the whole velocity, not its normal part.
pub const WHOLE_VELOCITY: u32 = 2;
/// Bodies get the normal part of the force.
pub const NORMAL_FORCE: u32 = 4;
/// Forces by the sub-force estimate.
pub const SUBFORCE: u32 = 8;
/// Forces by the energy estimate.
pub const ENERGY: u32 = 16;

/// Below this speed an implicit step's friction grows with it [m/s]; what ends a step slower is held in the next.
pub const SLOW: f32 = 1e-4;

/// Contacts of a particle in a substep that are passed on to bodies.
pub const SLOTS: u32 = 4;

/// No particle has this index: the last patch is filled up with it.
pub const NOBODY: u32 = u32::MAX;

/// Words of a patch that have a bit for each body.
pub fn words_of(count: u32) -> u32 {
    count.div_ceil(32)
}

/// Words of a patch.
pub fn stride_of(count: u32) -> u32 {
    WORKGROUP + words_of(count)
}

/// The bodies whose bits are set in the words of a patch, ascending.
pub fn in_reach(words: &[u32]) -> impl Iterator<Item = usize> {
    let bits = |w: u32| (0..32).filter(move |b| w & (1 << b) != 0);
    words.iter().enumerate().flat_map(move |(i, &w)| bits(w).map(move |b| 32 * i + b))
}

/// The share of the way from `a` to `b`, in the body's axes, on which the distance first falls to `keep`; 2 if it does
/// not. Steps as far as the distance allows (Hart 1996). That from a convex body is convex along the way and never below
/// its tangent, so there each step goes to where the tangent meets `keep`. `start` is the sample at `a`.
pub fn sweep<R: Real>(
    body: &Body,
    fields: &[f32],
    [a, b]: [V3<R>; 2],
    start: Sample<R>,
    keep: R,
    band: R,
) -> R {
    let way = b - a;
    let norm = way.length();
    let convex = body.shape != TORUS && body.shape != MESH;
    let caution = R::of(if body.shape == MESH { f64::from(0.6f32) } else { 1.0 });
    let (mut t, mut s) = (R::zero(), start);
    for _ in 0..256 {
        let left = s.distance - keep;
        if left <= band {
            break;
        }
        let approach = if convex { -way.dot(s.normal) } else { norm };
        if approach <= R::zero() {
            return R::of(2.0);
        }
        t += caution * left / approach;
        if t >= R::of(1.0) {
            return R::of(2.0);
        }
        s = field(body, a + way * t, fields);
    }
    t
}
