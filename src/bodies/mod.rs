//! Rigid bodies on the host: rapier moves them, cloth sees where they go and pushes back.
//!
//! [`expand`] lists all bodies of a scene, with rain and ground; a [`World`] moves them step by step. What cloth
//! needs of a step is each body's [`Movement`]; what cloth gives back is a [`Wrench`] for each body.

mod mass;
mod motion;
mod rain;
mod rebound;
mod shape;
#[cfg(test)]
mod tests;
mod world;

pub use mass::Mass;
pub use rain::expand;
pub use world::World;

use crate::scene::Body;
use glam::{DQuat, DVec3, Quat, Vec3};

/// Where a body is: its own axes in the scene. Its centre of mass may be elsewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// The body's origin [m].
    pub position: Vec3,
    /// How its axes are turned.
    pub rotation: Quat,
}

impl Pose {
    /// The scene's own axes.
    pub const ORIGIN: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// Where a body of a scene starts.
    pub fn start(body: &Body) -> Self {
        motion::Motion::new(body).at(0.0)
    }

    /// A point of the scene in the body's axes [m].
    pub fn undo(&self, point: Vec3) -> Vec3 {
        self.rotation.inverse() * (point - self.position)
    }

    /// A point of the body's axes in the scene [m].
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.position + self.rotation * local
    }

    /// Whether all of it are numbers.
    pub fn is_finite(&self) -> bool {
        self.position.is_finite() && self.rotation.is_finite()
    }
}

/// What a body does in one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Movement {
    /// Where it is when the step begins.
    pub from: Pose,
    /// Where it is when the step ends.
    pub to: Pose,
    /// Mean velocity of its origin [m/s]; exactly zero where it stays.
    pub velocity: Vec3,
    /// Mean angular velocity, the shorter way round [rad/s]; exactly zero where it is not turned.
    pub spin: Vec3,
}

impl Movement {
    /// From one pose to another in `dt` [s].
    pub fn between(from: Pose, to: Pose, dt: f64) -> Self {
        let velocity = if from.position == to.position {
            Vec3::ZERO
        } else {
            ((to.position.as_dvec3() - from.position.as_dvec3()) / dt).as_vec3()
        };
        let spin = if from.rotation == to.rotation {
            Vec3::ZERO
        } else {
            (rotation_vector(to.rotation.as_dquat() * from.rotation.as_dquat().inverse()) / dt).as_vec3()
        };
        Self { from, to, velocity, spin }
    }

    /// A body that stays.
    pub fn none(pose: Pose) -> Self {
        Self { from: pose, to: pose, velocity: Vec3::ZERO, spin: Vec3::ZERO }
    }
}

/// The rotation's axis times its angle [rad], at most half a turn.
fn rotation_vector(rotation: DQuat) -> DVec3 {
    let q = if rotation.w < 0.0 { -rotation } else { rotation };
    let sine = q.xyz().length();
    // For small angles the rotation vector is twice the imaginary part.
    let factor = if sine > 1e-12 { 2.0 * sine.atan2(q.w) / sine } else { 2.0 };
    q.xyz() * factor
}

/// What pushes a body during a step, in the scene's axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Wrench {
    /// Force [N].
    pub force: Vec3,
    /// Torque about the body's origin, where that is when the step begins [N·m].
    pub torque: Vec3,
}

impl Wrench {
    /// Whether it pushes at all.
    pub fn is_zero(&self) -> bool {
        self.force == Vec3::ZERO && self.torque == Vec3::ZERO
    }

    /// Whether all of it are numbers.
    pub fn is_finite(&self) -> bool {
        self.force.is_finite() && self.torque.is_finite()
    }
}

/// A body's state, for reports and snapshots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyState {
    /// Where it is.
    pub pose: Pose,
    /// Velocity of the centre of mass; of the origin for a body that is not dynamic [m/s].
    pub velocity: Vec3,
    /// Angular velocity [rad/s].
    pub spin: Vec3,
}

impl BodyState {
    /// Whether all of it are numbers.
    pub fn is_finite(&self) -> bool {
        self.pose.is_finite() && self.velocity.is_finite() && self.spin.is_finite()
    }
}
