//! Constraints from a mesh, coloured and ready to be uploaded.

use super::Model;
use super::groups::{Group, lines};
use super::shares::{Shares, weighed};
use super::yarns::yarns;
use crate::engine::Kernel;
use crate::engine::layout::{GpuStruct, StructLayout};
use crate::kernels::common::Sim;
use crate::kernels::constraints::dihedral::Dihedral;
use crate::kernels::constraints::distance::{Distance, STICK};
use crate::kernels::constraints::triangle_bending::{INEQUALITY, PRINTED, TriangleBending};
use crate::kernels::constraints::triangle_bending_edge::TriangleBendingEdge;
use crate::kernels::constraints::triangle_bending_signed::TriangleBendingSigned;
use crate::kernels::constraints::yarn::{self, Yarn};
use crate::kernels::constraints::{Constraint, Context};
use crate::mesh::coloring::Coloring;
use crate::mesh::topology::Csr;
use crate::real::V3;
use crate::scene::{BendingModel, Scene, Schedule, TriangleBending as TriangleBendingParameters, Weights};
use glam::{DVec3, Vec3};
use std::ops::Range;

/// Mean and largest violation of a set of constraints.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Violation {
    /// Mean of |C|, divided by the constraint's scale.
    pub mean: f64,
    /// Largest.
    pub max: f64,
}

impl Violation {
    /// Of these values of |C|.
    pub fn of(values: impl ExactSizeIterator<Item = f64>) -> Self {
        let count = values.len() as f64;
        let mut all = Self::default();
        for value in values {
            all.mean += value / count;
            all.max = all.max.max(value);
        }
        all
    }
}

type Measure = fn(&[u32], &[Vec3], &[Vec3], &Sim, u32) -> Violation;

/// Constraints of one kind.
pub struct ConstraintSet {
    /// `stretch` or `bending`; `yarns` and `bent` carry the constraints of those two.
    pub label: &'static str,
    /// The kernel that projects them.
    pub kernel: &'static Kernel,
    /// Layout of one.
    pub layout: &'static StructLayout,
    /// Their structs.
    pub words: Vec<u32>,
    /// The colours, by which they are sorted; none before [`ConstraintSet::color`].
    pub colors: Vec<Range<u32>>,
    /// Variant bits for the kernel.
    pub mode: u32,
    /// Whether some constraint may ask for a normal: a rest height that is not zero.
    pub curved: bool,
    /// The median of what the material asks of one projection, as a share of a violation; infinite without a material.
    pub asked: f64,
    particles: fn(&[u32], &mut Vec<u32>),
    normals: fn(&[u32], &mut Vec<u32>),
    measure: Option<Measure>,
}

impl ConstraintSet {
    /// A set of constraints that are projected on their own.
    pub fn new<const N: usize, C: Constraint<N>>(
        label: &'static str,
        constraints: &[C],
        mode: u32,
        curved: bool,
    ) -> Self {
        Self {
            label,
            kernel: C::KERNEL,
            layout: C::layout(),
            words: bytemuck::pod_collect_to_vec(constraints),
            colors: Vec::new(),
            mode,
            curved,
            asked: f64::INFINITY,
            particles: |words, out| {
                out.extend(bytemuck::pod_read_unaligned::<C>(bytemuck::cast_slice(words)).particles())
            },
            normals: |words, out| {
                out.extend(bytemuck::pod_read_unaligned::<C>(bytemuck::cast_slice(words)).normal_vertices())
            },
            measure: Some(violation::<N, C>),
        }
    }

    /// Yarns, which carry the constraints of two other sets.
    pub fn yarns(yarns: &[Yarn], mode: u32) -> Self {
        Self {
            label: "yarns",
            kernel: &yarn::KERNEL,
            layout: Yarn::layout(),
            words: bytemuck::pod_collect_to_vec(yarns),
            colors: Vec::new(),
            mode,
            curved: false,
            asked: f64::INFINITY,
            particles: |words, out| {
                out.extend(bytemuck::pod_read_unaligned::<Yarn>(bytemuck::cast_slice(words)).vertices())
            },
            normals: |_, _| {},
            measure: None,
        }
    }

    /// Whether the set counts and is measured on its own; yarns carry other sets' constraints.
    pub fn is_counted(&self) -> bool {
        self.measure.is_some()
    }

    /// The vertices whose normals the projection may ask for, ascending.
    pub fn normal_vertices(&self) -> Vec<u32> {
        let mut vertices = Vec::new();
        for item in self.words.chunks_exact(self.stride()).filter(|_| !self.colors.is_empty()) {
            (self.normals)(item, &mut vertices);
        }
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.words.len() / self.stride()
    }

    fn stride(&self) -> usize {
        self.layout.size / 4
    }

