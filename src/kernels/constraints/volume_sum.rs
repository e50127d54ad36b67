//! Adds the workgroups' sums and takes the volume constraint's multiplier.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::{Sim, WORKGROUP, reduce};
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "constraints/volume_sum",
    bindings: &["sim", "sums", "multiplier"],
    structs: [Sim],
    cpu: cpu
);

fn cpu(_: u32, b: &Bindings) {
    let sim: Sim = b.uniform(0);
    let (sums, mut multiplier) = (b.read::<[f32; 4]>(1), b.write::<f32>(2));
    let mut partial = [[0.0; 2]; WORKGROUP as usize];
    for (i, sum) in sums.iter().enumerate() {
        let local = i % WORKGROUP as usize;
        partial[local][0] += sum[0];
        partial[local][1] += sum[1];
    }
    let total = reduce(&mut partial);
    multiplier[0] = -sim.volume * (total[0] - sim.volume_target) / total[1].max(1e-30);
    multiplier[1] = total[0];
}
