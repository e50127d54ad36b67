//! Springs from a mesh: structural, shear and bending on grids, first and second neighbours on other meshes.

use super::Model;
use super::constraints::{Violation, sticks, straight_triples};
use super::groups::Group;
use crate::kernels::forces::springs::Spring;
use crate::kernels::forces::strain_limit;
use crate::real::V3;
use crate::scene::{Material, MethodName, Scene};
use glam::{DVec3, Vec3};

/// The label of the structural springs.
const STRETCH: &str = "stretch";

/// The radius of curvature, in edges, at which bending springs store the energy of the material that they stand for.
const BENDING_RADIUS: f64 = 10.0;

/// How stiff the springs of a scene are.
#[derive(Debug, Clone, Copy)]
struct Stiffness {
    /// Of the structural springs [N/m].
    stretch: f64,
    /// Of the shear springs [N/m].
    shear: f64,
    /// Of the bending springs [N/m].
    bending: f64,
    /// Damping of every spring along its length [N·s/m].
    damping: f64,
}

impl Stiffness {
    /// As the scene's method has them, or its material.
    fn of(scene: &Scene, model: &Model, is_grid: bool) -> Self {
        let (m, c) = (&scene.mass_spring, &scene.implicit_cg);
        let (stretch, shear, bending, damping) = match scene.method {
            MethodName::ImplicitCg | MethodName::DiscreteShells => {
                (c.stretch, c.shear, c.bending, c.spring_damping)
            }
            MethodName::MassSpring | MethodName::TriangleBending => {
                (m.stretch, m.shear, m.bending, m.spring_damping)
            }
        };
        if scene.material.young == 0.0 || scene.method == MethodName::DiscreteShells {
            return Self { stretch, shear, bending, damping };
        }
        Self { damping, ..Self::of_material(&scene.material, edge_length(model), is_grid) }
    }

    /// Springs as stiff as a material, with structural ones of length `edge` [m].
    ///
    /// A square cell with stretch k and shear s along both diagonals has per area ½ k (εx² + εy²) + ½ s (εx + εy)² + ½ s γ². So s is
    /// the shear stiffness G t, and k such that a strip along the threads has E t: with c = k + s, c − s²/c = E t. At ν = 1/3 the
    /// sheet is isotropic, with k = ¾ E t; otherwise its Poisson's ratio is s/c. A lattice of equilateral triangles has
    /// k = √3/2 E t and ν = 1/3, whatever the material says.
    ///
    /// A bending spring of length 2 a shortens by κ² a³/4 where the cloth has the curvature κ: its energy k κ⁴ a⁴/32 per area is of
    /// the fourth order, that of a sheet, ½ D κ², of the second. They are made the same at a radius of [`BENDING_RADIUS`] edges; at r
    /// times that radius the springs are r² times too soft. Along their length they add 4 k to the stretch, which is little while the
    /// gauge is below a hundredth of an edge.
    fn of_material(material: &Material, edge: f64, is_grid: bool) -> Self {
        let tensile = material.stretching_stiffness();
        let shear = tensile / (2.0 * (1.0 + material.poisson));
        let whole = f64::midpoint(tensile, tensile.hypot(2.0 * shear));
        let stretch = if is_grid { whole - shear } else { 0.75f64.sqrt() * tensile };
        let bending = 16.0 * material.bending_stiffness() * (BENDING_RADIUS / edge).powi(2);
        Self { stretch, shear, bending, damping: 0.0 }
    }
}

/// The mean length of a model's structural springs at rest [m].
fn edge_length(model: &Model) -> f64 {
    let rest = |v: u32| model.mesh.positions[v as usize].as_dvec3();
    let edges = model.topology.edges.iter().filter(|e| !e.diagonal).map(|e| e.vertices);
    let (count, sum) =
        edges.fold((0u32, 0.0), |(count, sum), [a, b]| (count + 1, sum + rest(a).distance(rest(b))));
    sum / f64::from(count.max(1))
}

/// Springs of one kind.
#[derive(Debug, Clone)]
struct Kind {
    label: &'static str,
    /// The two ends of each, and its length at rest [m].
    springs: Vec<([u32; 2], f32)>,
    /// Stiffness [N/m].
    stiffness: f32,
}

/// The springs of a cloth.
#[derive(Debug, Clone)]
pub struct Springs {
    kinds: Vec<Kind>,
    /// Damping of every spring along its length [N·s/m].
    damping: f32,
}

