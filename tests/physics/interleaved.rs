//! Implicit cloth and bodies: contact between the iterations of the solver.

use crate::ball::{after, ball, hold, level_sheet, momenta};
use crate::support::{run, scene, simulate};
use glam::{DVec3, Vec3};
use toile::scene::{
    Body, BodyKind, BodyShape, Interleaving, Load, MethodName, Pin, Select, ShellIntegrator, Track,
};
use toile::{Scene, Simulation};

const GRAVITY: f64 = 9.81;
const ANGLE: f64 = 20.0;

/// Deepest that any of fifteen points of any triangle is inside a body [m].
fn deepest(simulation: &mut Simulation) -> f64 {
    let positions = simulation.state().unwrap().positions;
    let triangles = simulation.model().mesh.triangles.clone();
    let mut deepest = 0f64;
    for t in &triangles {
        let [a, b, c] = t.map(|v| positions[v as usize]);
        for i in 0..=4u8 {
            for j in 0..=4 - i {
                let (u, v) = (f32::from(i) / 4.0, f32::from(j) / 4.0);
                let distances = simulation.distances(a + (b - a) * u + (c - a) * v);
                deepest = distances.iter().fold(deepest, |deepest, d| deepest.max(-d));
            }
        }
    }
    deepest
}

/// The same over all frames of a scene.
fn deepest_of_all(scene: &Scene) -> f64 {
    let mut simulation = simulate(scene);
    let mut worst = 0f64;
    for _ in 0..scene.frames {
        run(&mut simulation, 1);
        worst = worst.max(deepest(&mut simulation));
    }
    worst
}

#[test]
fn a_corner_does_not_come_through_a_triangle() {
    let size = [("rows", "12"), ("columns", "12")];
    let interleaved = scene("box-corner", &size);
    let inside = deepest_of_all(&interleaved);
    // Explicit cloth of the same softness knows no contact but that of its vertices.
    let mut explicit = Scene { method: MethodName::MassSpring, ..interleaved };
    (explicit.mass_spring.stretch, explicit.mass_spring.shear, explicit.mass_spring.bending) =
        (1000.0, 200.0, 1.0);
    explicit.solver.substeps = 16;
    let through = deepest_of_all(&explicit);
    println!("a box's corner is {inside:.1e} m inside implicit cloth, {through:.1e} m inside explicit cloth");
    assert!(inside < 1e-4, "{inside:e}");
    assert!(through > 1e-2, "{through:e}");
}

/// The scene `incline` with implicit cloth and so much of the friction that just holds.
fn incline(tilt: f64, share: f64) -> Scene {
    let changes = [("rows", "8"), ("columns", "8"), ("substeps", "1"), ("dt", "0.004166666666666667")];
    let mut scene = scene("incline", &changes);
    scene.method = MethodName::ImplicitCg;
    // Stiffer springs turn the rounding of positions into forces that set particles free.
    (scene.implicit_cg.stretch, scene.implicit_cg.shear, scene.implicit_cg.bending) = (300.0, 100.0, 2.0);
    scene.tilt = tilt;
    scene.ground.friction = share * ANGLE.to_radians().tan();
    scene
}

#[test]
fn friction_holds_implicit_cloth_or_lets_it_slide() {
    let mut simulation = simulate(&incline(ANGLE, 1.01));
    let settled = run(&mut simulation, 60).positions;
    let rested = run(&mut simulation, 300).positions;
    let moved = settled.iter().zip(&rested).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    let mut simulation = simulate(&incline(ANGLE, 0.7));
    let speed = |v: &[Vec3]| v.iter().map(|v| f64::from(v.x)).sum::<f64>() / v.len() as f64;
    let first = speed(&run(&mut simulation, 12).velocities);
    let last = speed(&run(&mut simulation, 60).velocities);
    let angle = ANGLE.to_radians();
    let expected = toile::truth::sliding(GRAVITY, angle, 0.7 * angle.tan());
    println!("rests within {moved:.1e} m; slides with {:.4} m/s² of {expected:.4}", last - first);
    assert!(moved < 1e-3, "{moved:e}");
    assert!(((last - first) / expected - 1.0).abs() < 0.02, "{}", last - first);
}

/// The scene `incline` with a shell of soft rubber.
fn shell_on_incline(tilt: f64, share: f64, integrator: ShellIntegrator, newton: u32) -> Scene {
    let mut scene = incline(tilt, share);
    scene.method = MethodName::DiscreteShells;
    (scene.material.young, scene.material.gauge) = (1e5, 0.002);
    (scene.discrete_shells.integrator, scene.discrete_shells.newton) = (integrator, newton);
    scene
}

