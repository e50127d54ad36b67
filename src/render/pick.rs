//! What is under the mouse.

use super::camera::Camera;
use glam::{Vec2, Vec3};

/// A line of sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// The eye [m].
    pub origin: Vec3,
    /// Away from it; 1 long along the camera's axis.
    pub direction: Vec3,
}

impl Camera {
    /// The line of sight through a place in a picture of `size`, both in [pixels].
    pub fn ray(&self, place: Vec2, size: Vec2) -> Ray {
        let across = (place - 0.5 * size) / self.focal(size.x, size.y);
        let direction = self.basis() * Vec3::new(across.x, -across.y, 1.0);
        Ray { origin: self.eye, direction }
    }

    /// How much of the scene a pixel covers at a point, in a picture of `size` [pixels] [m].
    pub fn pixel_at(&self, point: Vec3, size: Vec2) -> f32 {
        (point - self.eye).dot(self.basis().z_axis).max(0.0) / self.focal(size.x, size.y)
    }
}

impl Ray {
    /// Where the ray meets the plane through a point that is across the camera's axis `forward`.
    pub fn on_plane(&self, point: Vec3, forward: Vec3) -> Vec3 {
        let along = (point - self.origin).dot(forward) / self.direction.dot(forward);
        self.origin + self.direction * along
    }

    /// How far along the ray a triangle is, if it is met; from either side.
    fn meets(&self, [a, b, c]: [Vec3; 3]) -> Option<f32> {
        // Möller and Trumbore 1997.
        let (ab, ac) = (b - a, c - a);
        let p = self.direction.cross(ac);
        let inverse = 1.0 / ab.dot(p);
        let from_a = self.origin - a;
        let u = inverse * from_a.dot(p);
        let q = from_a.cross(ab);
        let v = inverse * self.direction.dot(q);
        let along = inverse * ac.dot(q);
        // Comparisons with what is not a number fail.
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && along > 0.0).then_some(along)
    }
}

/// The vertex that a ray points at: the nearest corner of the first triangle that it meets; else the first of those that it
/// passes within `slack`, as a share of the distance.
pub fn pick(positions: &[Vec3], triangles: &[[u32; 3]], ray: &Ray, slack: f32) -> Option<u32> {
    let corner = |v: u32| positions.get(v as usize).copied().unwrap_or(Vec3::NAN);
    let hit = triangles
        .iter()
        .filter_map(|t| Some((ray.meets(t.map(corner))?, t)))
        .min_by(|(a, _), (b, _)| a.total_cmp(b));
    if let Some((along, triangle)) = hit {
        let point = ray.origin + ray.direction * along;
        let near = |v: &&u32| corner(**v).distance(point);
        return triangle.iter().min_by(|a, b| near(a).total_cmp(&near(b))).copied();
    }
    let forward = ray.direction.normalize_or(Vec3::Z);
    let beside = |p: Vec3| {
        let along = (p - ray.origin).dot(forward);
        let aside = (p - ray.origin - forward * along).length();
        (along > 0.0 && aside <= slack * along).then_some(along)
    };
    let near = (0u32..).zip(positions).filter_map(|(v, p)| Some((beside(*p)?, v)));
    near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, v)| v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn the_nearest_corner_of_the_first_triangle_is_picked() {
        let positions = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, -1), (1, 0, -1), (0, 1, -1)];
        let mut positions = positions.map(|(x, y, z)| Vec3::new(x as f32, y as f32, z as f32)).to_vec();
        let triangles = [[3, 4, 5], [0, 2, 1]];
        let ray = |x: f32, y: f32| Ray { origin: Vec3::new(x, y, 5.0), direction: Vec3::NEG_Z };
        assert_eq!(pick(&positions, &triangles, &ray(0.1, 0.1), 0.0), Some(0));
        assert_eq!(pick(&positions, &triangles, &ray(0.1, 0.8), 0.0), Some(2));
        assert_eq!(pick(&positions, &triangles, &ray(1.02, -0.01), 0.0), None);
        assert_eq!(pick(&positions, &triangles, &ray(1.02, -0.01), 0.01), Some(1));
        positions[0] = Vec3::NAN;
        assert_eq!(pick(&positions, &triangles, &ray(0.1, 0.1), 0.0), Some(3));
        assert_eq!(pick(&[], &triangles, &ray(0.1, 0.1), 1.0), None);
    }

    #[test]
    fn a_ray_goes_through_its_pixel() {
        let points = [Vec3::new(-1.0, 0.2, 0.0), Vec3::new(1.0, 2.0, 0.5)];
        let camera = Camera::fit(&points, Vec3::new(0.4, 0.3, 1.0), (320, 200));
        let size = vec2(320.0, 200.0);
        let middle = camera.ray(0.5 * size, size);
        assert!(
            (middle.origin + middle.direction * camera.eye.distance(camera.target)).distance(camera.target)
                < 1e-4
        );
        let forward = camera.basis().z_axis;
        let ray = camera.ray(vec2(100.0, 50.0), size);
        let there = ray.on_plane(points[0], forward);
        assert!((there - points[0]).dot(forward).abs() < 1e-5);
        let beside = camera.ray(vec2(101.0, 50.0), size).on_plane(points[0], forward);
        assert!((there.distance(beside) / camera.pixel_at(points[0], size) - 1.0).abs() < 1e-3);
    }
}
