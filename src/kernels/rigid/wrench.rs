//! Force and torque of the cloth on each body, about the body's origin, in a fixed order.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::body::Body;
use crate::kernels::common::contact::{Contact, NOBODY, SLOTS, Span, stride_of};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "rigid/wrench",
    bindings: &["contact", "bodies", "patches", "x", "slots", "wrenches"],
    structs: [Span, Contact, Body],
    cpu: cpu
);

/// Halves are added until one is left.
fn sum(partial: &mut [[V3<f32>; 2]; WORKGROUP as usize]) -> [V3<f32>; 2] {
    let mut half = partial.len() / 2;
    while half > 0 {
        for local in 0..half {
            let [f, t] = partial[local + half];
            partial[local] = [partial[local][0] + f, partial[local][1] + t];
        }
        half /= 2;
    }
    partial[0]
}

fn cpu(invocations: u32, bindings: &Bindings) {
    let (span, contact): (Span, Contact) = (bindings.params(), bindings.uniform(0));
    let (bodies, patches) = (bindings.read::<Body>(1), bindings.read::<u32>(2));
    let (x, slots) = (bindings.read::<[f32; 4]>(3), bindings.read::<[f32; 4]>(4));
    let mut wrenches = bindings.write::<[f32; 4]>(5);
    let stride = stride_of(contact.count) as usize;
    for b in 0..(invocations.div_ceil(WORKGROUP)).min(contact.count) as usize {
        let origin = bodies[b].pose_at(span.end).position;
        let name = (b + 1) as f32;
        let mut partial = [[V3::zero(); 2]; WORKGROUP as usize];
        for (index, patch) in patches.chunks_exact(stride).enumerate() {
            let (particles, words) = patch.split_at(WORKGROUP as usize);
            if words[b / 32] & (1 << (b % 32)) == 0 {
                continue;
            }
            let [force, torque] = &mut partial[index % WORKGROUP as usize];
            for i in particles.iter().take_while(|i| **i != NOBODY).map(|i| *i as usize) {
                let own = &slots[i * SLOTS as usize..(i + 1) * SLOTS as usize];
                // Met between iterations and on its way, a body has two.
                let named = own.iter().take_while(|f| f[3] != 0.0).filter(|f| f[3] == name);
                let f = named.fold(V3::zero(), |sum, f| sum + V3::of(*f));
                *force += f;
                *torque = torque.add_cross(V3::of(x[i]) - origin, f);
            }
        }
        let [f, t] = sum(&mut partial).map(|v| v * contact.share);
        if span.first == 1 {
            (wrenches[2 * b], wrenches[2 * b + 1]) = (f.vec4(0.0), t.vec4(0.0));
        } else {
            wrenches[2 * b] = (V3::of(wrenches[2 * b]) + f).vec4(0.0);
            wrenches[2 * b + 1] = (V3::of(wrenches[2 * b + 1]) + t).vec4(0.0);
        }
    }
}
