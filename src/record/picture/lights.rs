//! The studio: a soft key light, a dome of sky and fill, and a rim light, placed by the camera.

use glam::{Vec3, vec3};

use super::camera::Camera;
use super::drawn::Drawn;
use super::fill::in_parallel;
use super::shadow::DepthMap;

/// Points on the key light: five for each of a pixel's nine samples.
const KEY_COUNT: usize = 45;
/// Directions over the whole sphere.
const DOME_COUNT: usize = 128;
/// The key light's radius, as seen from what it lights [rad].
pub(super) const KEY_RADIUS: f32 = 0.07;
const KEY_CELLS: usize = 640;
const DOME_CELLS: usize = 192;

/// The light that a dome direction brings, and what stands in its way.
pub(super) struct DomeLight {
    pub(super) map: DepthMap,
    pub(super) radiance: Vec3,
}

/// Every light of a picture.
pub(super) struct Lights {
    /// Points of the key light; each brings an equal share.
    pub(super) key: Vec<DepthMap>,
    /// The key light's colour and strength.
    pub(super) key_radiance: Vec3,
    pub(super) dome: Vec<DomeLight>,
    /// The direction to the rim light, behind what is drawn.
    pub(super) rim: Vec3,
}

impl Lights {
    /// `floor` says whether one takes away the light from below.
    pub(super) fn new(drawn: &Drawn, camera: &Camera, floor: bool) -> Self {
        let basis = camera.basis();
        // Horizontal, away from the camera; what is up in the picture where it looks straight down.
        let level = vec3(basis.z_axis.x, 0.0, basis.z_axis.z);
        let away = if level.length() > 0.05 { level } else { basis.y_axis }.normalize_or(Vec3::NEG_Z);
        // Horizontal too, even if the camera is rolled.
        let right = away.cross(Vec3::Y).normalize_or(basis.x_axis);
        // Without a floor, a cloth that is seen from below is lit from below.
        let lift = if floor { 1.0 } else { 1.0 - 2.0 * smoothstep(0.05, 0.3, basis.z_axis.y) };
        let key = (Vec3::Y * (0.9 * lift) - right * 0.95 - away * 0.25).normalize();
        let fill = (right * 0.9 - away * 0.5 + Vec3::Y * 0.25).normalize();
        let key_points = disc(key, KEY_COUNT);
        let dome_directions = sphere(DOME_COUNT);
        Self {
            key: in_parallel(KEY_COUNT, |i| DepthMap::new(drawn, key_points[i], KEY_CELLS)),
            key_radiance: vec3(1.0, 0.965, 0.91) * 1.22,
            dome: in_parallel(DOME_COUNT, |i| DomeLight {
                map: DepthMap::new(drawn, dome_directions[i], DOME_CELLS),
                radiance: sky(dome_directions[i], fill, floor),
            }),
            rim: (away * 0.8 + right * 0.45 + Vec3::Y * 0.45).normalize(),
        }
    }

    /// The dome's light on a surface [of an even sky's], with the shadows of all that is drawn.
    pub(super) fn dome_light(&self, point: Vec3, normal: Vec3) -> Vec3 {
        let mut sum = Vec3::ZERO;
        for DomeLight { map, radiance } in &self.dome {
            let cosine = normal.dot(map.direction);
            if cosine > 0.0 {
                sum += *radiance * (cosine * map.visibility(point, normal));
            }
        }
        // Cosines over the sphere's lit half add up to a quarter of the count.
        sum * (4.0 / self.dome.len() as f32)
    }
}

/// The dome's radiance: cool from above, warm and weak from below, brighter on the fill side.
fn sky(direction: Vec3, fill: Vec3, floor: bool) -> Vec3 {
    let below = vec3(0.15, 0.135, 0.125) * if floor { 1.0 } else { 1.7 };
    let above = smoothstep(-0.25, 0.9, direction.y);
    let plain = below.lerp(vec3(0.40, 0.44, 0.50), above);
    let toward = direction.dot(fill).max(0.0);
    plain + vec3(0.30, 0.32, 0.36) * toward * toward * toward
}

/// Points on a disc around `direction`, evenly spread along a sunflower's spiral.
fn disc(direction: Vec3, count: usize) -> Vec<Vec3> {
    let (right, up) = direction.any_orthonormal_pair();
    let point = |i: usize| {
        let distance = KEY_RADIUS * ((i as f32 + 0.5) / count as f32).sqrt();
        let (sine, cosine) = (i as f32 * golden_angle()).sin_cos();
        (direction + (right * cosine + up * sine) * distance).normalize()
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
pub(super) fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_even() {
        let directions = sphere(DOME_COUNT);
        let mean: Vec3 = directions.iter().sum::<Vec3>() / DOME_COUNT as f32;
        assert!(mean.length() < 0.01, "{mean}");
        let lit: f32 = directions.iter().map(|d| d.dot(Vec3::X).max(0.0)).sum();
        assert!((lit * 4.0 / DOME_COUNT as f32 - 1.0).abs() < 0.02);
        let key = disc(Vec3::Y, KEY_COUNT);
        assert!(key.iter().all(|d| d.angle_between(Vec3::Y) <= KEY_RADIUS));
    }
}
