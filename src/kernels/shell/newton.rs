//! The next Newton step: members are taken where the solution leads. A step that went too far is cut instead.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{ALWAYS, Cg, MOVED, REVIEW, When};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::common::shell::{Place, Shell};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/newton",
    bindings: &["implicit", "shell", "cg", "x", "places", "at", "base", "last", "u", "changed"],
    structs: [When, Implicit, Shell, Cg, Place],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (implicit, shell, cg): (Implicit, Shell, Cg) = (b.uniform(0), b.uniform(1), b.uniform(2));
    let first = b.params::<When>().phase == ALWAYS;
    if !first && (cg.done != 0 || cg.state != REVIEW) {
        return;
    }
    let (x, places, mut at) = (b.read::<[f32; 4]>(3), b.read::<Place>(4), b.write::<Place>(5));
    let (mut base, mut last) = (b.write::<[f32; 4]>(6), b.write::<[f32; 4]>(7));
    let (mut u, mut changed) = (b.write::<[f32; 4]>(8), b.write::<u32>(9));
    for i in 0..invocations as usize {
        if first {
            base[i] = V3::<f32>::of(u[i]).vec4(0.0);
            at[i] = shell.moved(places[i], V3::of(u[i]) * implicit.h);
            continue;
        }
        if cg.cuts == 0 {
            last[i] = base[i];
        } else if x[i][3] > 0.0 {
            let before = V3::<f32>::of(last[i]);
            u[i] = (before + (V3::of(u[i]) - before) * cg.share).vec4(0.0);
        }
        base[i] = V3::<f32>::of(u[i]).vec4(0.0);
        at[i] = shell.moved(places[i], V3::of(u[i]) * implicit.h);
    }
    if !first {
        changed[0] |= MOVED;
    }
}
