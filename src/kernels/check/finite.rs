//! Finds the first step in which the state became non-finite, and the lowest vertex in it.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::Sim;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel =
    kernel!("check/finite", bindings: &["sim", "x", "v", "found"], structs: [Sim], cpu: cpu);

/// What `found` holds while everything is finite: a step and a vertex that are not there.
pub const NOTHING: [u32; 2] = [u32::MAX; 2];

fn non_finite(a: [f32; 4]) -> bool {
    a[..3].iter().any(|c| c.to_bits() & 0x7f80_0000 == 0x7f80_0000)
}

fn cpu(invocations: u32, b: &Bindings) {
    let sim: Sim = b.uniform(0);
    let (x, v, mut found) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2), b.write::<u32>(3));
    for i in 0..invocations as usize {
        if non_finite(x[i]) || non_finite(v[i]) {
            if found[0] < sim.step {
                continue;
            }
            found[0] = found[0].min(sim.step);
            found[1] = found[1].min(i as u32);
        }
    }
}
