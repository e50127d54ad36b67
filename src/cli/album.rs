//! Pictures of a run: some of its moments, side by side.

use crate::bodies::Pose;
use crate::error::Result;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::record::picture::{Camera, Options, Picture, Solid, near_cloth, render};
use crate::record::solids::{Stage, color, is_level, surface};
use crate::record::write_whole;
use crate::scene::{Body, BodyKind, BodyShape, Scene};
use glam::{Quat, Vec3, vec3};
use std::path::{Path, PathBuf};

/// The size of a picture that stands alone [pixels].
const SINGLE: (u32, u32) = (1280, 960);
/// The size of one in a strip [pixels].
const STRIP: (u32, u32) = (560, 640);
/// From the cloth to the eye: from the front, a little from the right and above.
const DIRECTION: Vec3 = vec3(0.45, 0.35, 1.0);

/// The colour of planes, sRGB: that of the studio's floor, a little darker.
const PLANE_COLOR: [f32; 3] = [0.67, 0.675, 0.68];

/// The moments of a run that are to be drawn.
pub struct Album {
    path: PathBuf,
    mesh: Mesh,
    set: Set,
    size: (u32, u32),
    /// The frames that are to be drawn; 0 is the start.
    due: Vec<u32>,
    /// The frames that were due, and the latest one.
    moments: Vec<Moment>,
}

/// A frame that is kept.
struct Moment {
    index: u32,
    /// The cloth's [m].
    positions: Vec<Vec3>,
    /// The bodies', in the set's order; the rest are where they started.
    placed: Vec<Pose>,
}

impl Album {
    /// An album of `count` moments of a run of the scene.
    pub fn new(path: &Path, count: u32, scene: &Scene, model: &Model) -> Self {
        let meshes = model.solids.iter().map(|s| s.as_ref().map(|s| s.mesh().clone()));
        let bodies = model.bodies.iter().cloned().zip(meshes).collect();
        let start = Moment { index: 0, positions: model.start.clone(), placed: Vec::new() };
        Self {
            path: path.to_path_buf(),
            mesh: model.mesh.clone(),
            set: Set::new(scene, bodies),
            size: if count > 1 { STRIP } else { SINGLE },
            due: due(count, scene.frames),
            moments: vec![start],
        }
    }

    /// Takes a frame. The latest always stays, in case that the run ends with it.
    pub fn frame(&mut self, index: u32, positions: &[Vec3], placed: &[Pose]) {
        self.moments.pop_if(|moment| !self.due.contains(&moment.index));
        self.moments.push(Moment { index, positions: positions.to_vec(), placed: placed.to_vec() });
    }

    /// Draws the moments, all from one place, and writes the file.
    pub fn finish(self) -> Result<PathBuf> {
        let pictures = self.draw();
        write_whole(&self.path, &Picture::strip(&pictures).to_png()?)?;
        Ok(self.path)
    }

    fn draw(&self) -> Vec<Picture> {
        let cloth: Vec<Vec3> = self.moments.iter().flat_map(|moment| &moment.positions).copied().collect();
        let stage = Stage::around(&cloth);
        let surfaces = self.set.surfaces(&stage);
        let solids: Vec<Vec<Solid>> =
            self.moments.iter().map(|moment| self.set.solids(&surfaces, &moment.placed)).collect();
        let others = solids.iter().flatten().filter(|solid| !solid.scenery).map(Solid::positions);
        let points = near_cloth(&cloth, others);
        let camera = Camera::fit_upright(&points, DIRECTION, self.set.up, self.size);
        let draw = |(moment, solids): (&Moment, &Vec<Solid>)| {
            let ground = self.set.ground;
            let options = Options { size: self.size, ground, solids, ..Options::new(camera) };
            render(&moment.positions, &self.mesh.triangles, &self.mesh.polygons, &options)
        };
        self.moments.iter().zip(&solids).map(draw).collect()
    }
}

/// What is around the cloth.
struct Set {
    bodies: Vec<(Body, Option<Mesh>)>,
    /// The height of a floor [m].
    ground: Option<f32>,
    /// Against gravity.
    up: Vec3,
}

impl Set {
    fn new(scene: &Scene, bodies: Vec<(Body, Option<Mesh>)>) -> Self {
        let level = bodies.iter().find(|(body, _)| is_level(body, None) && body.kind == BodyKind::Static);
        let level = level.map(|(body, _)| body.position[1]);
        let height = if scene.ground.on { Some(scene.ground.height) } else { level };
        let up = Quat::from_rotation_z(scene.tilt.to_radians() as f32) * Vec3::Y;
        // A floor runs into the background, so that nobody would see it lean; a slab shows.
        let leans = scene.tilt != 0.0;
        Self { bodies, ground: height.filter(|_| !leans).map(|height| height as f32), up }
    }

