//! Contact of triangles, as their corners feel it.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{ASKED, Cg};
use crate::kernels::common::contact::Span;
use crate::kernels::common::guide::{ALONG, BESIDE, FREE, GUIDES};
use crate::kernels::common::implicit::{Implicit, PRINTED};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "collide/spread",
    bindings: &["implicit", "cg", "offsets", "incident", "inner", "x", "u", "impulses", "guides", "changed"],
    structs: [Span, Implicit, Cg],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (span, implicit, cg): (Span, Implicit, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_unseen(span.again) {
        return;
    }
    let (offsets, incident) = (b.read::<u32>(2), b.read::<u32>(3));
    let (inner, x, mut u) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut impulses, mut guides) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    let mut changed = b.write::<u32>(9);
    for i in 0..invocations as usize {
        let (w, filter) = (x[i][3], guides[GUIDES * i + 2]);
        if w == 0.0 || (filter[3] == ALONG && impulses[i][3] == 0.0) {
            continue;
        }
        let (mut deepest, mut name) = ([0.0; 4], 0.0);
        for &t in &incident[offsets[i] as usize..offsets[i + 1] as usize] {
            if inner[2 * t as usize][3] > deepest[3] {
                deepest = inner[2 * t as usize];
                name = inner[2 * t as usize + 1][3];
            }
        }
        if deepest[3] == 0.0 {
            continue;
        }
        let n = V3::<f32>::of(deepest);
        u[i] = (V3::of(u[i]) + n * deepest[3]).vec4(0.0);
        impulses[i] = (V3::of(impulses[i]) + n * (deepest[3] / w)).vec4(name);
        if implicit.has(PRINTED) {
            continue;
        }
        if filter[3] == FREE {
            guides[GUIDES * i + 2] = n.vec4(BESIDE);
        }
        if filter[3] == BESIDE {
            let line = V3::zero().add_cross(V3::of(filter), n);
            let norm = line.length();
            if norm > 0.1 {
                guides[GUIDES * i + 1][3] = 0.0;
                guides[GUIDES * i + 2] = (line * (1.0 / norm)).vec4(ALONG);
            }
        }
        if span.again == 0 {
            changed[0] |= ASKED;
        }
    }
}
