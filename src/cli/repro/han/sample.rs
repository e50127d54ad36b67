//! Runs of implicit cloth, looked at after every step: iterations, strains near bodies, and penetration of particles and of points inside
//! triangles.

use super::super::context::{self, Cast, Change, Context};
use super::super::statistics::Spread;
use crate::error::{Error, Result};
use crate::methods::Solves;
use crate::scene::Scene;
use crate::simulation::{Simulation, State};
use glam::Vec3;

/// Steps per second.
pub const RATE: u32 = 240;
/// Edges with an end within so many thicknesses of a body are in contact.
const NEAR: f64 = 2.0;
/// Points of a triangle that are looked at: those of a grid with so many cells along an edge, but for the corners.
const CELLS: u32 = 4;

/// A solver: its name here, and what selects it.
pub struct Solver {
    pub name: &'static str,
    pub set: [Change<'static>; 2],
}

/// Of the first order, by differences.
pub const FIRST: Solver =
    Solver { name: "JMCG, first order", set: [("solver", "jmcg1"), ("derivative", "scaled")] };
/// Of the second order, by differences.
pub const SECOND: Solver =
    Solver { name: "JMCG, second order", set: [("solver", "jmcg2"), ("derivative", "scaled")] };
/// With exact products.
pub const EXACT: Solver =
    Solver { name: "JMCG, exact products", set: [("solver", "jmcg1"), ("derivative", "exact")] };
/// Collision as a step of its own.
pub const SEPARATE: Solver =
    Solver { name: "MCG, separate collision", set: [("solver", "mcg"), ("derivative", "exact")] };

/// What is seen after a step.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sample {
    pub iterations: u64,
    /// Largest stretch of an edge.
    pub stretched: f64,
    /// How far edges in contact are stretched and pressed at most.
    pub near_stretched: f64,
    pub near_pressed: f64,
    /// Deepest that a particle, and a point inside a triangle, is in a body [m].
    pub particles: f64,
    pub inside: f64,
}

/// A run, step by step.
pub struct Run {
    pub name: &'static str,
    pub samples: Vec<Sample>,
    pub solves: Solves,
    pub cast: Cast,
    pub last: State,
}

/// The changes of a scene for a solver on `size` × `size` vertices.
pub fn changes<'a>(solver: &Solver, size: &'a str, others: &[Change<'a>]) -> Vec<Change<'a>> {
    let of_all = [("rows", size), ("columns", size)];
    of_all.iter().chain(&solver.set).chain(others).copied().collect()
}

impl Run {
    /// Runs a scene with a solver for some steps.
    pub fn new(
        context: &Context,
        name: &str,
        solver: &Solver,
        changes: &[Change],
        steps: u32,
    ) -> Result<Self> {
        let scene: Scene = context::scene(name, changes)?;
        let mut simulation = Simulation::new(&scene, &context.backend)?;
        let cloth = Cloth::new(&simulation);
        let mut samples = Vec::new();
        let mut before = 0;
        for _ in 0..steps {
            simulation.step()?;
            simulation.check()?;
            let iterations = solves(&mut simulation)?.iterations;
            samples.push(Sample { iterations: iterations - before, ..cloth.look(&mut simulation)? });
            before = iterations;
            context.tick()?;
        }
        let (solves, last) = (solves(&mut simulation)?, simulation.state()?);
        Ok(Self { name: solver.name, samples, solves, cast: Cast::of(&simulation), last })
    }

    /// A value over the steps.
    pub fn of(&self, value: impl Fn(&Sample) -> f64) -> Spread {
        Spread::of(self.samples.iter().map(value))
    }

    /// Iterations over the steps.
    pub fn iterations(&self) -> Spread {
        self.of(|sample| sample.iterations as f64)
    }

    /// Deepest that anything that is looked at is in a body [m].
    pub fn deepest(&self) -> f64 {
        self.of(|sample| sample.particles.max(sample.inside)).max
    }
}

fn solves(simulation: &mut Simulation) -> Result<Solves> {
    let missing = || Error::input("method", "solves no system", "give the scene one that does");
    simulation.solves()?.ok_or_else(missing)
}

/// What a look at the cloth needs of its mesh.
struct Cloth {
    /// Ends of the edges, and their lengths at rest [m].
    edges: Vec<([u32; 2], f64)>,
    triangles: Vec<[u32; 3]>,
    /// Weights of a triangle's corners in the points that are looked at.
    points: Vec<Vec3>,
    /// How near to a body contact begins [m].
    near: f64,
}

impl Cloth {
    fn new(simulation: &Simulation) -> Self {
        let model = simulation.model();
        let rest = &model.mesh.positions;
        let edge = |[a, b]: [u32; 2]| ([a, b], length(rest[a as usize], rest[b as usize]));
        let edges = model.topology.edges.iter().map(|e| edge(e.vertices)).collect();
        let grid = (0..=CELLS).flat_map(|i| (0..=CELLS - i).map(move |j| [i, j, CELLS - i - j]));
        let points = grid.filter(|w| !w.contains(&CELLS));
        let points = points.map(|w| Vec3::from_array(w.map(|n| n as f32 / CELLS as f32))).collect();
        let near = NEAR * simulation.scene().material.thickness;
        Self { edges, triangles: model.mesh.triangles.clone(), points, near }
    }

    /// Edges, contact and penetration as they are now.
    fn look(&self, simulation: &mut Simulation) -> Result<Sample> {
        let x = simulation.state()?.positions;
        let mut nearest = |p: Vec3| simulation.distances(p).into_iter().fold(f64::INFINITY, f64::min);
        let distances: Vec<f64> = x.iter().map(|&p| nearest(p)).collect();
        let mut sample = Sample::default();
        for &([a, b], rest) in &self.edges {
            let [a, b] = [a as usize, b as usize];
            let strain = length(x[a], x[b]) / rest - 1.0;
            sample.stretched = sample.stretched.max(strain);
            if distances[a].min(distances[b]) <= self.near {
                sample.near_stretched = sample.near_stretched.max(strain);
                sample.near_pressed = sample.near_pressed.max(-strain);
            }
        }
        sample.particles = distances.iter().fold(0.0, |deepest, d| deepest.max(-d));
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|i| x[i as usize]);
            let longest = length(a, b).max(length(b, c)).max(length(c, a));
            // No point of it is farther from all its corners than that.
            if corners.iter().all(|&i| distances[i as usize] > longest) {
                continue;
            }
            for w in &self.points {
                sample.inside = sample.inside.max(-nearest(a * w.x + b * w.y + c * w.z));
            }
        }
        Ok(sample)
    }
}

fn length(a: Vec3, b: Vec3) -> f64 {
    a.as_dvec3().distance(b.as_dvec3())
}
