//! The ground: a studio floor that runs into the background, and the shadow on it.

use glam::{Vec3, vec2, vec3};

use super::drawn::Drawn;
use super::grid::Grid;
use super::lights::Lights;
use super::shadow::DepthMap;
use crate::render::studio::{BOUNCE, KEY_RADIUS, smoothstep};

/// The part of the floor that is worked out, in radii of what is drawn.
const REACH: f32 = 3.0;
/// Cells per row and column for the key light, whose shadow has an edge.
const KEY_CELLS: usize = 512;
/// And for the dome's light, which varies slowly.
const DOME_CELLS: usize = 160;

/// The floor's brightness around what is drawn.
pub(super) struct Ground {
    /// The floor's height [m].
    pub(super) height: f32,
    centre: Vec3,
    half_width: f32,
    key: Grid,
    dome: Grid,
    /// The light far from all that is drawn.
    open: f32,
}

impl Ground {
    pub(super) fn new(drawn: &Drawn, lights: &Lights, height: f32) -> Self {
        let centre = drawn.centre.with_y(height);
        let half_width = REACH * drawn.radius;
        let at = |x: f32, z: f32| centre + vec3(x, 0.0, z) * half_width;
        let dome_at = |point| lights.dome_light(point, Vec3::Y).element_sum();
        let far = at(1e3, 0.0);
        let open_key = key_light(lights, far);
        let key_at =
            |point| if is_behind(drawn, lights, point) { key_light(lights, point) } else { open_key };
        // Both lights are made of single directions, whose shadows' borders would show.
        let key = Grid::new(KEY_CELLS, |x, z| key_at(at(x, z))).blurred().blurred();
        let dome = Grid::new(DOME_CELLS, |x, z| dome_at(at(x, z))).blurred();
        Self { height, centre, half_width, key, dome, open: open_key + dome_at(far) }
    }

    /// The share of the open floor's light at a point of it: 1 far away.
    pub(super) fn share(&self, point: Vec3) -> f32 {
        let offset = (point - self.centre) / self.half_width;
        let place = vec2(offset.x, offset.z);
        let fade = 1.0 - smoothstep(0.7, 0.98, place.length());
        if fade <= 0.0 {
            return 1.0;
        }
        let light = self.key.at(place) + self.dome.at(place);
        1.0 + (light / self.open - 1.0) * fade * (1.0 - BOUNCE)
    }
}

/// Whether the ball around all that is drawn covers any of the key light at `point`.
fn is_behind(drawn: &Drawn, lights: &Lights, point: Vec3) -> bool {
    let Some(key) = lights.key.first() else {
        return false;
    };
    let to_middle = drawn.centre - point;
    let along = to_middle.dot(key.direction);
    let aside = (to_middle - key.direction * along).length();
    aside < 1.05 * drawn.radius + 2.2 * KEY_RADIUS * along.abs()
}

/// The key light on the floor at `point` [m].
fn key_light(lights: &Lights, point: Vec3) -> f32 {
    let arriving = |map: &DepthMap| map.direction.y.max(0.0) * map.visibility(point, Vec3::Y);
    let sum: f32 = lights.key.iter().map(arriving).sum();
    lights.key_radiance.element_sum() * sum / lights.key.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Camera;

    #[test]
    fn a_shadow_is_under_a_sheet_and_ends() {
        let positions = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
        let positions = positions.map(|(x, z)| vec3(x as f32, 0.3, z as f32));
        let drawn = Drawn::new(&positions, &[[0, 2, 1], [0, 3, 2]], &[0, 0], &[], Vec3::ZERO);
        let camera = Camera::frame(-Vec3::ONE, Vec3::ONE, vec3(0.0, 0.5, 1.0));
        let lights = Lights::new(&drawn, &camera, true);
        let ground = Ground::new(&drawn, &lights, 0.0);
        let shares = [0.0, 1.5, 30.0].map(|x| ground.share(vec3(x, 0.0, 0.0)));
        assert!(shares[0] < 0.3 && shares[1] > 0.3 && shares[2] == 1.0, "{shares:?}");
        let far_side = ground.share(vec3(-3.9, 0.0, 0.0));
        assert!((0.93..=1.01).contains(&far_side), "{far_side}");
    }
}
