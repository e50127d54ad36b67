//! What a far light sees: the nearest surface over a plane across its direction.

use glam::{Vec2, Vec3, vec2};

use super::drawn::Drawn;
use super::fill::fill;

/// The heights of all that casts a shadow towards a light.
pub(super) struct DepthMap {
    /// The direction to the light.
    pub(super) direction: Vec3,
    right: Vec3,
    up: Vec3,
    centre: Vec3,
    /// Cells per row and column.
    size: usize,
    /// The width of a cell [m].
    cell: f32,
    /// The greatest height over the plane through the centre [m], per cell.
    heights: Vec<f32>,
}

impl DepthMap {
    /// The map of what is drawn with `size` × `size` cells towards `direction`, a unit vector.
    pub(super) fn new(drawn: &Drawn, direction: Vec3, size: usize) -> Self {
        let (right, up) = direction.any_orthonormal_pair();
        // Two cells of margin, so that the border is always free.
        let cell = 2.0 * drawn.radius / (size as f32 - 4.0);
        let mut map = Self {
            direction,
            right,
            up,
            centre: drawn.centre,
            size,
            cell,
            heights: vec![f32::NEG_INFINITY; size * size],
        };
        for triangle in 0..drawn.casters {
            let corners = drawn.corners(triangle);
            let [a, b, c] = corners.map(|p| map.height(p));
            let places = corners.map(|p| map.place(p));
            let heights = &mut map.heights;
            fill(places, size, 0..size, |x, y, weights| {
                let height = a * weights[0] + b * weights[1] + c * weights[2];
                let highest = &mut heights[y * size + x];
                *highest = highest.max(height);
            });
        }
        map
    }

    /// How much of the light reaches a surface at `point` [m] with `normal` on the side of the light:
    /// 0 in the shadow, 1 outside. The surface itself casts none on the point.
    pub(super) fn visibility(&self, point: Vec3, normal: Vec3) -> f32 {
        let cosine = normal.dot(self.direction).max(0.05);
        let steepness = ((1.0 - cosine * cosine).max(0.0).sqrt() / cosine).min(6.0);
        let point = point + normal * (1.2 * self.cell);
        let height = self.height(point) + self.cell * (0.3 + steepness);
        let place = self.place(point) - Vec2::splat(0.5);
        let low = place.floor();
        let limit = self.size as f32 - 1.0;
        if !(low.x >= 0.0 && low.y >= 0.0 && low.x < limit && low.y < limit) {
            return 1.0;
        }
        let part = place - low;
        let cell = low.y as usize * self.size + low.x as usize;
        let free = |cell: usize| if self.heights[cell] > height { 0.0 } else { 1.0 };
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let near = mix(free(cell), free(cell + 1), part.x);
        let far = mix(free(cell + self.size), free(cell + self.size + 1), part.x);
        mix(near, far, part.y)
    }

    fn height(&self, point: Vec3) -> f32 {
        self.direction.dot(point - self.centre)
    }

    fn place(&self, point: Vec3) -> Vec2 {
        let from_centre = point - self.centre;
        let place = vec2(self.right.dot(from_centre), self.up.dot(from_centre));
        place / self.cell + Vec2::splat(0.5 * self.size as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_shades_what_is_below_it_and_not_itself() {
        let positions = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
        let positions = positions.map(|(x, z)| Vec3::new(x as f32, 1.0, z as f32));
        let drawn = Drawn::new(&positions, &[[0, 2, 1], [0, 3, 2]], &[0, 0], &[], Vec3::ZERO);
        for direction in [Vec3::Y, Vec3::new(0.3, 1.0, 0.2).normalize()] {
            let map = DepthMap::new(&drawn, direction, 64);
            let under = Vec3::ZERO - direction * 0.5;
            assert_eq!(map.visibility(under, Vec3::Y), 0.0);
            assert_eq!(map.visibility(Vec3::new(9.0, 0.0, 0.0), Vec3::Y), 1.0);
            for i in 0..100 {
                let (x, z) = (i as f32 * 0.019 - 0.95, i as f32 * 0.007 - 0.3);
                assert_eq!(map.visibility(Vec3::new(x, 1.0, z), Vec3::Y), 1.0);
            }
        }
    }
}
