//! The twin of `common/guide.wgsl`: what guides a particle's search direction.

use crate::real::{Real, V3};

/// Vectors per particle: inverse pivots of its block and marks, the numbers below the diagonal and a drag beside the filter's
/// vector [kg], the filter.
pub const GUIDES: usize = 3;

/// Every velocity is free.
pub const FREE: f32 = 0.0;
/// All but what is along the filter's vector.
pub const BESIDE: f32 = 1.0;
/// Only what is along the filter's vector.
pub const ALONG: f32 = 2.0;
/// Nothing.
pub const HELD: f32 = 3.0;

/// The particle was let go in this step; not a second time, so that it cannot go back and forth.
pub const RELEASED: f32 = 1.0;
/// It began to slide in this step. These stand, added up, behind the pivots.
pub const SLIPPED: f32 = 2.0;

/// S a.
pub fn filtered<R: Real>(filter: [f32; 4], a: V3<R>) -> V3<R> {
    let n = V3::<R>::of(filter);
    let along = n * n.dot(a);
    match filter[3] {
        FREE => a,
        BESIDE => a - along,
        ALONG => along,
        _ => V3::zero(),
    }
}

/// S P S r, P the inverse of the block.
pub fn preconditioned(guide: &[[f32; 4]], r: V3<f32>) -> V3<f32> {
    let (pivots, lower, filter) = (guide[0], guide[1], guide[2]);
    let a = filtered(filter, r);
    let y1 = a.1 - lower[0] * a.0;
    let y2 = a.2 - lower[1] * a.0 - lower[2] * y1;
    let z2 = y2 * pivots[2];
    let z1 = y1 * pivots[1] - lower[2] * z2;
    let z0 = a.0 * pivots[0] - lower[0] * z1 - lower[1] * z2;
    filtered(filter, V3(z0, z1, z2))
}
