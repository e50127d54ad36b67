//! How far each row is from being kept, its derivative, and its place on the diagonal of J W Jᵀ.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::developable::{Developable, Share, slope, strain};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/measure",
    bindings: &["developable", "cg", "rows", "shares", "y", "moves", "p", "ways", "strains"],
    structs: [When, Developable, Cg, Row, Strain, Share],
    cpu: cpu
);

/// Stands for a row that leads to no pin.
pub const JOINED: u32 = u32::MAX;

/// Derivatives are taken where the rows are measured.
pub const TAKE: u32 = 0;
/// They stay as they are.
pub const KEEP: u32 = 1;

gpu_struct! {
    /// A length, or along an axis the difference of two points, or the way to a pin.
    pub struct Row {
        /// Length at rest [m]; 0 for a row along an axis.
        pub rest: f32,
        /// The axis.
        pub axis: u32,
        /// Whose pin it leads to, or [`JOINED`].
        pub vertex: u32,
        /// Where its terms begin.
        pub first: u32,
    }
}

gpu_struct! {
    /// How far a row is from being kept.
    pub struct Strain {
        /// What is to become 0.
        pub value: f32,
        /// Of a length, or along an axis by the mean edge.
        pub error: f32,
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (when, developable, cg): (When, Developable, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (rows, shares) = (b.read::<Row>(2), b.read::<Share>(3));
    let (y, moves, p) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6));
    let (mut ways, mut strains) = (b.write::<[f32; 4]>(7), b.write::<Strain>(8));
    for i in 0..invocations as usize {
        let row = rows[i];
        let terms = &shares[row.first as usize..rows[i + 1].first as usize];
        let one = terms[0].item as usize;
        let (mut origin, mut moved) = (V3::<f32>::of(y[one]), V3::of(moves[2 * one]));
        let pin = p.get(row.vertex as usize);
        if let Some(pin) = pin {
            (origin, moved) = (V3::of(*pin), V3::zero());
        }
        let (mut l, mut soft) = (V3::zero(), 0.0);
        for term in terms {
            let way = moves[2 * term.item as usize];
            l += ((V3::of(y[term.item as usize]) - origin) + (V3::of(way) - moved)) * term.share;
            soft += term.share * term.share * way[3];
        }
        let held = pin.is_none_or(|pin| pin[3] == 0.0);
        let (way, value) = if soft <= 0.0 || !held {
            ways[i] = [0.0, 0.0, 0.0, 1.0];
            strains[i] = Strain::default();
            continue;
        } else if row.rest > 0.0 {
            let error = (l.length() / row.rest - 1.0).abs();
            (slope(l, row.rest), Strain { value: strain(l, row.rest), error })
        } else {
            let mut way = [0.0; 4];
            way[row.axis as usize] = 1.0 / developable.edge;
            let apart = V3::of(way).dot(l);
            (V3::of(way), Strain { value: apart, error: apart.abs() })
        };
        if when.mode == TAKE {
            ways[i] = way.vec4(soft * way.dot(way));
        }
        strains[i] = value;
    }
}
