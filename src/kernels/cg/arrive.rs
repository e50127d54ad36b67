//! The velocities arrive where the iterations lead: u += s, and s begins anew.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, RUN, When};
use crate::kernels::common::implicit::{HOOKED, Implicit};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/arrive",
    bindings: &["implicit", "cg", "u", "steps"],
    structs: [When, Implicit, Cg],
    cpu: cpu
);

/// The loop is over.
pub const ENDED: u32 = 1;

fn cpu(invocations: u32, b: &Bindings) {
    let (when, implicit, cg): (When, Implicit, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    let looked = implicit.has(HOOKED) && !cg.is_unseen(0);
    let underway = cg.state == RUN && !looked && when.mode != ENDED;
    if cg.done != 0 || underway {
        return;
    }
    let (mut u, mut steps) = (b.write::<[f32; 4]>(2), b.write::<[f32; 4]>(3));
    for i in 0..invocations as usize {
        u[i] = (V3::<f32>::of(u[i]) + V3::of(steps[i])).vec4(0.0);
        steps[i] = [0.0; 4];
    }
}
