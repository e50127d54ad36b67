//! The start of a step: where each unknown would go without forces.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::developable::{Developable, Order};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/start",
    bindings: &["developable", "history", "dofs", "x", "v", "p", "y", "rates", "moves"],
    structs: [Developable, Dof],
    cpu: cpu
);

/// What the inverse mass of a knot counts while a hand leads it, which is lighter than the ring that one leads inside of a sheet.
pub const KNOT: f32 = 0.03125;
const TINY: f32 = 1e-30;

gpu_struct! {
    /// An unknown point, the middle of two vertices that may be one.
    pub struct Dof {
        /// One vertex.
        pub a: u32,
        /// The other.
        pub b: u32,
        /// [1/kg].
        pub inverse_mass: f32,
        /// Its own, against bending [N/m].
        pub stiffness: f32,
        /// Direction that it is free in while both are held; 0 for none.
        pub line: [f32; 4],
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (developable, history): (Developable, u32) = (b.uniform(0), b.read::<u32>(1)[0]);
    let (dofs, x, v) = (b.read::<Dof>(2), b.read::<[f32; 4]>(3), b.read::<[f32; 4]>(4));
    let (p, mut y) = (b.read::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let (mut rates, mut moves) = (b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    let order = Order::<f32>::new(history, developable.first_order);
    for i in 0..invocations as usize {
        let (dof, at) = (dofs[i], |of: &[[f32; 4]], k: u32| V3::<f32>::of(of[k as usize]));
        let (mut place, mut velocity) = (V3::of(y[i]), V3::of(rates[2 * i]));
        let (mut before, mut last) = (V3::of(rates[2 * i + 1]), V3::of(moves[2 * i + 1]));
        if history == 0 {
            place = (at(&x, dof.a) + at(&x, dof.b)) * 0.5;
            velocity = (at(&v, dof.a) + at(&v, dof.b)) * 0.5;
            (before, last) = (V3::zero(), V3::zero());
        }
        let mut way = order.way([velocity, before], last, developable.h, developable.damping);
        let mut inverse_mass = dof.inverse_mass;
        if x[dof.a as usize][3] == 0.0 && x[dof.b as usize][3] == 0.0 {
            let (line, led) = (V3::of(dof.line), (at(&p, dof.a) + at(&p, dof.b)) * 0.5 - place);
            way = led + line * line.dot(way - led);
            inverse_mass = if line == V3::zero() { 0.0 } else { -inverse_mass };
        } else if p[dof.a as usize][3] < 0.0 && p[dof.b as usize][3] < 0.0 {
            // Led by a hand, which carries it, as far as lengths let it go.
            let led = ((at(&p, dof.a) - at(&x, dof.a)) + (at(&p, dof.b) - at(&x, dof.b))) * 0.5;
            let share = (-p[dof.a as usize][3] / led.length().max(TINY)).min(1.0);
            way = led * share - V3::of(developable.gravity) * order.lasting(developable.h);
            inverse_mass *= if dof.a == dof.b { KNOT } else { 1.0 };
        }
        let w = inverse_mass.abs();
        let softness = w / (1.0 + order.lasting(developable.h) * w * dof.stiffness);
        y[i] = place.vec4(inverse_mass);
        rates[2 * i] = velocity.vec4(0.0);
        rates[2 * i + 1] = velocity.vec4(0.0);
        moves[2 * i] = way.vec4(softness);
        moves[2 * i + 1] = last.vec4(0.0);
    }
}
