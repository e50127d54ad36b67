//! Where a cloth bends, and how stiffly: the material's D as angles, one set for springs and for positions.
//!
//! A grid bends at its vertices, along its rows, its columns and both diagonals of its cells, where they run straight; any other
//! mesh at its edges, as a shell does.

use super::Model;
use super::constraints::{normals, straight_triples};
use super::members::vector;
use crate::kernels::shell::members::{Wing, angle};
use crate::mesh::topology::Csr;
use crate::real::V3;
use crate::scene::Scene;
use glam::{DVec3, Vec3};

/// What counts as flat, and as straight [rad].
const FLAT: f64 = 1e-3;

/// The angle at which a distance between tips has the stiffness of its angle, where it is flatter at rest [rad].
const TURN: f64 = 0.1;

/// How near two directions are that count as one, by their cosine.
const SAME: f64 = 1.0 - 1e-6;

/// A place where a cloth bends by an angle θ, with the energy ½ K (θ − θ0)²: an edge between the tips of its triangles, or a
/// vertex between two others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bend {
    /// The ends of the edge, or the vertex twice; then the two tips.
    pub vertices: [u32; 4],
    /// What θ is made of where the cloth is nearly flat, θ = |Σ c x| [1/m]. They sum to zero, and so does a flat rest shape by them.
    pub weights: [f64; 4],
    /// K [N·m].
    pub stiffness: f64,
    /// From what is between the tips to each of them [m].
    pub arms: [f64; 2],
    /// θ0 [rad].
    pub rest: f64,
}

impl Bend {
    /// The hinge of a shell: K = D l²/(A1 + A2); none where a triangle is degenerate.
    pub fn hinge(vertices: [u32; 4], rest: &[Vec3], d: f64) -> Option<Self> {
        let [a, b, c, e] = vertices;
        let at = |v: u32| rest[v as usize].as_dvec3();
        let way = |p: u32, q: u32| vector(rest[p as usize]) - vector(rest[q as usize]);
        let (rest, slopes) = angle(way(b, a), [way(c, a), way(c, b)], Wing::Free([way(e, a), way(e, b)]))?;
        let double = |[a, b, c]: [u32; 3]| (at(b) - at(a)).cross(at(c) - at(a)).length();
        let doubles = [double([a, b, c]), double([b, a, e])];
        let stiffness = d * at(a).distance_squared(at(b)) / (0.5 * (doubles[0] + doubles[1]));
        let n = slopes[2] * (1.0 / slopes[2].length());
        let length = at(a).distance(at(b));
        let (weights, arms) = (slopes.map(|slope| slope.dot(n)), doubles.map(|double| double / length));
        Some(Self { vertices, weights, stiffness, arms, rest })
    }

    /// Whether it is flat at rest.
    pub fn is_flat(&self) -> bool {
        self.rest.abs() <= FLAT
    }

    /// θ at these positions, as small angles have it [rad].
    pub fn angle(&self, positions: &[Vec3]) -> f64 {
        let one = |k: usize| vector(positions[self.vertices[k] as usize]) * self.weights[k];
        (0..4).fold(V3::zero(), |sum, k| sum + one(k)).length()
    }

    /// The stiffness of a distance between the tips that stands for the angle [N/m]. With d² = a² + h1² + h2² + 2 h1 h2 cos θ it has
    /// K near θ0, or near [`TURN`] where that is larger. A flat one has no stiffness of the second order; its energy is ½ K θ² at
    /// that angle.
    fn stick(&self, distance: f64) -> f64 {
        let turn = self.rest.abs().sin().max(TURN);
        let slope = self.arms[0] * self.arms[1] * turn / distance;
        let whole = if self.is_flat() { 4.0 } else { 1.0 };
        whole * self.stiffness / (slope * slope)
    }
}

/// What the places where a model bends are made from.
pub struct Bends<'a> {
    model: &'a Model,
    /// D [N·m].
    d: f64,
    /// Of the vertices: each cell's area in equal parts at its corners, or a third of each triangle's where cells have more [m²].
    areas: Vec<f64>,
    /// Whether there are vertices inside of cells.
    crossed: bool,
    /// Of the vertices, of unit length.
    normals: Vec<DVec3>,
    /// Whether a clamp holds a vertex to the end.
    clamped: Vec<bool>,
}

