//! The clamped strip of nonconforming elements at rest, solved in f64 with lengths kept to 1e-7, against the heavy elastica.
//!
//! The equilibrium is that of the model's own unknowns, lengths and Laplacians, found by Newton steps on the Lagrangian: no time,
//! no tolerance of a projection. `cargo test --release --test physics developable_strips -- --ignored --nocapture` makes
//! the whole table.

use super::support::scene;
use faer::linalg::solvers::Solve;
use faer::sparse::{SparseColMat, Triplet};
use faer::{Mat, Side};
use glam::{DMat3, DVec3};
use toile::Scene;
use toile::model::Model;
use toile::model::elements::Elements;
use toile::truth::heavy;

/// What a length may be off [1].
const KEPT: f64 = 1e-7;

/// A strip of length 1 and width 1/4 with so many rows of cells across.
fn strip(pattern: &str, across: u32, gamma: f64, elements: &str) -> Scene {
    let along = match pattern {
        "equilateral" => (f64::from(across) * 4.0 * 2.0 / 3f64.sqrt()).round() as u32,
        _ => 4 * across,
    };
    let mut scene = scene(
        "cantilever",
        &[
            ("tied", "false"),
            ("method", "nonconforming"),
            ("nonconforming.elements", elements),
            ("mesh", pattern),
            ("rows", &(along + 1).to_string()),
            ("columns", &(across + 1).to_string()),
            ("gamma", &gamma.to_string()),
            ("mesh.width", "0.25"),
        ],
    );
    scene.seed = 4;
    scene
}

/// The lower half of a symmetric matrix; entries of one place add up.
type Entries = Vec<Triplet<usize, usize, f64>>;

/// A strip on its way to its equilibrium.
struct Strip {
    elements: Elements,
    gravity: DVec3,
    /// The place of each unknown among the free ones, along the strip.
    order: Vec<Option<usize>>,
    free: usize,
    scale: f64,
}

impl Strip {
    fn new(scene: &Scene) -> (Self, Vec<DVec3>, Model) {
        let model = Model::new(scene).unwrap();
        let elements = Elements::new(scene, &model).unwrap();
        let vertices: Vec<DVec3> = model.start.iter().map(|p| p.as_dvec3()).collect();
        let places = elements.unknowns(&vertices);
        let pinned = |v: u32| model.pinned.iter().any(|p| p.vertex == v);
        let mut free: Vec<usize> =
            (0..places.len()).filter(|i| !elements.dofs[*i].ends.iter().all(|v| pinned(*v))).collect();
        free.sort_by(|a, b| places[*a].x.total_cmp(&places[*b].x));
        let mut order = vec![None; places.len()];
        free.iter().enumerate().for_each(|(k, i)| order[*i] = Some(k));
        let gravity = DVec3::from_array(scene.leaning_gravity());
        let scale = scene.material.bending_stiffness();
        (Self { free: free.len(), elements, gravity, order, scale }, places, model)
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
        let (penalty, unit) = (1e9 * self.scale, self.scale / density);
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
            if (error < KEPT && still && inertia < unit) || steps == 400 {
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
            inertia = if share == 1.0 { (0.5 * inertia).max(1e-6 * unit) } else { 1.5 * inertia };
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

/// Drop over reach of the strip's end, by that of the elastica, less 1.
fn off(pattern: &str, across: u32, gamma: f64, elements: &str) -> f64 {
    let scene = strip(pattern, across, gamma, elements);
    let (strip, places, model) = Strip::new(&scene);
    // Bent to a curve of about its own kind at first.
    let bend = (gamma / 5.0).min(1.8);
    let start = places.iter().enumerate().map(|(i, p)| {
        let (mut at, steps) = (DVec3::new(0.0, 0.0, p.z), 200);
        for k in 0..steps {
            let s = p.x * (f64::from(k) + 0.5) / f64::from(steps);
            let angle = bend * (s - 0.5 * s * s);
            at += DVec3::new(angle.cos(), -angle.sin(), 0.0) * (p.x / f64::from(steps));
        }
        if strip.order[i].is_some() { at } else { *p }
    });
    let (x, error) = strip.settle(start.collect(), scene.material.density);
    assert!(error < KEPT, "{pattern} {across} {gamma}: lengths are off by {error}");
    let ends: Vec<DVec3> = (0..model.start.len())
        .filter(|v| model.start[*v].x > 1.0 - 1e-5)
        .map(|v| strip.elements.ghost.of(v, &x))
        .collect();
    let end = ends.iter().sum::<DVec3>() / ends.len() as f64;
    -end.y / end.x / heavy(gamma) - 1.0
}

#[test]
fn a_strip_of_elements_hangs_as_the_elastica() {
    println!("H/W by that of the elastica, less 1 [%], lengths kept to {KEPT:.0e}");
    println!("mesh          gamma   4 rows   8 rows");
    for pattern in ["equilateral", "one-way", "irregular"] {
        for gamma in [1.0, 10.0] {
            let [coarse, fine] = [4, 8].map(|rows| off(pattern, rows, gamma, "nonconforming"));
            println!("{pattern:<12} {gamma:>6}  {:>7.2}  {:>7.2}", 100.0 * coarse, 100.0 * fine);
            // Published for this element: 3 and 16 % at eight rows, falling with them.
            assert!(fine.abs() < 0.16 && fine.abs() < coarse.abs(), "{pattern} {gamma}: {coarse} {fine}");
        }
    }
}

#[test]
#[ignore = "takes ten minutes; the table of the README"]
fn strips_of_more_elements_hang_nearer_to_the_elastica() {
    for pattern in ["equilateral", "one-way", "alternating", "irregular"] {
        for gamma in [1.0, 10.0] {
            for rows in [8, 16, 32] {
                println!(
                    "{pattern:<12} {gamma:>6} {rows:>3}  {:>7.2} %",
                    100.0 * off(pattern, rows, gamma, "nonconforming")
                );
            }
        }
    }
}

/// Under the same lengths, a mesh of vertices can bend only where a line of it lies across. It locks: a finer mesh of the
/// irregular kind is hardly better, while that of elements is.
#[test]
fn a_conforming_mesh_locks() {
    let [element, vertex] =
        ["nonconforming", "conforming"].map(|kind| [4, 8].map(|rows| off("irregular", rows, 10.0, kind)));
    for (name, [coarse, fine]) in [("elements", element), ("vertices", vertex)] {
        println!(
            "irregular mesh of {name}: {:+.1} % with 4 rows, {:+.1} % with 8",
            100.0 * coarse,
            100.0 * fine
        );
    }
    assert!(element[0] / element[1] > 1.6 && vertex[0] / vertex[1] < 1.2, "{element:?} {vertex:?}");
}
