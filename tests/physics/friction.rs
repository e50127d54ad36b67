//! Coulomb's law on a slope and on a moving plane, and Euler and Eytelwein's on a drum.

use crate::support::{run, scene, simulate};
use glam::{DQuat, DVec3};
use toile::model::springs::Springs;
use toile::scene::{Body, BodyKind, BodyShape, MethodName, Switch, Track};
use toile::{Scene, Simulation, truth};

const ANGLE: f64 = 20.0;
const METHODS: [MethodName; 3] =
    [MethodName::MassSpring, MethodName::TriangleBending, MethodName::Nonconforming];

/// Where the slope comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Slope {
    /// Gravity leans, the ground is level.
    Tilt,
    /// A body leans.
    Body,
}

/// The scene `incline`, small, with so much of the friction that just holds.
fn incline(method: MethodName, slope: Slope, alleviation: Switch, share: f64) -> Scene {
    let mut scene = scene("incline", &[("angle", "20"), ("rows", "5"), ("columns", "5"), ("substeps", "16")]);
    scene.method = method;
    scene.contact.alleviation = alleviation;
    let friction = share * ANGLE.to_radians().tan();
    scene.ground.friction = friction;
    if slope == Slope::Body {
        (scene.tilt, scene.ground.on) = (0.0, false);
        let rotation = [0.0, 0.0, -ANGLE];
        scene.body.push(Body { shape: BodyShape::HalfSpace, rotation, friction, ..Body::default() });
        scene.mesh.rotation = [-90.0, 0.0, -ANGLE];
        let normal = DQuat::from_rotation_z(-ANGLE.to_radians()) * DVec3::Y;
        scene.mesh.position = (normal * scene.material.thickness).to_array();
    }
    scene
}

/// Down the slope.
fn downhill(slope: Slope) -> DVec3 {
    match slope {
        Slope::Tilt => DVec3::X,
        Slope::Body => DQuat::from_rotation_z(-ANGLE.to_radians()) * DVec3::X,
    }
}

/// Mean way of all particles since the start along a direction [m], and the largest way of any.
fn moved(simulation: &mut Simulation, along: DVec3) -> [f64; 2] {
    let positions = simulation.state().unwrap().positions;
    let start = &simulation.model().start;
    let ways: Vec<DVec3> = positions.iter().zip(start).map(|(p, q)| p.as_dvec3() - q.as_dvec3()).collect();
    let mean = ways.iter().map(|w| w.dot(along)).sum::<f64>() / ways.len() as f64;
    [mean, ways.iter().map(|w| w.length()).fold(0.0, f64::max)]
}

/// Every way to have a slope.
fn cases() -> Vec<(MethodName, Slope, Switch)> {
    let mut cases = Vec::new();
    for method in METHODS {
        for slope in [Slope::Tilt, Slope::Body] {
            cases.push((method, slope, Switch::On));
        }
    }
    // Position-based cloth knows no alleviation.
    cases.extend([Slope::Tilt, Slope::Body].map(|slope| (MethodName::MassSpring, slope, Switch::Off)));
    cases
}

#[test]
fn a_sheet_stays_for_a_minute_where_friction_just_holds() {
    for (method, slope, alleviation) in cases() {
        let mut simulation = simulate(&incline(method, slope, alleviation, 1.01));
        run(&mut simulation, 3600);
        let [mean, largest] = moved(&mut simulation, downhill(slope));
        println!(
            "{method:?}, {slope:?}, alleviation {alleviation:?}: after 60 s moved by {mean:.1e} m, any by {largest:.1e} m"
        );
        assert!(largest < 1e-3, "{method:?} {slope:?} {alleviation:?}: {largest}");
    }
}

#[test]
fn a_sheet_slides_as_coulomb_says() {
    for (method, slope, alleviation) in cases() {
        let mut simulation = simulate(&incline(method, slope, alleviation, 0.7));
        let time = 1.0;
        let state = run(&mut simulation, 60);
        let [way, _] = moved(&mut simulation, downhill(slope));
        let speeds = state.velocities.iter().map(|v| v.as_dvec3().dot(downhill(slope)));
        let speed = speeds.sum::<f64>() / state.velocities.len() as f64;
        let angle = ANGLE.to_radians();
        let expected = truth::sliding(9.81, angle, 0.7 * angle.tan());
        let (by_speed, by_way) = (speed / time, 2.0 * way / (time * time));
        println!(
            "{method:?}, {slope:?}, alleviation {alleviation:?}: slides with {by_speed:.4} m/s² by speed, {by_way:.4} by way; {expected:.4} expected"
        );
        // Its way is h/t too long, 1e-3, as Euler's method goes; f32 rounds each substep's 1e-5 m of fall by 3e-8 of 0.5 m.
        assert!((by_speed / expected - 1.0).abs() < 0.03, "{method:?} {slope:?}: {by_speed}");
        assert!((by_way / expected - 1.0).abs() < 0.03, "{method:?} {slope:?}: {by_way}");
    }
}

