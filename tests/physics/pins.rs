//! Held vertices follow their pins exactly; released ones go on with the velocity they had.

use crate::support::{ROUNDING, run, simulate};
use glam::{DVec3, Vec3};
use toile::Scene;
use toile::scene::{Pin, Select, Track};

fn track(keys: &[[f64; 2]]) -> Track {
    Track::keyframes(keys.to_vec()).unwrap()
}

fn pinned_sheet(select: Select, motion: [Track; 3], until: f64, substeps: u32) -> Scene {
    let mut scene = Scene { pin: vec![Pin { select, motion, until, ..Pin::default() }], ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (6, 6);
    scene.solver.substeps = substeps;
    scene.solver.iterations = 4;
    scene
}

#[test]
fn keyframes_are_followed_exactly_at_the_end_of_each_step() {
    for substeps in [1, 3, 4] {
        let along_x = track(&[[0.05, 0.0], [0.21, 0.4], [0.5, -0.3]]);
        let along_z = track(&[[0.0, 0.0], [0.333, 0.7]]);
        let motion = [along_x.clone(), 0.1.into(), along_z.clone()];
        let mut simulation = simulate(&pinned_sheet(Select::TopCorners, motion, f64::INFINITY, substeps));
        for frame in 1..=40 {
            let state = run(&mut simulation, 1);
            let time = f64::from(frame) * simulation.scene().solver.dt;
            let model = simulation.model();
            assert_eq!(model.pinned.len(), 2);
            for pinned in &model.pinned {
                let vertex = pinned.vertex as usize;
                let by = DVec3::new(along_x.at(time), 0.1, along_z.at(time));
                let expected = model.start[vertex].as_dvec3() + by;
                let off = (state.positions[vertex].as_dvec3() - expected).abs().max_element();
                // Two roundings of coordinates up to 2 m: of the keyframe and of from + (to − from).
                assert!(off <= 4.0 * ROUNDING, "{substeps} substeps, frame {frame}: {off:e}");
            }
        }
    }
}

#[test]
fn substeps_move_a_pin_by_equal_parts() {
    // A pin at constant velocity must have that velocity in the last substep, too.
    let motion = [track(&[[0.0, 0.0], [1.0, 2.0]]), 0.0.into(), 0.0.into()];
    let mut simulation = simulate(&pinned_sheet(Select::TopCorners, motion, f64::INFINITY, 5));
    for _ in 0..20 {
        let state = run(&mut simulation, 1);
        for pinned in &simulation.model().pinned {
            let v = state.velocities[pinned.vertex as usize];
            // Some roundings of a coordinate of 1 m, over h = 1/300 s.
            assert!(v.distance(Vec3::new(2.0, 0.0, 0.0)) < 4.0 * 300.0 * 6e-8, "{v}");
        }
    }
}

#[test]
fn a_released_vertex_falls() {
    let still = [0.0, 0.0, 0.0].map(Track::constant);
    let mut simulation = simulate(&pinned_sheet(Select::TopCorners, still, 0.25, 2));
    let corner = simulation.model().pinned[0].vertex as usize;
    let held = run(&mut simulation, 15).positions[corner];
    assert_eq!(held, simulation.model().start[corner]);
    assert!(run(&mut simulation, 1).positions[corner].y < held.y);
    let free = run(&mut simulation, 29).positions[corner];
    // Half a second of free fall with a damping of 0.5/s is 1.13 m; the sheet below it pulls as it pleases.
    assert!(free.y < held.y - 1.0, "{free}");
}

#[test]
fn a_thrown_sheet_flies_on() {
    // The whole sheet is lifted at 3 m/s and let go: from there on it is a projectile.
    let motion = [0.0.into(), track(&[[0.0, 0.0], [1.0, 3.0]]), 0.0.into()];
    for substeps in [1, 2] {
        let mut scene = pinned_sheet(Select::Box, motion.clone(), 0.5, substeps);
        scene.pin[0].corners = [[-1.0; 3], [1.0; 3]];
        scene.material.damping = 0.0;
        let mut simulation = simulate(&scene);
        assert_eq!(simulation.model().pinned.len(), simulation.model().start.len());
        let released = run(&mut simulation, 30);
        let flown = run(&mut simulation, 20);
        let (h, n) = (scene.solver.dt / f64::from(substeps), 20.0 * f64::from(substeps));
        let expected = 3.0 * h * n - 9.81 * h * h * n * (n + 1.0) / 2.0;
        for (a, b) in released.positions.iter().zip(&flown.positions) {
            let up = f64::from(b.y) - f64::from(a.y);
            // The velocity at the release is known to a rounding of 2 m over h, which 20 frames multiply by n; and
            // each substep adds a rounding that is taken along as well.
            assert!((up - expected).abs() < 2.0 * ROUNDING * (n + n * n / 2.0), "{up} {expected}");
        }
    }
}
