//! Forces of damped springs (Kuang 2007, 4.12).

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "forces/springs",
    bindings: &["offsets", "springs", "x", "v", "f"],
    structs: [Spring],
    cpu: cpu
);

gpu_struct! {
    /// A spring, as the particle at one of its ends sees it.
    pub struct Spring {
        /// The particle at its other end.
        pub other: u32,
        /// Length at rest [m].
        pub rest_length: f32,
        /// Stiffness [N/m].
        pub stiffness: f32,
        /// Damping along its length [N·s/m].
        pub damping: f32,
    }
}

impl Spring {
    /// The energy that is stored at this length [J].
    pub fn energy<R: Real>(&self, l: V3<R>) -> R {
        let stretched = l.length() - R::of(self.rest_length.into());
        R::of(0.5) * R::of(self.stiffness.into()) * stretched * stretched
    }

    /// The force that pulls the two ends together [N]; `l` is the way from the other end [m], `speed` its derivative in
    /// time [m/s].
    pub fn force<R: Real>(&self, l: V3<R>, speed: V3<R>) -> V3<R> {
        let norm = l.length();
        if norm == R::zero() {
            return V3::zero();
        }
        let [rest, k, c] = [self.rest_length, self.stiffness, self.damping].map(|v| R::of(v.into()));
        let n = l * (R::of(1.0) / norm);
        n * (k * (norm - rest) + c * speed.dot(n))
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (offsets, springs) = (b.read::<u32>(0), b.read::<Spring>(1));
    let (x, v, mut f) = (b.read::<[f32; 4]>(2), b.read::<[f32; 4]>(3), b.write::<[f32; 4]>(4));
    for i in 0..invocations as usize {
        let (position, velocity) = (V3::<f32>::of(x[i]), V3::of(v[i]));
        let mut sum = V3::zero();
        for spring in &springs[offsets[i] as usize..offsets[i + 1] as usize] {
            let other = spring.other as usize;
            sum -= spring.force(position - V3::of(x[other]), velocity - V3::of(v[other]));
        }
        f[i] = sum.vec4(0.0);
    }
}
