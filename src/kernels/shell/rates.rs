//! What each member makes of a velocity: the rate of its number along it, and from that its pull.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, FORCE, OPERATOR, When};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::common::shell::{Member, Shell};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/rates",
    bindings: &["implicit", "shell", "cg", "members", "slopes", "strains", "u", "pulls"],
    structs: [When, Implicit, Shell, Cg, Member],
    cpu: cpu
);

fn rate(shell: &Shell, i: u32, m: &Member, slopes: &[[f32; 4]], u: &[[f32; 4]]) -> f32 {
    let first = shell.first_slope(i) as usize;
    let at = |k: usize| V3::<f32>::of(u[m.corners[k] as usize]);
    let part = |k: usize| V3::<f32>::of(slopes[first + k]).dot(at(k));
    match shell.slots(i) {
        2 => V3::<f32>::of(slopes[first]).dot(at(0) - at(1)),
        4 if !m.is_alone() => part(0) + part(1) + part(2) + part(3),
        _ => part(0) + part(1) + part(2),
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (when, implicit): (When, Implicit) = (b.params(), b.uniform(0));
    let (shell, cg): (Shell, Cg) = (b.uniform(1), b.uniform(2));
    if cg.is_idle(when.phase) {
        return;
    }
    let (members, slopes) = (b.read::<Member>(3), b.read::<[f32; 4]>(4));
    let (strains, u, mut pulls) = (b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6), b.write::<f32>(7));
    let step = shell.theta * implicit.h;
    for i in 0..invocations {
        let q = rate(&shell, i, &members[i as usize], &slopes, &u);
        let [force, stiffness, damping, _] = strains[i as usize];
        let pull = step * (step * stiffness + damping) * q;
        pulls[i as usize] = match when.mode {
            FORCE => force - damping * q,
            OPERATOR => pull,
            _ => -pull,
        };
    }
}
