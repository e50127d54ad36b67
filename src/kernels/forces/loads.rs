//! Loads: forces on vertices, and moments that turn triangles about an edge of the boundary.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "forces/loads",
    bindings: &["listed", "offsets", "parts", "ramps", "x", "out"],
    structs: [Push, Part],
    cpu: cpu
);

/// Forces are added to others [N].
pub const ADD: u32 = 0;
/// They stand alone [N].
pub const WRITE: u32 = 1;
/// They change velocities [m/s].
pub const KICK: u32 = 2;

gpu_struct! {
    /// A share that a point has in a load.
    pub struct Part {
        /// Of a moment: the ends of the edge, the third corner, and which of these three it pushes.
        pub corners: [u32; 4],
        /// Force [N]; the last number is a moment [N·m].
        pub force: [f32; 4],
        /// Whose ramp it follows.
        pub load: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
        /// Padding.
        pub pad2: u32,
    }
}

gpu_struct! {
    /// What becomes of the forces.
    pub struct Push {
        /// [`ADD`], [`WRITE`] or [`KICK`].
        pub mode: u32,
        /// Length of the substep, for [`KICK`] [s].
        pub h: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

impl Push {
    /// In this mode.
    pub fn new(mode: u32, h: f32) -> Self {
        Self { mode, h, ..Self::default() }
    }
}

/// The push on a corner of a triangle by a unit moment that turns it about its first edge towards its front [1/m]: by 1/height on
/// the third corner, and against that on the ends of the edge, by where its foot is. So it moves nothing as a whole.
pub fn couple<R: Real>([a, b, c]: [V3<R>; 3], corner: u32) -> V3<R> {
    let (along, side) = (b - a, c - a);
    let normal = along.cross(side);
    let (square, area) = (along.dot(along), normal.dot(normal));
    if square == R::zero() || area == R::zero() {
        return V3::zero();
    }
    let push = normal * (square.sqrt() / area);
    let foot = side.dot(along) / square;
    match corner {
        0 => push * (foot - R::of(1.0)),
        1 => push * -foot,
        _ => push,
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let params: Push = b.params();
    let (listed, offsets, parts) = (b.read::<u32>(0), b.read::<u32>(1), b.read::<Part>(2));
    let (ramps, x, mut out) = (b.read::<f32>(3), b.read::<[f32; 4]>(4), b.write::<[f32; 4]>(5));
    for i in 0..invocations as usize {
        let mut sum = V3::<f32>::zero();
        for part in &parts[offsets[i] as usize..offsets[i + 1] as usize] {
            let mut force = V3::of(part.force);
            let ([a, b, c, corner], moment) = (part.corners, part.force[3]);
            if moment != 0.0 {
                force = couple([a, b, c].map(|v| V3::of(x[v as usize])), corner) * moment;
            }
            sum += force * ramps[part.load as usize];
        }
        let point = listed[i] as usize;
        if params.mode == KICK {
            sum = sum * (x[point][3] * params.h);
        }
        if params.mode != WRITE {
            sum += V3::of(out[point]);
        }
        out[point] = sum.vec4(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A moment is a couple of forces: their sum is nothing, their moment that about the edge, and the third corner goes to the front.
    #[test]
    fn a_moment_turns_and_does_not_move() {
        let corners = [[0.3, -0.2, 0.1], [1.1, 0.4, -0.3], [0.2, 0.9, 0.7]].map(|[x, y, z]| V3(x, y, z));
        let [a, b, c] = corners;
        let pushes = [0, 1, 2].map(|corner| couple::<f64>(corners, corner));
        let sum = pushes[0] + pushes[1] + pushes[2];
        let turn = a.cross(pushes[0]) + b.cross(pushes[1]) + c.cross(pushes[2]);
        let along = (b - a) * (1.0 / (b - a).length());
        assert!(sum.length() < 1e-15, "{sum:?}");
        assert!((turn - along).length() < 1e-15, "{turn:?} {along:?}");
        let normal = (b - a).cross(c - a);
        assert!((pushes[2].dot(normal) - pushes[2].length() * normal.length()).abs() < 1e-15);
        assert_eq!(couple([a, b, a], 2), V3::zero());
    }
}
