//! Springs between points inside two triangles.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::cg::{Cg, FORCE, OPERATOR, When};
use crate::kernels::common::implicit::{FINITE, Implicit};
use crate::kernels::common::spring::Elastic;
use crate::kernels::kernel;
use crate::real::{Real, V3};
use std::collections::BTreeMap;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "forces/seams",
    bindings: &["implicit", "cg", "seams", "listed", "offsets", "items", "x", "u", "out"],
    structs: [When, Implicit, Cg, Seam],
    cpu: cpu
);

gpu_struct! {
    /// A spring between points inside two triangles.
    pub struct Seam {
        /// Corners of the first triangle; the fourth is not used.
        pub first: [u32; 4],
        /// Of the second.
        pub second: [u32; 4],
        /// What the corners count in the point inside the first; the sum of the three is 1.
        pub first_weights: [f32; 4],
        /// Inside the second.
        pub second_weights: [f32; 4],
        /// Length at rest [m].
        pub rest_length: f32,
        /// Stiffness [N/m].
        pub stiffness: f32,
        /// Damping along its length; in all directions where it has none at rest [N·s/m].
        pub damping: f32,
        /// Padding.
        pub pad: u32,
    }
}

impl Seam {
    /// The six corners, those of the first triangle first.
    pub fn corners(&self) -> [u32; 6] {
        let ([a, b, c, _], [d, e, f, _]) = (self.first, self.second);
        [a, b, c, d, e, f]
    }

    /// What the corners count in the way from the second point to the first.
    pub fn weights(&self) -> [f32; 6] {
        let ([a, b, c, _], [d, e, f, _]) = (self.first_weights, self.second_weights);
        [a, b, c, -d, -e, -f]
    }

    /// The spring between the two points.
    pub fn spring(&self) -> Elastic {
        Elastic { rest_length: self.rest_length, stiffness: self.stiffness, damping: self.damping }
    }

    /// The way from the second point to the first [m], from how far the corners are from the first of them, so that a seam
    /// far from the origin loses no digits; the same of velocities [m/s].
    pub fn way<R: Real>(&self, [o, a1, a2, b0, b1, b2]: [V3<R>; 6]) -> V3<R> {
        let [_, wa1, wa2, ..] = self.first_weights.map(|w| R::of(w.into()));
        let [wb0, wb1, wb2, _] = self.second_weights.map(|w| R::of(w.into()));
        (a1 - o) * wa1 + (a2 - o) * wa2 - (b0 - o) * wb0 - (b1 - o) * wb1 - (b2 - o) * wb2
    }

    /// The force that draws the two points together, without damping, of which the term has all [N]; a corner feels it times
    /// the negative of its weight.
    pub fn force<R: Real>(&self, implicit: &Implicit, x: [V3<R>; 6]) -> V3<R> {
        let l = self.way(x);
        self.spring().pull(implicit, l, l)
    }

    /// (h ∂/∂v + h² ∂/∂x) of that along `u` [kg·m/s].
    pub fn term<R: Real>(&self, implicit: &Implicit, x: [V3<R>; 6], u: [V3<R>; 6], epsilon: R) -> V3<R> {
        self.spring().pull_term(implicit, self.way(x), self.way(u), epsilon)
    }
}

/// The seams as the vertices see them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Touched {
    /// The vertices that a seam touches, ascending.
    pub listed: Vec<u32>,
    /// Where the items of each of these begin, and the end.
    pub offsets: Vec<u32>,
    /// 8 times the seam, and its corner from 0 to 5.
    pub items: Vec<u32>,
}

impl Touched {
    /// Who is touched by these seams; corners that count nothing are not.
    pub fn new(seams: &[Seam]) -> Self {
        let mut rows: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (s, seam) in seams.iter().enumerate() {
            for (corner, (vertex, weight)) in seam.corners().into_iter().zip(seam.weights()).enumerate() {
                if weight != 0.0 {
                    rows.entry(vertex).or_default().push((8 * s + corner) as u32);
                }
            }
        }
        let mut touched = Self { offsets: vec![0], ..Self::default() };
        for (vertex, items) in rows {
            touched.listed.push(vertex);
            touched.items.extend(items);
            touched.offsets.push(touched.items.len() as u32);
        }
        touched
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (params, implicit, cg): (When, Implicit, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    let (seams, listed) = (b.read::<Seam>(2), b.read::<u32>(3));
    let (offsets, items) = (b.read::<u32>(4), b.read::<u32>(5));
    let (x, u, mut out) = (b.read::<[f32; 4]>(6), b.read::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    if cg.is_idle(params.phase) {
        return;
    }
    for k in 0..invocations as usize {
        let mut sum = V3::<f32>::zero();
        for &item in &items[offsets[k] as usize..offsets[k + 1] as usize] {
            let seam = &seams[item as usize / 8];
            let [x, u] = [&x, &u].map(|values| seam.corners().map(|c| V3::of(values[c as usize])));
            let drawn = if params.mode == FORCE {
                seam.force(&implicit, x)
            } else {
                seam.term(&implicit, x, u, cg.epsilon_of(params.mode, implicit.has(FINITE)))
            };
            sum += drawn * -seam.weights()[item as usize % 8];
        }
        if params.mode == OPERATOR {
            sum = sum * -1.0;
        }
        let out = &mut out[listed[k] as usize];
        *out = (V3::of(*out) + sum).vec4(0.0);
    }
}