    /// Colours the set and sorts it by colour.
    pub fn color(&mut self, particle_count: usize) {
        let stride = self.stride();
        let coloring = Coloring::new(particle_count, self.count(), |i, out: &mut Vec<u32>| {
            (self.particles)(&self.words[i * stride..(i + 1) * stride], out);
        });
        let item = |&i: &u32| &self.words[i as usize * stride..(i as usize + 1) * stride];
        self.words = coloring.order.iter().flat_map(item).copied().collect();
        self.colors = coloring.ranges().collect();
    }

    /// The colours as groups of lines.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let lines = |i: usize| {
            let (stride, mut particles) = (self.stride(), Vec::new());
            (self.particles)(&self.words[i * stride..(i + 1) * stride], &mut particles);
            lines(&particles)
        };
        self.colors.iter().enumerate().map(move |(color, range)| Group {
            name: format!("{}, colour {}", self.label, color + 1),
            lines: (range.start as usize..range.end as usize).flat_map(lines).collect(),
        })
    }

    /// How far the constraints are from being met; none for yarns. `normals` may be empty where the kernel reads none.
    pub fn violation(&self, positions: &[Vec3], normals: &[Vec3], sim: &Sim) -> Option<Violation> {
        Some(self.measure?(&self.words, positions, normals, sim, self.mode))
    }
}

fn violation<const N: usize, C: Constraint<N>>(
    words: &[u32],
    positions: &[Vec3],
    normals: &[Vec3],
    sim: &Sim,
    mode: u32,
) -> Violation {
    let constraints: &[C] = bytemuck::cast_slice(words);
    let vector = |v: Vec3| V3(f64::from(v.x), f64::from(v.y), f64::from(v.z));
    let mut all = Violation::default();
    let mut count = 0.0;
    // What has no scale, an edge without length, has no relative error.
    for c in constraints.iter().filter(|c| c.scale() > 0.0) {
        let mut normal = V3::zero();
        c.normal_vertices()
            .iter()
            .filter_map(|&v| normals.get(v as usize))
            .for_each(|&n| normal += vector(n));
        let context = Context { stiffness: 1.0, kappa: f64::from(sim.kappa), mode, normal };
        let value = c.value(c.particles().map(|i| vector(positions[i as usize])), &context).abs() / c.scale();
        all.mean += value;
        count += 1.0;
        // f64::max would drop a NaN.
        all.max = if value > all.max || value.is_nan() { value } else { all.max };
    }
    all.mean /= f64::max(count, 1.0);
    all
}

/// The constraints of position-based dynamics; those with colours are the ones to project.
pub fn of(model: &Model, scene: &Scene) -> Vec<ConstraintSet> {
    let (rest, parameters) = (&model.mesh.positions, &scene.triangle_bending);
    let edges: Vec<_> = model.edges().iter().map(|&[i, j]| Distance::at_rest(i, j, rest)).collect();
    let mut sets = vec![ConstraintSet::new::<2, Distance>("stretch", &edges, 0, false)];
    sets.extend(bending(model, scene));
    // A yarn has one stiffness for all that it bends.
    let plain = sets.last().filter(|_| scene.material.young == 0.0);
    let fused = plain.and_then(|bends| along_yarns(&edges, bends, parameters));
    let own = fused.is_none();
    sets.extend(fused.into_iter().flatten());
    sets.iter_mut().filter(|s| own || s.measure.is_none()).for_each(|s| s.color(rest.len()));
    sets
}

/// Stretch and bending as yarns and what does not fit into them; none where most of the triples are bent at rest, or κ may
/// bend them.
fn along_yarns(
    edges: &[Distance],
    bends: &ConstraintSet,
    parameters: &TriangleBendingParameters,
) -> Option<[ConstraintSet; 2]> {
    let suits = parameters.bending_model == BendingModel::Triangle && parameters.kappa.is_zero();
    if parameters.schedule != Schedule::Yarns || !suits {
        return None;
    }
    let triples: &[TriangleBending] = bytemuck::cast_slice(&bends.words);
    let (straight, bent): (Vec<TriangleBending>, Vec<_>) = triples.iter().partition(|t| t.rest_height == 0.0);
    if straight.len() < bent.len() {
        return None;
    }
    let mut rest = ConstraintSet::new::<3, _>("bent", &bent, bends.mode, !bent.is_empty());
    rest.measure = None;
    Some([ConstraintSet::yarns(&yarns(edges, &straight), bends.mode), rest])
}

