//! What is around the cloth: the bodies and the floor.

use super::{Stage, color, is_level, surface};
use crate::bodies::Pose;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::render::studio::PLANE;
use crate::scene::{Body, BodyKind, BodyShape, Scene};
use glam::{Quat, Vec3};

/// What is around the cloth.
#[derive(Debug, Clone)]
pub struct Set {
    bodies: Vec<(Body, Option<Mesh>)>,
    /// The height of a floor [m].
    pub ground: Option<f32>,
    /// Against gravity.
    pub up: Vec3,
}

impl Set {
    /// The bodies and the floor of a scene.
    pub fn new(scene: &Scene, model: &Model) -> Self {
        let meshes = model.solids.iter().map(|s| s.as_ref().map(|s| s.mesh().clone()));
        let bodies: Vec<_> = model.bodies.iter().cloned().zip(meshes).collect();
        let level = bodies.iter().find(|(body, _)| is_level(body, None) && body.kind == BodyKind::Static);
        let level = level.map(|(body, _)| body.position[1]);
        let height = if scene.ground.on { Some(scene.ground.height) } else { level };
        let up = Quat::from_rotation_z(scene.tilt.to_radians() as f32) * Vec3::Y;
        // A floor runs into the background, so that nobody would see it lean; a slab shows.
        let leans = scene.tilt != 0.0;
        Self { bodies, ground: height.filter(|_| !leans).map(|height| height as f32), up }
    }

    /// The bodies' surfaces in their own axes; nothing for a body that is the floor.
    pub fn surfaces(&self, stage: &Stage) -> Vec<Mesh> {
        let is_floor = |body: &Body| self.ground.is_some_and(|height| is_level(body, Some(height)));
        let surface = |(body, mesh): &(Body, Option<Mesh>)| {
            if is_floor(body) { Mesh::default() } else { surface(body, mesh.as_ref(), stage) }
        };
        self.bodies.iter().map(surface).collect()
    }

    /// Where a body starts.
    pub fn start(&self, body: usize) -> Pose {
        Pose::start(&self.bodies[body].0)
    }

    /// Whether a body is a plane: it catches shadows and casts none.
    pub fn is_scenery(&self, body: usize) -> bool {
        self.bodies[body].0.shape == BodyShape::HalfSpace
    }

    /// A body's colour, sRGB.
    pub fn color(&self, body: usize) -> [f32; 3] {
        if self.is_scenery(body) { PLANE } else { color(body) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_plane_is_the_floor_and_a_tilted_scene_shows_a_slab() {
        let plane =
            |angle: f64| Body { shape: BodyShape::HalfSpace, rotation: [0.0, 0.0, angle], ..Body::default() };
        let stage = Stage { centre: Vec3::ZERO, radius: 1.0 };
        let set = |scene: &Scene| Set::new(scene, &Model::new(scene).unwrap());
        let drawn = |scene: &Scene| {
            set(scene).surfaces(&stage).iter().map(|m| !m.triangles.is_empty()).collect::<Vec<_>>()
        };
        let mut scene = Scene { body: vec![plane(0.0), plane(20.0)], ..Scene::default() };
        assert_eq!(set(&scene).ground, Some(0.0));
        assert_eq!(drawn(&scene), [false, true]);
        scene.ground.on = true;
        // The ground is the last body.
        assert_eq!(drawn(&scene), [false, true, false]);
        scene.tilt = 15.0;
        assert_eq!(set(&scene).ground, None);
        assert_eq!(drawn(&scene), [true, true, true]);
        let down = Vec3::from(scene.leaning_gravity().map(|g| g as f32));
        assert!(down.normalize().dot(set(&scene).up) < -0.9999);
    }
}
