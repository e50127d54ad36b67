//! Damped springs of implicit cloth: with the masses, the first of its forces.

use super::springs::Spring;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, FORCE, OPERATOR, TERM, When};
use crate::kernels::common::implicit::{FINITE, Implicit};
use crate::kernels::common::spring::Elastic;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "forces/stiff_springs",
    bindings: &["implicit", "cg", "offsets", "springs", "limited", "x", "u", "out"],
    structs: [When, Implicit, Cg, Spring],
    cpu: cpu
);

impl Spring {
    /// As implicit cloth sees it.
    pub fn elastic(&self) -> Elastic {
        let Self { rest_length, stiffness, damping, .. } = *self;
        Elastic { rest_length, stiffness, damping }
    }
}

/// What a spring beyond its limit of strain adds to the term: its force, if `constant` is 1, and the change of that
/// along `du` [kg·m/s].
pub fn beyond<R: Real>(implicit: &Implicit, rest: f32, l: V3<R>, du: V3<R>, constant: R) -> V3<R> {
    let norm = l.length();
    if norm == R::zero() {
        return V3::zero();
    }
    let [h, limit, k, rest] =
        [implicit.h, implicit.limit, implicit.limit_stiffness, rest].map(|v| R::of(v.into()));
    let n = l * (R::of(1.0) / norm);
    let k = h * k;
    let over = norm - limit * rest;
    let along = n.dot(du);
    // Drawn, it is stiff across its direction too.
    let across = (du - n * along) * (k * h * over.max(R::zero()) / norm);
    n * (k * (constant * over + h * along)) + across
}

fn cpu(invocations: u32, b: &Bindings) {
    let (when, implicit, cg): (When, Implicit, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (offsets, springs, limited) = (b.read::<u32>(2), b.read::<Spring>(3), b.read::<u32>(4));
    let (x, u, mut out) = (b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6), b.write::<[f32; 4]>(7));
    let epsilon = cg.epsilon_of(when.mode, implicit.has(FINITE));
    let constant = if when.mode == TERM { 1.0 } else { 0.0 };
    for i in 0..invocations as usize {
        let (position, velocity) = (V3::<f32>::of(x[i]), V3::of(u[i]));
        let mut sum = V3::zero();
        for s in offsets[i] as usize..offsets[i + 1] as usize {
            let (spring, elastic) = (&springs[s], springs[s].elastic());
            let other = spring.other as usize;
            let (l, du) = (position - V3::of(x[other]), velocity - V3::of(u[other]));
            if when.mode == FORCE {
                // Damping is linear in velocities: the term has all of it.
                sum -= elastic.pull(&implicit, l, l);
                continue;
            }
            sum -= elastic.pull_term(&implicit, l, du, epsilon);
            if implicit.limit > 0.0 && limited[s] == 1 {
                sum -= beyond(&implicit, spring.rest_length, l, du, constant);
            }
        }
        let mass = if x[i][3] > 0.0 { 1.0 / x[i][3] } else { 0.0 };
        if when.mode == FORCE {
            sum += V3::of(implicit.gravity) * mass;
        }
        if when.mode == OPERATOR {
            sum = velocity * mass - sum;
        }
        out[i] = sum.vec4(0.0);
    }
}