const STEPPED: [(ShellIntegrator, u32); 4] = [
    (ShellIntegrator::BackwardEuler, 1),
    (ShellIntegrator::BackwardEuler, 10),
    (ShellIntegrator::Newmark, 1),
    (ShellIntegrator::Newmark, 10),
];

#[test]
fn friction_holds_shells_or_lets_them_slide() {
    for (integrator, newton) in STEPPED {
        let mut simulation = simulate(&shell_on_incline(ANGLE, 1.01, integrator, newton));
        let settled = run(&mut simulation, 60).positions;
        let rested = run(&mut simulation, 120).positions;
        let moved = settled.iter().zip(&rested).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        let mut simulation = simulate(&shell_on_incline(ANGLE, 0.7, integrator, newton));
        let speed = |v: &[Vec3]| v.iter().map(|v| f64::from(v.x)).sum::<f64>() / v.len() as f64;
        let first = speed(&run(&mut simulation, 12).velocities);
        let last = speed(&run(&mut simulation, 60).velocities);
        let angle = ANGLE.to_radians();
        let expected = toile::truth::sliding(GRAVITY, angle, 0.7 * angle.tan());
        let found = last - first;
        println!(
            "shell, {integrator:?}, newton {newton}: rests within {moved:.1e} m; slides with {found:.4} m/s² of {expected:.4}"
        );
        assert!(moved < 1e-3, "{moved:e}");
        assert!((found / expected - 1.0).abs() < 0.03, "{found}");
    }
}

#[test]
fn what_shells_lie_on_carries_their_weight_until_they_are_lifted() {
    for (integrator, newton) in STEPPED {
        let mut scene = shell_on_incline(0.0, 1.0, integrator, newton);
        let mut simulation = simulate(&scene);
        run(&mut simulation, 60);
        let (carried, weight) = (force(&mut simulation, 0), weight(&simulation));
        println!("shell, {integrator:?}, newton {newton}: carried {:.4} N of {weight:.4} N", -carried.y);
        assert!((-carried.y / weight - 1.0).abs() < 0.01, "{carried}");
        // Drawn up by twice its weight from half a second on, it goes up with g.
        scene.load.push(Load { select: Select::Box, corners: [[-9.0; 3], [9.0; 3]], ..Load::default() });
        scene.load[0].force = [0.0, 2.0 * weight, 0.0];
        (scene.load[0].ramp, scene.material.damping) = (0.2, 0.0);
        let mut simulation = simulate(&scene);
        let height = |p: &[Vec3]| p.iter().map(|p| p.y).sum::<f32>() / p.len() as f32;
        let start = height(&run(&mut simulation, 3).positions);
        let end = height(&run(&mut simulation, 27).positions);
        assert!(end - start > 0.3, "{start} {end}");
    }
}

/// The force of the cloth on a body [N].
fn force(simulation: &mut Simulation, body: usize) -> DVec3 {
    simulation.bodies().unwrap()[body].wrench.force.as_dvec3()
}

/// The weight of the cloth [N].
fn weight(simulation: &Simulation) -> f64 {
    simulation.model().masses.iter().sum::<f64>() * GRAVITY
}

#[test]
fn what_cloth_lies_on_carries_its_weight() {
    let on_ground = incline(0.0, 1.0);
    let mut on_box = incline(0.0, 1.0);
    on_box.ground.on = false;
    on_box.body.push(Body {
        shape: BodyShape::Box,
        size: [1.0, 0.2, 1.0],
        position: [0.0, -0.1, 0.0],
        ..Body::default()
    });
    for scene in [on_ground, on_box] {
        let mut simulation = simulate(&scene);
        run(&mut simulation, 60);
        let (carried, weight) = (force(&mut simulation, 0), weight(&simulation));
        println!(
            "carried {:.4} N of {weight:.4} N, sideways {:.1e} N",
            -carried.y,
            carried.x.hypot(carried.z)
        );
        assert!((-carried.y / weight - 1.0).abs() < 0.01, "{carried}");
        assert!(carried.x.hypot(carried.z) < 0.01 * weight, "{carried}");
    }
}

