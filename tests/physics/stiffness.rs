//! k' = 1 − (1 − k)^(1/n): a stiffness acts the same for any number of iterations (Müller 2006).

use crate::support::simulate;
use toile::Scene;
use toile::scene::{BendingModel, Pattern};

/// The bending violation of two isolated constraints after a step, relative to the start: a sheet of 2 × 3 vertices
/// without diagonals and without stretch has one triple, or stick, per row.
fn left(model: BendingModel, k: f64, iterations: u32) -> f64 {
    let mut scene = Scene { gravity: [0.0; 3], seed: 5, ..Scene::default() };
    scene.mesh.pattern = Pattern::Structural;
    (scene.mesh.rows, scene.mesh.columns) = (2, 3);
    scene.start.crumple = 0.3;
    scene.solver.iterations = iterations;
    scene.triangle_bending.stretch = 0.0;
    scene.triangle_bending.bending_model = model;
    scene.triangle_bending.k = k.into();
    let mut simulation = simulate(&scene);
    assert_eq!(simulation.kinds()[1].count, Some(2));
    let mut violation = || {
        let positions = simulation.state().unwrap().positions;
        let left = simulation.violations(&positions)[1].1.mean;
        simulation.step().unwrap();
        left
    };
    let start = violation();
    assert!(start > 1e-2, "{start}");
    violation() / start
}

#[test]
fn one_minus_k_is_left_for_any_number_of_iterations() {
    for model in [BendingModel::Triangle, BendingModel::Stick] {
        for k in [0.02, 0.1, 0.5, 0.9, 1.0] {
            for iterations in [1, 2, 3, 8, 16, 64] {
                let left = left(model, k, iterations);
                // Each iteration rounds coordinates of 1/2 m, a few 3e-8 against violations of 1e-2 and more.
                assert!(
                    (left - (1.0 - k)).abs() < 1e-4,
                    "{model:?}, k = {k}, {iterations} iterations: {left}"
                );
            }
        }
    }
}
