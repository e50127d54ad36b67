//! Where a picture is taken from, for all that is to be in it.

use super::camera::{Camera, near_cloth};
use super::solids::{Set, Stage};
use crate::bodies::Pose;
use crate::error::Error;
use crate::mesh::Mesh;
use glam::{Vec3, vec3};
use std::str::FromStr;

/// Where the camera stands, as seen from what it shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// To the right of the front [degrees].
    pub yaw: f32,
    /// Above the horizon [degrees].
    pub pitch: f32,
    /// How much larger than all of it things are shown.
    pub zoom: f32,
}

impl Default for Shot {
    /// From the front, a little from the right and above.
    fn default() -> Self {
        Self { yaw: 24.23, pitch: 17.7, zoom: 1.0 }
    }
}

/// Shots with names.
const NAMED: [(&str, f32, f32); 6] = [
    ("front", 0.0, 8.0),
    ("back", 180.0, 8.0),
    ("left", -90.0, 8.0),
    ("right", 90.0, 8.0),
    ("top", 0.0, 89.0),
    ("below", 0.0, -60.0),
];

impl Shot {
    /// From what is shown to the eye.
    pub fn direction(&self) -> Vec3 {
        let ((sy, cy), (sp, cp)) = (self.yaw.to_radians().sin_cos(), self.pitch.to_radians().sin_cos());
        vec3(sy * cp, sp, cy * cp)
    }

    /// The camera that shows the cloth at all these moments, and the bodies near it, in a picture of `size` [pixels].
    pub fn camera(&self, set: &Set, moments: &[Moment], size: (u32, u32)) -> Camera {
        let cloth: Vec<Vec3> = moments.iter().flat_map(|m| m.cloth).copied().collect();
        let surfaces = set.surfaces(&Stage::around(&cloth));
        let solid = |(moment, i): (&Moment, usize)| {
            let placed = moment.placed.get(i).copied().unwrap_or_else(|| set.start(i));
            points(&surfaces[i], &placed)
        };
        let shown = |i: &usize| !set.is_scenery(*i);
        let all = moments.iter().flat_map(|m| (0..surfaces.len()).filter(shown).map(move |i| (m, i)));
        let points = near_cloth(&cloth, all.map(solid));
        let mut camera = Camera::fit_upright(&points, self.direction(), set.up, size);
        camera.eye = camera.target + (camera.eye - camera.target) / self.zoom;
        camera
    }
}

/// What there is at some moment.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// The cloth's positions [m].
    pub cloth: &'a [Vec3],
    /// The bodies' poses; the rest are where they start.
    pub placed: &'a [Pose],
}

/// A mesh's vertices in the scene [m].
fn points(mesh: &Mesh, placed: &Pose) -> Vec<Vec3> {
    mesh.positions.iter().map(|&p| placed.point(p)).collect()
}

impl FromStr for Shot {
    type Err = Error;

    /// A name, or `YAW,PITCH[,ZOOM]` in degrees.
    fn from_str(text: &str) -> Result<Self, Error> {
        if let Some((_, yaw, pitch)) = NAMED.iter().find(|(name, ..)| *name == text) {
            return Ok(Self { yaw: *yaw, pitch: *pitch, zoom: 1.0 });
        }
        let numbers: Option<Vec<f32>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        let shot = match numbers.as_deref() {
            Some([yaw, pitch]) => Self { yaw: *yaw, pitch: *pitch, zoom: 1.0 },
            Some([yaw, pitch, zoom]) => Self { yaw: *yaw, pitch: *pitch, zoom: *zoom },
            _ => {
                let names = NAMED.map(|(name, ..)| name).join(", ");
                let advice = format!("use {names} or YAW,PITCH[,ZOOM] in degrees, for example 30,20,1.5");
                return Err(Error::input(format!("camera `{text}`"), "there is none", advice));
            }
        };
        let fine = shot.yaw.abs() <= 360.0 && shot.pitch.abs() <= 90.0 && (0.05..=50.0).contains(&shot.zoom);
        if fine {
            return Ok(shot);
        }
        let advice = "keep the yaw within 360°, the pitch within 90° and the zoom from 0.05 to 50";
        Err(Error::input(format!("camera `{text}`"), "is out of range", advice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::scene::Scene;

    #[test]
    fn shots_are_read() {
        assert_eq!("top".parse::<Shot>().unwrap().pitch, 89.0);
        assert_eq!("30, -20,2".parse::<Shot>().unwrap(), Shot { yaw: 30.0, pitch: -20.0, zoom: 2.0 });
        for bad in ["", "up", "1", "1,2,3,4", "1,nan", "0,91", "0,0,0", "0,0,1e9"] {
            assert_eq!(bad.parse::<Shot>().unwrap_err().exit_code(), 4, "{bad}");
        }
        assert!(Shot::default().direction().distance(vec3(0.45, 0.35, 1.0).normalize()) < 1e-3);
    }

    #[test]
    fn a_zoom_goes_nearer() {
        let scene = Scene::default();
        let model = Model::new(&scene).unwrap();
        let set = Set::new(&scene, &model);
        let moments = [Moment { cloth: &model.start, placed: &[] }];
        let camera = |zoom| Shot { zoom, ..Shot::default() }.camera(&set, &moments, (80, 60));
        let (far, near) = (camera(1.0), camera(2.0));
        assert_eq!(far.target, near.target);
        let distances = [far, near].map(|c| c.eye.distance(c.target));
        assert!((distances[0] / distances[1] - 2.0).abs() < 1e-4);
    }
}
