//! The start of a shell's substep: positions in fixed point, and members are taken there.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::shell::{Place, Shell};
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "shell/start",
    bindings: &["shell", "x", "v", "places", "at", "before", "base"],
    structs: [Shell, Place],
    cpu: cpu
);

fn cpu(invocations: u32, b: &Bindings) {
    let shell: Shell = b.uniform(0);
    let (x, v) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (mut places, mut at) = (b.write::<Place>(3), b.write::<Place>(4));
    let (mut before, mut base) = (b.write::<[f32; 4]>(5), b.write::<[f32; 4]>(6));
    for i in 0..invocations as usize {
        // What has moved otherwise than by the last step has a new place.
        if shell.shown(places[i]) != V3::of(x[i]) {
            places[i] = shell.placed(V3::of(x[i]));
        }
        at[i] = places[i];
        before[i] = V3::<f32>::of(v[i]).vec4(0.0);
        base[i] = [0.0; 4];
    }
}
