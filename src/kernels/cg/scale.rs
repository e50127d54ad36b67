//! The length of differences (Knoll and Keyes 2004): the largest displacement h ε |u| of a spring's one end as seen from its
//! other becomes 4 √eps of the mean edge: over √eps, rounding was the larger error.

use super::begin::ROOT_EPSILON;
use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::implicit::Implicit;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "cg/scale",
    bindings: &["implicit", "maxima", "cg"],
    structs: [When, Implicit, Cg],
    cpu: cpu
);

fn cpu(_: u32, b: &Bindings) {
    let (when, implicit): (When, Implicit) = (b.params(), b.uniform(0));
    let (maxima, mut cg) = (b.read::<f32>(1), b.write::<Cg>(2));
    if cg[0].is_idle(when.phase) {
        return;
    }
    let largest = maxima.iter().copied().fold(0.0, f32::max);
    cg[0].epsilon = ROOT_EPSILON;
    if largest > 0.0 {
        cg[0].epsilon = 4.0 * ROOT_EPSILON * implicit.edge / (implicit.h * largest.sqrt());
    }
}
