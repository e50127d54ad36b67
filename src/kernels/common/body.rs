//! The twin of `common/body.wgsl`: a rigid body as it moves through one step.

use crate::gpu_struct;
use crate::real::{Real, V3};

gpu_struct! {
    /// A rigid body in one step.
    pub struct Body {
        /// Its origin at the start of the step [m]; the last is the radius of a sphere around it [m], below 0 if endless.
        pub from_position: [f32; 4],
        /// Unit quaternion, the real part last.
        pub from_rotation: [f32; 4],
        /// The origin at the end [m].
        pub to_position: [f32; 4],
        /// In the same half of the sphere as the first.
        pub to_rotation: [f32; 4],
        /// Of the origin [m/s]; the last is the coefficient of friction.
        pub velocity: [f32; 4],
        /// Angular velocity [rad/s].
        pub spin: [f32; 4],
        /// The shape's lengths [m]; see [`super::field`].
        pub size: [f32; 4],
        /// See [`super::field`].
        pub shape: u32,
        /// Where a mesh's distances begin in `fields`.
        pub field: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

/// Where a body's axes are.
#[derive(Debug, Clone, Copy)]
pub struct Pose<R> {
    /// The origin [m].
    pub position: V3<R>,
    /// Vector and real part of a unit quaternion.
    pub rotation: (V3<R>, R),
}

/// v + 2 q × (q × v + w v).
pub fn rotate<R: Real>((q, w): (V3<R>, R), v: V3<R>) -> V3<R> {
    v.add_cross(q * R::of(2.0), (v * w).add_cross(q, v))
}

impl<R: Real> Pose<R> {
    /// A point in the body's axes [m].
    pub fn to_local(&self, p: V3<R>) -> V3<R> {
        let (q, w) = self.rotation;
        rotate((q * -R::of(1.0), w), p - self.position)
    }

    /// A direction of the body in the scene's axes.
    pub fn turn(&self, direction: V3<R>) -> V3<R> {
        rotate(self.rotation, direction)
    }
}

impl Body {
    /// The pose at a fraction of the step.
    pub fn pose_at<R: Real>(&self, fraction: R) -> Pose<R> {
        let (from, to) = (V3::<R>::of(self.from_position), V3::of(self.to_position));
        let q: [R; 4] = std::array::from_fn(|i| {
            let (from, to) = (R::of(self.from_rotation[i].into()), R::of(self.to_rotation[i].into()));
            from + (to - from) * fraction
        });
        let norm = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        let [x, y, z, w] = q.map(|c| c * (R::of(1.0) / norm));
        Pose { position: from + (to - from) * fraction, rotation: (V3(x, y, z), w) }
    }

    /// The velocity of the body's point at `p` [m/s].
    pub fn velocity_at<R: Real>(&self, pose: &Pose<R>, p: V3<R>) -> V3<R> {
        V3::of(self.velocity).add_cross(V3::of(self.spin), p - pose.position)
    }
}
