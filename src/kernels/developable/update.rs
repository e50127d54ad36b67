//! One iteration: λ += α d, r −= α q, z = D⁻¹ r, and per workgroup r·z and the largest of r.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::cg::update::total;
use crate::kernels::common::Sum;
use crate::kernels::common::cg::{Cg, When};
use crate::kernels::common::developable::Developable;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/update",
    bindings: &["developable", "cg", "curvatures", "ways", "d", "q", "lambda", "r", "z", "sums"],
    structs: [When, Developable, Cg, Sum],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (when, developable, cg): (When, Developable, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_idle(when.phase) {
        return;
    }
    let (ways, d, q) = (b.read::<[f32; 4]>(3), b.read::<f32>(4), b.read::<f32>(5));
    let (mut lambda, mut r, mut z) = (b.write::<f32>(6), b.write::<f32>(7), b.write::<f32>(8));
    let mut sums = b.write::<Sum>(9);
    let curvature = total(&b.read::<f32>(2));
    let alpha = if curvature > 0.0 { cg.rho / curvature } else { 0.0 };
    Sum::of_groups(&mut sums, invocations as usize, |i| {
        lambda[i] += d[i] * alpha;
        let left = r[i] - q[i] * alpha;
        let conditioned = left / (ways[i][3] * (1.0 + developable.easing));
        (r[i], z[i]) = (left, conditioned);
        Sum { total: left * conditioned, worst: left.abs() }
    });
}
