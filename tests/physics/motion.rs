//! Motion without obstacles: free fall, rest and damping, in closed form.

use crate::support::{BENDING_MODELS, ROUNDING, free_scenes, run, simulate};
use glam::{DVec3, Vec3};
use toile::{Scene, State};

/// The largest coordinate of a state [m], and at least 1.
fn reach(state: &State) -> f64 {
    state.positions.iter().map(|p| f64::from(p.abs().max_element())).fold(1.0, f64::max)
}

/// How far positions may be off after `n` substeps [m]. Each substep rounds every coordinate, once for the prediction
/// and about once for each iteration in which projections move it by what rounding left of their constraints;
/// v = (p − x)/h takes such an error along, so that it grows with each later substep: at worst n²/2 times.
fn slack(scene: &Scene, n: f64, reach: f64) -> f64 {
    f64::from(1 + scene.solver.iterations) * ROUNDING * reach * n * (n + 1.0) / 2.0
}

fn centre(state: &State, masses: &[f64]) -> DVec3 {
    let sum: DVec3 = state.positions.iter().zip(masses).map(|(p, m)| p.as_dvec3() * *m).sum();
    sum / masses.iter().sum::<f64>()
}

#[test]
fn anything_falls_freely_as_the_integrator_says() {
    let mut worst = [0.0f64; 2];
    for mut scene in free_scenes() {
        for (i, model) in BENDING_MODELS.into_iter().enumerate() {
            scene.triangle_bending.bending_model = model;
            scene.triangle_bending.k = [1.0, 0.3, 0.02][i % 3].into();
            scene.triangle_bending.stretch = [0.5, 1.0][i % 2];
            scene.solver.substeps = 1 + i as u32 % 2;
            let mut simulation = simulate(&scene);
            let start = simulation.state().unwrap();
            let end = run(&mut simulation, 30);
            // Symplectic Euler: v = −g h n, so y = −g h² n(n + 1)/2.
            let (h, n) =
                (scene.solver.dt / f64::from(scene.solver.substeps), 30.0 * f64::from(scene.solver.substeps));
            let fall = DVec3::from(scene.gravity) * h * h * n * (n + 1.0) / 2.0;
            let slack = slack(&scene, n, reach(&end));
            for (from, to) in start.positions.iter().zip(&end.positions) {
                let off = (to.as_dvec3() - from.as_dvec3() - fall).abs();
                assert!(off.max_element() < slack, "{} {model:?}: {off} of {slack:e}", scene.name);
                worst[0] = worst[0].max(off.max_element());
            }
            // Projections conserve momentum, so the centre's errors do not add up in one direction: what is left is
            // the prediction's rounding, and the bias of g h in f32, of 6e-8 of the fall.
            let masses = &simulation.model().masses;
            let off = (centre(&end, masses) - centre(&start, masses) - fall).abs();
            assert!(
                off.max_element() < slack / f64::from(1 + scene.solver.iterations),
                "{} {model:?}: {off}",
                scene.name
            );
            worst[1] = worst[1].max(off.max_element());
        }
    }
    println!("free fall of 1.2 m: any vertex off by {:.1e} m, any centre by {:.1e} m", worst[0], worst[1]);
}

#[test]
fn what_is_at_rest_stays_at_rest() {
    for mut scene in free_scenes() {
        scene.gravity = [0.0; 3];
        for model in BENDING_MODELS {
            scene.triangle_bending.bending_model = model;
            scene.triangle_bending.k = 1.0.into();
            let mut simulation = simulate(&scene);
            let start = simulation.state().unwrap();
            let end = run(&mut simulation, 120);
            let moved = |(a, b): (&Vec3, &Vec3)| f64::from((*b - *a).abs().max_element());
            let moved = start.positions.iter().zip(&end.positions).map(moved).fold(0.0, f64::max);
            // Rest lengths, heights and angles are those of the very positions: there is nothing to project, exactly.
            assert_eq!(moved, 0.0, "{} {model:?}", scene.name);
        }
    }
}

#[test]
fn damping_is_an_exponential() {
    for mut scene in free_scenes() {
        for (rate, substeps) in [(0.5, 1), (3.0, 2)] {
            scene.gravity = [0.0; 3];
            scene.material.damping = rate;
            scene.solver.substeps = substeps;
            let mut simulation = simulate(&scene);
            let mut state = simulation.state().unwrap();
            let v0 = Vec3::new(0.7, -0.4, 0.5);
            state.velocities.fill(v0);
            simulation.set_state(&state).unwrap();
            let mut positions = state.positions;
            for frame in 1..=30 {
                let state = run(&mut simulation, 1);
                // v_n = v_0 e^(−c n h), and n h is the time.
                let expected = v0.as_dvec3() * (-rate * f64::from(frame) * scene.solver.dt).exp();
                let h = scene.solver.dt / f64::from(substeps);
                // v = (p − x)/h: a velocity is known to a rounding of the position over h, and keeps such errors.
                let slack = slack(&scene, 1.0, reach(&state)) / h * f64::from(frame * substeps);
                for v in &state.velocities {
                    assert!(
                        (v.as_dvec3() - expected).abs().max_element() < slack,
                        "{}: {v} {expected}",
                        scene.name
                    );
                }
                positions = state.positions;
            }
            // The geometric series of the steps.
            let h = scene.solver.dt / f64::from(substeps);
            let (q, n) = ((-rate * h).exp(), 30.0 * f64::from(substeps));
            let way = v0.as_dvec3() * (h * q * (1.0 - q.powf(n)) / (1.0 - q));
            let moved = positions[0].as_dvec3() - simulation.model().start[0].as_dvec3();
            assert!(
                (moved - way).abs().max_element() < slack(&scene, n, 2.0),
                "{}: {moved} {way}",
                scene.name
            );
        }
    }
}
