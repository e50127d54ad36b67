//! Springs from a mesh: structural, shear and bending on grids, first and second neighbours on other meshes.
//!
//! Where a material says how stiff a cloth is, bending is quadratic: an angle θ = |Σ c x| with the energy ½ K θ² has a constant
//! matrix, K c cᵀ, and is the same as springs without length between its vertices, of the stiffness −K c_i c_j. Some of those push.

mod stiffness;
#[cfg(test)]
mod tests;

use super::Model;
use super::bends::{Bend, Bends};
use super::constraints::{Violation, sticks, straight_triples};
use super::groups::{self, Group};
use crate::kernels::forces::springs::Spring;
use crate::kernels::forces::strain_limit;
use crate::real::V3;
use crate::scene::{MethodName, Scene};
use glam::{DVec3, Vec3};
use stiffness::Stiffness;

/// The label of the structural springs.
const STRETCH: &str = "stretch";

/// A spring between two particles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Its ends.
    pub ends: [u32; 2],
    /// Length at rest [m].
    pub rest_length: f32,
    /// Stiffness [N/m].
    pub stiffness: f32,
    /// Damping along its length [N·s/m].
    pub damping: f32,
}

impl Link {
    /// As the particle at the other end than `other` sees it.
    fn seen(&self, other: u32) -> Spring {
        let Self { rest_length, stiffness, damping, .. } = *self;
        Spring { other, rest_length, stiffness, damping }
    }

    /// From its second end to its first [m].
    fn way(&self, positions: &[Vec3]) -> V3<f64> {
        let [a, b] = self.ends.map(|v| positions[v as usize].as_dvec3());
        let way = a - b;
        V3(way.x, way.y, way.z)
    }

    /// How much longer it is than at rest, relative to that.
    fn strain(&self, positions: &[Vec3]) -> f64 {
        self.way(positions).length() / f64::from(self.rest_length) - 1.0
    }
}

/// Springs of one kind.
#[derive(Debug, Clone)]
struct Kind {
    label: &'static str,
    links: Vec<Link>,
}

/// The springs of a cloth.
#[derive(Debug, Clone)]
pub struct Springs {
    /// Those that have a length.
    kinds: Vec<Kind>,
    /// Flat places that bend.
    bends: Vec<Bend>,
    /// The springs without length that do so.
    pulls: Vec<Link>,
}

impl Springs {
    /// The springs of a model; those without stiffness are left out.
    pub fn new(scene: &Scene, model: &Model) -> Self {
        let is_grid = model.topology.edges.iter().any(|e| e.diagonal);
        let p = Stiffness::of(scene, model, is_grid);
        let rest = &model.mesh.positions;
        let link = |ends: [u32; 2], stiffness: f64| {
            let [a, b] = ends.map(|v| rest[v as usize]);
            let (stiffness, damping) = (stiffness as f32, p.damping as f32);
            Link { ends, rest_length: a.distance(b), stiffness, damping }
        };
        let kind = |label, pairs: Vec<[u32; 2]>, stiffness: f64| {
            let links = pairs.into_iter().map(|ends| link(ends, stiffness)).collect();
            Kind { label, links }
        };
        let edges = |diagonal: bool| {
            let edges = model.topology.edges.iter().filter(move |e| e.diagonal == diagonal);
            edges.map(|e| e.vertices).collect::<Vec<_>>()
        };
        let mut kinds = vec![kind(STRETCH, edges(false), p.stretch)];
        if is_grid {
            kinds.push(kind("shear", [edges(true), model.topology.crossing()].concat(), p.shear));
        }
        let mut bends = Vec::new();
        match p.bending {
            Some(bending) => kinds.push(kind("bending", second(model, is_grid), bending)),
            None => {
                let places = Bends::new(scene, model);
                let (flat, curved): (Vec<Bend>, Vec<Bend>) =
                    places.all().into_iter().partition(Bend::is_flat);
                bends = flat;
                // Without length they would draw a curved shape flat.
                let stick = |bend: &Bend| link([bend.vertices[2], bend.vertices[3]], places.stick(bend));
                kinds.push(Kind { label: "sticks", links: curved.iter().map(stick).collect() });
            }
        }
        for kind in &mut kinds {
            // What has no length has no strain.
            kind.links.retain(|link| link.stiffness > 0.0 && link.rest_length > 0.0);
        }
        kinds.retain(|kind| !kind.links.is_empty());
        let pulls = pulls(&bends);
        Self { kinds, bends, pulls }
    }

