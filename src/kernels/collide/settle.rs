//! Friction in a residual taken anew; and when a solve seems to have ended, contact is judged by its impulse: who is let go, who
//! slides, and with what drag.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::body::Body;
use crate::kernels::common::cg::{ASKED, Cg, RENEW, REVIEW};
use crate::kernels::common::contact::{Contact, SLOW, Span};
use crate::kernels::common::guide::{BESIDE, FREE, GUIDES, HELD, RELEASED, SLIPPED};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "collide/settle",
    bindings: &["contact", "cg", "bodies", "x", "u", "impulses", "r", "guides", "changed"],
    structs: [Span, Contact, Cg, Body],
    cpu: cpu
);

/// Changes of velocity that do not matter [m/s].
const SMALL: f32 = 1e-4;
/// Friction may be off by this share.
const CLOSE: f32 = 0.005;
const ROUGH: f32 = 2e-6;
/// How often contact is judged in a step; after that bodies can only be met, not left.
const RUBS: u32 = 3;

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact, cg): (Span, Contact, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(RENEW) {
        return;
    }
    let (bodies, x, u) = (b.read::<Body>(2), b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (mut impulses, mut r) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut guides, mut changed) = (b.write::<[f32; 4]>(7), b.write::<u32>(8));
    for i in 0..invocations as usize {
        let (w, name, guide) = (x[i][3], impulses[i][3], &mut guides[GUIDES * i..][..GUIDES]);
        let filter = guide[2];
        if w == 0.0 || name == 0.0 || (filter[3] != BESIDE && filter[3] != HELD) {
            continue;
        }
        let (body, n) = (&bodies[name.abs() as usize - 1], V3::<f32>::of(filter));
        let place = V3::of(x[i]) + V3::of(u[i]) * contact.h;
        let relative = V3::of(u[i]) - body.velocity_at(&body.pose_at(span.end), place);
        let sliding = relative - n * relative.dot(n);
        let (impulse, before) = (V3::<f32>::of(impulses[i]), V3::<f32>::of(r[i]));
        let pressure = impulse.dot(n) - before.dot(n);
        let (mut next, mut kind, mut marks, mut drag) = (impulses[i], filter[3], guide[0][3], guide[1][3]);
        if cg.state == REVIEW && cg.rounds < RUBS {
            let small = SMALL / w;
            let most = body.velocity[3] * pressure.max(0.0);
            let released = marks == RELEASED || marks == RELEASED + SLIPPED;
            if pressure < -small && !released {
                (next, kind, drag) = ([0.0; 4], FREE, 0.0);
                marks += RELEASED;
            } else if kind == HELD {
                let whole = impulse - before;
                let along = whole - n * whole.dot(n);
                if along.length() > most + small && marks < SLIPPED {
                    next = (n * impulse.dot(n)).vec4(name);
                    (kind, drag) = (BESIDE, most / SLOW);
                    marks += SLIPPED;
                }
            } else {
                let speed = sliding.length();
                let wanted = most / speed.max(SLOW);
                if (wanted - drag).abs() * speed > CLOSE * most + ROUGH / w {
                    drag = wanted;
                }
            }
            if kind != filter[3] || drag != guide[1][3] {
                guide[0][3] = marks;
                guide[1][3] = drag;
                guide[2] = n.vec4(kind);
                impulses[i] = next;
                changed[0] |= ASKED;
            }
        }
        r[i] = (before + (V3::of(next) - impulse) - sliding * drag).vec4(0.0);
    }
}
