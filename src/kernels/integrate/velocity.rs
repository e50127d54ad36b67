//! Velocities from the projected positions, which become the positions.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::Sim;
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel =
    kernel!("integrate/velocity", bindings: &["sim", "p", "x", "v"], structs: [Sim], cpu: cpu);

fn cpu(invocations: u32, b: &Bindings) {
    let sim: Sim = b.uniform(0);
    let (p, mut x, mut v) = (b.read::<[f32; 4]>(1), b.write::<[f32; 4]>(2), b.write::<[f32; 4]>(3));
    for i in 0..invocations as usize {
        let along = |c: usize| v[i][c] + (p[i][c] - (x[i][c] + v[i][c] * sim.h)) / sim.h;
        v[i] = [along(0), along(1), along(2), 0.0];
        x[i] = p[i];
    }
}
