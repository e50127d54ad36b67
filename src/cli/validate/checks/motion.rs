//! Motion without obstacles: free fall, momentum, damping, and a pendulum.

use super::{Check, Trial};
use crate::cli::validate::bench::{Bench, mean_velocity};
use crate::cli::validate::judge::{Found, Reading};
use crate::cli::validate::subjects::Subject;
use crate::error::Result;
use crate::mesh::shapes::Random;
use crate::scene::{MethodName, Pattern, Scene, Shape, ShellIntegrator};
use crate::simulation::Simulation;
use crate::truth;
use glam::{DVec3, Vec3};

/// The family's trials.
pub const TRIALS: &[Trial] = &[
    Trial {
        checks: &[Check {
            name: "free-fall",
            title: "free fall",
            about: "A free sheet falls for half a second: −½ g t (t + h), as integrators of the first order have it, −½ g t² by BDF2.",
            in_percent: true,
        }],
        is_long: false,
        run: free_fall,
    },
    Trial {
        checks: &[
            Check {
                name: "momentum",
                title: "momentum",
                about: "A free sheet is stirred at random; the change of its momentum in half a second, by Σ m |v|.",
                in_percent: false,
            },
            Check {
                name: "angular-momentum",
                title: "angular momentum",
                about: "The same sheet: the change of its angular momentum, by Σ m |x| |v|.",
                in_percent: false,
            },
        ],
        is_long: false,
        run: momentum,
    },
    Trial {
        checks: &[Check {
            name: "damping",
            title: "damping",
            about: "A free sheet moves evenly in a medium that takes 2 in a second of its velocity: e⁻¹ of it is left after half a second.",
            in_percent: true,
        }],
        is_long: false,
        run: damping,
    },
    Trial {
        checks: &[
            Check {
                name: "pendulum",
                title: "pendulum",
                about: "A stiff triangle swings on a corner from 60°: its period, by the arithmetic-geometric mean.",
                in_percent: true,
            },
            Check {
                name: "energy",
                title: "energy drift",
                about: "The same pendulum: energy lost in one period, by that of its fall.",
                in_percent: true,
            },
        ],
        is_long: false,
        run: pendulum,
    },
];

