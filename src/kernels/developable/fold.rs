//! From the leaves up, the parts of one height: what is given to a part's own unknowns, g, and what it gives on to those
//! around it, c = g − E g of its own.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::Cg;
use crate::kernels::common::dissection::{Line, Lines, NOWHERE, Origin, Place};
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/fold",
    bindings: &["cg", "lines", "places", "origins", "blocks", "pressed", "folded", "passed"],
    structs: [Lines, Cg, Line, Place, Origin],
    cpu: cpu
);

fn cpu(_: u32, b: &Bindings) {
    let (params, cg): (Lines, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(params.phase) {
        return;
    }
    let (lines, places, origins) = (b.read::<Line>(1), b.read::<Place>(2), b.read::<Origin>(3));
    let (blocks, pressed) = (b.read::<f32>(4), b.read::<f32>(5));
    let (mut folded, mut passed) = (b.write::<f32>(6), b.write::<f32>(7));
    let lines = &lines[params.first as usize..][..params.count as usize];
    let is_own = |line: &Line| line.unknown < places[line.part as usize].count;
    for lines in lines.chunk_by(|a, b| a.part == b.part && is_own(a) == is_own(b)) {
        let place = places[lines[0].part as usize];
        let (own, count) = (place.own as usize, place.count as usize);
        let gathered = |unknown: usize, passed: &[f32]| {
            let mut sum = if unknown < count { pressed[own + unknown] } else { 0.0 };
            let Origin { near, far } = origins[place.origins as usize + unknown];
            for origin in [near, far].into_iter().filter(|&o| o != NOWHERE) {
                sum += passed[origin as usize];
            }
            sum
        };
        let first = lines[0].unknown as usize;
        let mut sums: Vec<f32> = (first..first + lines.len()).map(|k| gathered(k, &passed)).collect();
        if first < count {
            folded[own + first..][..lines.len()].copy_from_slice(&sums);
            continue;
        }
        let rim = place.rim as usize;
        let columns = &blocks[place.blocks as usize + count * count..][..count * rim];
        for (k, column) in columns.chunks_exact(rim).enumerate() {
            let given = gathered(k, &passed);
            sums.iter_mut().zip(column).for_each(|(sum, share)| *sum -= share * given);
        }
        passed[place.around as usize..][..rim].copy_from_slice(&sums);
    }
}
