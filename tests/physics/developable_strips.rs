//! The clamped strip of nonconforming elements at rest, solved in f64 with lengths kept to 1e-7, against the heavy elastica.
//!
//! The equilibrium is that of the model's own unknowns, lengths and Laplacians, found by Newton steps on the Lagrangian: no time,
//! no tolerance of a projection. `cargo test --release --test physics developable_strips -- --ignored --nocapture` makes
//! the whole table.

use super::shell_strips::overhang;
use super::support::{scene, simulate};
use faer::linalg::solvers::Solve;
use faer::sparse::{SparseColMat, Triplet};
use faer::{Mat, Side};
use glam::{DMat3, DVec2, DVec3};
use std::f64::consts::PI;
use toile::Scene;
use toile::model::Model;
use toile::model::elements::Elements;
use toile::scene::Select;
use toile::truth::heavy;

/// What a length may be off [1].
const KEPT: f64 = 1e-7;

/// By how much the penalty of lengths grows from step to step; twice is too fast for the multipliers to follow.
const GROWTH: f64 = 1.3;

/// The lattice of equilateral triangles with its straight lines along the strip; `equilateral` has them across.
const ALONG: &str = "equilateral-along";

/// A strip of length 1 and width 1/4 with so many rows of cells across.
fn strip(mesh: &str, across: u32, gamma: f64, elements: &str) -> Scene {
    let (width, slope) = (0.25, 0.75f64.sqrt());
    let cells = |by: f64| (f64::from(across) / width * by).round() as u32;
    let pattern = if mesh == ALONG { "equilateral" } else { mesh };
    let method = [("tied", "false"), ("method", "nonconforming"), ("nonconforming.elements", elements)];
    let mut scene = scene("cantilever", &[&method[..], &[("mesh", pattern)]].concat());
    let sheet = &mut scene.mesh;
    if mesh == ALONG {
        (sheet.rows, sheet.columns, sheet.width, sheet.height) = (across + 1, cells(slope) + 1, 1.0, width);
        (sheet.rotation[1], scene.pin[0].select) = (0.0, Select::Left);
    } else {
        let along = if mesh == "equilateral" { cells(1.0 / slope) } else { cells(1.0) };
        (sheet.rows, sheet.columns, sheet.width, sheet.height) = (along + 1, across + 1, width, 1.0);
    }
    // A scene has it by the height of its sheet.
    (scene.gamma, scene.seed) = (gamma * scene.mesh.height.powi(3), 4);
    scene
}

/// The lower half of a symmetric matrix; entries of one place add up.
type Entries = Vec<Triplet<usize, usize, f64>>;

/// What a clamp holds beside the slope of the strip.
#[derive(Clone, Copy)]
enum Clamp {
    /// All but the places along itself, as that of a scene, and of the elastica: elements that bend become narrower, by (κh)²/72.
    Sliding,
    /// All places, for comparison.
    Fixed,
}

/// A strip on its way to its equilibrium.
struct Strip {
    elements: Elements,
    gravity: DVec3,
    /// The place of each unknown among the free ones, along the strip.
    order: Vec<Option<usize>>,
    free: usize,
    /// Those that are free along the clamp only.
    sliding: Vec<usize>,
    scale: f64,
}

impl Strip {
    fn new(scene: &Scene, clamp: Clamp) -> (Self, Vec<DVec3>, Model) {
        let model = Model::new(scene).unwrap();
        let elements = Elements::new(scene, &model).unwrap();
        let vertices: Vec<DVec3> = model.start.iter().map(|p| p.as_dvec3()).collect();
        let places = elements.unknowns(&vertices);
        let pinned = |v: u32| model.pinned.iter().any(|p| p.vertex == v);
        let (held, mut free): (Vec<usize>, Vec<usize>) =
            (0..places.len()).partition(|i| elements.dofs[*i].ends.iter().all(|v| pinned(*v)));
        let slides = |i: &usize| matches!(clamp, Clamp::Sliding) && elements.dofs[*i].line != DVec3::ZERO;
        let sliding: Vec<usize> = held.into_iter().filter(slides).collect();
        assert!(sliding.iter().all(|i| elements.dofs[*i].line.z.abs() > 0.999));
        free.extend(&sliding);
        free.sort_by(|a, b| places[*a].x.total_cmp(&places[*b].x));
        let mut order = vec![None; places.len()];
        free.iter().enumerate().for_each(|(k, i)| order[*i] = Some(k));
        let gravity = DVec3::from_array(scene.leaning_gravity());
        let scale = scene.material.bending_stiffness();
        (Self { free: free.len(), elements, gravity, order, sliding, scale }, places, model)
    }

