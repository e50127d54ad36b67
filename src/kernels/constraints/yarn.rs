//! Yarns: stretch and triangle bending along straight rows of vertices, fused.
//!
//! The triples of triangle bending (figure 6) join edges into rows that run straight through the mesh, as the threads of
//! a fabric do. A row of eight vertices carries twelve constraints; one invocation reads its particles once, projects the
//! constraints one after the other and writes the particles once. That is a third of the memory traffic of twelve
//! constraints on their own, and a third of the dispatches. For rest shapes that are flat, with κ = 0.

use super::Context;
use super::distance::Distance;
use super::triangle_bending::{PRINTED, height, rounding_floor, shared};
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::{Range, Sim};
use crate::kernels::constraints::Constraint;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/yarn",
    bindings: &["sim", "constraints", "p"],
    structs: [Yarn, Range, Sim],
    cpu: cpu
);

/// Most vertices in a yarn.
pub const LENGTH: usize = 8;

gpu_struct! {
    /// Up to eight vertices in a row.
    pub struct Yarn {
        /// The first four vertices.
        pub vertices0: [u32; 4],
        /// The others; beyond the end, vertices that are there but not touched.
        pub vertices1: [u32; 4],
        /// Rest lengths of the edges [m]; negative where another yarn owns the edge.
        pub lengths0: [f32; 4],
        /// Three more; the last is the number of vertices.
        pub lengths1: [f32; 4],
    }
}

impl Yarn {
    /// A yarn of two to eight vertices, with the rest lengths of the edges it owns [m].
    pub fn new(vertices: &[u32], lengths: &[Option<f32>]) -> Self {
        let mut all = [vertices[0]; LENGTH];
        all[..vertices.len()].copy_from_slice(vertices);
        let length = |i: usize| lengths.get(i).copied().flatten().unwrap_or(-1.0);
        let [a, b, c, d, e, f, g, h] = all;
        Self {
            vertices0: [a, b, c, d],
            vertices1: [e, f, g, h],
            lengths0: [0, 1, 2, 3].map(length),
            lengths1: [length(4), length(5), length(6), vertices.len() as f32],
        }
    }

    /// Its vertices.
    pub fn vertices(&self) -> impl Iterator<Item = u32> {
        let count = self.lengths1[3] as usize;
        self.vertices0.into_iter().chain(self.vertices1).take(count)
    }

    /// How many constraints it projects.
    pub fn projections(&self) -> u32 {
        let owned = self.lengths0.iter().chain(&self.lengths1[..3]).filter(|l| **l >= 0.0).count();
        owned as u32 + (self.lengths1[3] as u32 - 2)
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (range, sim): (Range, Sim) = (b.params(), b.uniform(0));
    let (yarns, mut p) = (b.read::<Yarn>(1), b.write::<[f32; 4]>(2));
    let stretch = Context { stiffness: sim.stretch, kappa: 0.0, mode: 0, normal: V3::<f32>::zero() };
    let share = if range.mode & PRINTED != 0 { [2.0, 2.0] } else { [3.0, 4.0] };
    for yarn in &yarns[range.first as usize..(range.first + invocations) as usize] {
        let vertices: [u32; LENGTH] = bytemuck::cast([yarn.vertices0, yarn.vertices1]);
        let lengths: [f32; LENGTH] = bytemuck::cast([yarn.lengths0, yarn.lengths1]);
        let count = yarn.lengths1[3] as usize;
        let mut q = vertices.map(|v| V3::of(p[v as usize]));
        let w = vertices.map(|v| p[v as usize][3]);
        let floor = rounding_floor(&q);
        for k in (0..range.sweeps).flat_map(|_| 0..count - 1) {
            if lengths[k] >= 0.0 {
                let edge = Distance { rest_length: lengths[k], ..Distance::default() };
                let moves = edge.project([q[k], q[k + 1]], [w[k], w[k + 1]], &stretch);
                q[k] += moves[0];
                q[k + 1] += moves[1];
            }
            if k > 0 {
                let d = height(q[k - 1], q[k + 1], q[k]);
                if d.dot(d) > floor {
                    let moves = shared(d, [w[k - 1], w[k + 1], w[k]], sim.bending, share);
                    q[k - 1] += moves[0];
                    q[k + 1] += moves[1];
                    q[k] += moves[2];
                }
            }
        }
        for k in 0..count {
            p[vertices[k] as usize] = q[k].vec4(w[k]);
        }
    }
}
