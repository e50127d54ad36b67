//! Velocities after gravity, wind and damping, and the positions they lead to.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::Sim;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel =
    kernel!("integrate/predict", bindings: &["sim", "x", "normals", "v", "p"], structs: [Sim], cpu: cpu);

/// The change of velocity by the air [m/s]: quadratic drag along the normal, taken implicitly so that it never
/// overshoots the air's own velocity. `density` is the air's times the drag coefficient [kg/m³], `area_vector` the
/// vertex's normal times its area [m²], `h` the substep [s].
pub fn drag<R: Real>(
    velocity: V3<R>,
    inverse_mass: R,
    area_vector: V3<R>,
    wind: V3<R>,
    density: R,
    h: R,
) -> V3<R> {
    let area = area_vector.length();
    if area == R::zero() {
        return V3::zero();
    }
    let n = area_vector * (R::of(1.0) / area);
    let u = (wind - velocity).dot(n);
    let s = R::of(0.5) * density * area * u.abs() * inverse_mass * h;
    n * (u * s / (R::of(1.0) + s))
}

fn cpu(invocations: u32, b: &Bindings) {
    let sim: Sim = b.uniform(0);
    let (x, normals) = (b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (mut v, mut p) = (b.write::<[f32; 4]>(3), b.write::<[f32; 4]>(4));
    for i in 0..invocations as usize {
        let position = x[i];
        if position[3] == 0.0 {
            continue; // held: p is where its pin goes
        }
        let mut velocity = V3::<f32>::of(v[i]) + V3::of(sim.gravity) * sim.h;
        if sim.wind[3] > 0.0 {
            let (n, wind) = (V3::of(normals[i]), V3::of(sim.wind));
            velocity += drag(velocity, position[3], n, wind, sim.wind[3], sim.h);
        }
        velocity = velocity * sim.damping;
        v[i] = velocity.vec4(0.0);
        p[i] = (V3::of(position) + velocity * sim.h).vec4(position[3]);
    }
}