    /// Adds a block for each pair of the terms.
    fn add(&self, all: &mut Entries, terms: &[(u32, f64)], block: DMat3) {
        for &(a, share) in terms {
            for &(b, other) in terms {
                let (Some(i), Some(j)) = (self.order[a as usize], self.order[b as usize]) else { continue };
                if j > i {
                    continue;
                }
                for r in 0..3 {
                    for c in 0..if i == j { r + 1 } else { 3 } {
                        all.push(Triplet::new(3 * i + r, 3 * j + c, share * other * block.col(c)[r]));
                    }
                }
            }
        }
    }

    /// Goes to the equilibrium from a guess: the shape, and the largest error of a length.
    fn settle(&self, mut x: Vec<DVec3>, density: f64) -> (Vec<DVec3>, f64) {
        let e = &self.elements;
        let mut lambda = vec![0.0; e.rows.len()];
        // Soft at first: a strip that is far from its equilibrium would be given multipliers that push it farther.
        let (mut penalty, firm, unit) = (1e5 * self.scale, 1e9 * self.scale, self.scale / density);
        let (mut inertia, mut steps, mut before) = (1e3 * unit, 0, Vec::<f64>::new());
        loop {
            let l: Vec<DVec3> = (0..e.rows.len()).map(|i| e.row_terms.of(i, &x)).collect();
            let square = |i: usize| e.rows[i].rest * e.rows[i].rest;
            let off: Vec<f64> =
                (0..l.len()).map(|i| 0.5 * (l[i].length_squared() / square(i) - 1.0)).collect();
            let error = off.iter().fold(0.0, |worst: f64, c| worst.max(c.abs()));
            let low = x.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
            before.push(low);
            let still = before.len() > 12 && (before[before.len() - 6] / low - 1.0).abs() < 1e-5;
            if (error < KEPT && still && inertia < unit && penalty == firm) || steps == 400 {
                return (x, error);
            }
            steps += 1;
            let mut all = Entries::new();
            let mut force = vec![DVec3::ZERO; x.len()];
            for (i, bend) in e.bends.iter().enumerate() {
                let terms = e.bend_terms.row(i);
                self.add(&mut all, terms, DMat3::IDENTITY * bend.weight);
                let bent = (e.bend_terms.of(i, &x) - bend.target) * bend.weight;
                terms.iter().for_each(|t| force[t.0 as usize] -= bent * t.1);
            }
            for i in 0..l.len() {
                let terms = e.row_terms.row(i);
                let way = l[i] / square(i);
                let across = DMat3::from_cols(way * way.x, way * way.y, way * way.z) * penalty;
                self.add(&mut all, terms, across - DMat3::IDENTITY * (lambda[i] / square(i)));
                let pull = way * (lambda[i] - penalty * off[i]);
                terms.iter().for_each(|t| force[t.0 as usize] += pull * t.1);
            }
            let mut b = Mat::zeros(3 * self.free, 1);
            for (i, k) in self.order.iter().enumerate().filter_map(|(i, k)| k.map(|k| (i, k))) {
                let pushed = force[i] + self.gravity * e.dofs[i].mass;
                for c in 0..3 {
                    b[(3 * k + c, 0)] = pushed[c];
                    all.push(Triplet::new(3 * k + c, 3 * k + c, inertia * e.dofs[i].mass));
                }
            }
            for k in self.sliding.iter().filter_map(|i| self.order[*i]) {
                for c in 0..2 {
                    b[(3 * k + c, 0)] = 0.0;
                    all.push(Triplet::new(3 * k + c, 3 * k + c, 1e3 * penalty));
                }
            }
            let count = 3 * self.free;
            let matrix = SparseColMat::<usize, f64>::try_new_from_triplets(count, count, &all).unwrap();
            let Ok(factor) = matrix.sp_cholesky(Side::Lower) else {
                inertia *= 4.0;
                continue;
            };
            let x_change = factor.solve(&b);
            let step = |k: usize| DVec3::from_array([0, 1, 2].map(|c| x_change[(3 * k + c, 0)]));
            let largest = (0..self.free).map(|k| step(k).abs().max_element()).fold(0.0, f64::max);
            let share = (0.02 / largest).min(1.0);
            (inertia, penalty) = if share == 1.0 {
                ((0.5 * inertia).max(1e-6 * unit), (GROWTH * penalty).min(firm))
            } else {
                (1.5 * inertia, penalty)
            };
            let change: Vec<DVec3> =
                self.order.iter().map(|k| k.map_or(DVec3::ZERO, |k| step(k) * share)).collect();
            for i in 0..l.len() {
                let way = l[i] / square(i);
                lambda[i] -= penalty * (off[i] * share + way.dot(e.row_terms.of(i, &change)));
            }
            x.iter_mut().zip(&change).for_each(|(x, d)| *x += *d);
        }
    }
}