    fn links(&self) -> impl Iterator<Item = &Link> {
        self.kinds.iter().flat_map(|kind| &kind.links).chain(&self.pulls)
    }

    /// Where each particle's springs begin, the springs as seen from their particles, and which may come to a limit of
    /// strain: the structural ones.
    pub fn by_particle(&self, count: usize) -> (Vec<u32>, Vec<Spring>, Vec<u32>) {
        let limited = self.stretch().len();
        let mut ends: Vec<(u32, Spring, u32)> = Vec::new();
        // Structural springs come first.
        for (i, link) in self.links().enumerate() {
            let limit = if i < limited { strain_limit::BELOW } else { strain_limit::NEVER };
            let [a, b] = link.ends;
            ends.extend([(a, link.seen(b), limit), (b, link.seen(a), limit)]);
        }
        ends.sort_by_key(|(particle, ..)| *particle);
        let offset = |i: u32| ends.partition_point(|(particle, ..)| *particle < i) as u32;
        let offsets = (0..=count as u32).map(offset).collect();
        let (springs, limits) = ends.iter().map(|(_, spring, limit)| (*spring, *limit)).unzip();
        (offsets, springs, limits)
    }

    /// The structural springs; none where they have no stiffness.
    pub fn stretch(&self) -> &[Link] {
        self.kinds.iter().find(|kind| kind.label == STRETCH).map_or(&[], |kind| &kind.links)
    }

    /// The energy that all springs store at these positions, Σ ½ k (l − R)² + Σ ½ K θ² [J].
    pub fn energy(&self, positions: &[Vec3]) -> f64 {
        let stored =
            |kind: &Kind| kind.links.iter().map(|link| link.seen(0).energy(link.way(positions))).sum::<f64>();
        // Not as springs without length: those hold large energies of both signs, which leave little.
        let bent: f64 = self.bends.iter().map(|b| 0.5 * b.stiffness * b.angle(positions).powi(2)).sum();
        self.kinds.iter().map(stored).sum::<f64>() + bent
    }

    /// The longest explicit step that is stable for the stiffest particle [s]: by Gershgorin's theorem no vibration is faster than
    /// √(Σ (k + |k|)/m), and explicit steps are stable up to 2/ω.
    pub fn longest_step(&self, model: &Model) -> f64 {
        let mut stiffness = vec![0f64; model.start.len()];
        let mut damping = stiffness.clone();
        for link in self.links() {
            let (k, c) = (f64::from(link.stiffness), f64::from(link.damping));
            for v in link.ends {
                stiffness[v as usize] += k + k.abs();
                damping[v as usize] += 2.0 * c;
            }
        }
        let longest = (0..stiffness.len()).map(|i| {
            let (k, c) = (stiffness[i] / model.masses[i], damping[i] / model.masses[i]);
            // Of v' = (1 − h c) v − h k x, x' = x + h v': stable while h² k + 2 h c < 4.
            if k == 0.0 { f64::INFINITY } else { ((c * c + 4.0 * k).sqrt() - c) / k }
        });
        longest.fold(f64::INFINITY, f64::min)
    }

    /// A sentence if the substep is too long. Implicit steps are stable.
    pub fn warning(&self, scene: &Scene, model: &Model) -> Option<String> {
        if scene.method == MethodName::ImplicitCg {
            return None;
        }
        let (h, longest) = (scene.solver.dt / f64::from(scene.solver.substeps), self.longest_step(model));
        (h > longest).then(|| {
            let substeps = (scene.solver.dt / longest).ceil();
            format!(
                "a substep of {h:.2e} s may be unstable for these springs, which are safe up to {longest:.2e} s; \
                 use {substeps} substeps, or softer springs"
            )
        })
    }

