//! The studio's lights, and what stands in the way of each.

use glam::Vec3;

use super::drawn::Drawn;
use super::fill::in_parallel;
use super::shadow::DepthMap;
use crate::render::camera::Camera;
use crate::render::studio::{KEY_RADIANCE, Studio};

/// Points on the key light: five for each of a pixel's nine samples.
const KEY_COUNT: usize = 45;
/// Directions over the whole sphere.
const DOME_COUNT: usize = 128;
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
        let studio = Studio::new(camera, floor);
        let (key, dome) = (studio.key_points(KEY_COUNT), studio.dome(DOME_COUNT));
        Self {
            key: in_parallel(KEY_COUNT, |i| DepthMap::new(drawn, key[i], KEY_CELLS)),
            key_radiance: KEY_RADIANCE,
            dome: in_parallel(DOME_COUNT, |i| DomeLight {
                map: DepthMap::new(drawn, dome[i].0, DOME_CELLS),
                radiance: dome[i].1,
            }),
            rim: studio.rim,
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