impl Springs {
    /// The springs of a model; those without stiffness are left out.
    pub fn new(scene: &Scene, model: &Model) -> Self {
        let is_grid = model.topology.edges.iter().any(|e| e.diagonal);
        let p = Stiffness::of(scene, model, is_grid);
        let rest = &model.mesh.positions;
        let length = |[a, b]: [u32; 2]| rest[a as usize].distance(rest[b as usize]);
        let kind = |label, pairs: Vec<[u32; 2]>, stiffness: f64| {
            // What has no length has no strain.
            let springs = pairs.into_iter().map(|pair| (pair, length(pair))).filter(|s| s.1 > 0.0).collect();
            Kind { label, springs, stiffness: stiffness as f32 }
        };
        let edges = |diagonal: bool| {
            let edges = model.topology.edges.iter().filter(move |e| e.diagonal == diagonal);
            edges.map(|e| e.vertices).collect::<Vec<_>>()
        };
        let kinds = if is_grid {
            let neighbors = model.topology.structural_neighbors();
            let triples = straight_triples(rest, &neighbors);
            vec![
                kind(STRETCH, edges(false), p.stretch),
                kind("shear", [edges(true), crossing(model)].concat(), p.shear),
                kind("bending", sticks(&triples, &neighbors), p.bending),
            ]
        } else {
            vec![kind(STRETCH, edges(false), p.stretch), kind("bending", second_neighbors(model), p.bending)]
        };
        let kinds = kinds.into_iter().filter(|k| k.stiffness > 0.0 && !k.springs.is_empty()).collect();
        Self { kinds, damping: p.damping as f32 }
    }

    /// Where each particle's springs begin, the springs as seen from their particles, and which may come to a limit of
    /// strain: the structural ones.
    pub fn by_particle(&self, count: usize) -> (Vec<u32>, Vec<Spring>, Vec<u32>) {
        let mut ends: Vec<(u32, Spring, u32)> = Vec::new();
        for kind in &self.kinds {
            let limit = if kind.label == STRETCH { strain_limit::BELOW } else { strain_limit::NEVER };
            for &([a, b], rest_length) in &kind.springs {
                let spring =
                    |other| Spring { other, rest_length, stiffness: kind.stiffness, damping: self.damping };
                ends.extend([(a, spring(b), limit), (b, spring(a), limit)]);
            }
        }
        ends.sort_by_key(|(particle, ..)| *particle);
        let offset = |i: u32| ends.partition_point(|(particle, ..)| *particle < i) as u32;
        let offsets = (0..=count as u32).map(offset).collect();
        let (springs, limits) = ends.iter().map(|(_, spring, limit)| (*spring, *limit)).unzip();
        (offsets, springs, limits)
    }

    /// The structural springs: their ends and their lengths at rest [m]; none where they have no stiffness.
    pub fn stretch(&self) -> &[([u32; 2], f32)] {
        self.kinds.iter().find(|kind| kind.label == STRETCH).map_or(&[], |kind| &kind.springs)
    }

    /// The energy that all springs store at these positions, Σ ½ k (l − R)² [J].
    pub fn energy(&self, positions: &[Vec3]) -> f64 {
        let stored = |kind: &Kind| {
            let square = |&([a, b], rest): &([u32; 2], f32)| {
                let length = positions[a as usize].as_dvec3().distance(positions[b as usize].as_dvec3());
                (length - f64::from(rest)).powi(2)
            };
            0.5 * f64::from(kind.stiffness) * kind.springs.iter().map(square).sum::<f64>()
        };
        self.kinds.iter().map(stored).sum()
    }