/// Where the place s of a strip is that has turned by `tip` at its end, as a strip with little weight does along its length.
fn curve(tip: f64, s: f64) -> DVec2 {
    let steps = 200;
    let pieces = (0..steps).map(|k| {
        let left = 1.0 - s * (f64::from(k) + 0.5) / f64::from(steps);
        DVec2::from_angle(-tip * (1.0 - left.powi(3)))
    });
    pieces.sum::<DVec2>() * (s / f64::from(steps))
}

/// Drop over reach of the strip's end, by that of the elastica, less 1.
fn off(mesh: &str, clamp: Clamp, across: u32, gamma: f64, elements: &str) -> f64 {
    let scene = strip(mesh, across, gamma, elements);
    let (strip, places, model) = Strip::new(&scene, clamp);
    // Bent at first so that its end is where that of the elastica is.
    let (mut tip, mut half) = (PI / 4.0, PI / 8.0);
    for _ in 0..30 {
        let end = curve(tip, 1.0);
        tip += if -end.y / end.x < heavy(gamma) { half } else { -half };
        half *= 0.5;
    }
    let start = places.iter().map(|p| if p.x > 0.0 { curve(tip, p.x).extend(p.z) } else { *p });
    let (x, error) = strip.settle(start.collect(), scene.material.density);
    assert!(error < KEPT, "{mesh} {across} {gamma}: lengths are off by {error}");
    let ends: Vec<DVec3> = (0..model.start.len())
        .filter(|v| model.start[*v].x > 1.0 - 1e-5)
        .map(|v| strip.elements.ghost.of(v, &x))
        .collect();
    let end = ends.iter().sum::<DVec3>() / ends.len() as f64;
    -end.y / end.x / heavy(gamma) - 1.0
}

/// The errors of strips with so many rows across, as a line of a table.
fn line<const N: usize>(mesh: &str, clamp: Clamp, gamma: f64, rows: [u32; N]) -> [f64; N] {
    let found = rows.map(|rows| off(mesh, clamp, rows, gamma, "nonconforming"));
    let numbers = found.map(|x| format!("{:>7.2} %", 100.0 * x)).join(" ");
    let fixed = if let Clamp::Fixed = clamp { "fixed" } else { "" };
    println!("{mesh:<18} {fixed:<5} {gamma:>4}  {numbers}");
    found
}

/// Meshes with straight lines along the sides of the strip.
const STRAIGHT: [&str; 3] = [ALONG, "one-way", "alternating"];

/// Those whose lines run to the sides, or anyhow.
const CROOKED: [&str; 2] = ["equilateral", "irregular"];

