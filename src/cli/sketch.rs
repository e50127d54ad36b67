//! A cloth and what is around it, drawn by the CPU.

use crate::bodies::Pose;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::render::software::{self, Options, Solid};
use crate::render::solids::{Set, Stage};
use crate::render::{Camera, Moment, Picture, Shot};
use crate::scene::Scene;
use glam::Vec3;

/// What pictures of a scene need of it.
pub struct Sketch {
    mesh: Mesh,
    set: Set,
}

impl Sketch {
    /// Of a scene and its model.
    pub fn new(scene: &Scene, model: &Model) -> Self {
        Self { mesh: model.mesh.clone(), set: Set::new(scene, model) }
    }

    /// The camera that shows all of these moments in a picture of `size` [pixels].
    pub fn camera(&self, shot: &Shot, moments: &[Moment], size: (u32, u32)) -> Camera {
        shot.camera(&self.set, moments, size)
    }

    /// Draws a moment, one of several that share their stage.
    pub fn draw(&self, moment: &Moment, all: &[Moment], camera: Camera, size: (u32, u32)) -> Picture {
        let cloth: Vec<Vec3> = all.iter().flat_map(|moment| moment.cloth).copied().collect();
        let surfaces = self.set.surfaces(&Stage::around(&cloth));
        let solids = self.solids(&surfaces, moment.placed);
        let options = Options { size, ground: self.set.ground, solids: &solids, ..Options::new(camera) };
        software::render(moment.cloth, &self.mesh.triangles, &self.mesh.polygons, &options)
    }

    fn solids<'a>(&self, surfaces: &'a [Mesh], placed: &[Pose]) -> Vec<Solid<'a>> {
        let solid = |(i, mesh)| Solid {
            mesh,
            placed: placed.get(i).copied().unwrap_or_else(|| self.set.start(i)),
            color: self.set.color(i),
            scenery: self.set.is_scenery(i),
        };
        surfaces.iter().enumerate().map(solid).collect()
    }
}
