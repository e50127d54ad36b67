//! The ground: a studio floor that runs into the background, and the shadow on it.

use glam::{Vec2, Vec3, vec2, vec3};

use super::body::Body;
use super::fill::in_parallel;
use super::lights::{Lights, smoothstep};
use super::shadow::DepthMap;

/// Cells per row and column.
const SIZE: usize = 256;
/// The part of the floor that is worked out, in radii of the body.
const REACH: f32 = 3.0;

/// The floor's brightness around the body.
pub(super) struct Ground<'a> {
    /// The floor's height [m].
    pub(super) height: f32,
    lights: &'a Lights,
    middle: Vec2,
    half_width: f32,
    /// The dome's light, per cell: it varies slowly, unlike the key light's.
    dome: Vec<f32>,
    /// The light of both far from the body.
    open: f32,
}

impl<'a> Ground<'a> {
    pub(super) fn new(body: &Body, lights: &'a Lights, height: f32) -> Self {
        let middle = vec2(body.centre.x, body.centre.z);
        let half_width = REACH * body.radius;
        let dome_at = |point| lights.dome_light(point, Vec3::Y).element_sum();
        let rows = in_parallel(SIZE, |row| {
            let offset = |i: usize| (2.0 * (i as f32 + 0.5) / SIZE as f32 - 1.0) * half_width;
            let z = middle.y + offset(row);
            let at = |column: usize| dome_at(vec3(middle.x + offset(column), height, z));
            (0..SIZE).map(at).collect::<Vec<f32>>()
        });
        let far = vec3(1e3 * half_width, height, 0.0) + body.centre;
        let open = dome_at(far) + key_light(lights, far);
        // The dome is made of single directions, whose shadows' borders would show.
        let dome = blur(&blur(&rows.concat()));
        Self {
            height,
            lights,
            middle,
            half_width,
            dome,
            open,
        }
    }

    /// The share of the open floor's light at a point of it: 1 far away.
    pub(super) fn share(&self, point: Vec3) -> f32 {
        let offset = (vec2(point.x, point.z) - self.middle) / self.half_width;
        let fade = 1.0 - smoothstep(0.7, 0.98, offset.length());
        if fade <= 0.0 {
            return 1.0;
        }
        let light = self.dome_light(offset) + key_light(self.lights, point);
        1.0 + (light / self.open - 1.0) * fade
    }

    /// The dome's light at a place of the grid, whose sides are at −1 and 1.
    fn dome_light(&self, offset: Vec2) -> f32 {
        let place = (offset + Vec2::ONE) * (0.5 * SIZE as f32) - Vec2::splat(0.5);
        let limit = Vec2::splat(SIZE as f32 - 2.0);
        let low = place.clamp(Vec2::ZERO, limit).floor();
        let part = place - low;
        let cell = low.y as usize * SIZE + low.x as usize;
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let near = mix(self.dome[cell], self.dome[cell + 1], part.x);
        let far = mix(self.dome[cell + SIZE], self.dome[cell + SIZE + 1], part.x);
        mix(near, far, part.y)
    }
}

/// The key light on the floor at `point` [m].
fn key_light(lights: &Lights, point: Vec3) -> f32 {
    let arriving = |map: &DepthMap| map.direction.y.max(0.0) * map.visibility(point, Vec3::Y);
    let sum: f32 = lights.key.iter().map(arriving).sum();
    lights.key_radiance.element_sum() * sum / lights.key.len() as f32
}

/// The grid with each cell mixed with its neighbours, two in each direction.
fn blur(grid: &[f32]) -> Vec<f32> {
    let pass = |grid: &[f32], stride: usize| -> Vec<f32> {
        let mixed = |cell: usize| {
            let along = cell / stride % SIZE;
            let at = |step: usize| {
                // `step` runs from 0 to 4 for two cells before to two cells after.
                let other = (along + step).clamp(2, SIZE + 1) - 2;
                grid[cell - along * stride + other * stride]
            };
            (at(0) + at(4) + 4.0 * (at(1) + at(3)) + 6.0 * at(2)) / 16.0
        };
        (0..grid.len()).map(mixed).collect()
    };
    pass(&pass(grid, 1), SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::picture::Camera;

    #[test]
    fn a_shadow_is_under_the_body_and_ends() {
        let positions = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
        let positions = positions.map(|(x, z)| vec3(x as f32, 0.3, z as f32));
        let body = Body::new(&positions, &[[0, 2, 1], [0, 3, 2]], &[0, 0]);
        let camera = Camera::frame(-Vec3::ONE, Vec3::ONE, vec3(0.0, 0.5, 1.0));
        let lights = Lights::new(&body, &camera, true);
        let ground = Ground::new(&body, &lights, 0.0);
        let shares = [0.0, 1.5, 30.0].map(|x| ground.share(vec3(x, 0.0, 0.0)));
        assert!(shares[0] < 0.3 && shares[1] > 0.3 && shares[2] == 1.0, "{shares:?}");
        let far_side = ground.share(vec3(-3.9, 0.0, 0.0));
        assert!((0.93..=1.01).contains(&far_side), "{far_side}");
    }

    #[test]
    fn a_blur_keeps_an_even_grid() {
        let even = blur(&vec![2.0; SIZE * SIZE]);
        assert!(even.iter().all(|&value| value == 2.0));
        let mut spot = vec![0.0; SIZE * SIZE];
        spot[5 * SIZE + 7] = 256.0;
        let blurred = blur(&spot);
        assert_eq!((blurred[5 * SIZE + 7], blurred[4 * SIZE + 7]), (36.0, 24.0));
        assert_eq!(blurred[3 * SIZE + 5], 1.0);
    }
}