/// A level plane that swings along x with this largest acceleration [m/s²], and a sheet on it.
fn conveyor(method: MethodName, acceleration: f64) -> (Scene, Track) {
    let mut scene = incline(method, Slope::Tilt, Switch::On, 1.0);
    (scene.tilt, scene.ground.on) = (0.0, false);
    // A body moves evenly in each step, so steps are short: no jump of its velocity is more than friction takes in one.
    (scene.solver.dt, scene.solver.substeps) = (1.0 / 960.0, 1);
    let rate: f64 = 6.0;
    let at = |t: f64| acceleration / rate.powi(2) * (1.0 - (rate * t).cos());
    let keys = (0..=960).map(|i| f64::from(i) / 960.0).map(|t| [t, at(t)]).collect();
    let track = Track::keyframes(keys).unwrap();
    let path = [track.clone(), Track::constant(0.0), Track::constant(0.0)];
    let (kind, shape) = (BodyKind::Kinematic, BodyShape::HalfSpace);
    scene.body.push(Body { kind, shape, path, friction: 0.3, ..Body::default() });
    (scene, track)
}

#[test]
fn a_moving_plane_takes_a_sheet_along_below_the_limit() {
    for method in METHODS {
        // μ g = 2.94 m/s².
        let (scene, track) = conveyor(method, 2.5);
        let mut simulation = simulate(&scene);
        let (mut slip, mut reach) = (0.0f64, 0.0f64);
        for _ in 0..60 {
            run(&mut simulation, 1);
            let [mean, _] = moved(&mut simulation, DVec3::X);
            slip = slip.max((mean - track.at(simulation.time())).abs());
            reach = reach.max(mean);
        }
        let (scene, _) = conveyor(method, 6.0);
        let mut fast = simulate(&scene);
        run(&mut fast, 12);
        let speeds = fast.state().unwrap().velocities;
        let speed = speeds.iter().map(|v| f64::from(v.x)).sum::<f64>() / speeds.len() as f64;
        println!(
            "{method:?}: goes along for {reach:.4} m and slips by {slip:.1e} m; above the limit {:.3} m/s² of 2.943",
            speed / 0.2
        );
        // Sixty frames of sixteen substeps, each rounded by 3e-8 m in 0.25 m.
        assert!(slip < 960.0 * 3e-8, "{method:?}: {slip:e}");
        assert!((speed / 0.2 / (0.3 * 9.81) - 1.0).abs() < 0.03, "{method:?}: {speed}");
    }
}

/// What a strip on a drum comes to.
struct Capstan {
    /// The pull on the vertices that each of the two pins holds [N].
    pulls: [f64; 2],
    /// The angle between the first and the last vertex that touch [rad].
    touching: f64,
    /// The strip's torque on the drum, about its axis [N·m].
    torque: f64,
    /// The distance of the strip from the axis [m].
    radius: f64,
}

fn capstan(friction: f64) -> Capstan {
    let scene = scene("capstan", &[("friction", &friction.to_string())]);
    let mut simulation = simulate(&scene);
    let state = run(&mut simulation, scene.frames);
    let forces = Springs::new(&scene, simulation.model()).forces(&state.positions, &state.velocities);
    let pull = |pin: usize| {
        let held = simulation.model().pinned.iter().filter(|p| p.pin == pin);
        held.map(|p| forces[p.vertex as usize].y).sum::<f64>()
    };
    let pulls = [pull(0), pull(1)];
    let torque = f64::from(simulation.bodies().unwrap()[0].wrench.torque.z);
    let radius = scene.body[0].radius + scene.material.thickness;
    let touching = state.positions.iter().filter(|p| f64::from(p.x.hypot(p.y)) < radius + 2e-5);
    let angles: Vec<f64> = touching.map(|p| f64::from(p.x.atan2(p.y))).collect();
    let (low, high) = angles.iter().fold((9.0f64, -9.0f64), |(l, h), a| (l.min(*a), h.max(*a)));
    Capstan { pulls, touching: high - low, torque, radius }
}

#[test]
fn a_strip_on_a_drum_pulls_as_euler_and_eytelwein_say() {
    for friction in [0.1, 0.3] {
        let Capstan { pulls: [left, right], touching, torque, radius } = capstan(friction);
        let ratio = right / left;
        let expected = truth::capstan(friction, std::f64::consts::PI);
        println!(
            "friction {friction}: pulls {left:.4} N and {right:.4} N, ratio {ratio:.4}, exp(μ π) = {expected:.4}; touches over {:.1}°",
            touching.to_degrees()
        );
        println!("torque on the drum {torque:.5} N·m, by the pulls {:.5} N·m", (left - right) * radius);
        // Vertices are 5.6° apart, and the last on each side touches or not.
        assert!((touching.to_degrees() - 180.0).abs() < 2.0 * 5.7, "{touching}");
        // A vertex that turns the strip by δ shifts the pull by (1 + μ tan δ/2)/(1 − μ tan δ/2), 1e-3 of its logarithm more
        // than μ δ; the rest is what is left of the ends' vibration.
        assert!((ratio / expected - 1.0).abs() < 0.02, "{friction}: {ratio}");
        assert!((torque / ((left - right) * radius) - 1.0).abs() < 0.02, "{torque}");
    }
}