    /// The longest explicit step that is stable for the stiffest particle [s]: by Gershgorin's theorem no vibration is faster than
    /// √(2 Σ k/m), and explicit steps are stable up to 2/ω.
    pub fn longest_step(&self, model: &Model) -> f64 {
        let mut stiffness = vec![0f64; model.start.len()];
        let mut damping = stiffness.clone();
        for kind in &self.kinds {
            for v in kind.springs.iter().flat_map(|(pair, _)| pair) {
                stiffness[*v as usize] += f64::from(kind.stiffness);
                damping[*v as usize] += f64::from(self.damping);
            }
        }
        let longest = (0..stiffness.len()).map(|i| {
            let (k, c) = (2.0 * stiffness[i] / model.masses[i], 2.0 * damping[i] / model.masses[i]);
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

    /// How much each kind is stretched or pressed, relative to its length at rest.
    pub fn violations(&self, positions: &[Vec3]) -> Vec<(&'static str, Violation)> {
        let one = |kind: &Kind| {
            let mut all = Violation::default();
            for &([a, b], rest) in &kind.springs {
                let length = positions[a as usize].as_dvec3().distance(positions[b as usize].as_dvec3());
                let strain = (length / f64::from(rest) - 1.0).abs();
                all.mean += strain / kind.springs.len() as f64;
                all.max = all.max.max(strain);
            }
            (kind.label, all)
        };
        self.kinds.iter().map(one).collect()
    }

    /// How far the structural springs are beyond a limit of strain.
    pub fn beyond(&self, limit: f64, positions: &[Vec3]) -> Violation {
        let mut all = Violation::default();
        for &([a, b], rest) in self.stretch() {
            let length = positions[a as usize].as_dvec3().distance(positions[b as usize].as_dvec3());
            let over = (length / f64::from(rest) - 1.0 - limit).max(0.0);
            all.mean += over / self.stretch().len() as f64;
            all.max = all.max.max(over);
        }
        all
    }

    /// The force of the springs on each particle [N].
    pub fn forces(&self, positions: &[Vec3], velocities: &[Vec3]) -> Vec<DVec3> {
        let mut forces = vec![DVec3::ZERO; positions.len()];
        for kind in &self.kinds {
            for &([a, b], rest_length) in &kind.springs {
                let between = |v: &[Vec3]| {
                    let d = v[a as usize].as_dvec3() - v[b as usize].as_dvec3();
                    V3(d.x, d.y, d.z)
                };
                let (stiffness, damping) = (kind.stiffness, self.damping);
                let spring = Spring { other: b, rest_length, stiffness, damping };
                let V3(x, y, z) = spring.force(between(positions), between(velocities));
                forces[a as usize] -= DVec3::new(x, y, z);
                forces[b as usize] += DVec3::new(x, y, z);
            }
        }
        forces
    }

    /// The springs of each kind as lines.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let lines = |k: &Kind| k.springs.iter().map(|(ends, _)| *ends).collect();
        self.kinds.iter().map(move |k| Group { name: k.label.into(), lines: lines(k) })
    }

    /// How many there are of each kind.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u32)> {
        self.kinds.iter().map(|k| (k.label, k.springs.len() as u32))
    }
}

/// The diagonals of a grid's cells that are no edges: from tip to tip across those that are.
fn crossing(model: &Model) -> Vec<[u32; 2]> {
    let topology = &model.topology;
    let across = topology.hinges.iter().filter(|h| topology.edges[h.edge as usize].diagonal);
    across.map(|h| [h.vertices[2], h.vertices[3]]).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Fabric, Pattern};

    /// A stiff cloth in one long step.
    fn cloth(method: MethodName) -> (Scene, Model) {
        let mut scene = Scene { method, ..Scene::default() };
        (scene.mesh.rows, scene.mesh.columns) = (4, 3);
        (scene.mass_spring.stretch, scene.mass_spring.shear, scene.mass_spring.bending) = (7e5, 0.0, 0.0);
        let c = &mut scene.implicit_cg;
        (c.stretch, c.shear, c.bending, c.spring_damping) = (2e5, 3e4, 40.0, 0.5);
        let model = Model::new(&scene).unwrap();
        (scene, model)
    }

    #[test]
    fn each_method_has_its_own_stiffness() {
        let (scene, model) = cloth(MethodName::ImplicitCg);
        let springs = Springs::new(&scene, &model);
        assert_eq!(springs.counts().collect::<Vec<_>>(), [("stretch", 17), ("shear", 12), ("bending", 10)]);
        let (_, list, _) = springs.by_particle(12);
        assert!(list.iter().all(|s| s.damping == 0.5 && [2e5, 3e4, 40.0].contains(&s.stiffness)));
        assert_eq!(springs.warning(&scene, &model), None);
        let (scene, model) = cloth(MethodName::MassSpring);
        let springs = Springs::new(&scene, &model);
        assert_eq!(springs.counts().collect::<Vec<_>>(), [("stretch", 17)]);
        assert!(springs.warning(&scene, &model).is_some());
    }

    /// Energy per area of the inner cells of a grid, or of a lattice, whose vertices move to `map` of their rest [J/m²].
    fn energy_density(scene: &Scene, map: impl Fn(Vec3) -> Vec3) -> f64 {
        let model = Model::new(scene).unwrap();
        let moved: Vec<Vec3> = model.mesh.positions.iter().map(|p| map(*p)).collect();
        Springs::new(scene, &model).energy(&moved) / model.mesh.area()
    }

