//! The limit of strain, looked at when a solve seems to have ended.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, REVIEW};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::forces::springs::Spring;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "forces/strain_limit",
    bindings: &["implicit", "cg", "offsets", "springs", "x", "u", "limited", "changed"],
    structs: [Implicit, Cg, Spring],
    cpu: cpu
);

/// How often springs may come to their limit in a step; after that they only come back, so that the step ends and none
/// pushes.
const REACHES: u32 = 16;

/// Further beyond its limit than this share of the allowed way, a spring has not kept it.
const MISSED: f32 = 0.1;

/// The spring has no limit.
pub const NEVER: u32 = 0;
/// It is beyond its limit.
pub const BEYOND: u32 = 1;
/// It is not.
pub const BELOW: u32 = 2;

fn cpu(invocations: u32, b: &Bindings) {
    let (implicit, cg): (Implicit, Cg) = (b.uniform(0), b.uniform(1));
    if cg.done != 0 || cg.state != REVIEW {
        return;
    }
    let (offsets, springs) = (b.read::<u32>(2), b.read::<Spring>(3));
    let (x, u) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5));
    let (mut limited, mut changed) = (b.write::<u32>(6), b.write::<u32>(7));
    for i in 0..invocations as usize {
        for s in offsets[i] as usize..offsets[i + 1] as usize {
            let (spring, other) = (&springs[s], springs[s].other as usize);
            let l = V3::<f32>::of(x[i]) - V3::of(x[other]);
            let du = V3::<f32>::of(u[i]) - V3::of(u[other]);
            let norm = l.length();
            if limited[s] == NEVER || norm == 0.0 {
                continue;
            }
            let drawn = norm + implicit.h * l.dot(du) / norm - implicit.limit * spring.rest_length;
            let allowed = limited[s] == BEYOND || cg.rounds < REACHES;
            let next = if drawn > 0.0 && allowed { BEYOND } else { BELOW };
            if next != limited[s] {
                limited[s] = next;
                changed[0] = 1;
            }
            let missed = MISSED * (implicit.limit - 1.0) * spring.rest_length;
            if (l + du * implicit.h).length() > implicit.limit * spring.rest_length + missed {
                changed[1] = 1;
            }
        }
    }
}
