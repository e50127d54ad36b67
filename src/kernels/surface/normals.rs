//! Area-weighted normals of the listed vertices.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "surface/normals",
    bindings: &["x", "corners", "offsets", "incident", "listed", "normals"],
    structs: [],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let (x, corners) = (b.read::<[f32; 4]>(0), b.read::<u32>(1));
    let (offsets, incident) = (b.read::<u32>(2), b.read::<u32>(3));
    let (listed, mut normals) = (b.read::<u32>(4), b.write::<[f32; 4]>(5));
    for &i in &listed[..invocations as usize] {
        let i = i as usize;
        let mut sum = V3::<f32>::zero();
        for &t in &incident[offsets[i] as usize..offsets[i + 1] as usize] {
            let [a, b, c] = [0, 1, 2].map(|k| V3::of(x[corners[3 * t as usize + k] as usize]));
            sum = sum.add_cross(b - a, c - a);
        }
        normals[i] = (sum * (1.0 / 6.0)).vec4(0.0);
    }
}
