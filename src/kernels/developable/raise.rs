//! Where the rest shape is curved, what a place bends at rest goes along the normal that the ghost mesh has there now.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "developable/raise",
    bindings: &["curves", "x", "bends"],
    structs: [Curve],
    cpu: cpu
);

gpu_struct! {
    /// A place that is curved at rest.
    pub struct Curve {
        /// The edge in the order of one triangle's winding, and the corners opposite to it in both.
        pub corners: [u32; 4],
        /// Of the Laplacian at rest along the normal [m].
        pub height: f32,
        /// The place.
        pub bend: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (curves, x, mut bends) = (b.read::<Curve>(0), b.read::<[f32; 4]>(1), b.write::<[f32; 4]>(2));
    for curve in &curves[..invocations as usize] {
        let [a, b, left, right] = curve.corners.map(|k| V3::<f32>::of(x[k as usize]));
        // The sum of both triangles' normals: they have the edge in common.
        let up = (b - a).cross((left - a) - (right - b));
        let size = up.length();
        let target = if size > 0.0 { up * (curve.height / size) } else { V3::zero() };
        let bend = &mut bends[curve.bend as usize];
        *bend = target.vec4(bend[3]);
    }
}
