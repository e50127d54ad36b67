//! Implicit cloth in closed form: one spring, free fall, drag, damping, and what a free sheet conserves.

use crate::support::{run, simulate};
use glam::{DVec3, Vec3};
use toile::scene::{MethodName, Pattern, Pin, Select};
use toile::{Scene, Simulation, State};

/// An implicit sheet that nothing holds, without damping.
fn sheet(rows: u32, columns: u32, pattern: Pattern) -> Scene {
    let mut scene = Scene { method: MethodName::ImplicitCg, seed: 2, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (rows, columns, pattern);
    scene.material.damping = 0.0;
    scene.solver.dt = 1.0 / 240.0;
    scene.implicit_cg.tolerance = 1e-6;
    scene
}

/// A particle that swings along one spring, and how far it is off at the start, along x [m].
fn swing(stiffness: impl Fn(f64) -> f64, damping: f64) -> (Simulation, usize, f64) {
    let mut scene = sheet(2, 2, Pattern::OneWay);
    scene.gravity = [0.0; 3];
    scene.pin.push(Pin { select: Select::Vertices, vertices: vec![0, 1, 2], ..Pin::default() });
    let mass = simulate(&scene).model().masses[3];
    let c = &mut scene.implicit_cg;
    (c.stretch, c.shear, c.bending, c.spring_damping) = (stiffness(mass), 0.0, 0.0, damping);
    let mut simulation = simulate(&scene);
    let mut state = simulation.state().unwrap();
    // The other spring, across, is then longer by 5e-5 of this: it does nothing.
    let amplitude = 0.01;
    state.positions[3].x += amplitude as f32;
    simulation.set_state(&state).unwrap();
    (simulation, 3, amplitude)
}

#[test]
fn one_spring_decays_as_backward_euler_does() {
    let h = 1.0 / 240.0;
    let turn = 0.1;
    let omega = turn / h;
    let (mut simulation, i, amplitude) = swing(|mass| mass * omega * omega, 0.0);
    let rest = f64::from(simulation.model().start[i].x);
    // Each step divides x + i v/ω by 1 − i ω h: the length by √(1 + (ω h)²), whatever the phase.
    let steps = 63;
    (0..steps).for_each(|_| simulation.step().unwrap());
    let state = simulation.state().unwrap();
    let (x, v) = (f64::from(state.positions[i].x) - rest, f64::from(state.velocities[i].x));
    let found = (x.hypot(v / omega) / amplitude).powf(std::f64::consts::TAU / turn / f64::from(steps));
    let expected = (1.0 + turn * turn).powf(-0.5 * std::f64::consts::TAU / turn);
    println!("one spring, ω h = 0.1: amplitude after one period {found:.5}, expected {expected:.5}");
    assert!((found / expected - 1.0).abs() < 0.01);
    // Each step turns by atan(ω h).
    let phase = (-v / omega).atan2(x).rem_euclid(std::f64::consts::TAU);
    let turned = (turn.atan() * f64::from(steps)).rem_euclid(std::f64::consts::TAU);
    assert!((phase - turned).abs() < 1e-2, "{phase} {turned}");
}

#[test]
fn one_damped_spring_follows_the_recurrence() {
    let h = 1.0 / 240.0;
    for damping in [0.05, 0.5, 5.0] {
        let omega: f64 = 24.0;
        let (mut simulation, i, amplitude) = swing(|mass| mass * omega * omega, damping);
        let (mass, k) = (simulation.model().masses[i], simulation.scene().implicit_cg.stretch);
        let rest = f64::from(simulation.model().start[i].x);
        let (mut x, mut v, mut worst) = (amplitude, 0.0, 0f64);
        for _ in 0..60 {
            simulation.step().unwrap();
            // m (v' − v) = −h (k (x + h v') + c v').
            v = (mass * v - h * k * x) / (mass + h * damping + h * h * k);
            x += h * v;
            let found = f64::from(simulation.state().unwrap().positions[i].x) - rest;
            worst = worst.max((found - x).abs() / amplitude);
        }
        println!("one spring, damped by {damping} N·s/m: off by {worst:.1e} of the amplitude");
        // The second spring acts by 5e-5, and coordinates of 0.5 m are rounded by 3e-6 of 0.01 m, 60 times.
        assert!(worst < 5e-4, "{worst}");
    }
}

#[test]
fn free_fall_is_that_of_backward_euler() {
    for (dt, substeps) in [(1.0 / 240.0, 1), (1.0 / 60.0, 1), (1.0 / 60.0, 3)] {
        let mut scene = sheet(12, 12, Pattern::Irregular);
        scene.mesh.rotation = [25.0, 40.0, -10.0];
        (scene.solver.dt, scene.solver.substeps) = (dt, substeps);
        let mut simulation = simulate(&scene);
        let start = simulation.state().unwrap();
        let end = run(&mut simulation, 60);
        let h = dt / f64::from(substeps);
        let (speed, fall) = (-9.81, -0.5 * 9.81 * (1.0 + h));
        let mut worst = [0f64; 2];
        for ((from, to), v) in start.positions.iter().zip(&end.positions).zip(&end.velocities) {
            let moved = to.as_dvec3() - from.as_dvec3() - DVec3::Y * fall;
            worst[0] = worst[0].max(moved.abs().max_element());
            worst[1] = worst[1].max((v.as_dvec3() - DVec3::Y * speed).abs().max_element());
        }
        println!("free fall of 1 s, h = {h:.5} s: off by {:.1e} m, {:.1e} m/s", worst[0], worst[1]);
        // Each of up to 240 steps rounds coordinates of 5 m by 2.4e-7 m, which stiff springs answer, and velocities of
        // 10 m/s by 5e-7 m/s; in one direction all along at worst.
        assert!(worst[0] < 240.0 * 1e-6 && worst[1] < 240.0 * 2e-6, "{worst:?}");
    }
}

#[test]
fn a_falling_plate_reaches_its_terminal_velocity() {
    let mut scene = sheet(8, 8, Pattern::Irregular);
    scene.mesh.rotation = [-90.0, 0.0, 0.0];
    (scene.wind.density, scene.solver.dt) = (1.2, 1.0 / 60.0);
    let mut simulation = simulate(&scene);
    let state = run(&mut simulation, 120);
    // ½ ρD A v² = ρ A g; after 2 s, 10 times the time v/g, it is there.
    let expected = (2.0 * scene.material.density * 9.81 / 1.2).sqrt();
    let mean = -state.velocities.iter().map(|v| f64::from(v.y)).sum::<f64>() / state.velocities.len() as f64;
    println!("terminal velocity of a plate {mean:.4} m/s, expected {expected:.4} m/s");
    assert!((mean / expected - 1.0).abs() < 1e-3);
}

#[test]
fn velocities_decay_as_the_material_says() {
    let mut scene = sheet(8, 8, Pattern::Irregular);
    scene.gravity = [0.0; 3];
    scene.material.damping = 2.0;
    let mut simulation = simulate(&scene);
    let mut state = simulation.state().unwrap();
    let v0 = Vec3::new(0.7, -0.4, 0.5);
    state.velocities.fill(v0);
    simulation.set_state(&state).unwrap();
    let end = run(&mut simulation, 60);
    let expected = v0.as_dvec3() * (-2.0f64).exp();
    let off = end.velocities.iter().map(|v| (v.as_dvec3() - expected).length()).fold(0.0, f64::max);
    println!("damping of 2/s over 1 s: velocities off by {:.1e}", off / expected.length());
    assert!(off < 1e-4 * expected.length());
}

struct Momenta {
    linear: DVec3,
    /// About the centre of mass.
    angular: DVec3,
    /// Σ m |v|.
    size: f64,
}

fn momenta(state: &State, masses: &[f64]) -> Momenta {
    let mass: f64 = masses.iter().sum();
    let centre = state.positions.iter().zip(masses).map(|(p, m)| p.as_dvec3() * *m).sum::<DVec3>() / mass;
    let mut sums = Momenta { linear: DVec3::ZERO, angular: DVec3::ZERO, size: 0.0 };
    for ((p, v), m) in state.positions.iter().zip(&state.velocities).zip(masses) {
        let momentum = v.as_dvec3() * *m;
        sums.linear += momentum;
        sums.angular += (p.as_dvec3() - centre).cross(momentum);
        sums.size += momentum.length();
    }
    sums
}

#[test]
fn a_free_crumpled_sheet_keeps_its_momenta() {
    for (dt, tolerance) in [(1.0 / 240.0, 1e-6), (1.0 / 240.0, 1e-4), (1.0 / 960.0, 1e-6)] {
        let mut scene = sheet(12, 12, Pattern::Irregular);
        scene.gravity = [0.0; 3];
        scene.start.crumple = 0.1;
        (scene.solver.dt, scene.implicit_cg.tolerance) = (dt, tolerance);
        (scene.implicit_cg.stretch, scene.implicit_cg.bending) = (300.0, 0.3);
        let mut simulation = simulate(&scene);
        let masses = simulation.model().masses.clone();
        let mut state = simulation.state().unwrap();
        // It flies and turns by 2 rad/s about an axis across it.
        let (along, spin) = (Vec3::new(0.5, 0.2, -0.3), Vec3::new(0.0, 0.5, 2.0));
        for (p, v) in state.positions.iter().zip(&mut state.velocities) {
            *v = along + spin.cross(*p);
        }
        simulation.set_state(&state).unwrap();
        let start = momenta(&state, &masses);
        let (mut worst, mut lost, mut first) = (0f64, 0f64, 0.0);
        for frame in 0..30 {
            let now = momenta(&run(&mut simulation, 1), &masses);
            worst = worst.max((now.linear - start.linear).length() / now.size);
            lost = (now.angular - start.angular).length() / start.angular.length();
            if frame == 0 {
                first = lost;
            }
        }
        let solves = simulation.solves().unwrap().unwrap();
        println!(
            "free crumpled sheet, h = 1/{:.0} s, tolerance {tolerance:.0e}: momentum to {worst:.1e}; angular momentum \
             {:.2} % lost in the first frame, {:.2} % in 0.5 s; {} of {} unconverged",
            1.0 / dt,
            100.0 * first,
            100.0 * lost,
            solves.unconverged,
            solves.count
        );
        // A residual's sum is momentum: the tolerance of each solve, many times.
        assert!(worst < if tolerance > 1e-5 { 1e-3 } else { 1e-5 }, "{worst}");
        // Forces of the linearised step act along the springs' directions at its start, not where it ends: a turn by ω h
        // per step loses of the order of ω² h t. It is damped away, not blown up.
        assert!(lost < 0.1, "{lost}");
    }
}
