//! The camera as a person moves it.

use crate::render::Camera;
use glam::{Quat, Vec2, Vec3};

/// Degrees per point of mouse motion.
const TURN: f32 = 0.35;
/// The steepest view [degrees].
const STEEPEST: f32 = 89.0;

/// A camera that circles around a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// What it looks at [m].
    pub target: Vec3,
    /// To the right of the front [degrees].
    pub yaw: f32,
    /// Above the horizon [degrees].
    pub pitch: f32,
    /// From the target to the eye [m].
    pub distance: f32,
    /// What is up.
    pub up: Vec3,
    fov_y: f32,
}

impl Orbit {
    /// The orbit that a camera is on.
    pub fn of(camera: &Camera) -> Self {
        let away = camera.eye - camera.target;
        let upright = Quat::from_rotation_arc(camera.up, Vec3::Y);
        let (local, distance) = (upright * away, away.length().max(1e-6));
        Self {
            target: camera.target,
            yaw: local.x.atan2(local.z).to_degrees(),
            pitch: (local.y / distance).clamp(-1.0, 1.0).asin().to_degrees(),
            distance,
            up: camera.up,
            fov_y: camera.fov_y,
        }
    }

    /// The camera.
    pub fn camera(&self) -> Camera {
        let ((sy, cy), (sp, cp)) = (self.yaw.to_radians().sin_cos(), self.pitch.to_radians().sin_cos());
        let local = Vec3::new(sy * cp, sp, cy * cp) * self.distance;
        let eye = self.target + Quat::from_rotation_arc(Vec3::Y, self.up) * local;
        Camera { eye, target: self.target, up: self.up, fov_y: self.fov_y }
    }

    /// Turns by a mouse motion [points].
    pub fn turn(&mut self, by: Vec2) {
        self.yaw = (self.yaw - TURN * by.x).rem_euclid(360.0);
        self.pitch = (self.pitch + TURN * by.y).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves aside by a mouse motion in a picture of this size, both in [points].
    pub fn pan(&mut self, by: Vec2, size: Vec2) {
        let camera = self.camera();
        let (basis, pixel) = (camera.basis(), camera.pixel_at(self.target, size.max(Vec2::ONE)));
        let moved = self.target + (basis.y_axis * by.y - basis.x_axis * by.x) * pixel;
        if moved.is_finite() {
            self.target = moved;
        }
    }

    /// Goes nearer by a factor.
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            self.distance = (self.distance / factor).clamp(1e-4, 1e5);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_orbit_is_its_camera() {
        for up in [Vec3::Y, Vec3::new(-0.3, 1.0, 0.0).normalize()] {
            let points = [Vec3::ZERO, Vec3::new(1.0, 2.0, 0.5)];
            let camera = Camera::fit_upright(&points, Vec3::new(0.4, 0.3, 1.0), up, (300, 200));
            let again = Orbit::of(&camera).camera();
            assert!(again.eye.distance(camera.eye) < 1e-4, "{} {}", again.eye, camera.eye);
        }
    }

    #[test]
    fn no_motion_breaks_it() {
        let mut orbit = Orbit::of(&Camera::fit(&[Vec3::ZERO, Vec3::ONE], Vec3::Z, (300, 200)));
        for by in [Vec2::splat(1e9), Vec2::splat(-1e9), Vec2::NAN] {
            orbit.pan(by, Vec2::ZERO);
            orbit.turn(by);
            orbit.zoom(by.x);
        }
        orbit.zoom(0.0);
        assert!(orbit.target.is_finite() && orbit.distance > 0.0);
    }
}