#[test]
fn a_strip_of_elements_hangs_as_the_elastica() {
    println!("H/W by that of the elastica, less 1, lengths kept to {KEPT:.0e}; 4 and 8 rows across");
    for mesh in STRAIGHT.into_iter().chain(CROOKED) {
        for (gamma, most) in [(1.0, 0.09), (10.0, if STRAIGHT.contains(&mesh) { 0.08 } else { 0.1 })] {
            let [coarse, fine] = line(mesh, Clamp::Sliding, gamma, [4, 8]);
            assert!(coarse / fine > 1.6 && fine.abs() < most, "{mesh} {gamma}: {coarse} {fine}");
        }
    }
    for mesh in STRAIGHT.into_iter().chain(CROOKED) {
        for gamma in [1.0, 10.0] {
            let [coarse, fine] = line(mesh, Clamp::Fixed, gamma, [4, 8]);
            // Published for this element: 3 and 16 % at eight rows, falling with them.
            assert!(fine.abs() < 0.16 && fine.abs() < coarse.abs() / 1.4, "{mesh} {gamma}: {coarse} {fine}");
        }
    }
}

/// What steps of time come to is this equilibrium, clamp and all, however long they are, as long as one Newton
/// step is enough for each: with 16 substeps it is.
#[test]
fn a_strip_comes_to_rest_in_its_equilibrium() {
    for mesh in ["one-way", "alternating"] {
        let expected = off(mesh, Clamp::Sliding, 3, 10.0, "nonconforming");
        let [long, short] = [8, 16].map(|substeps| {
            let mut scene = strip(mesh, 3, 10.0, "nonconforming");
            scene.solver.substeps = substeps;
            let mut simulation = simulate(&scene);
            let mut step = || {
                simulation.step().unwrap();
                overhang(&mut simulation)
            };
            // Four seconds, and the mean of one more: elements tremble a little.
            (0..240).for_each(|_| _ = step());
            (0..60).map(|_| step()).sum::<f64>() / 60.0 / heavy(10.0) - 1.0 - expected
        });
        println!("{mesh}: {:+.2} % with 8 substeps, {:+.2} % with 16", 100.0 * long, 100.0 * short);
        assert!(short.abs() < 0.003 && long.abs() < 0.03, "{mesh}: {long} {short}");
    }
}

#[test]
#[ignore = "takes some minutes; the table of the README"]
fn strips_of_more_elements_hang_nearer_to_the_elastica() {
    let mut faults = Vec::new();
    for mesh in STRAIGHT.into_iter().chain(CROOKED) {
        for gamma in [1.0, 10.0] {
            let found = line(mesh, Clamp::Sliding, gamma, [8, 16, 32]);
            let [coarse, fine, finer] = found.map(f64::abs);
            if fine > 0.05 || coarse / fine < 1.6 || fine / finer < 1.6 {
                faults.push(format!("{mesh} {gamma}: {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A clamp that holds all midpoints where they are locks the rows next to it: the strip is stiffer, and on most meshes it takes
/// finer ones longer to come near.
#[test]
#[ignore = "takes some minutes; the table of the README"]
fn a_clamp_that_does_not_slide_locks() {
    for mesh in STRAIGHT.into_iter().chain(CROOKED) {
        for gamma in [1.0, 10.0] {
            let [coarse, fine, finer] = line(mesh, Clamp::Fixed, gamma, [8, 16, 32]);
            let [_, slides] = line(mesh, Clamp::Sliding, gamma, [8, 16]);
            assert!(coarse < fine && fine < finer && finer < 0.0, "{mesh} {gamma}: {coarse} {fine} {finer}");
            assert!(fine < slides && fine > -0.08, "{mesh} {gamma}: {fine} and {slides}");
        }
    }
}

/// Under the same lengths, a mesh of vertices can bend only where a line of it lies across. It locks: a finer mesh of the
/// irregular kind is hardly better, while that of elements is.
#[test]
fn a_conforming_mesh_locks() {
    let [element, vertex] = ["nonconforming", "conforming"]
        .map(|kind| [4, 8].map(|rows| off("irregular", Clamp::Fixed, rows, 10.0, kind)));
    for (name, [coarse, fine]) in [("elements", element), ("vertices", vertex)] {
        println!(
            "irregular mesh of {name}: {:+.1} % with 4 rows, {:+.1} % with 8",
            100.0 * coarse,
            100.0 * fine
        );
    }
    assert!(element[0] / element[1] > 1.6 && vertex[0] / vertex[1] < 1.2, "{element:?} {vertex:?}");
}
