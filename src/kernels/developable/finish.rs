//! The end of a step, before contact: unknowns go their way, and get the velocity of it.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::developable::{Developable, Order};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/finish",
    bindings: &["developable", "history", "y", "rates", "moves"],
    structs: [Developable],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (developable, history): (Developable, u32) = (b.uniform(0), b.read::<u32>(1)[0]);
    let (mut y, mut rates) = (b.write::<[f32; 4]>(2), b.write::<[f32; 4]>(3));
    let mut moves = b.write::<[f32; 4]>(4);
    let order = Order::<f32>::new(history, developable.first_order);
    for i in 0..invocations as usize {
        let (moved, last) = (V3::<f32>::of(moves[2 * i]), V3::of(moves[2 * i + 1]));
        rates[2 * i] = order.velocity(moved, last, developable.h).vec4(0.0);
        y[i] = (V3::of(y[i]) + moved).vec4(y[i][3]);
        moves[2 * i] = [0.0, 0.0, 0.0, moves[2 * i][3]];
        moves[2 * i + 1] = moved.vec4(0.0);
    }
}
