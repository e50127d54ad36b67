//! Contact: friction on a slope and on a drum, and a blow.

use super::{Check, Trial};
use crate::cli::validate::bench::{Bench, mean_velocity};
use crate::cli::validate::judge::{Failure, Found, Reading};
use crate::cli::validate::subjects::Subject;
use crate::error::Result;
use crate::scene::{Body, BodyKind, MethodName, Scene};
use crate::simulation::Simulation;
use crate::truth;
use glam::DVec3;
use std::f64::consts::PI;

/// The family's trials.
pub const TRIALS: &[Trial] = &[
    Trial {
        checks: &[Check {
            name: "incline-holds",
            title: "incline, holds",
            about: "A sheet lies on a slope of 20° with μ = 1.01 tan α: the farthest way of a vertex in the second after the first [m].",
            in_percent: false,
        }],
        is_long: false,
        run: holds,
    },
    Trial {
        checks: &[Check {
            name: "incline-slides",
            title: "slides",
            about: "The same with μ = 0.7 tan α: its acceleration, g (sin α − μ cos α).",
            in_percent: true,
        }],
        is_long: false,
        run: slides,
    },
    Trial {
        checks: &[Check {
            name: "capstan",
            title: "capstan",
            about: "A strip lies on a drum that turns under it, μ = 0.3: the pulls on its two ends, from the force and the torque on the drum, exp(μ π).",
            in_percent: true,
        }],
        is_long: false,
        run: capstan,
    },
    Trial {
        checks: &[Check {
            name: "blow",
            title: "blow",
            about: "A ball hits a free sheet: the change of what both have of momentum together, by that of the ball, at most.",
            in_percent: true,
        }],
        is_long: false,
        run: blow,
    },
];

/// The slope [degrees].
const ANGLE: f64 = 20.0;

/// The scene `incline`, small, with so much of the friction that just holds.
fn incline(bench: &Bench, subject: &Subject, share: f64) -> Result<Scene> {
    let mut scene = bench.scene("incline", subject)?;
    (scene.mesh.rows, scene.mesh.columns, scene.tilt) = (5, 5, ANGLE);
    // Soft rubber: stiffer springs turn the rounding of positions into forces that set particles free.
    (scene.material.young, scene.material.gauge) = (1e5, 0.002);
    scene.ground.friction = share * ANGLE.to_radians().tan();
    subject.pace(&mut scene, 1.0 / 120.0, [8, 8, 2, 2, 2]);
    Ok(scene)
}

fn holds(bench: &Bench, subject: &Subject) -> Found {
    let mut simulation = bench.simulate(&incline(bench, subject, 1.01)?)?;
    bench.run(&mut simulation, 1.0)?;
    let before = simulation.state()?.positions;
    bench.run(&mut simulation, 2.0)?;
    let after = simulation.state()?.positions;
    let moved = before.iter().zip(&after).map(|(a, b)| f64::from(a.distance(*b))).fold(0.0, f64::max);
    bench.finish(&mut simulation)?;
    Ok(vec![Reading::none(moved, 1e-4)])
}

fn slides(bench: &Bench, subject: &Subject) -> Found {
    let scene = incline(bench, subject, 0.7)?;
    let mut simulation = bench.simulate(&scene)?;
    bench.run(&mut simulation, 0.2)?;
    let before = mean_velocity(&mut simulation)?.x;
    bench.run(&mut simulation, 1.2)?;
    let gained = mean_velocity(&mut simulation)?.x - before;
    bench.finish(&mut simulation)?;
    let expected = truth::sliding(-scene.gravity[1], ANGLE.to_radians(), scene.ground.friction);
    Ok(vec![Reading::near(gained, expected, 0.03)])
}

fn capstan(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = bench.scene("capstan", subject)?;
    if bench.is_quick {
        scene.mesh.columns = 61;
    }
    if subject.method != MethodName::MassSpring {
        // As stiff as the springs of the scene, and as thin as to bend freely.
        (scene.material.gauge, scene.material.young) = (1e-4, 200.0 / 1e-4);
    }
    // Where the strip slides evenly, all that is left to solve is what the rounding of positions makes, h k ulp(x) per spring; that of velocities leaves
    // h² k ulp(u) of it. With u = 0.2 m/s, x from 0.1 to 0.5 m and h = 1/240 s that is up to 0.8 % as much, and nobody can solve it any better.
    scene.implicit_cg.tolerance = 0.01;
    if subject.method == MethodName::Nonconforming {
        // The ends pull by 2 %, which lengths cannot give way to: half of one is enough.
        scene.mesh.width *= 1.015;
    }
    let friction = scene.body[0].friction;
    subject.pace(&mut scene, 1.0 / 60.0, [16, bench.size(40, 64), 4, 4, 16]);
    let mut simulation = bench.simulate(&scene)?;
    bench.run(&mut simulation, 2.0)?;
    // The drum feels both pulls down, and their difference about its axis; over a quarter of a second, for the strip hums.
    let (mut down, mut turn) = (0.0, 0.0);
    while simulation.time() < 2.25 {
        bench.step(&mut simulation)?;
        let wrench = simulation.bodies()?[0].wrench;
        down -= f64::from(wrench.force.y);
        turn += f64::from(wrench.torque.z).abs();
    }
    turn /= scene.body[0].radius + scene.material.thickness;
    bench.finish(&mut simulation)?;
    Ok(vec![Reading::near((down + turn) / (down - turn), truth::capstan(friction, PI), 0.02)])
}

fn blow(bench: &Bench, subject: &Subject) -> Found {
    let mut scene = super::motion::sheet(subject);
    (scene.mesh.rotation, scene.gravity) = ([-90.0, 0.0, 0.0], [0.0; 3]);
    let (mass, kind) = (0.1, BodyKind::Dynamic);
    let (position, velocity) = ([0.03, 0.12, 0.02], [0.5, -3.0, 0.0]);
    scene.body =
        vec![Body { name: "ball".into(), kind, radius: 0.1, mass, position, velocity, ..Body::default() }];
    subject.pace(&mut scene, 1.0 / 600.0, [8, 8, 1, 1, 1]);
    scene.solver.iterations = 4;
    let mut simulation = bench.simulate(&scene)?;
    // With the force of the last step, which is on its way to the ball.
    let both = |simulation: &mut Simulation| -> Result<[DVec3; 2]> {
        let [cloth, _] = super::motion::momenta(simulation)?;
        let ball = simulation.bodies()?[0];
        let gained = ball.wrench.force.as_dvec3() * scene.solver.dt;
        Ok([cloth, ball.state.velocity.as_dvec3() * mass + gained])
    };
    let [_, start] = both(&mut simulation)?;
    let (mut lost, mut given): (f64, f64) = (0.0, 0.0);
    while simulation.time() < 0.1 {
        bench.step(&mut simulation)?;
        let [cloth, ball] = both(&mut simulation)?;
        lost = lost.max((cloth + ball - start).length() / start.length());
        given = given.max((ball - start).length() / start.length());
    }
    bench.finish(&mut simulation)?;
    if given < 0.05 {
        return Err(Failure::Endless("the ball has not hit the sheet".into()));
    }
    Ok(vec![Reading::none(lost, 5e-3)])
}
