//! When a solve seems to have ended, contact is judged by its impulse: who is let go, who slides, and with what friction.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::body::Body;
use crate::kernels::common::cg::{Cg, REVIEW};
use crate::kernels::common::contact::{Contact, Span};
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
const CLOSE: f32 = 0.1;
/// How often contact is judged in a step; after that bodies can only be met, not left.
const RUBS: u32 = 3;

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact, cg): (Span, Contact, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.done != 0 || cg.state != REVIEW || cg.rounds >= RUBS {
        return;
    }
    let (bodies, x, u) = (b.read::<Body>(2), b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (mut impulses, mut r) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut guides, mut changed) = (b.write::<[f32; 4]>(7), b.write::<u32>(8));
    for i in 0..invocations as usize {
        let (w, filter, old_name) = (x[i][3], guides[GUIDES * i + 2], impulses[i][3]);
        if w == 0.0 || old_name == 0.0 || (filter[3] != BESIDE && filter[3] != HELD) {
            continue;
        }
        let small = SMALL / w;
        let body = &bodies[old_name.abs() as usize - 1];
        let friction = body.velocity[3];
        let (n, impulse, ri) = (V3::<f32>::of(filter), V3::<f32>::of(impulses[i]), V3::<f32>::of(r[i]));
        let given = n * impulse.dot(n);
        let pressure = impulse.dot(n) - ri.dot(n);
        let (mut next, mut kind, mut name) = (impulse, filter[3], old_name);
        let mut marks = guides[GUIDES * i][3];
        let released = marks == RELEASED || marks == RELEASED + SLIPPED;
        if pressure < -small && !released {
            (next, kind, name) = (V3::zero(), FREE, 0.0);
            marks += RELEASED;
        } else if kind == HELD {
            let whole = impulse - ri;
            let along = whole - n * whole.dot(n);
            let (norm, most) = (along.length(), friction * pressure.max(0.0));
            if norm > most + small && marks < SLIPPED {
                marks += SLIPPED;
                next = given + along * (most / norm);
                kind = BESIDE;
            }
        } else if friction > 0.0 {
            let place = V3::of(x[i]) + V3::of(u[i]) * contact.h;
            let relative = V3::of(u[i]) - body.velocity_at(&body.pose_at(span.end), place);
            let along = relative - n * relative.dot(n);
            let speed = along.length();
            if speed > SMALL {
                let most = friction * pressure.max(0.0);
                let wanted = given - along * (most / speed);
                if (wanted - impulse).length() > CLOSE * most + small {
                    next = wanted;
                }
            }
        }
        if kind == filter[3] && next == impulse {
            continue;
        }
        r[i] = (ri + (next - impulse)).vec4(0.0);
        impulses[i] = next.vec4(name);
        guides[GUIDES * i][3] = marks;
        guides[GUIDES * i + 2] = n.vec4(kind);
        changed[0] = 1;
    }
}
