//! The end of an implicit substep: where velocities lead, and what contact does to bodies.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::contact::{Contact, SLOTS};
use crate::kernels::common::guide::{GUIDES, HELD, filtered};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "integrate/aim",
    bindings: &["contact", "x", "u", "r", "guides", "impulses", "p", "slots"],
    structs: [Contact],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let contact: Contact = b.uniform(0);
    let (x, u, r) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3));
    let (guides, mut impulses) = (b.read::<[f32; 4]>(4), b.write::<[f32; 4]>(5));
    let (mut p, mut slots) = (b.write::<[f32; 4]>(6), b.write::<[f32; 4]>(7));
    for i in (0..invocations as usize).filter(|i| x[*i][3] > 0.0) {
        p[i] = (V3::<f32>::of(x[i]) + V3::of(u[i]) * contact.h).vec4(x[i][3]);
        if contact.count == 0 {
            continue;
        }
        let (name, slot) = (impulses[i][3].abs(), i * SLOTS as usize);
        if name == 0.0 {
            slots[slot][3] = 0.0;
            continue;
        }
        let (ri, filter) = (V3::<f32>::of(r[i]), guides[GUIDES * i + 2]);
        let kept = ri - filtered(filter, ri);
        slots[slot] = ((kept - V3::of(impulses[i])) * (1.0 / contact.h)).vec4(name);
        slots[slot + 1][3] = 0.0;
        impulses[i][3] = if filter[3] == HELD { -name } else { name };
    }
}
