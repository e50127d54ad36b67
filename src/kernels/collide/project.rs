//! Contact of position-based cloth with bodies, with friction, swept.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::body::Body;
use crate::kernels::common::contact::{Contact, NOBODY, SLOTS, Span, in_reach, stride_of, sweep};
use crate::kernels::common::field::field;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "collide/project",
    bindings: &["contact", "bodies", "fields", "patches", "x", "p", "slots"],
    structs: [Span, Contact, Body],
    cpu: cpu
);

/// Where a particle that went from `before` to `aim` may be instead [m].
pub fn projected<R: Real>(
    body: &Body,
    fields: &[f32],
    (contact, span): (&Contact, &Span),
    before: V3<R>,
    aim: V3<R>,
) -> V3<R> {
    let [keep, band, h] = [contact.keep, contact.band, contact.h].map(|c| R::of(c.into()));
    let begin = body.pose_at(R::of(span.begin.into()));
    let end = body.pose_at(R::of(span.end.into()));
    let (a, b) = (begin.to_local(before), end.to_local(aim));
    let s = field(body, a, fields);
    let mut c = b;
    if s.distance - keep > band {
        if (b - a).length() < s.distance - keep {
            return aim;
        }
        let t = sweep(body, fields, [a, b], s, keep, band);
        if t > R::of(1.0) {
            return aim;
        }
        c = a + (b - a) * t;
    } else {
        let half = field(body, a + (b - a) * R::of(0.5), fields).distance;
        if half < keep.min(field(body, b, fields).distance) {
            // From one side to the other: it stays where it touched.
            c = a;
        }
    }
    let met = field(body, c, fields);
    let depth = keep - met.distance + (c - b).dot(met.normal);
    if depth <= R::zero() {
        return aim;
    }
    let normal = end.turn(met.normal);
    let carried = before + body.velocity_at(&begin, before) * h;
    let slip = (aim - carried) + normal * depth;
    let away = slip.dot(normal);
    let along = slip - normal * away;
    let way = along.length();
    let held = R::of(body.velocity[3].into()) * depth;
    let left = if way > held { R::of(1.0) - held / way } else { R::zero() };
    let put = carried + normal * away + along * left;
    let check = field(body, end.to_local(put), fields);
    if check.distance >= keep {
        return put;
    }
    put + end.turn(check.normal) * (keep - check.distance)
}

/// Adds a force on a body to a particle's contacts.
fn add_force(slots: &mut [[f32; 4]], b: usize, force: V3<f32>) {
    let name = (b + 1) as f32;
    let Some(at) = slots.iter().position(|s| s[3] == name || s[3] == 0.0) else { return };
    if slots[at][3] == name {
        slots[at] = (V3::of(slots[at]) + force).vec4(name);
        return;
    }
    slots[at] = force.vec4(name);
    if let Some(next) = slots.get_mut(at + 1) {
        next[3] = 0.0;
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact): (Span, Contact) = (b.params(), b.uniform(0));
    let (bodies, fields, patches) = (b.read::<Body>(1), b.read::<f32>(2), b.read::<u32>(3));
    let (x, mut p, mut slots) = (b.read::<[f32; 4]>(4), b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let stride = stride_of(contact.count) as usize;
    for patch in patches.chunks_exact(stride).take(invocations.div_ceil(WORKGROUP) as usize) {
        let (particles, words) = patch.split_at(WORKGROUP as usize);
        for i in particles.iter().filter(|i| **i != NOBODY).map(|i| *i as usize) {
            let w = p[i][3];
            for b in in_reach(words).filter(|_| w > 0.0) {
                let (before, aim) = (V3::<f32>::of(x[i]), V3::of(p[i]));
                let put = projected(&bodies[b], &fields, (&contact, &span), before, aim);
                if put != aim {
                    p[i] = put.vec4(w);
                    let force = (aim - put) * (1.0 / (w * contact.h * contact.h));
                    add_force(&mut slots[i * SLOTS as usize..(i + 1) * SLOTS as usize], b, force);
                }
            }
        }
    }
}
