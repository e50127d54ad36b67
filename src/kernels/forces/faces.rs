//! Pressure and wind on triangles.
//!
//! A triangle is given by its edges from the corner that asks: e1 to the next corner, e2 to the one after [m]; e1 × e2
//! points away from the back.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, FORCE, OPERATOR, When};
use crate::kernels::common::implicit::{CLOSED, FINITE, Implicit, SECOND};
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "forces/faces",
    bindings: &["implicit", "cg", "corners", "offsets", "incident", "x", "v", "u", "out"],
    structs: [When, Implicit, Cg],
    cpu: cpu
);

/// The force of the pressure on each corner [N].
pub fn pressure_force<R: Real>(implicit: &Implicit, e1: V3<R>, e2: V3<R>) -> V3<R> {
    e1.cross(e2) * (R::of(implicit.pressure.into()) * R::of(1.0 / 6.0))
}

/// The symmetric part of that force's derivative: its first row, along `u1` and `u2` of the other corners; the block on
/// the diagonal is zero. Over a mesh without boundary the rest cancels, and this is P times the Hessian of the volume.
pub fn pressure_product<R: Real>(implicit: &Implicit, [e1, e2]: [V3<R>; 2], [u1, u2]: [V3<R>; 2]) -> V3<R> {
    let two = R::of(2.0);
    let turn = (e1 - e2 * two).cross(u1).add_cross(e1 * two - e2, u2);
    turn * (R::of(implicit.pressure.into()) * R::of(1.0 / 12.0))
}

/// h² times that, or by differences of the force, which are symmetric over a mesh without boundary only [kg·m/s].
pub fn pressure_term<R: Real>(implicit: &Implicit, [e1, e2]: [V3<R>; 2], u: [V3<R>; 3], epsilon: R) -> V3<R> {
    let [h, pressure] = [implicit.h, implicit.pressure].map(|c| R::of(c.into()));
    if !implicit.has(FINITE) || epsilon == R::zero() || !implicit.has(CLOSED) {
        return pressure_product(implicit, [e1, e2], [u[1], u[2]]) * (h * h);
    }
    let (way1, way2) = ((u[1] - u[0]) * (h * epsilon), (u[2] - u[0]) * (h * epsilon));
    let minus = -R::of(1.0);
    if !implicit.has(SECOND) {
        let turn = (e1.cross(e2) * minus).add_cross(e1 + way1, e2 + way2);
        return turn * (pressure * R::of(1.0 / 6.0)) * (h / epsilon);
    }
    let turn = ((e1 - way1).cross(e2 - way2) * minus).add_cross(e1 + way1, e2 + way2);
    turn * (pressure * R::of(1.0 / 6.0)) * (h / (R::of(2.0) * epsilon))
}

/// The wind that a triangle feels, from the velocities of its corners [m/s].
pub fn relative_wind<R: Real>(implicit: &Implicit, [v0, v1, v2]: [V3<R>; 3]) -> V3<R> {
    V3::of(implicit.wind) - (v0 + v1 + v2) * R::of(1.0 / 3.0)
}

/// The force of the wind on each corner: drag along the relative wind `w`, lift across it [N].
pub fn wind_force<R: Real>(implicit: &Implicit, e1: V3<R>, e2: V3<R>, w: V3<R>) -> V3<R> {
    let turn = e1.cross(e2);
    let (twice, square) = (turn.length(), w.dot(w));
    if twice == R::zero() || square == R::zero() {
        return V3::zero();
    }
    let n = turn * (R::of(1.0) / twice);
    let across = w.dot(n);
    let drag = w * (R::of(implicit.wind[3].into()) * across.abs());
    let lift = (n * square - w * across) * (R::of(implicit.lift.into()) * across / square.sqrt());
    (drag + lift) * (twice * R::of(1.0 / 12.0))
}

/// What a change of the triangle's velocity meets of the drag [kg/s]. The whole derivative is not symmetric; this part is,
/// and takes energy.
pub fn wind_coefficient<R: Real>(implicit: &Implicit, e1: V3<R>, e2: V3<R>, w: V3<R>) -> R {
    R::of(0.25) * R::of(implicit.wind[3].into()) * w.dot(e1.cross(e2)).abs()
}

/// Whether there is any wind.
fn is_windy(implicit: &Implicit) -> bool {
    implicit.wind[3] > 0.0 || implicit.lift > 0.0
}

/// `sum` and the force on the first corner of a triangle [N].
pub fn add_force<R: Real>(mut sum: V3<R>, implicit: &Implicit, x: [V3<R>; 3], v: [V3<R>; 3]) -> V3<R> {
    let (e1, e2) = (x[1] - x[0], x[2] - x[0]);
    if is_windy(implicit) {
        sum += wind_force(implicit, e1, e2, relative_wind(implicit, v));
    }
    sum + pressure_force(implicit, e1, e2)
}

/// `sum` and what (h ∂f/∂v + h² ∂f/∂x) u is at the first corner of a triangle [kg·m/s].
pub fn add_term<R: Real>(
    mut sum: V3<R>,
    implicit: &Implicit,
    [x, v, u]: [[V3<R>; 3]; 3],
    epsilon: R,
) -> V3<R> {
    let (e1, e2) = (x[1] - x[0], x[2] - x[0]);
    sum += pressure_term(implicit, [e1, e2], u, epsilon);
    add_drag(sum, implicit, [x, v, u], R::of(implicit.h.into()))
}

/// `sum` and what the term has of the drag, over the time `h` [kg·m/s].
pub fn add_drag<R: Real>(sum: V3<R>, implicit: &Implicit, [x, v, u]: [[V3<R>; 3]; 3], h: R) -> V3<R> {
    if !is_windy(implicit) {
        return sum;
    }
    let (e1, e2) = (x[1] - x[0], x[2] - x[0]);
    let coefficient = wind_coefficient(implicit, e1, e2, relative_wind(implicit, v));
    sum - (u[0] + u[1] + u[2]) * R::of(1.0 / 9.0) * (coefficient * h)
}

fn cpu(invocations: u32, b: &Bindings) {
    let (params, implicit, cg): (When, Implicit, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    let (corners, offsets, incident) = (b.read::<u32>(2), b.read::<u32>(3), b.read::<u32>(4));
    let (x, v, u) = (b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6), b.read::<[f32; 4]>(7));
    let mut out = b.write::<[f32; 4]>(8);
    if cg.is_idle(params.phase) {
        return;
    }
    for i in 0..invocations {
        let mut sum = V3::<f32>::zero();
        for &t in &incident[offsets[i as usize] as usize..offsets[i as usize + 1] as usize] {
            let at = match [0, 1, 2].map(|k| corners[3 * t as usize + k]) {
                [a, b, c] if b == i => [b, c, a],
                [a, b, c] if c == i => [c, a, b],
                own => own,
            };
            let [x, v, u] = [&x, &v, &u].map(|values| at.map(|k| V3::of(values[k as usize])));
            sum = match params.mode {
                FORCE => {
                    // The term has what is linear in velocities, those of the start included.
                    add_drag(add_force(sum, &implicit, x, v), &implicit, [x, v, v], -1.0)
                }
                mode => {
                    let epsilon = cg.epsilon_of(mode, implicit.has(FINITE));
                    add_term(sum, &implicit, [x, v, u], epsilon)
                }
            };
        }
        if params.mode == OPERATOR {
            sum = sum * -1.0;
        }
        let out = &mut out[i as usize];
        *out = (V3::of(*out) + sum).vec4(0.0);
    }
}
