//! The members of a shell: hinges, faces and edges, each with an energy K/2 (q − q̄)² of one number q: the angle between two
//! triangles, an area, a length (Grinspun 2003; Mi).

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::shell::{Member, Place, Shell};
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/members",
    bindings: &["shell", "cg", "members", "ramps", "at", "slopes", "strains"],
    structs: [When, Shell, Cg, Member, Place],
    cpu: cpu
);

/// The second wing of a hinge.
#[derive(Debug, Clone, Copy)]
pub enum Wing<R> {
    /// A triangle: its corner as seen from both ends of the edge [m].
    Free([V3<R>; 2]),
    /// A plane that is held, by its normal.
    Held(V3<R>),
}

/// The angle from the first triangle's normal to the second's, θ = atan2(ê·(n1 × n2), n1·n2) [rad], and its gradients at the
/// edge's ends and the two wings; none for a degenerate triangle. `e` is the edge, `wing` the first wing's corner as seen
/// from both its ends [m].
pub fn angle<R: Real>(e: V3<R>, wing: [V3<R>; 2], second: Wing<R>) -> Option<(R, [V3<R>; 4])> {
    let (one, l) = (R::of(1.0), e.length());
    let n1 = e.cross(wing[0]);
    let area1 = n1.dot(n1);
    if l == R::zero() || area1 == R::zero() {
        return None;
    }
    let unit = |n: V3<R>, length: R| V3(n.0 / length, n.1 / length, n.2 / length);
    let a = unit(n1, area1.sqrt());
    let (b, u2, share) = match second {
        Wing::Held(normal) => (normal, V3::zero(), R::zero()),
        Wing::Free(wing) => {
            let n2 = wing[0].cross(e);
            let area2 = n2.dot(n2);
            if area2 == R::zero() {
                return None;
            }
            (unit(n2, area2.sqrt()), n2 * (one / area2), wing[1].dot(e) / l)
        }
    };
    let turn = a.cross(b).dot(e) / l;
    let angle = turn.abs().angle_of(a.dot(b));
    let angle = if turn < R::zero() { -angle } else { angle };
    let u1 = n1 * (one / area1);
    let (g3, g4) = (u1 * -l, u2 * -l);
    let g1 = u1 * (wing[1].dot(e) / -l) - u2 * share;
    let g2 = (g1 + g3 + g4) * R::of(-1.0);
    Some((angle, [g1, g2, g3, g4]))
}

/// Twice the area of a triangle [m²], and the gradients of the area [m]: of its sides from the first corner to the second and
/// the third, and from the second to the third.
pub fn area<R: Real>(second: V3<R>, third: V3<R>, across: V3<R>) -> (R, [V3<R>; 3]) {
    let n = second.cross(third);
    let double = n.length();
    let unit = if double > R::zero() { n * (R::of(0.5) / double) } else { V3::zero() };
    (double, [unit.cross(across), unit.cross(third * R::of(-1.0)), unit.cross(second)])
}

fn hinge(shell: &Shell, m: &Member, at: &[Place], ramps: &[f32]) -> ([f32; 4], [V3<f32>; 4]) {
    let [p1, p2, p3] = [0, 1, 2].map(|k| at[m.corners[k] as usize]);
    let second = if m.is_alone() {
        Wing::Held(V3::of(m.normal))
    } else {
        let p4 = at[m.corners[3] as usize];
        Wing::Free([shell.way(p4, p1), shell.way(p4, p2)])
    };
    let wing = [shell.way(p3, p1), shell.way(p3, p2)];
    let Some((angle, slopes)) = angle(shell.way(p2, p1), wing, second) else {
        return ([0.0; 4], [V3::zero(); 4]);
    };
    let mut force = m.stiffness * (m.rest - angle);
    if m.is_alone() {
        force += m.torque * ramps[m.corners[3] as usize];
    }
    ([force, m.stiffness, m.damping, 0.0], slopes)
}

fn face(shell: &Shell, m: &Member, at: &[Place]) -> ([f32; 4], [V3<f32>; 3]) {
    let [p1, p2, p3] = [0, 1, 2].map(|k| at[m.corners[k] as usize]);
    let (double, slopes) = area(shell.way(p2, p1), shell.way(p3, p1), shell.way(p3, p2));
    ([m.stiffness * (m.rest - 0.5 * double), m.stiffness, m.damping, 0.0], slopes)
}

fn edge(shell: &Shell, m: &Member, at: &[Place]) -> ([f32; 4], V3<f32>) {
    let l = shell.way(at[m.corners[0] as usize], at[m.corners[1] as usize]);
    let norm = l.length();
    if norm == 0.0 {
        return ([0.0; 4], V3::zero());
    }
    let force = m.stiffness * (m.rest - norm);
    let tension = (-force).max(0.0) / norm;
    ([force, m.stiffness - tension, m.damping, tension], l * (1.0 / norm))
}

fn cpu(invocations: u32, b: &Bindings) {
    let (when, shell, cg): (When, Shell, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (members, ramps, at) = (b.read::<Member>(2), b.read::<f32>(3), b.read::<Place>(4));
    let (mut slopes, mut strains) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    let mut keep = |first: u32, found: &[V3<f32>]| {
        for (slope, found) in slopes[first as usize..].iter_mut().zip(found) {
            *slope = found.vec4(0.0);
        }
    };
    for i in 0..invocations {
        let (m, first) = (&members[i as usize], shell.first_slope(i));
        strains[i as usize] = if i < shell.hinges {
            let (strain, found) = hinge(&shell, m, &at, &ramps);
            keep(first, &found);
            strain
        } else if i < shell.hinges + shell.faces {
            let (strain, found) = face(&shell, m, &at);
            keep(first, &found);
            strain
        } else {
            let (strain, found) = edge(&shell, m, &at);
            keep(first, &[found]);
            strain
        };
    }
}
