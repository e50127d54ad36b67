//! Contact between the iterations of a solve (Han 2015, section 5).

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::body::Body;
use crate::kernels::common::cg::{ASKED, Cg, START};
use crate::kernels::common::contact::{Contact, NOBODY, SLOW, Span, in_reach, stride_of};
use crate::kernels::common::field::field;
use crate::kernels::common::guide::{ALONG, BESIDE, GUIDES, HELD};
use crate::kernels::common::implicit::{Implicit, PRINTED};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "collide/interleave",
    bindings: &[
        "contact", "implicit", "cg", "bodies", "fields", "patches", "x", "u", "impulses", "guides", "changed",
    ],
    structs: [Span, Contact, Implicit, Cg, Body],
    cpu: cpu
);

/// A particle between iterations.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Touch {
    velocity: V3<f32>,
    /// Of the body that it touches; 0 for none.
    name: f32,
    filter: [f32; 4],
    /// Of friction [kg].
    drag: f32,
}

/// What the remembered contact may be apart and still be one [m].
const NEAR: f32 = 4e-5;

/// What every particle sees.
struct Scene<'a> {
    span: Span,
    contact: Contact,
    printed: bool,
    bodies: &'a [Body],
    fields: &'a [f32],
}

impl Scene<'_> {
    /// The particle after it has met a body. `remembered` is whom it touched in the last step.
    fn meet(&self, touch: Touch, b: usize, position: [f32; 4], remembered: f32) -> Touch {
        let (contact, body) = (&self.contact, &self.bodies[b]);
        let pose = body.pose_at(self.span.end);
        let place = V3::of(position) + touch.velocity * contact.h;
        let s = field(body, pose.to_local(place), self.fields);
        let gap = s.distance - contact.keep;
        let name = (b + 1) as f32;
        let known = remembered.abs() == name;
        if !(gap < -contact.band || (known && gap < NEAR)) {
            return touch;
        }
        let n = pose.turn(s.normal);
        let push = -gap / contact.h;
        let mut next = touch;
        next.velocity += n * push;
        if touch.filter[3] == HELD || touch.filter[3] == ALONG {
            return next;
        }
        if touch.name == name {
            next.filter = n.vec4(BESIDE);
            return next;
        }
        next.name = name;
        if touch.filter[3] == BESIDE {
            let line = V3::zero().add_cross(V3::of(touch.filter), n);
            let norm = line.length();
            next.filter = n.vec4(BESIDE);
            if norm > 0.1 {
                next.filter = (line * (1.0 / norm)).vec4(ALONG);
                next.drag = 0.0;
            }
            return next;
        }
        let relative = next.velocity - body.velocity_at(&pose, place);
        let along = relative - n * relative.dot(n);
        let (speed, friction) = (along.length(), body.velocity[3]);
        next.filter = n.vec4(BESIDE);
        if self.printed {
            let held = friction * push.max(0.0);
            next.velocity -= if speed <= held { along } else { along * (held / speed) };
        } else if remembered == -name && friction > 0.0 {
            next.velocity -= along;
            next.filter = n.vec4(HELD);
            next.drag = 0.0;
        } else if !known {
            next.drag = friction * push / (position[3] * speed.max(SLOW));
        }
        next
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact, implicit, cg): (Span, Contact, Implicit, Cg) =
        (b.params(), b.uniform(0), b.uniform(1), b.uniform(2));
    if cg.is_unseen(span.again) {
        return;
    }
    let (bodies, fields, patches) = (b.read::<Body>(3), b.read::<f32>(4), b.read::<u32>(5));
    let (x, mut u) = (b.read::<[f32; 4]>(6), b.write::<[f32; 4]>(7));
    let (mut impulses, mut guides) = (b.write::<[f32; 4]>(8), b.write::<[f32; 4]>(9));
    let mut changed = b.write::<u32>(10);
    let printed = implicit.has(PRINTED);
    let scene = Scene { span, contact, printed, bodies: &bodies, fields: &fields };
    let stride = stride_of(contact.count) as usize;
    for patch in patches.chunks_exact(stride).take(invocations.div_ceil(WORKGROUP) as usize) {
        let (particles, words) = patch.split_at(WORKGROUP as usize);
        for i in particles.iter().filter(|i| **i != NOBODY).map(|i| *i as usize) {
            let (w, position, before) = (x[i][3], x[i], V3::<f32>::of(u[i]));
            let (impulse, filter) = (impulses[i], guides[GUIDES * i + 2]);
            let starts = cg.state == START;
            // As printed every look is the first, and the step begins without one.
            let name = if starts || printed { 0.0 } else { impulse[3].abs() };
            let drag = guides[GUIDES * i + 1][3];
            let mut touch = Touch { velocity: before, name, filter, drag };
            if w == 0.0 || (filter[3] == ALONG && name == 0.0) {
                continue;
            }
            if starts && printed {
                impulses[i][3] = 0.0;
                continue;
            }
            let remembered = if starts { impulse[3] } else { 0.0 };
            if before.length() * contact.h > contact.slack {
                for b in 0..contact.count as usize {
                    touch = scene.meet(touch, b, position, remembered);
                }
            } else {
                for b in in_reach(words) {
                    touch = scene.meet(touch, b, position, remembered);
                }
            }
            let moved = touch.velocity - before;
            if touch.name == 0.0 && !printed {
                impulses[i][3] = 0.0;
                guides[GUIDES * i + 1][3] = 0.0;
            }
            if moved == V3::zero() && touch.filter == filter {
                continue;
            }
            u[i] = touch.velocity.vec4(0.0);
            impulses[i] = (V3::of(impulse) + moved * (1.0 / w)).vec4(touch.name);
            if printed {
                continue;
            }
            guides[GUIDES * i + 1][3] = touch.drag;
            guides[GUIDES * i + 2] = touch.filter;
            changed[0] |= ASKED;
        }
    }
}
