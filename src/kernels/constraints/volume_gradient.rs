//! The enclosed volume's gradient, and per workgroup the sums that the volume constraint needs.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::{WORKGROUP, reduce};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/volume_gradient",
    bindings: &["p", "corners", "offsets", "incident", "gradient", "sums"],
    structs: [],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (p, corners) = (b.read::<[f32; 4]>(0), b.read::<u32>(1));
    let (offsets, incident) = (b.read::<u32>(2), b.read::<u32>(3));
    let (mut gradient, mut sums) = (b.write::<[f32; 4]>(4), b.write::<[f32; 4]>(5));
    let origin = V3::<f32>::of(p[0]);
    let volume_gradient = |i: u32| {
        let mut sum = V3::zero();
        for &t in &incident[offsets[i as usize] as usize..offsets[i as usize + 1] as usize] {
            let at = [0, 1, 2].map(|k| corners[3 * t as usize + k]);
            let [a, b, c] = at.map(|k| V3::of(p[k as usize]) - origin);
            sum = match i {
                i if at[0] == i => sum.add_cross(b, c),
                i if at[1] == i => sum.add_cross(c, a),
                _ => sum.add_cross(a, b),
            };
        }
        sum * (1.0 / 6.0)
    };
    for group in 0..invocations.div_ceil(WORKGROUP) {
        let mut partial = [[0.0; 2]; WORKGROUP as usize];
        for local in 0..WORKGROUP.min(invocations - group * WORKGROUP) {
            let i = group * WORKGROUP + local;
            let g = volume_gradient(i);
            gradient[i as usize] = g.vec4(0.0);
            let position = V3::of(p[i as usize]) - origin;
            partial[local as usize] = [position.dot(g) * (1.0 / 3.0), p[i as usize][3] * g.dot(g)];
        }
        let total = reduce(&mut partial);
        sums[group as usize] = [total[0], total[1], 0.0, 0.0];
    }
}
