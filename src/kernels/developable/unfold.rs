//! From the top down, the parts of one height: v = G g − Eᵀ v of those around.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::Cg;
use crate::kernels::common::dissection::{Line, Lines, Place};
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/unfold",
    bindings: &["cg", "lines", "places", "around", "blocks", "folded", "unfolded"],
    structs: [Lines, Cg, Line, Place],
    cpu: cpu
);

fn cpu(_: u32, b: &Bindings) {
    let (params, cg): (Lines, Cg) = (b.params(), b.uniform(0));
    if cg.is_idle(params.phase) {
        return;
    }
    let (lines, places, around) = (b.read::<Line>(1), b.read::<Place>(2), b.read::<u32>(3));
    let (blocks, folded) = (b.read::<f32>(4), b.read::<f32>(5));
    let mut unfolded = b.write::<f32>(6);
    let lines = &lines[params.first as usize..][..params.count as usize];
    for lines in lines.chunk_by(|a, b| a.part == b.part) {
        let place = places[lines[0].part as usize];
        let [own, count, rim, around_at, at] =
            [place.own, place.count, place.rim, place.around, place.blocks].map(|n| n as usize);
        let mut sums = vec![0.0; count];
        let add = |sums: &mut [f32], column: &[f32], factor: f32| {
            sums.iter_mut().zip(column).for_each(|(sum, share)| *sum += share * factor);
        };
        for (column, &given) in blocks[at..][..count * count].chunks_exact(count).zip(&folded[own..]) {
            add(&mut sums, column, given);
        }
        let rows = blocks[at + count * (count + rim)..][..count * rim].chunks_exact(count);
        for (row, &other) in rows.zip(&around[around_at..]) {
            add(&mut sums, row, -unfolded[other as usize]);
        }
        unfolded[own..][..count].copy_from_slice(&sums);
    }
}
