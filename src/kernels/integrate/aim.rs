//! The end of an implicit substep: where velocities lead, and what contact does to bodies.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::body::Body;
use crate::kernels::common::contact::{Contact, SLOTS, Span};
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
    let (guides, mut u, mut impulses) =
        (b.read::<[f32; 4]>(4), b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut p, mut slots) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    for i in (0..invocations as usize).filter(|i| x[*i][3] > 0.0) {
        let (name, filter, velocity) = (impulses[i][3].abs(), guides[GUIDES * i + 2], V3::<f32>::of(u[i]));
        if name > 0.0 && filter[3] == BESIDE {
            let (body, n) = (&bodies[name as usize - 1], V3::of(filter));
            let place = V3::of(x[i]) + velocity * contact.h;
            let relative = velocity - body.velocity_at(&body.pose_at(span.end), place);
            let along = relative - n * relative.dot(n);
            // Friction brakes, and does no more.
            if along.dot(V3::of(impulses[i])) > 0.0 {
                u[i] = (velocity - along).vec4(0.0);
            }
        }
        p[i] = (V3::<f32>::of(x[i]) + V3::of(u[i]) * contact.h).vec4(x[i][3]);
        if contact.count == 0 {
            continue;
        }
        let slot = i * SLOTS as usize;
        if name == 0.0 {
            slots[slot][3] = 0.0;
            continue;
        }
        let ri = V3::<f32>::of(r[i]);
        let kept = ri - filtered(filter, ri);
        slots[slot] = ((kept - V3::of(impulses[i])) * (1.0 / contact.h)).vec4(name);
        slots[slot + 1][3] = 0.0;
        impulses[i][3] = if filter[3] == HELD { -name } else { name };
    }
}
