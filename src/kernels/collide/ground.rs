//! Lifts particles onto the ground, with friction.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::Sim;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!("collide/ground", bindings: &["sim", "x", "p"], structs: [Sim], cpu: cpu);

fn cpu(invocations: u32, b: &Bindings) {
    let sim: Sim = b.uniform(0);
    let (x, mut p) = (b.read::<[f32; 4]>(1), b.write::<[f32; 4]>(2));
    for i in 0..invocations as usize {
        let position = p[i];
        let depth = sim.ground - position[1];
        if depth <= 0.0 || position[3] == 0.0 {
            continue;
        }
        let slid = [position[0] - x[i][0], position[2] - x[i][2]];
        let distance = (slid[0] * slid[0] + slid[1] * slid[1]).sqrt();
        let share = if distance > sim.friction * depth { sim.friction * depth / distance } else { 1.0 };
        p[i] = [position[0] - slid[0] * share, sim.ground, position[2] - slid[1] * share, position[3]];
    }
}