/// The bending constraints of a model; none for [`BendingModel::None`].
fn bending(model: &Model, scene: &Scene) -> Option<ConstraintSet> {
    let (rest, shares) = (&model.mesh.positions, Shares::new(scene, model));
    let TriangleBendingParameters { bending_model: kind, weights, .. } = scene.triangle_bending;
    let triples = || straight_triples(rest, &neighbors(model));
    let mode = if weights == Weights::Printed { PRINTED } else { 0 };
    let (asked, set) = match kind {
        BendingModel::None => return None,
        BendingModel::Triangle | BendingModel::TriangleInequality => {
            let inequality = if kind == BendingModel::TriangleInequality { INEQUALITY } else { 0 };
            let (asked, list) = weighed(shares.triples(triples()), |[b0, b1, v], share| {
                Some(TriangleBending { share, ..TriangleBending::at_rest(b0, b1, v, rest) })
            });
            let curved = list.iter().any(|c| c.rest_height > 0.0);
            (asked, ConstraintSet::new::<3, _>("bending", &list, mode | inequality, curved))
        }
        BendingModel::TriangleSigned => {
            let normals = normals(model, rest);
            let (asked, list) = weighed(shares.triples(triples()), |[b0, b1, v], share| {
                let signed = TriangleBendingSigned::at_rest(b0, b1, v, rest, normals[v as usize]);
                Some(TriangleBendingSigned { share, ..signed })
            });
            (asked, ConstraintSet::new::<3, _>("bending", &list, 0, true))
        }
        BendingModel::TriangleEdge => {
            let (asked, list) = weighed(shares.heights(hinges(model)), |hinge, share| {
                Some(TriangleBendingEdge { share, ..TriangleBendingEdge::at_rest(hinge, rest) })
            });
            let curved = list.iter().any(|c| c.rest_height > 0.0);
            (asked, ConstraintSet::new::<4, _>("bending", &list, 0, curved))
        }
        BendingModel::Dihedral => {
            let (asked, list) = weighed(shares.angles(hinges(model)), |hinge, share| {
                Some(Dihedral { share, ..Dihedral::at_rest(hinge, rest)? })
            });
            (asked, ConstraintSet::new::<4, _>("bending", &list, 0, false))
        }
        BendingModel::Stick => {
            let triples = triples();
            let pairs = sticks(&triples, &neighbors(model));
            let (asked, list) = weighed(shares.sticks(&triples, pairs), |[i, j], share| {
                Some(Distance { share, ..Distance::at_rest(i, j, rest) })
            });
            (asked, ConstraintSet::new::<2, _>("bending", &list, STICK, false))
        }
    };
    Some(ConstraintSet { asked, ..set })
}

fn neighbors(model: &Model) -> Csr {
    if model.structural { model.topology.structural_neighbors() } else { model.topology.neighbors.clone() }
}

fn hinges(model: &Model) -> impl Iterator<Item = [u32; 4]> + '_ {
    let keep = |h: &&crate::mesh::topology::Hinge| {
        !(model.structural && model.topology.edges[h.edge as usize].diagonal)
    };
    model.topology.hinges.iter().filter(keep).map(|h| h.vertices)
}

/// Area vectors of the vertices [m²], as `surface/normals` has them.
pub fn normals(model: &Model, positions: &[Vec3]) -> Vec<Vec3> {
    let mut sum = vec![DVec3::ZERO; positions.len()];
    for t in &model.mesh.triangles {
        let [a, b, c] = t.map(|i| positions[i as usize].as_dvec3());
        let area = (b - a).cross(c - a) / 6.0;
        t.iter().for_each(|&i| sum[i as usize] += area);
    }
    sum.iter().map(|n| n.as_vec3()).collect()
}

/// The triples of figure 6 (Kelager 2010): at each vertex, each neighbour and the one most nearly opposite to it; no
/// pair twice. As printed, a neighbour without an opposite one would be paired with itself: it is left out.
pub fn straight_triples(rest: &[Vec3], neighbors: &Csr) -> Vec<[u32; 3]> {
    // Right angles do not count as opposite, whatever rounding says of them.
    const LEAST: f64 = -1e-3;
    let mut triples = Vec::new();
    let mut directions = Vec::new();
    let mut partner: Vec<Option<usize>> = Vec::new();
    for v in 0..neighbors.rows() {
        let ring = neighbors.row(v);
        let at = rest[v].as_dvec3();
        directions.clear();
        directions.extend(ring.iter().map(|&i| (rest[i as usize].as_dvec3() - at).normalize_or_zero()));
        partner.clear();
        partner.resize(ring.len(), None);
        for i in 0..ring.len() {
            let mut best = (LEAST, None);
            for j in 0..ring.len() {
                let cosine = directions[i].dot(directions[j]);
                // Ties go to the first, also where rounding would break them.
                if cosine < best.0 - 1e-6 {
                    best = (cosine, Some(j));
                }
            }
            let Some(j) = best.1 else { continue };
            if partner[j] != Some(i) {
                partner[i] = Some(j);
                triples.push([ring[i], ring[j], v as u32]);
            }
        }
    }
    triples
}

/// Pairs of second neighbours: the bases of the triples, each once, without those that an edge connects.
pub fn sticks(triples: &[[u32; 3]], neighbors: &Csr) -> Vec<[u32; 2]> {
    let mut pairs: Vec<[u32; 2]> = triples.iter().map(|&[a, b, _]| [a.min(b), a.max(b)]).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|[a, b]| neighbors.row(*a as usize).binary_search(b).is_err());
    pairs
}