    /// How much each kind is stretched or pressed, relative to its length at rest; and how far flat places are bent [rad].
    pub fn violations(&self, positions: &[Vec3]) -> Vec<(&'static str, Violation)> {
        let one = |kind: &Kind| {
            let strains = kind.links.iter().map(|link| link.strain(positions).abs());
            (kind.label, Violation::of(strains))
        };
        let bent = (!self.bends.is_empty()).then(|| {
            let angles = self.bends.iter().map(|bend| bend.angle(positions));
            ("bending", Violation::of(angles))
        });
        self.kinds.iter().map(one).chain(bent).collect()
    }

    /// How far the structural springs are beyond a limit of strain.
    pub fn beyond(&self, limit: f64, positions: &[Vec3]) -> Violation {
        Violation::of(self.stretch().iter().map(|link| (link.strain(positions) - limit).max(0.0)))
    }

    /// The force of the springs on each particle [N].
    pub fn forces(&self, positions: &[Vec3], velocities: &[Vec3]) -> Vec<DVec3> {
        let mut forces = vec![DVec3::ZERO; positions.len()];
        for link in self.links() {
            let [a, b] = link.ends;
            let V3(x, y, z) = link.seen(b).force(link.way(positions), link.way(velocities));
            forces[a as usize] -= DVec3::new(x, y, z);
            forces[b as usize] += DVec3::new(x, y, z);
        }
        forces
    }

    /// The springs of each kind as lines, and the flat places that bend.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let lines = |k: &Kind| k.links.iter().map(|link| link.ends).collect();
        let bent = (!self.bends.is_empty()).then(|| {
            let lines = self.bends.iter().flat_map(|bend| match bend.vertices {
                [v, w, a, b] if v == w => groups::lines(&[a, b, v]),
                hinge => groups::lines(&hinge),
            });
            Group { name: "bending".into(), lines: lines.collect() }
        });
        self.kinds.iter().map(move |k| Group { name: k.label.into(), lines: lines(k) }).chain(bent)
    }

    /// How many there are of each kind; of flat places that bend, not the springs that each is made of.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let bent = (!self.bends.is_empty()).then_some(("bending", self.bends.len() as u32));
        self.kinds.iter().map(|k| (k.label, k.links.len() as u32)).chain(bent)
    }
}

/// Ends of the bending springs: every second vertex along the rows and columns of a grid, second neighbours on other meshes.
fn second(model: &Model, is_grid: bool) -> Vec<[u32; 2]> {
    if !is_grid {
        return second_neighbors(model);
    }
    let neighbors = model.topology.structural_neighbors();
    sticks(&straight_triples(&model.mesh.positions, &neighbors), &neighbors)
}

/// Pairs of vertices with a common neighbour that are no neighbours themselves.
fn second_neighbors(model: &Model) -> Vec<[u32; 2]> {
    let neighbors = &model.topology.neighbors;
    let mut pairs = Vec::new();
    for a in 0..neighbors.rows() as u32 {
        let first = neighbors.row(a as usize);
        let second = first.iter().flat_map(|&n| neighbors.row(n as usize));
        let start = pairs.len();
        pairs.extend(second.filter(|b| **b > a && !first.contains(b)).map(|&b| [a, b]));
        pairs[start..].sort_unstable();
    }
    pairs.dedup();
    pairs
}

/// The springs without length that have the energy of flat places: one for each pair of vertices, −Σ K c_i c_j. They have no
/// damping, which those that push would turn to its opposite.
fn pulls(bends: &[Bend]) -> Vec<Link> {
    let mut parts: Vec<([u32; 2], f64)> = Vec::new();
    for bend in bends {
        for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let [a, b] = [bend.vertices[i], bend.vertices[j]];
            let stiffness = -bend.stiffness * bend.weights[i] * bend.weights[j];
            if a != b && stiffness != 0.0 {
                parts.push(([a.min(b), a.max(b)], stiffness));
            }
        }
    }
    // In a stable order, so that sums are the same wherever they are taken.
    parts.sort_by_key(|(ends, _)| *ends);
    let sum = |part: &[([u32; 2], f64)]| {
        let stiffness: f64 = part.iter().map(|(_, k)| k).sum();
        Link { ends: part[0].0, rest_length: 0.0, stiffness: stiffness as f32, damping: 0.0 }
    };
    parts.chunk_by(|a, b| a.0 == b.0).map(sum).filter(|link| link.stiffness != 0.0).collect()
}