    /// The bodies' surfaces in their own axes; nothing for a body that is the floor.
    fn surfaces(&self, stage: &Stage) -> Vec<Mesh> {
        let is_floor = |body: &Body| self.ground.is_some_and(|height| is_level(body, Some(height)));
        let surface = |(body, mesh): &(Body, Option<Mesh>)| {
            if is_floor(body) { Mesh::default() } else { surface(body, mesh.as_ref(), stage) }
        };
        self.bodies.iter().map(surface).collect()
    }

    fn solids<'a>(&self, surfaces: &'a [Mesh], placed: &[Pose]) -> Vec<Solid<'a>> {
        let solid = |(i, (body, _)): (usize, &(Body, Option<Mesh>))| {
            let scenery = body.shape == BodyShape::HalfSpace;
            Solid {
                mesh: &surfaces[i],
                placed: placed.get(i).copied().unwrap_or_else(|| Pose::start(body)),
                color: if scenery { PLANE_COLOR } else { color(i) },
                scenery,
            }
        };
        self.bodies.iter().enumerate().map(solid).collect()
    }
}

/// The frames to draw: the last, or evenly from the start to the last.
fn due(count: u32, frames: u32) -> Vec<u32> {
    match count.saturating_sub(1) {
        0 => vec![frames],
        gaps => (0..=gaps).map(|i| (u64::from(i) * u64::from(frames) / u64::from(gaps)) as u32).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_even_and_end_with_the_last() {
        assert_eq!(due(1, 180), [180]);
        assert_eq!(due(4, 180), [0, 60, 120, 180]);
        assert_eq!(due(2, 5), [0, 5]);
    }

    #[test]
    fn a_run_that_ends_early_still_shows_its_last_frame() {
        let scene = Scene { frames: 9, ..Scene::default() };
        let model = Model::new(&scene).unwrap();
        let mut album = Album::new(Path::new("a.png"), 4, &scene, &model);
        (1..=5).for_each(|index| album.frame(index, &model.start, &[]));
        let frames: Vec<u32> = album.moments.iter().map(|moment| moment.index).collect();
        assert_eq!(frames, [0, 3, 5]);
        let mut single = Album::new(Path::new("a.png"), 1, &scene, &model);
        (1..=5).for_each(|index| single.frame(index, &model.start, &[]));
        assert_eq!(single.moments.len(), 1);
    }

    /// An album of the default scene with bodies.
    fn album(scene: &Scene, count: u32) -> Album {
        let mut album = Album::new(Path::new("a.png"), count, scene, &Model::new(scene).unwrap());
        album.size = (120, 90);
        album
    }

    #[test]
    fn bodies_are_where_their_moment_has_them() {
        let body = vec![Body { position: [0.0, 0.5, 0.3], ..Body::default() }];
        let scene = Scene { body, ..Scene::default() };
        let mut moving = album(&scene, 2);
        let start = moving.moments[0].positions.clone();
        moving.frame(120, &start, &[Pose { position: vec3(0.3, 0.0, 0.3), ..Pose::ORIGIN }]);
        let pictures = moving.draw();
        assert_ne!(pictures[0], pictures[1]);
        let mut still = album(&scene, 2);
        still.frame(120, &start, &[]);
        let pictures = still.draw();
        assert_eq!(pictures[0], pictures[1]);
        moving.frame(120, &start, &[Pose { position: Vec3::NAN, ..Pose::ORIGIN }]);
        assert_eq!(moving.draw().len(), 3);
    }

    #[test]
    fn a_level_plane_is_the_floor_and_a_tilted_scene_shows_a_slab() {
        let plane =
            |angle: f64| Body { shape: BodyShape::HalfSpace, rotation: [0.0, 0.0, angle], ..Body::default() };
        let stage = Stage { centre: Vec3::ZERO, radius: 1.0 };
        let drawn = |scene: &Scene| {
            album(scene, 1).set.surfaces(&stage).iter().map(|m| !m.triangles.is_empty()).collect::<Vec<_>>()
        };
        let mut scene = Scene { body: vec![plane(0.0), plane(20.0)], ..Scene::default() };
        assert_eq!(album(&scene, 1).set.ground, Some(0.0));
        assert_eq!(drawn(&scene), [false, true]);
        scene.ground.on = true;
        // The ground is the last body.
        assert_eq!(drawn(&scene), [false, true, false]);
        scene.tilt = 15.0;
        assert_eq!(album(&scene, 1).set.ground, None);
        assert_eq!(drawn(&scene), [true, true, true]);
        let down = Vec3::from(scene.leaning_gravity().map(|g| g as f32));
        assert!(down.normalize().dot(album(&scene, 1).set.up) < -0.9999);
    }
}