#[test]
fn a_ball_lies_in_implicit_cloth() {
    let mut scene = level_sheet(MethodName::ImplicitCg, 13);
    hold(&mut scene);
    scene.material.damping = 20.0;
    (scene.solver.dt, scene.solver.substeps) = (1.0 / 240.0, 1);
    (scene.implicit_cg.stretch, scene.implicit_cg.shear, scene.implicit_cg.bending) = (200.0, 50.0, 2.0);
    scene.implicit_cg.spring_damping = 0.05;
    scene.body = vec![ball(0.1, 0.3, [0.02, 0.105, 0.01], [0.0; 3])];
    let mut simulation = after(&scene, 6.0);
    let mut pushed = DVec3::ZERO;
    for _ in 0..240 {
        simulation.step().unwrap();
        pushed += force(&mut simulation, 0) / 240.0;
    }
    let body = simulation.bodies().unwrap()[0].state;
    let weight = 0.3 * GRAVITY;
    println!(
        "the ball is carried by {:.4} N of {weight:.4} N, at {:.3} m with {:.1e} m/s",
        pushed.y,
        body.pose.position,
        body.velocity.length()
    );
    assert!((pushed.y / weight - 1.0).abs() < 0.02, "{pushed}");
    assert!(pushed.x.hypot(pushed.z) < 0.05 * weight, "{pushed}");
}

#[test]
fn implicit_cloth_and_a_ball_keep_their_momentum() {
    let mut scene = level_sheet(MethodName::ImplicitCg, 11);
    scene.gravity = [0.0; 3];
    (scene.solver.dt, scene.solver.substeps) = (1.0 / 240.0, 1);
    (scene.implicit_cg.stretch, scene.implicit_cg.shear, scene.implicit_cg.bending) = (200.0, 50.0, 2.0);
    for friction in [0.0, 0.5] {
        scene.body = vec![Body { friction, ..ball(0.1, 0.3, [0.02, 0.11, 0.01], [0.3, -1.0, 0.0]) }];
        let mut simulation = simulate(&scene);
        let start = momenta(&mut simulation).linear;
        let mut worst = [0f64; 2];
        for _ in 0..120 {
            simulation.step().unwrap();
            let now = momenta(&mut simulation).linear;
            worst = [worst[0].max((now - start).length()), worst[1].max((now - start).y.abs())];
        }
        let left = simulation.bodies().unwrap()[0].state.velocity;
        println!(
            "friction {friction}: {:.1e} of the momentum lost at most, {:.1e} along y; the ball has {left:.3} m/s left",
            worst[0] / start.length(),
            worst[1] / start.length()
        );
        assert!(left.y > -0.9, "it did not meet the cloth: {left}");
        assert!(worst[0] < 0.02 * start.length(), "{worst:?}");
    }
}

