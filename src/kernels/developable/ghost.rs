//! The ghost mesh: where its vertices are, and how they move; after contact, how far that is from where contact has put them.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::developable::{Developable, Share};
use crate::kernels::common::{Sum, WORKGROUP};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/ghost",
    bindings: &["developable", "offsets", "shares", "y", "rates", "x", "p", "u", "gaps"],
    structs: [Stage, Developable, Share, Sum],
    cpu: cpu
);

gpu_struct! {
    /// When.
    pub struct Stage {
        /// [`BEFORE`] or [`AFTER`].
        pub mode: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
        /// Padding.
        pub pad2: u32,
    }
}

/// Before contact.
pub const BEFORE: u32 = 0;
/// After contact.
pub const AFTER: u32 = 1;

fn cpu(invocations: u32, b: &Bindings) {
    let (when, developable): (Stage, Developable) = (b.params(), b.uniform(0));
    let (offsets, shares, y) = (b.read::<u32>(1), b.read::<Share>(2), b.read::<[f32; 4]>(3));
    let (rates, x) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5));
    let (mut p, mut u, mut gaps) = (b.write::<[f32; 4]>(6), b.write::<[f32; 4]>(7), b.write::<f32>(8));
    let mut sums = vec![Sum::default(); invocations.div_ceil(WORKGROUP) as usize];
    Sum::of_groups(&mut sums, invocations as usize, |i| {
        let terms = &shares[offsets[i] as usize..offsets[i + 1] as usize];
        let origin = V3::<f32>::of(y[terms[0].item as usize]);
        let (mut place, mut velocity) = (V3::zero(), V3::zero());
        for term in terms {
            place += (V3::of(y[term.item as usize]) - origin) * term.share;
            velocity += V3::of(rates[2 * term.item as usize]) * term.share;
        }
        place += origin;
        let mut worst = 0.0;
        if x[i][3] > 0.0 {
            u[i] = velocity.vec4(0.0);
            if when.mode == AFTER {
                worst = (place - V3::of(x[i])).length();
            } else {
                p[i] = place.vec4(x[i][3]);
            }
        } else if when.mode != AFTER {
            u[i] = ((V3::of(p[i]) - V3::of(x[i])) * (1.0 / developable.h)).vec4(0.0);
        }
        Sum { total: 0.0, worst }
    });
    gaps.iter_mut().zip(&sums).for_each(|(gap, sum)| *gap = sum.worst);
}
