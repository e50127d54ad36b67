//! The studio that every picture is taken in: a soft key light, a dome of sky and fill, and a rim light, placed by the
//! camera; and what surfaces do with the light.

use glam::{Vec3, vec3};

use super::camera::Camera;
use super::color::to_linear;

/// The key light's radius, as seen from what it lights [rad].
pub const KEY_RADIUS: f32 = 0.07;
/// The key light's colour and strength.
pub const KEY_RADIANCE: Vec3 = vec3(1.22, 1.1773, 1.1102);
/// The share of the floor's light that comes back from the room, so that no shadow is black.
pub const BOUNCE: f32 = 0.1;
/// The background at the picture's top and bottom, linear light.
pub const BACKDROP: [Vec3; 2] = [vec3(0.56, 0.59, 0.63), vec3(0.74, 0.745, 0.75)];
/// How far a cloth's colours are from each other: terracotta outside and sand inside, sRGB.
pub const CLOTH: [[f32; 3]; 2] = [[0.67, 0.34, 0.28], [0.78, 0.71, 0.60]];
/// The colour of planes, sRGB: that of the studio's floor, a little darker.
pub const PLANE: [f32; 3] = [0.67, 0.675, 0.68];

/// Where the lights are.
#[derive(Debug, Clone, Copy)]
pub struct Studio {
    /// The direction to the middle of the key light.
    pub key: Vec3,
    /// The direction to the rim light, behind what is drawn.
    pub rim: Vec3,
    fill: Vec3,
    floor: bool,
}

impl Studio {
    /// The lights for a camera; `floor` says whether one takes away the light from below.
    pub fn new(camera: &Camera, floor: bool) -> Self {
        let basis = camera.basis();
        // Horizontal, away from the camera; what is up in the picture where it looks straight down.
        let level = vec3(basis.z_axis.x, 0.0, basis.z_axis.z);
        let away = if level.length() > 0.05 { level } else { basis.y_axis }.normalize_or(Vec3::NEG_Z);
        // Horizontal too, even if the camera is rolled.
        let right = away.cross(Vec3::Y).normalize_or(basis.x_axis);
        // Without a floor, a cloth that is seen from below is lit from below.
        let lift = if floor { 1.0 } else { 1.0 - 2.0 * smoothstep(0.05, 0.3, basis.z_axis.y) };
        Self {
            key: (Vec3::Y * (0.9 * lift) - right * 0.95 - away * 0.25).normalize(),
            rim: (away * 0.8 + right * 0.45 + Vec3::Y * 0.45).normalize(),
            fill: (right * 0.9 - away * 0.5 + Vec3::Y * 0.25).normalize(),
            floor,
        }
    }

    /// Directions to points of the key light; each brings an equal share.
    pub fn key_points(&self, count: usize) -> Vec<Vec3> {
        disc(self.key, count)
    }

    /// Directions over the whole sphere, each with its radiance.
    pub fn dome(&self, count: usize) -> Vec<(Vec3, Vec3)> {
        sphere(count).into_iter().map(|direction| (direction, self.sky(direction))).collect()
    }

    /// The dome's radiance: cool from above, warm and weak from below, brighter on the fill side.
    fn sky(&self, direction: Vec3) -> Vec3 {
        let below = vec3(0.15, 0.135, 0.125) * if self.floor { 1.0 } else { 1.7 };
        let above = smoothstep(-0.25, 0.9, direction.y);
        let plain = below.lerp(vec3(0.40, 0.44, 0.50), above);
        let toward = direction.dot(self.fill).max(0.0);
        plain + vec3(0.30, 0.32, 0.36) * toward * toward * toward
    }
}

/// What a surface does with light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// The share that comes back, where triangles run counter-clockwise.
    pub front: Vec3,
    /// And on the other side.
    pub back: Vec3,
    /// The share that passes through.
    pub translucency: f32,
    /// Strength of the gloss at grazing angles; 1 for cloth.
    pub sheen: f32,
    /// The share of the key light that comes back from the room, so that no shadow is black.
    pub bounce: f32,
}

impl Material {
    /// Cloth with these colours on its front and its back, sRGB.
    pub fn cloth(front: [f32; 3], back: [f32; 3]) -> Self {
        let (front, back) = (to_linear(front), to_linear(back));
        Self { front, back, translucency: 0.16, sheen: 1.0, bounce: 0.0 }
    }

    /// Something solid, or a plane like the floor, with this colour, sRGB.
    pub fn solid(color: [f32; 3], scenery: bool) -> Self {
        let color = to_linear(color);
        let bounce = if scenery { BOUNCE } else { 0.5 * BOUNCE };
        Self { front: color, back: color, translucency: 0.0, sheen: 0.35, bounce }
    }
}

/// Points on a disc around `direction`, evenly spread along a sunflower's spiral; one point alone is its middle.
fn disc(direction: Vec3, count: usize) -> Vec<Vec3> {
    let (right, up) = direction.any_orthonormal_pair();
    let point = |i: usize| {
        let share = if count == 1 { 0.0 } else { (i as f32 + 0.5) / count as f32 };
        let (sine, cosine) = (i as f32 * golden_angle()).sin_cos();
        (direction + (right * cosine + up * sine) * (KEY_RADIUS * share.sqrt())).normalize()
    };
    (0..count).map(point).collect()
}

/// Directions evenly spread over the sphere along a spiral.
fn sphere(count: usize) -> Vec<Vec3> {
    let direction = |i: usize| {
        let y = 1.0 - 2.0 * (i as f32 + 0.5) / count as f32;
        let (sine, cosine) = (i as f32 * golden_angle()).sin_cos();
        let across = (1.0 - y * y).max(0.0).sqrt();
        vec3(across * cosine, y, across * sine)
    };
    (0..count).map(direction).collect()
}

fn golden_angle() -> f32 {
    std::f32::consts::PI * (3.0 - 5.0_f32.sqrt())
}

/// 0 below `low`, 1 above `high`, smooth between.
pub fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_even() {
        let directions = sphere(128);
        let mean: Vec3 = directions.iter().sum::<Vec3>() / 128.0;
        assert!(mean.length() < 0.01, "{mean}");
        let lit: f32 = directions.iter().map(|d| d.dot(Vec3::X).max(0.0)).sum();
        assert!((lit * 4.0 / 128.0 - 1.0).abs() < 0.02);
        let key = disc(Vec3::Y, 45);
        assert!(key.iter().all(|d| d.angle_between(Vec3::Y) <= KEY_RADIUS));
        assert_eq!(disc(Vec3::Y, 1), [Vec3::Y]);
    }
}