#[test]
fn a_far_body_leaves_implicit_cloth_as_it_is() {
    let mut scene = level_sheet(MethodName::ImplicitCg, 9);
    scene.pin = vec![Pin::default()];
    (scene.solver.dt, scene.solver.substeps) = (1.0 / 240.0, 1);
    let mut state = |bodies: &[Body]| {
        scene.body = bodies.to_vec();
        run(&mut simulate(&scene), 20)
    };
    let far = |kind, position| Body { kind, position, ..Body::default() };
    let (none, one) = (state(&[]), state(&[far(BodyKind::Static, [5.0, 0.0, 0.0])]));
    for kind in [BodyKind::Static, BodyKind::Dynamic] {
        let two = state(&[far(kind, [9.0, 1.0, 0.0]), far(kind, [0.85, 0.3, 0.0])]);
        // A hash has the bodies' poses too.
        assert_eq!((&two.positions, &two.velocities), (&one.positions, &one.velocities), "{kind:?}");
    }
    // Where there are bodies, the solver looks for them once before it is at its end, and its search starts again.
    let apart = none.positions.iter().zip(&one.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    println!("with a body far away, the solver's way ends {apart:.1e} m from where it ends without");
    assert!(apart < 1e-3, "{apart:e}");
}

#[test]
fn printed_interleaving_is_another_one_and_stays_outside() {
    let states = [Interleaving::Corrected, Interleaving::Printed].map(|interleaving| {
        let mut scene =
            scene("implicit-drape", &[("rows", "12"), ("columns", "12"), ("mesh.position.1", "0.505")]);
        scene.implicit_cg.interleaving = interleaving;
        let mut simulation = simulate(&scene);
        let mut inside = 0f64;
        for _ in 0..60 {
            let positions = run(&mut simulation, 1).positions;
            inside = inside.max(simulation.touch(&positions).unwrap().penetration);
        }
        let solves = simulation.solves().unwrap().unwrap();
        println!("{interleaving:?}: {inside:.1e} m inside, {:?}", solves);
        assert!(inside < 1e-4, "{interleaving:?}: {inside:e}");
        simulation.state().unwrap().positions
    });
    let apart = states[0].iter().zip(&states[1]).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    println!("they are {apart:.1e} m apart");
    assert!(apart > 1e-4);
}

#[test]
fn implicit_cloth_comes_off_the_ground_freely() {
    let mut scene = incline(0.0, 1.0);
    // From 0.2 s on with 0.5 m/s.
    let up = Track::keyframes(vec![[0.0, 0.0], [0.2, 0.0], [1.4, 0.6]]).unwrap();
    scene.pin = vec![Pin { select: Select::Corners, motion: [0.0.into(), up, 0.0.into()], ..Pin::default() }];
    let mut simulation = simulate(&scene);
    let (mut held, mut lifted, mut pulled) = (0.0, 0u32, 0f64);
    while simulation.time() < 1.4 {
        simulation.step().unwrap();
        let force = force(&mut simulation, 0);
        let positions = simulation.state().unwrap().positions;
        let low = positions.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        if simulation.time() < 0.2 {
            held = -force.y;
        }
        // What is drawn to the ground would pull it up.
        pulled = pulled.max(force.y);
        if f64::from(low) > scene.material.thickness + 1e-4 {
            lifted += 1;
            assert_eq!(force, DVec3::ZERO, "at {} s, {low} m above", simulation.time());
        }
    }
    println!(
        "the ground carries {held:.4} N at first, is drawn by {pulled:.1e} N at most; {lifted} steps above it"
    );
    assert!(lifted > 100 && held > 0.5 * weight(&simulation));
    assert!(pulled < 0.01 * weight(&simulation), "{pulled}");
}

#[test]
fn implicit_cloth_falls_freely_when_its_floor_falls_faster() {
    let mut scene = incline(0.0, 1.0);
    scene.ground.on = false;
    let down = Track::keyframes(vec![[0.0, 0.0], [0.2, 0.0], [0.7, -5.0]]).unwrap();
    let (kind, shape) = (BodyKind::Kinematic, BodyShape::HalfSpace);
    scene.body.push(Body {
        kind,
        shape,
        path: [0.0.into(), down, 0.0.into()],
        friction: 0.5,
        ..Body::default()
    });
    let mut simulation = after(&scene, 0.2);
    let rest = simulation.state().unwrap().velocities.iter().map(|v| v.length()).fold(0.0, f32::max);
    simulation.step().unwrap();
    let first = force(&mut simulation, 0);
    (1..48).for_each(|_| simulation.step().unwrap());
    let fallen = simulation.state().unwrap().velocities;
    let off = fallen.iter().map(|v| (v.as_dvec3() + DVec3::Y * GRAVITY * 0.2).length()).fold(0.0, f64::max);
    println!(
        "before {rest:.1e} m/s; in the first step {:.1e} N on the floor; after 0.2 s {off:.1e} m/s from free fall",
        first.length()
    );
    assert_eq!(first, DVec3::ZERO);
    assert!(off < 1e-3, "{off}");
}

#[test]
fn a_floor_that_starts_too_fast_slips_under_implicit_cloth() {
    let mut scene = incline(0.0, 1.0);
    scene.ground.on = false;
    // All particles are held before: then 6 m/s² and more, where friction holds 2.9.
    let keys =
        (0..=240).map(|i| f64::from(i) / 240.0).map(|t| [t, 3.0 * (t - 0.1).max(0.0).powi(2)]).collect();
    let path = [Track::keyframes(keys).unwrap(), 0.0.into(), 0.0.into()];
    let (kind, shape) = (BodyKind::Kinematic, BodyShape::HalfSpace);
    scene.body.push(Body { kind, shape, path, friction: 0.3, ..Body::default() });
    let mut simulation = after(&scene, 0.5);
    let speeds = simulation.state().unwrap().velocities;
    let speed = speeds.iter().map(|v| f64::from(v.x)).sum::<f64>() / speeds.len() as f64;
    println!("above the limit: {:.3} m/s² of {:.3}", speed / 0.4, 0.3 * GRAVITY);
    assert!((speed / 0.4 / (0.3 * GRAVITY) - 1.0).abs() < 0.03, "{speed}");
}
