//! From the world to the picture and back.

use std::ops::Range;

use glam::{Mat3, Vec2, Vec3, vec2, vec3};

use super::drawn::Drawn;
use super::fill::fill;
use crate::render::camera::Camera;

/// How far behind cloth solids are drawn, in radii of all that is drawn.
const SETBACK: f32 = 2e-3;

/// What a sample of the picture shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// One over the distance along the camera's axis [1/m]; 0 where there is nothing.
    pub(super) nearness: f32,
    /// The triangle.
    pub(super) triangle: u32,
    /// Where in the triangle, in barycentric coordinates.
    pub(super) weights: Vec3,
}

impl Hit {
    /// Nothing but background.
    pub(super) const NONE: Self = Self { nearness: 0.0, triangle: 0, weights: Vec3::ZERO };
}

/// A camera over a grid of samples.
pub(super) struct View {
    pub(super) eye: Vec3,
    /// Right, up and forward.
    pub(super) basis: Mat3,
    /// Samples per unit of slope.
    pub(super) focal: f32,
    width: usize,
    middle: Vec2,
    /// The distance of the near plane [m].
    near: f32,
}

/// A triangle, or the part of one before the near plane, in the grid.
pub(super) struct Piece {
    places: [Vec2; 3],
    nearness: [f32; 3],
    /// Each corner's place in the whole triangle.
    weights: [Vec3; 3],
    triangle: u32,
}

impl View {
    pub(super) fn new(camera: &Camera, width: usize, height: usize) -> Self {
        let distance = camera.eye.distance(camera.target);
        Self {
            eye: camera.eye,
            basis: camera.basis(),
            focal: camera.focal(width as f32, height as f32),
            width,
            middle: 0.5 * vec2(width as f32, height as f32),
            near: (1e-3 * distance).max(1e-6),
        }
    }

    /// The direction of view through a sample's place; 1 long along the camera's axis.
    pub(super) fn ray(&self, place: Vec2) -> Vec3 {
        let across = (place - self.middle) / self.focal;
        self.basis * vec3(across.x, -across.y, 1.0)
    }

    /// Everything drawn that is before the near plane.
    pub(super) fn pieces(&self, drawn: &Drawn) -> Vec<Piece> {
        let to_camera = self.basis.transpose();
        let mut pieces = Vec::with_capacity(drawn.triangles.len());
        // Cloth that lies on a solid is drawn over it, although its flat triangles cut into what is round.
        let behind = 1.0 - (SETBACK * drawn.radius / self.eye.distance(drawn.centre)).clamp(0.0, 0.01);
        for triangle in 0..drawn.triangles.len() {
            let corners = drawn.corners(triangle).map(|p| to_camera * (p - self.eye));
            let factor = if drawn.materials[triangle] == 0 { 1.0 } else { behind };
            let polygon = clip(corners, self.near);
            for i in 2..polygon.len() {
                let fan = [polygon[0], polygon[i - 1], polygon[i]];
                pieces.push(Piece {
                    places: fan.map(|(p, _)| self.place(p)),
                    nearness: fan.map(|(p, _)| factor / p.z),
                    weights: fan.map(|(_, weights)| weights),
                    triangle: triangle as u32,
                });
            }
        }
        pieces
    }

    fn place(&self, p: Vec3) -> Vec2 {
        self.middle + vec2(p.x, -p.y) * (self.focal / p.z)
    }

    /// The nearest hits in a band of rows.
    pub(super) fn hits(&self, pieces: &[Piece], rows: Range<usize>) -> Vec<Hit> {
        let mut hits = vec![Hit::NONE; self.width * rows.len()];
        for piece in pieces {
            fill(piece.places, self.width, rows.clone(), |x, y, [a, b, c]| {
                let [near_a, near_b, near_c] = piece.nearness;
                let (a, b, c) = (a * near_a, b * near_b, c * near_c);
                let nearness = a + b + c;
                let hit = &mut hits[(y - rows.start) * self.width + x];
                if nearness > hit.nearness {
                    let [in_a, in_b, in_c] = piece.weights;
                    // Linear in the picture is the value over the distance, not the value.
                    let weights = (in_a * a + in_b * b + in_c * c) / nearness;
                    *hit = Hit { nearness, triangle: piece.triangle, weights };
                }
            });
        }
        hits
    }
}

/// The part of a triangle in camera coordinates with z ≥ `near`: no, three or four corners, each with
/// its barycentric coordinates.
fn clip(corners: [Vec3; 3], near: f32) -> Vec<(Vec3, Vec3)> {
    let corner = |i: usize| (corners[i], Vec3::AXES[i]);
    let mut polygon = Vec::with_capacity(4);
    for i in 0..3 {
        let ((p, p_weights), (q, q_weights)) = (corner(i), corner((i + 1) % 3));
        if p.z >= near {
            polygon.push((p, p_weights));
        }
        if (p.z >= near) != (q.z >= near) {
            let t = (near - p.z) / (q.z - p.z);
            let mut cut = p.lerp(q, t);
            cut.z = near;
            polygon.push((cut, p_weights.lerp(q_weights, t)));
        }
    }
    polygon
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera { eye: Vec3::ZERO, target: Vec3::NEG_Z, up: Vec3::Y, fov_y: 1.0 }
    }

    #[test]
    fn the_near_plane_cuts_triangles() {
        let point = |x: f32, z: f32| vec3(x, x * x, z);
        assert_eq!(clip([point(0.0, 1.0), point(1.0, 2.0), point(2.0, 3.0)], 0.5).len(), 3);
        assert_eq!(clip([point(0.0, -1.0), point(1.0, 2.0), point(2.0, 3.0)], 0.5).len(), 4);
        assert_eq!(clip([point(0.0, -1.0), point(1.0, -2.0), point(2.0, 3.0)], 0.5).len(), 3);
        assert!(clip([point(0.0, -1.0), point(1.0, -2.0), point(2.0, 0.0)], 0.5).is_empty());
    }

    #[test]
    fn hits_are_where_the_rays_say_even_for_a_floor_below_the_eye() {
        let positions = [vec3(-50.0, -1.0, 50.0), vec3(50.0, -1.0, 50.0), vec3(0.0, -1.0, -90.0)];
        let drawn = Drawn::new(&positions, &[[0, 1, 2]], &[0], &[], Vec3::ZERO);
        let view = View::new(&camera(), 40, 30);
        let hits = view.hits(&view.pieces(&drawn), 0..30);
        let mut count = 0;
        for (i, hit) in hits.iter().enumerate().filter(|(_, hit)| hit.nearness > 0.0) {
            let ray = view.ray(vec2((i % 40) as f32 + 0.5, (i / 40) as f32 + 0.5));
            let seen = ray / hit.nearness;
            let there: Vec3 = (0..3).map(|k| positions[k] * hit.weights[k]).sum();
            assert!(seen.distance(there) < 1e-2 * seen.length(), "{seen} {there}");
            count += 1;
        }
        assert!(count > 500, "{count}");
    }
}
