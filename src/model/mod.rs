//! What never changes during a run: the rest shape, its topology, masses and who is pinned.

pub mod adapt;
pub mod bends;
mod build;
pub mod constraints;
pub mod dissection;
pub mod elements;
pub mod groups;
mod loads;
pub mod members;
pub mod seams;
mod select;
pub mod shares;
pub mod springs;
mod start;
mod yarns;

use crate::colliders::Solid;
use crate::mesh::{Mesh, Topology};
use crate::scene::Body;
use glam::Vec3;

/// A vertex that a pin of the scene holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pinned {
    /// The vertex.
    pub vertex: u32,
    /// The pin's place in [`crate::scene::Scene::pin`].
    pub pin: usize,
}

/// A boundary edge whose slope is held or loaded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wing {
    /// The edge's ends and the third corner of its triangle, in the triangle's order.
    pub corners: [u32; 3],
    /// The place in [`crate::scene::Scene::pin`] of the clamp, or in [`crate::scene::Scene::load`] of the load.
    pub by: usize,
    /// Its share of a load's moment.
    pub share: f64,
}

/// A vertex that a load acts on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loaded {
    /// The vertex.
    pub vertex: u32,
    /// The place in [`crate::scene::Scene::load`].
    pub load: usize,
    /// Its share of the force.
    pub share: f64,
}

/// The immutable part of a simulation.
#[derive(Debug, Clone)]
pub struct Model {
    /// The rest shape, in its place in the scene.
    pub mesh: Mesh,
    /// How its triangles hang together.
    pub topology: Topology,
    /// Where the vertices start [m].
    pub start: Vec<Vec3>,
    /// Masses of the vertices: the density times a third of the adjacent triangles [kg].
    pub masses: Vec<f64>,
    /// Vertices that pins hold, by vertex; each at most once.
    pub pinned: Vec<Pinned>,
    /// Boundary edges whose slope is held.
    pub clamped: Vec<Wing>,
    /// Boundary edges that moments act on.
    pub turned: Vec<Wing>,
    /// Vertices that forces act on.
    pub loaded: Vec<Loaded>,
    /// Groups of vertices that move as one, each in order; and the direction along which none of them moves.
    pub ties: Vec<Vec<u32>>,
    /// That direction; zero where nothing is tied.
    pub tie_direction: Vec3,
    /// Pairs of points that are sewn together.
    pub seams: Vec<seams::Seam>,
    /// Whether diagonals of polygons carry no constraint.
    pub structural: bool,
    /// Every rigid body, with the rain and the ground.
    pub bodies: Vec<Body>,
    /// The surfaces of those that are meshes.
    pub solids: Vec<Option<Solid>>,
    /// What was mended in the meshes.
    pub warnings: Vec<String>,
}

impl Model {
    /// The inverse mass of each vertex [1/kg], zero where `held` says so.
    pub fn inverse_masses(&self, held: impl Fn(&Pinned) -> bool) -> Vec<f32> {
        let mut w: Vec<f32> = self.masses.iter().map(|m| (1.0 / m) as f32).collect();
        self.pinned.iter().filter(|p| held(p)).for_each(|p| w[p.vertex as usize] = 0.0);
        w
    }

    /// The length of an edge at rest [m].
    pub fn rest_length(&self, ends: [u32; 2]) -> f64 {
        let [a, b] = ends.map(|v| self.mesh.positions[v as usize].as_dvec3());
        a.distance(b)
    }

    /// The area of triangle `t` at rest [m²].
    pub fn rest_area(&self, t: usize) -> f64 {
        self.mesh.triangle_area(self.mesh.triangles[t])
    }

    /// Takes over another model's distance fields where they are those of the same surface.
    pub fn share_fields(&self, known: &Model) {
        let baked = known.solids.iter().flatten().filter_map(|s| Some((s.hash(), s.values()?)));
        let baked: Vec<_> = baked.collect();
        for solid in self.solids.iter().flatten().filter(|_| !baked.is_empty()) {
            let hash = solid.hash();
            baked.iter().filter(|(other, _)| *other == hash).for_each(|(_, values)| solid.keep(values));
        }
    }

    /// Ends of the edges that carry constraints.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let keep = |e: &&crate::mesh::topology::Edge| !(self.structural && e.diagonal);
        self.topology.edges.iter().filter(keep).map(|e| e.vertices).collect()
    }
}