    fn paper(pattern: Pattern, poisson: f64) -> Scene {
        let mut scene = Scene { method: MethodName::ImplicitCg, ..Scene::default() };
        (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (101, 101, pattern);
        if pattern == Pattern::Equilateral {
            scene.mesh.height = 0.75f64.sqrt();
        }
        scene.material = Fabric::find("paper").unwrap().material();
        scene.material.poisson = poisson;
        scene
    }

    #[test]
    fn springs_are_as_stiff_as_their_material() {
        let third = 1.0 / 3.0;
        for (pattern, poisson) in
            [(Pattern::OneWay, third), (Pattern::Equilateral, third), (Pattern::OneWay, 0.2)]
        {
            let mut scene = paper(pattern, poisson);
            // Thin, so that the bending springs add nothing.
            scene.material.gauge = 1e-5;
            let (tensile, strain) = (scene.material.stretching_stiffness(), 0.01);
            // Along the threads, as wide as it likes; and sheared.
            let shear = tensile / (2.0 * (1.0 + poisson));
            let ratio = shear / (0.5 * (tensile + tensile.hypot(2.0 * shear)));
            assert!(poisson != third || (ratio - third).abs() < 1e-12);
            let narrow = 1.0 - strain * ratio as f32;
            let pulled = energy_density(&scene, |p| Vec3::new(p.x * (1.0 + strain), p.y * narrow, 0.0));
            let expected = 0.5 * tensile * f64::from(strain).powi(2);
            assert!((pulled / expected - 1.0).abs() < 0.04, "{pattern:?}: {}", pulled / expected);
            let sheared = energy_density(&scene, |p| Vec3::new(p.x + strain * p.y, p.y, 0.0));
            let expected = 0.5 * shear * f64::from(strain).powi(2);
            assert!((sheared / expected - 1.0).abs() < 0.04, "{pattern:?}: {}", sheared / expected);
        }
    }

    #[test]
    fn bending_springs_store_what_the_material_does_at_one_radius() {
        let scene = paper(Pattern::OneWay, 0.3);
        let bending = scene.material.bending_stiffness();
        // At twice the radius they are four times too soft.
        for (edges, share) in [(10.0, 1.0), (20.0, 0.25)] {
            let (radius, edge) = (edges * 0.01, 0.01f64);
            // Chords as long as the edges.
            let step = 2.0 * (edge / (2.0 * radius)).asin();
            let bent = |p: Vec3| {
                let (sin, cos) = (f64::from(p.y) / edge * step).sin_cos();
                Vec3::new(p.x, (radius * sin) as f32, (radius * cos) as f32)
            };
            let found = energy_density(&scene, bent) / (0.5 * bending / radius.powi(2));
            assert!((found / share - 1.0).abs() < 0.05, "{edges}: {found}");
        }
    }

    #[test]
    fn structural_springs_are_the_edges_that_are_no_diagonals() {
        let (mut scene, model) = cloth(MethodName::ImplicitCg);
        let springs = Springs::new(&scene, &model);
        let edges: Vec<_> = model.topology.edges.iter().filter(|e| !e.diagonal).map(|e| e.vertices).collect();
        assert_eq!(springs.stretch().iter().map(|s| s.0).collect::<Vec<_>>(), edges);
        for &([a, b], rest) in springs.stretch() {
            assert_eq!(rest, model.start[a as usize].distance(model.start[b as usize]));
        }
        scene.implicit_cg.stretch = 0.0;
        assert!(Springs::new(&scene, &model).stretch().is_empty());
    }

    #[test]
    fn energy_is_zero_at_rest_and_its_slope_is_the_force() {
        let (scene, model) = cloth(MethodName::ImplicitCg);
        let springs = Springs::new(&scene, &model);
        assert!(springs.energy(&model.start) < 1e-8);
        // Every spring half as long again: ½ k (R/2)².
        let wide: Vec<Vec3> = model.start.iter().map(|p| *p * 1.5).collect();
        let (offsets, list, _) = springs.by_particle(12);
        let ends = list.iter().map(|s| f64::from(s.stiffness) * f64::from(s.rest_length).powi(2) / 8.0);
        let expected = ends.sum::<f64>() / 2.0;
        assert_eq!(offsets.len(), 13);
        assert!((springs.energy(&wide) / expected - 1.0).abs() < 1e-6);
        let step = 1e-3;
        let forces = springs.forces(&wide, &vec![Vec3::ZERO; wide.len()]);
        for (vertex, force) in forces.iter().enumerate() {
            let at = |by: f32| {
                let mut moved = wide.clone();
                moved[vertex].x += by;
                springs.energy(&moved)
            };
            let slope = (at(step) - at(-step)) / (2.0 * f64::from(step));
            assert!((slope + force.x).abs() < 1e-3 * forces[0].length(), "{vertex}: {slope} {force}");
        }
    }
}
