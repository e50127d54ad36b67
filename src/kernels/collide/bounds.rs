//! Broad phase: which bodies each patch of the cloth may meet in a substep.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::body::Body;
use crate::kernels::common::contact::{Contact, NOBODY, SLOTS, Span, stride_of, words_of};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "collide/bounds",
    bindings: &["contact", "bodies", "x", "p", "patches", "slots"],
    structs: [Span, Contact, Body],
    cpu: cpu
);

fn is_in_reach(body: &Body, span: &Span, contact: &Contact, low: [f32; 3], high: [f32; 3]) -> bool {
    let (begin, end) = (body.pose_at(span.begin), body.pose_at(span.end));
    let margin = contact.radius.max(contact.keep + contact.band) + contact.reach;
    let radius = body.from_position[3];
    if radius < 0.0 {
        let depth = |pose: &crate::kernels::common::body::Pose<f32>| {
            let n = pose.turn(V3(0.0, 1.0, 0.0));
            let deepest = |n: f32, i: usize| if n > 0.0 { low[i] } else { high[i] };
            let corner = V3(deepest(n.0, 0), deepest(n.1, 1), deepest(n.2, 2));
            n.dot(corner - pose.position)
        };
        return depth(&begin).min(depth(&end)) < margin;
    }
    let far = radius + margin;
    let (a, b) = (begin.position, end.position);
    [(a.0, b.0), (a.1, b.1), (a.2, b.2)]
        .iter()
        .enumerate()
        .all(|(i, (a, b))| low[i] <= a.max(*b) + far && high[i] >= a.min(*b) - far)
}

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact): (Span, Contact) = (b.params(), b.uniform(0));
    let (bodies, x, p) = (b.read::<Body>(1), b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3));
    let (mut patches, mut slots) = (b.write::<u32>(4), b.write::<[f32; 4]>(5));
    let stride = stride_of(contact.count) as usize;
    for patch in patches.chunks_exact_mut(stride).take(invocations.div_ceil(WORKGROUP) as usize) {
        let (particles, words) = patch.split_at_mut(WORKGROUP as usize);
        let (mut low, mut high) = ([3.0e38f32; 3], [-3.0e38f32; 3]);
        for &particle in particles.iter().filter(|i| **i != NOBODY) {
            let i = particle as usize;
            for c in 0..3 {
                low[c] = low[c].min(x[i][c].min(p[i][c]));
                high[c] = high[c].max(x[i][c].max(p[i][c]));
            }
            if span.again == 0 {
                slots[i * SLOTS as usize][3] = 0.0;
            }
        }
        for (w, word) in words[..words_of(contact.count) as usize].iter_mut().enumerate() {
            let reached = |i: &usize| is_in_reach(&bodies[32 * w + i], &span, &contact, low, high);
            let here = (0..32).filter(|i| 32 * w + i < contact.count as usize);
            // Whom a patch has met in this substep stays in reach: it has forces for them.
            let known = if span.again == 1 { *word } else { 0 };
            *word = here.filter(reached).fold(known, |bits, i| bits | 1 << i);
        }
    }
}