/// A free sheet of soft rubber.
pub(super) fn sheet(subject: &Subject) -> Scene {
    let mut scene = Scene { name: "sheet".into(), ..Scene::default() };
    subject.dress(&mut scene);
    (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (6, 5, Pattern::OneWay);
    (scene.mesh.width, scene.mesh.height, scene.mesh.rotation) = (0.4, 0.5, [25.0, 40.0, -10.0]);
    (scene.material.young, scene.material.gauge, scene.material.damping) = (2e5, 1e-3, 0.0);
    subject.pace(&mut scene, 1.0 / 120.0, [4, 8, 1, 1, 1]);
    scene
}

fn free_fall(bench: &Bench, subject: &Subject) -> Found {
    let scene = sheet(subject);
    let mut simulation = bench.simulate(&scene)?;
    let height = |simulation: &mut Simulation| -> Result<f64> {
        let positions = simulation.state()?.positions;
        let masses = &simulation.model().masses;
        let sum: f64 = positions.iter().zip(masses).map(|(p, m)| f64::from(p.y) * m).sum();
        Ok(sum / masses.iter().sum::<f64>())
    };
    let start = height(&mut simulation)?;
    let time = 0.5;
    bench.run(&mut simulation, time)?;
    let fall = height(&mut simulation)? - start;
    let h = match subject.method {
        MethodName::Nonconforming => 0.0,
        _ => scene.solver.dt / f64::from(scene.solver.substeps),
    };
    bench.finish(&mut simulation)?;
    // BDF2 begins with a step of the first order, which leaves ¾ g h²; f32 leaves less.
    Ok(vec![Reading::near(fall, 0.5 * scene.gravity[1] * time * (time + h), 1e-3)])
}

/// Momentum and angular momentum about the origin.
pub(super) fn momenta(simulation: &mut Simulation) -> Result<[DVec3; 2]> {
    if let Some(isometry) = simulation.isometry()? {
        return Ok(isometry.momenta);
    }
    let state = simulation.state()?;
    let masses = &simulation.model().masses;
    let mut sums = [DVec3::ZERO; 2];
    for ((x, v), m) in state.positions.iter().zip(&state.velocities).zip(masses) {
        let momentum = v.as_dvec3() * *m;
        sums[0] += momentum;
        sums[1] += x.as_dvec3().cross(momentum);
    }
    Ok(sums)
}

fn momentum(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = sheet(subject);
    scene.gravity = [0.0; 3];
    // Newmark's method turns as the shell does.
    scene.discrete_shells.integrator = ShellIntegrator::Newmark;
    (scene.discrete_shells.newton, scene.discrete_shells.tolerance) = (10, 1e-5);
    let mut simulation = bench.simulate(&scene)?;
    let mut state = simulation.state()?;
    let mut random = Random::new(14);
    for (v, x) in state.velocities.iter_mut().zip(&state.positions) {
        let drift = Vec3::new(0.1, 0.2, -0.1) + Vec3::new(0.5, 0.3, 1.0).cross(*x);
        *v = drift + Vec3::from_array([0; 3].map(|_| 0.1 * random.between(-1.0, 1.0) as f32));
    }
    simulation.set_state(&state)?;
    // A method with unknowns of its own takes them from the vertices in its first step.
    bench.step(&mut simulation)?;
    let start = momenta(&mut simulation)?;
    bench.run(&mut simulation, 0.5)?;
    let end = momenta(&mut simulation)?;
    let masses = &simulation.model().masses;
    let sizes = state.velocities.iter().zip(masses).map(|(v, m)| f64::from(v.length()) * m);
    let turns = sizes.clone().zip(&state.positions).map(|(size, x)| size * f64::from(x.length()));
    let (size, turn): (f64, f64) = (sizes.sum(), turns.sum());
    bench.finish(&mut simulation)?;
    // Velocities made from positions in f32 are known to 3e-8 m by the substep, 1e-5 m/s here; there are 240 of them, of any sign.
    let bound = if subject.method == MethodName::TriangleBending { 5e-4 } else { 1e-4 };
    Ok(vec![
        Reading::none((end[0] - start[0]).length() / size, bound),
        Reading::none((end[1] - start[1]).length() / turn, 1e-3),
    ])
}

fn damping(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = sheet(subject);
    scene.material.damping = 2.0;
    subject.pace(&mut scene, 1.0 / 240.0, [4, 8, 1, 1, 1]);
    let mut simulation = bench.simulate(&scene)?;
    let mut state = simulation.state()?;
    // Across gravity, which gives implicit methods something to solve.
    let before = Vec3::new(0.7, 0.0, 0.5);
    state.velocities.fill(before);
    simulation.set_state(&state)?;
    bench.run(&mut simulation, 0.5)?;
    let left = mean_velocity(&mut simulation)?.dot(before.as_dvec3()) / before.as_dvec3().length_squared();
    bench.finish(&mut simulation)?;
    Ok(vec![Reading::near(left, (-1f64).exp(), 0.01)])
}

fn pendulum(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = bench.scene("pendulum", subject)?;
    scene.mesh.shape = Shape::Triangle;
    (scene.material.young, scene.material.gauge, scene.material.damping) = (1e6, 1e-3, 0.0);
    scene.discrete_shells.integrator = ShellIntegrator::Newmark;
    (scene.discrete_shells.newton, scene.discrete_shells.tolerance) = (10, 1e-4);
    (scene.mass_spring.spring_damping, scene.implicit_cg.spring_damping) = (0.0, 0.0);
    subject.pace(&mut scene, 1.0 / 480.0, [2, 4, 2, 1, 1]);
    let mut simulation = bench.simulate(&scene)?;
    let model = simulation.model().clone();
    let held = model.pinned.first().map_or(0, |pin| pin.vertex as usize);
    let pivot = model.start[held].as_dvec3();
    let angle = |simulation: &mut Simulation| -> Result<f64> {
        let positions = simulation.state()?.positions;
        let sum: DVec3 = positions.iter().zip(&model.masses).map(|(p, m)| (p.as_dvec3() - pivot) * *m).sum();
        Ok(sum.x.atan2(-sum.y))
    };
    let energy = |simulation: &mut Simulation| -> Result<f64> {
        let state = simulation.state()?;
        let gravity = DVec3::from_array(scene.gravity);
        let one = |v: usize| {
            let speed = state.velocities[v].as_dvec3().length_squared();
            model.masses[v] * (0.5 * speed - gravity.dot(state.positions[v].as_dvec3()))
        };
        Ok((0..model.masses.len()).map(one).sum())
    };
    // A body that turns about the pivot: ω² = g |Σ m r| / Σ m r².
    let arms = || model.start.iter().zip(&model.masses).map(|(p, m)| (p.as_dvec3() - pivot, *m));
    let arm = arms().map(|(r, m)| r * m).sum::<DVec3>().length();
    let inertia: f64 = arms().map(|(r, m)| r.length_squared() * m).sum();
    let weight = -scene.gravity[1] * arm;
    let start = angle(&mut simulation)?;
    let period = truth::pendulum_period((weight / inertia).sqrt(), start);
    let before = energy(&mut simulation)?;
    let quarter = bench.turn(&mut simulation, period, angle)?;
    bench.run(&mut simulation, period)?;
    let lost = (before - energy(&mut simulation)?) / (weight * (1.0 - start.cos()));
    bench.finish(&mut simulation)?;
    Ok(vec![Reading::near(4.0 * quarter, period, 0.01), Reading::none(lost, 0.02)])
}
