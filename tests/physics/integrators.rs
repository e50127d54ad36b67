//! The explicit integrators: their order on a motion in closed form, free fall, and energy over a long time.

use crate::springs::stirred;
use crate::support::{ROUNDING, simulate};
use glam::{DVec3, Vec3};
use toile::model::springs::Springs;
use toile::scene::{Integrator, MethodName};
use toile::{Scene, Simulation, State};

const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::Verlet, Integrator::Rk4];

/// The smallest sheet: four particles, of which two are twice as heavy, and six springs.
fn smallest(integrator: Integrator, dt: f64) -> Scene {
    let mut scene = Scene { method: MethodName::MassSpring, gravity: [0.0; 3], ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (2, 2);
    (scene.mesh.width, scene.mesh.height) = (0.5, 0.5);
    (scene.material.density, scene.material.damping) = (0.3, 0.0);
    (scene.solver.dt, scene.solver.substeps) = (dt, 1);
    let m = &mut scene.mass_spring;
    (m.stretch, m.shear, m.bending, m.spring_damping) = (10.0, 5.0, 0.0, 0.0);
    m.integrator = integrator;
    scene
}

/// A motion in closed form: the sheet whirls about its centre, so fast that its springs pull by what the circles ask.
struct Whirl {
    /// [rad/s].
    spin: f64,
    /// Of each particle, from the centre [m].
    arms: Vec<DVec3>,
}

impl Whirl {
    /// Two particles of one mass are at the radius a, those of the other at b, and the two diagonals stay at right angles:
    /// 2 k (1 − R/l) a + s (2 a − D) = m ω² a, and the same for b; l² = a² + b².
    fn new(simulation: &Simulation) -> Self {
        let spin: f64 = 25.0;
        let model = simulation.model();
        let rest: Vec<DVec3> = model.start.iter().map(|p| p.as_dvec3()).collect();
        let heavy = model.masses.iter().copied().fold(0.0, f64::max);
        let light = 0.5 * heavy;
        let (k, s, side, diagonal) = (10.0, 5.0, 0.5, 0.5 * 2f64.sqrt());
        let (mut a, mut b): (f64, f64) = (0.6, 0.4);
        for _ in 0..500 {
            let l = a.hypot(b);
            let radius =
                |r: f64, m: f64| (2.0 * k * side * r / l + s * diagonal) / (2.0 * (k + s) - m * spin * spin);
            (a, b) = (radius(a, heavy), radius(b, light));
        }
        let arm = |(p, m): (&DVec3, &f64)| p.normalize() * if *m > 0.75 * heavy { a } else { b };
        Self { spin, arms: rest.iter().zip(&model.masses).map(arm).collect() }
    }

    fn positions(&self, time: f64) -> Vec<DVec3> {
        let (sin, cos) = (self.spin * time).sin_cos();
        self.arms.iter().map(|a| DVec3::new(a.x * cos - a.y * sin, a.x * sin + a.y * cos, 0.0)).collect()
    }

    fn start(&self) -> State {
        let velocities = self.arms.iter().map(|a| (DVec3::Z.cross(*a) * self.spin).as_vec3());
        State {
            positions: self.arms.iter().map(|a| a.as_vec3()).collect(),
            velocities: velocities.collect(),
            bodies: vec![],
        }
    }
}

/// How far positions are off after one turn in so many steps [m].
fn off_after_a_turn(integrator: Integrator, steps: u32) -> f64 {
    let turn = std::f64::consts::TAU / 25.0;
    let mut simulation = simulate(&smallest(integrator, turn / f64::from(steps)));
    let whirl = Whirl::new(&simulation);
    simulation.set_state(&whirl.start()).unwrap();
    (0..steps).for_each(|_| simulation.step().unwrap());
    let end = simulation.state().unwrap().positions;
    let off = end.iter().zip(whirl.positions(turn)).map(|(p, q)| p.as_dvec3().distance(q));
    off.fold(0.0, f64::max)
}

#[test]
fn positions_converge_with_the_order_of_the_integrator() {
    // f32 rounds positions of 0.8 m by 3e-8 in each step, some 1e-6 m in the end: no more than 64 steps for the fourth order.
    let cases = [
        (Integrator::SemiImplicitEuler, 1.0, 1024),
        (Integrator::Verlet, 2.0, 128),
        (Integrator::Rk4, 4.0, 16),
    ];
    for (integrator, order, steps) in cases {
        let off = [1, 2, 4].map(|f| off_after_a_turn(integrator, f * steps));
        let orders = [(off[0] / off[1]).log2(), (off[1] / off[2]).log2()];
        println!(
            "{integrator:?}: off by {:.1e}, {:.1e}, {:.1e} m after a turn in {steps} steps and twice, four times as many; order {orders:.2?}",
            off[0], off[1], off[2]
        );
        // The next order's share of the error halves with each step: a tenth of an order is left of it.
        assert!((orders[1] - order).abs() < 0.15, "{integrator:?}: {orders:?}");
    }
}

#[test]
fn free_fall_is_exact_where_it_should_be() {
    for integrator in INTEGRATORS {
        let (dt, steps) = (1.0 / 60.0, 60);
        let mut scene = smallest(integrator, dt);
        scene.gravity = [1.0, -9.81, 0.5];
        let mut simulation = simulate(&scene);
        let mut start = simulation.state().unwrap();
        start.velocities.fill(Vec3::new(0.5, 4.0, -1.0));
        simulation.set_state(&start).unwrap();
        (0..steps).for_each(|_| simulation.step().unwrap());
        let end = simulation.state().unwrap();
        let (t, n) = (dt * f64::from(steps), f64::from(steps));
        // Of Euler's method h t g/2 more: what it takes its velocities too late for.
        let late = if integrator == Integrator::SemiImplicitEuler { 0.5 * dt * t } else { 0.0 };
        let way = DVec3::new(0.5, 4.0, -1.0) * t + DVec3::from(scene.gravity) * (0.5 * t * t + late);
        let off = end.positions.iter().zip(&start.positions);
        let off =
            off.map(|(p, q)| (p.as_dvec3() - q.as_dvec3() - way).abs().max_element()).fold(0.0, f64::max);
        println!("{integrator:?}: a fall of 1 s is off by {off:.1e} m");
        // Each step rounds positions of 1 m and velocities of 6 m/s; the velocities' errors act for the time that is left.
        assert!(off < ROUNDING * (n * 2.0 + 0.5 * n * t * 6.0), "{integrator:?}: {off:e}");
    }
}

/// Kinetic energy and that of the springs [J].
fn energy(simulation: &mut Simulation) -> f64 {
    let state = simulation.state().unwrap();
    let model = simulation.model();
    let kinetic =
        state.velocities.iter().zip(&model.masses).map(|(v, m)| 0.5 * m * v.as_dvec3().length_squared());
    let springs = Springs::new(simulation.scene(), model);
    let (offsets, list, _) = springs.by_particle(model.start.len());
    let at = |i: usize| state.positions[i].as_dvec3();
    let mut stored = 0.0;
    for i in 0..model.start.len() {
        for s in &list[offsets[i] as usize..offsets[i + 1] as usize] {
            let l = at(i) - at(s.other as usize);
            // Each spring is seen from both ends.
            stored += 0.5 * s.energy(toile::real::V3(l.x, l.y, l.z));
        }
    }
    kinetic.sum::<f64>() + stored
}

#[test]
fn the_energy_of_an_undamped_sheet_is_bounded() {
    for integrator in INTEGRATORS {
        let mut scene = smallest(integrator, 1.0 / 60.0);
        (scene.mesh.rows, scene.mesh.columns) = (6, 6);
        (scene.mass_spring.bending, scene.solver.substeps) = (2.0, 16);
        let mut simulation = simulate(&scene);
        let start = stirred(&simulation.state().unwrap(), 0.3, 21);
        simulation.set_state(&start).unwrap();
        let energies: Vec<f64> = (0..250)
            .map(|_| {
                simulation.step().unwrap();
                energy(&mut simulation)
            })
            .collect();
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let (first, last) = (mean(&energies[..50]), mean(&energies[200..]));
        let spread = energies.iter().fold(0.0f64, |w, e| w.max((e / first - 1.0).abs()));
        let drift = last / first - 1.0;
        println!(
            "{integrator:?}: 4000 substeps change the energy by {drift:.1e}, at most {spread:.1e} on the way"
        );
        // The stiffest vibration has ω h = 0.2: symplectic methods keep an energy that differs by ω h/2 of its own.
        assert!(drift.abs() < 0.02 && spread < 0.1, "{integrator:?}: {drift} {spread}");
    }
}
