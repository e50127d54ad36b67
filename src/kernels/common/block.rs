//! The twin of `common/block.wgsl`: the factors of a symmetric 3 × 3 block.

use crate::real::V3;

/// From xx, yy, zz and xy, xz, yz: the inverses of the pivots of L D Lᵀ, and L below the diagonal, row by row. No pivot is
/// smaller than the mass, so that rounding cannot make it indefinite.
pub fn factored(diagonal: V3<f32>, beside: V3<f32>, mass: f32) -> (V3<f32>, V3<f32>) {
    let d0 = diagonal.0;
    let (l10, l20) = (beside.0 / d0, beside.1 / d0);
    let d1 = (diagonal.1 - l10 * beside.0).max(mass);
    let l21 = (beside.2 - l20 * beside.0) / d1;
    let d2 = (diagonal.2 - l20 * beside.1 - l21 * l21 * d1).max(mass);
    (V3(1.0 / d0, 1.0 / d1, 1.0 / d2), V3(l10, l20, l21))
}
