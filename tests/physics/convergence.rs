//! Figure 7 of Kelager 2010: triangle bending converges faster than dihedral bending.

use crate::support::{scene, simulate};
use glam::Vec3;
use toile::kernels::constraints::dihedral::Dihedral;
use toile::kernels::constraints::distance::Distance;
use toile::kernels::constraints::triangle_bending::TriangleBending;
use toile::kernels::constraints::{Constraint, Context};
use toile::model::constraints::{self, ConstraintSet};
use toile::real::V3;

/// Σ C² over a set of constraints, in f64, each C divided by `scale`.
fn squares<const N: usize, C: Constraint<N>>(set: &ConstraintSet, positions: &[Vec3], scale: f64) -> f64 {
    let constraints: &[C] = bytemuck::cast_slice(&set.words);
    let context = Context { stiffness: 1.0, kappa: 0.0, mode: 0, normal: V3::zero() };
    let point = |i: u32| {
        let p = positions[i as usize].as_dvec3();
        V3(p.x, p.y, p.z)
    };
    constraints.iter().map(|c| (c.value(c.particles().map(point), &context) / scale).powi(2)).sum()
}

/// Errors of bending alone and of bending and stretch together, each divided by its initial value, after 0 to 16
/// iterations from the crumpled start of `rigid-fabric`. Lengths are measured in edges, angles in radians.
fn curves(model: &str, schedule: &str, seed: u64) -> Vec<[f64; 2]> {
    let seed = seed.to_string();
    let errors = |iterations: u32| {
        let count = iterations.max(1).to_string();
        let changes = [
            ("bending_model", model),
            ("triangle_bending.schedule", schedule),
            ("iterations", &count),
            ("damping", "0"),
            ("seed", &seed),
            ("crumple", "0.8"),
        ];
        let mut simulation = simulate(&scene("rigid-fabric", &changes));
        if iterations > 0 {
            simulation.step().unwrap();
        }
        let positions = simulation.state().unwrap().positions;
        let sets = constraints::of(simulation.model(), simulation.scene());
        let edge = 1.0 / 9.0;
        let bends = match model {
            "triangle" => squares::<3, TriangleBending>(&sets[1], &positions, edge),
            _ => squares::<4, Dihedral>(&sets[1], &positions, 1.0),
        };
        let stretches = squares::<2, Distance>(&sets[0], &positions, edge);
        [bends.sqrt(), (bends + stretches).sqrt()]
    };
    let initial = errors(0);
    (0..=16).map(errors).map(|e| [e[0] / initial[0], e[1] / initial[1]]).collect()
}

#[test]
fn figure_7_triangle_bending_converges_faster_than_dihedral_bending() {
    let seeds = 1..=10;
    let all =
        |model, schedule| -> Vec<_> { seeds.clone().map(|seed| curves(model, schedule, seed)).collect() };
    let (triangle, dihedral, yarns) =
        (all("triangle", "colors"), all("dihedral", "colors"), all("triangle", "yarns"));
    let mean = |curves: &[Vec<[f64; 2]>], n: usize, what: usize| {
        (curves.iter().map(|c| c[n][what].ln()).sum::<f64>() / curves.len() as f64).exp()
    };
    println!("errors: the scene's own start, and in brackets the geometric mean of ten starts");
    println!(
        " n   bending: triangle         dihedral          yarns   | with stretch: triangle  dihedral  yarns"
    );
    for n in 0..=16 {
        let show = |curves: &[Vec<[f64; 2]>], what| {
            format!("{:.4} ({:.4})", curves[0][n][what], mean(curves, n, what))
        };
        let line = [0, 1].map(|what| [&triangle, &dihedral, &yarns].map(|c| show(c, what)).join(" "));
        println!("{n:2} {} | {}", line[0], line[1]);
    }
    for n in 1..=16 {
        for what in 0..2 {
            let (t, d) = (triangle[0][n][what], dihedral[0][n][what]);
            assert!(t < d, "the scene's start, {n} iterations: {t} is not below {d}");
            let (t, d) = (mean(&triangle, n, what), mean(&dihedral, n, what));
            assert!(t < d, "ten starts, {n} iterations: {t} is not below {d}");
        }
    }
}
