//! The end of an implicit substep: where velocities lead, and what contact does to bodies.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::body::Body;
use crate::kernels::common::contact::{Contact, SLOTS, SLOW, Span};
use crate::kernels::common::guide::{BESIDE, GUIDES, HELD, filtered};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "integrate/aim",
    bindings: &["contact", "bodies", "x", "r", "guides", "u", "impulses", "p", "slots"],
    structs: [Span, Contact, Body],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact): (Span, Contact) = (b.params(), b.uniform(0));
    let (bodies, x, r) = (b.read::<Body>(1), b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3));
    let (guides, u, mut impulses) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut p, mut slots) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    for i in (0..invocations as usize).filter(|i| x[*i][3] > 0.0) {
        let velocity = V3::<f32>::of(u[i]);
        p[i] = (V3::<f32>::of(x[i]) + velocity * contact.h).vec4(x[i][3]);
        if contact.count == 0 {
            continue;
        }
        let (name, slot) = (impulses[i][3].abs(), i * SLOTS as usize);
        if name == 0.0 {
            slots[slot][3] = 0.0;
            continue;
        }
        let (filter, drag) = (guides[GUIDES * i + 2], guides[GUIDES * i + 1][3]);
        let (body, n, ri) = (&bodies[name as usize - 1], V3::of(filter), V3::<f32>::of(r[i]));
        let relative = velocity - body.velocity_at(&body.pose_at(span.end), V3::of(p[i]));
        let sliding = relative - n * relative.dot(n);
        let kept = ri - filtered(filter, ri);
        let given = V3::of(impulses[i]) - kept - sliding * drag;
        slots[slot] = (given * (-1.0 / contact.lasting)).vec4(name);
        slots[slot + 1][3] = 0.0;
        let slow = filter[3] == HELD || (filter[3] == BESIDE && sliding.length() < SLOW);
        impulses[i][3] = if slow { -name } else { name };
    }
}