impl<'a> Bends<'a> {
    /// Of a scene's material.
    pub fn new(scene: &Scene, model: &'a Model) -> Self {
        let rest = &model.mesh.positions;
        let mut clamped = vec![false; rest.len()];
        for p in &model.pinned {
            let pin = &scene.pin[p.pin];
            clamped[p.vertex as usize] = pin.clamp && pin.until.is_infinite();
        }
        let normals = normals(model, rest).iter().map(|n| n.as_dvec3().normalize_or_zero()).collect();
        let (d, corners) = (scene.material.bending_stiffness(), corner_areas(model));
        let crossed = corners.contains(&0.0);
        let areas = if crossed { model.mesh.vertex_areas() } else { corners };
        Self { model, d, areas, crossed, normals, clamped }
    }

    /// The stiffness of a distance between the tips of a place that stands for it [N/m].
    pub fn stick(&self, bend: &Bend) -> f64 {
        let [a, b] =
            [bend.vertices[2], bend.vertices[3]].map(|v| self.model.mesh.positions[v as usize].as_dvec3());
        bend.stick(a.distance(b))
    }

    /// Every place.
    pub fn all(&self) -> Vec<Bend> {
        let hinges = || self.model.topology.hinges.iter().filter_map(|h| self.hinge(h.vertices)).collect();
        self.lattice().unwrap_or_else(hinges)
    }

    /// The place at an edge; none where a triangle is degenerate.
    pub fn hinge(&self, vertices: [u32; 4]) -> Option<Bend> {
        Bend::hinge(vertices, &self.model.mesh.positions, self.d).map(|bend| self.at_clamp(bend))
    }

    /// A clamp holds two rows, and what should bend between them does so at the second, which is softer by it: it stands for half
    /// a row more.
    fn at_clamp(&self, bend: Bend) -> Bend {
        let held = bend.vertices.map(|v| self.clamped[v as usize]);
        let [a, b] = bend.arms;
        let more = match held {
            [true, true, true, false] => a,
            [true, true, false, true] => b,
            _ => 0.0,
        };
        Bend { stiffness: bend.stiffness * (a + b) / (a + b + more), ..bend }
    }

    /// The places of triples [tip, tip, vertex], K = w D A/l² with the shares w of their directions; none where a triple turns in
    /// the surface by more than `most` [rad], and by more than half as much as it bends.
    pub fn triples(&self, triples: &[[u32; 3]], most: f64) -> Vec<Option<Bend>> {
        let mut bends = Vec::with_capacity(triples.len());
        for around in triples.chunk_by(|a, b| a[2] == b[2]) {
            let mut found: Vec<_> = around.iter().map(|triple| self.triple(*triple, most)).collect();
            let directions: Vec<DVec3> = found.iter().flatten().map(|(_, direction)| *direction).collect();
            let kept = found.iter_mut().flatten();
            kept.zip(shares(&directions)).for_each(|((bend, _), share)| bend.stiffness *= share);
            bends.extend(found.into_iter().map(|one| one.map(|(bend, _)| self.at_clamp(bend))));
        }
        bends
    }

    /// The place of a triple before it is shared, and its direction.
    fn triple(&self, [tip0, tip1, v]: [u32; 3], most: f64) -> Option<(Bend, DVec3)> {
        let at = |v: u32| self.model.mesh.positions[v as usize].as_dvec3();
        let [before, after] = [at(v) - at(tip0), at(tip1) - at(v)];
        let arms = [before.length(), after.length()];
        let [a, b] = arms;
        if a == 0.0 || b == 0.0 {
            return None;
        }
        let turn = before / a - after / b;
        let bent = turn.dot(self.normals[v as usize]).abs();
        let turned = (turn.length_squared() - bent * bent).max(0.0).sqrt();
        if turned > most.max(0.5 * bent) {
            return None;
        }
        let half = 0.5 * (a + b);
        let stiffness = self.d * self.areas[v as usize] / (half * half);
        let (vertices, weights) = ([v, v, tip0, tip1], [1.0 / a + 1.0 / b, 0.0, -1.0 / a, -1.0 / b]);
        let rest = if bent <= FLAT { 0.0 } else { 2.0 * (0.5 * turn.length()).min(1.0).asin() };
        Some((Bend { vertices, weights, stiffness, arms, rest }, (before + after).normalize_or_zero()))
    }

    /// The places of a grid whose rows, columns and diagonals run straight; none for other meshes.
    fn lattice(&self) -> Option<Vec<Bend>> {
        let topology = &self.model.topology;
        // What is inside of a cell has diagonals only.
        if self.crossed || !topology.edges.iter().any(|e| e.diagonal) {
            return None;
        }
        let mut inside = vec![true; self.areas.len()];
        for v in topology.edges.iter().filter(|e| e.is_boundary()).flat_map(|e| e.vertices) {
            inside[v as usize] = false;
        }
        let triples = straight_triples(&self.model.mesh.positions, &self.around());
        let bends = self.triples(&triples, FLAT);
        let bent = |(triple, bend): (&[u32; 3], &Option<Bend>)| bend.is_none() && inside[triple[2] as usize];
        if triples.iter().zip(&bends).any(bent) {
            return None;
        }
        Some(bends.into_iter().flatten().collect())
    }

    /// For each vertex those around it, across its cells too; the nearest of each direction.
    fn around(&self) -> Csr {
        let topology = &self.model.topology;
        let edges = topology.edges.iter().map(|e| e.vertices);
        let across = topology.crossing();
        let mut pairs: Vec<(u32, u32)> = edges.chain(across).flat_map(|[a, b]| [(a, b), (b, a)]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let way = |(a, b): (u32, u32)| {
            self.model.mesh.positions[b as usize].as_dvec3()
                - self.model.mesh.positions[a as usize].as_dvec3()
        };
        let mut nearest = Vec::with_capacity(pairs.len());
        for row in pairs.chunk_by(|a, b| a.0 == b.0) {
            let before = |near: DVec3, far: DVec3| {
                let (a, b) = (near.length(), far.length());
                a < b && near.dot(far) > SAME * a * b
            };
            nearest.extend(row.iter().filter(|far| !row.iter().any(|near| before(way(*near), way(**far)))));
        }
        Csr::from_pairs(self.areas.len(), nearest.into_iter())
    }
}

/// The area of each polygon in equal parts at its corners [m²]; what is inside of one gets nothing.
fn corner_areas(model: &Model) -> Vec<f64> {
    let (mesh, edges) = (&model.mesh, &model.topology.edges);
    let polygon = |t: u32| mesh.polygons.get(t as usize).copied();
    let sides = || {
        let outline = edges.iter().filter(|e| !e.diagonal);
        outline.flat_map(|e| e.triangles.into_iter().filter_map(polygon).map(|p| (p as usize, e.vertices)))
    };
    let mut cells = vec![(0.0, 0u32); mesh.polygons.iter().max().map_or(0, |p| *p as usize + 1)];
    for (t, p) in mesh.triangles.iter().zip(&mesh.polygons) {
        let [a, b, c] = t.map(|v| mesh.positions[v as usize].as_dvec3());
        cells[*p as usize].0 += 0.5 * (b - a).cross(c - a).length();
    }
    sides().for_each(|(p, _)| cells[p].1 += 1);
    let mut areas = vec![0.0; mesh.positions.len()];
    for (p, ends) in sides() {
        let (area, count) = cells[p];
        ends.iter().for_each(|v| areas[*v as usize] += 0.5 * area / f64::from(count));
    }
    areas
}

/// How much of D each direction carries, w ≥ 0 with Σ w_j cos⁴(θ_i − θ_j) = 1 along each that carries some, and no less along the
/// others: a curvature κ along θ_i is κ cos² along θ_j. Two that are square to each other carry 1 each, three at 60° 8/9, four at 45°
/// 2/3.
fn shares(directions: &[DVec3]) -> Vec<f64> {
    const SWEEPS: usize = 500;
    let mut w: Vec<f64> = vec![0.0; directions.len()];
    for _ in 0..SWEEPS {
        let mut change = 0f64;
        for i in 0..w.len() {
            let other = |j: usize| w[j] * directions[i].dot(directions[j]).powi(4);
            let others: f64 = (0..w.len()).filter(|j| *j != i).map(other).sum();
            let share = (1.0 - others).max(0.0);
            change = change.max((share - w[i]).abs());
            w[i] = share;
        }
        if change < 1e-12 {
            break;
        }
    }
    w
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{MethodName, Pattern, Pin, Select, Shape};

    fn directions(degrees: &[f64]) -> Vec<DVec3> {
        degrees.iter().map(|d| DVec3::new(d.to_radians().cos(), d.to_radians().sin(), 0.0)).collect()
    }

    #[test]
    fn directions_share_the_stiffness() {
        for (degrees, each) in [
            (&[30.0][..], 1.0),
            (&[0.0, 90.0], 1.0),
            (&[0.0, 60.0, 120.0], 8.0 / 9.0),
            (&[0.0, 45.0, 90.0, 135.0], 2.0 / 3.0),
        ] {
            assert!(shares(&directions(degrees)).iter().all(|w| (w - each).abs() < 1e-9), "{degrees:?}");
        }
        // Cells four times as long as wide, and two directions that are nearly one: none pushes, and there is no less than D.
        for degrees in [&[0.0, 76.0, 90.0, 104.0][..], &[10.0, 10.01, 80.0]] {
            let (ways, w) = (directions(degrees), shares(&directions(degrees)));
            for (i, way) in ways.iter().enumerate() {
                let along: f64 = ways.iter().zip(&w).map(|(other, w)| w * way.dot(*other).powi(4)).sum();
                assert!(w[i] >= 0.0 && along > 1.0 - 1e-6, "{degrees:?}: {w:?}");
                assert!(w[i] == 0.0 || along < 1.0 + 1e-6, "{degrees:?}: {w:?}");
            }
        }
    }

    fn scene(pattern: Pattern) -> Scene {
        let mut scene = Scene { method: MethodName::ImplicitCg, ..Scene::default() };
        (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (5, 4, pattern);
        (scene.mesh.width, scene.mesh.height, scene.material.young) = (0.3, 0.4, 1e6);
        scene
    }

    #[test]
    fn a_straight_grid_bends_at_its_vertices_and_other_meshes_at_their_edges() {
        for pattern in [Pattern::OneWay, Pattern::Alternating, Pattern::Structural] {
            let scene = scene(pattern);
            let bends = Bends::new(&scene, &Model::new(&scene).unwrap()).all();
            // 5 × 2 along the rows, 3 × 4 along the columns, 3 × 2 along each diagonal.
            assert_eq!(bends.len(), 34, "{pattern:?}");
            assert!(bends.iter().all(|b| b.vertices[0] == b.vertices[1] && b.is_flat()));
        }
        let mut disc = scene(Pattern::OneWay);
        (disc.mesh.shape, disc.mesh.columns) = (Shape::Disc, 12);
        for scene in [scene(Pattern::Equilateral), scene(Pattern::Irregular), scene(Pattern::Crossed), disc] {
            let model = Model::new(&scene).unwrap();
            let bends = Bends::new(&scene, &model).all();
            assert_eq!(bends.len(), model.topology.hinges.len());
        }
    }

    #[test]
    fn weights_leave_nothing_of_a_flat_shape() {
        for pattern in [Pattern::OneWay, Pattern::Equilateral, Pattern::Irregular] {
            let mut scene = scene(pattern);
            scene.mesh.rotation = [20.0, -50.0, 10.0];
            let model = Model::new(&scene).unwrap();
            for bend in Bends::new(&scene, &model).all() {
                let sum: f64 = bend.weights.iter().sum();
                let size = bend.weights.iter().fold(0.0, |m: f64, w| m.max(w.abs()));
                // Positions are known to f32.
                assert!(sum.abs() < 1e-9 * size && bend.angle(&model.mesh.positions) < 1e-5);
            }
        }
    }

    #[test]
    fn what_a_clamp_holds_bends_beside_it() {
        for pattern in [Pattern::OneWay, Pattern::Equilateral] {
            let mut clamped = scene(pattern);
            clamped.pin = vec![Pin { select: Select::Bottom, clamp: true, ..Pin::default() }];
            let mut free = clamped.clone();
            free.pin[0].until = 1.0;
            let model = Model::new(&clamped).unwrap();
            let held = |v: &u32| model.pinned.iter().any(|p| p.vertex == *v);
            let all = |scene: &Scene| Bends::new(scene, &model).all();
            let mut count = 0;
            for (soft, stiff) in all(&clamped).iter().zip(all(&free)) {
                let tips = soft.vertices[2..].iter().filter(|v| held(v)).count();
                let beside = soft.vertices[..2].iter().all(held) && tips == 1;
                let expected = if beside { 2.0 / 3.0 } else { 1.0 };
                assert!((soft.stiffness / stiff.stiffness - expected).abs() < 1e-4, "{pattern:?}");
                count += u32::from(beside);
            }
            assert!(count >= 4, "{count}");
        }
    }
}
