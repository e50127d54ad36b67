//! Bodies against closed forms and conservation laws.

use super::*;
use crate::mesh::{Mesh, shapes};
use crate::scene::{BODY_LIMIT, Body, BodyKind, BodyShape, Scene, Track};
use glam::{DMat3, EulerRot};
use std::f64::consts::PI;

const DOWN: Vec3 = Vec3::new(0.0, -9.81, 0.0);

fn dynamic(shape: BodyShape) -> Body {
    Body { kind: BodyKind::Dynamic, shape, ..Body::default() }
}

fn world(bodies: &[Body]) -> World {
    World::new(bodies, &[], 0.0).unwrap()
}

/// Steps without wrenches for `seconds`.
fn run(world: &mut World, seconds: f64, dt: f64, gravity: Vec3) {
    for i in 0..(seconds / dt).round() as u32 {
        world.step(f64::from(i) * dt, dt, gravity, &[]);
    }
}

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not within {tolerance} of {b}");
}

fn close3(a: Vec3, b: Vec3, tolerance: f32) {
    assert!((a - b).length() <= tolerance, "{a} is not within {tolerance} of {b}");
}

fn closed_box() -> Mesh {
    let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2 & 1) as f32);
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    Mesh {
        positions: (0..8).map(corner).collect(),
        triangles: quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect(),
        polygons: (0..12).map(|i| i / 2).collect(),
    }
}

#[test]
fn free_fall_is_semi_implicit_in_four_substeps_per_part() {
    for dt in [1e-2, 2.5e-3] {
        let parts = (240.0_f64 * dt).ceil();
        let mut world = world(&[Body { velocity: [1.0, 2.0, 0.0], ..dynamic(BodyShape::Sphere) }]);
        run(&mut world, 1.0, dt, DOWN);
        let state = world.states()[0];
        let fallen = 2.0 - 9.81 / 2.0 - 9.81 / 2.0 * dt / parts / 4.0;
        close3(state.pose.position, Vec3::new(1.0, fallen as f32, 0.0), 1e-4);
        close3(state.velocity, Vec3::new(1.0, 2.0 - 9.81, 0.0), 1e-4);
    }
}

#[test]
fn two_balls_keep_their_momentum() {
    for restitution in [0.0, 1.0] {
        let ball = |x: f64, v: f64, mass: f64| Body {
            position: [x, 0.02, 0.0],
            velocity: [v, 0.0, 0.0],
            mass,
            restitution,
            ..dynamic(BodyShape::Sphere)
        };
        let mut world =
            world(&[ball(-0.3, 2.0, 1.0), Body { position: [0.3, 0.0, 0.0], ..ball(0.3, -1.0, 3.0) }]);
        run(&mut world, 0.5, 1e-3, Vec3::ZERO);
        let [a, b] = [world.states()[0].velocity, world.states()[1].velocity];
        close3(a + 3.0 * b, Vec3::new(-1.0, 0.0, 0.0), 1e-4);
        assert!(a.x < 0.0, "they met: {a} {b}");
        if restitution == 1.0 {
            let energy = 0.5 * (a.length_squared() + 3.0 * b.length_squared());
            let turning = |i: usize| {
                let moment = world.mass(i).unwrap().inertia.x_axis.x as f32;
                0.5 * moment * world.states()[i].spin.length_squared()
            };
            // Friction takes some of it.
            let all = energy + turning(0) + turning(1);
            assert!(all <= 3.5 * 1.001 && all > 3.5 * 0.97, "{all}");
        }
    }
}

#[test]
fn masses_and_inertia_are_those_of_the_solids() {
    let (r, l, t) = (0.3, 0.5, 0.1);
    let size = [0.2, 0.4, 0.6];
    let body = |shape| Body { radius: r, length: l, tube: t, size, density: 800.0, ..dynamic(shape) };
    let shapes =
        [BodyShape::Sphere, BodyShape::Box, BodyShape::Capsule, BodyShape::Cylinder, BodyShape::Torus];
    let world = world(&shapes.map(body));
    let tube = PI * r * r * l;
    let ball = 4.0 / 3.0 * PI * r * r * r;
    let volumes = [ball, 0.048, tube + ball, tube, 2.0 * PI * PI * r * t * t];
    let m = volumes.map(|v| v * 800.0);
    let caps = ball * 800.0;
    let inertia = [
        DVec3::splat(0.4 * m[0] * r * r),
        DVec3::new(0.16 + 0.36, 0.04 + 0.36, 0.04 + 0.16) * m[1] / 12.0,
        {
            let across = 800.0 * tube * (r * r / 4.0 + l * l / 12.0)
                + caps * (2.0 / 5.0 * r * r + l * l / 4.0 + 3.0 / 8.0 * l * r);
            DVec3::new(across, 800.0 * tube * r * r / 2.0 + caps * 0.4 * r * r, across)
        },
        DVec3::new(r * r / 4.0 + l * l / 12.0, r * r / 2.0, r * r / 4.0 + l * l / 12.0) * m[3],
        DVec3::new(
            (4.0 * r * r + 5.0 * t * t) / 8.0,
            r * r + 0.75 * t * t,
            (4.0 * r * r + 5.0 * t * t) / 8.0,
        ) * m[4],
    ];
    for i in 0..shapes.len() {
        let mass = world.mass(i).unwrap();
        close(mass.volume, volumes[i], 1e-12);
        close(mass.mass, m[i], 1e-9);
        close((mass.inertia - DMat3::from_diagonal(inertia[i])).determinant().abs().cbrt(), 0.0, 1e-9);
        let rapier = &world.rigid(i).mass_properties().local_mprops;
        close(rapier.mass().into(), m[i], 1e-5 * m[i]);
        let found = rapier.reconstruct_inertia_matrix();
        for (axis, exact) in inertia[i].to_array().into_iter().enumerate() {
            close(found.col(axis)[axis].into(), exact, 1e-5 * exact);
        }
    }
}

#[test]
fn a_mass_of_its_own_scales_the_inertia() {
    let world = world(&[Body { mass: 7.0, density: 0.0, radius: 0.5, ..dynamic(BodyShape::Sphere) }]);
    close(world.mass(0).unwrap().mass, 7.0, 0.0);
    close(world.mass(0).unwrap().inertia.y_axis.y, 0.4 * 7.0 * 0.25, 1e-12);
}

#[test]
fn a_capsule_and_a_torus_agree_with_their_meshes() {
    let torus = Mass::mesh(&shapes::torus(400, 200, 0.6, 0.2), 1.0);
    let exact = Mass::torus(0.3, 0.1);
    close(torus.volume / exact.volume, 1.0, 1e-3);
    for axis in 0..3 {
        close(torus.inertia.col(axis)[axis] / exact.inertia.col(axis)[axis], 1.0, 2e-3);
    }
}

#[test]
fn a_mesh_has_the_mass_of_its_inside() {
    let sphere = Mass::mesh(&shapes::icosphere(5, 0.4), 1.0);
    let ball = Mass::ball(0.2);
    close(sphere.volume / ball.volume, 1.0, 2e-3);
    close(sphere.inertia.x_axis.x / ball.inertia.x_axis.x, 1.0, 4e-3);

    let mut mesh = closed_box();
    mesh.transform(|p| p * Vec3::new(0.5, 1.0, 2.0) + Vec3::new(4.0, -2.0, 1.0));
    let solid = Mass::mesh(&mesh, 0.5);
    let exact = Mass::cuboid([0.25, 0.5, 1.0]);
    close(solid.volume, exact.volume, 1e-12);
    assert!((solid.centre - DVec3::new(4.25, -1.5, 2.0) / 2.0).length() < 1e-12);
    close(
        (solid.inertia - exact.inertia).to_cols_array().iter().fold(0.0, |m: f64, x| m.max(x.abs())),
        0.0,
        1e-12,
    );
}

#[test]
fn a_rabbit_has_the_same_mass_everywhere_and_as_parry_has_it() {
    let rabbit = shapes::rabbit().unwrap();
    let own = Mass::mesh(&rabbit, 1.0);
    close(own.volume, rabbit.volume(), 1e-9);
    let theirs = rapier3d::prelude::MassProperties::from_trimesh(1.0, &rabbit.positions, &rabbit.triangles);
    close(f64::from(theirs.mass()) / own.mass, 1.0, 1e-4);
    assert!((theirs.local_com.as_dvec3() - own.centre).length() < 1e-5);
    let inertia = theirs.reconstruct_inertia_matrix();
    let mut moved = rabbit.clone();
    moved.transform(|p| p * 2.0 + Vec3::new(0.5, 1.0, -0.5));
    let far = Mass::mesh(&moved, 1.0);
    close(far.mass / own.mass, 8.0, 1e-4);
    assert!((far.centre - own.centre * 2.0 - DVec3::new(0.5, 1.0, -0.5)).length() < 1e-6);
    let size = own.inertia.x_axis.length();
    for i in 0..9 {
        let [a, b, c] = [
            own.inertia.to_cols_array()[i],
            inertia.to_cols_array()[i].into(),
            far.inertia.to_cols_array()[i],
        ];
        close(b, a, 1e-3 * size);
        close(c / 32.0, a, 1e-4 * size);
    }
}

#[test]
fn a_wrench_about_the_origin_moves_and_turns_about_the_centre() {
    let mut mesh = closed_box();
    mesh.transform(|p| p * Vec3::new(0.2, 0.4, 0.6) + Vec3::new(0.3, 0.1, -0.2));
    let body = Body {
        mass: 2.0,
        rotation: [20.0, -30.0, 50.0],
        position: [1.0, 2.0, 3.0],
        ..dynamic(BodyShape::Mesh)
    };
    let mut world = World::new(&[body], &[Some(&mesh)], 0.0).unwrap();
    let pose = world.movements()[0].to;
    let mass = *world.mass(0).unwrap();
    // A force at a point is a force and a torque about the origin.
    let (force, point) = (Vec3::new(30.0, -20.0, 50.0), pose.point(Vec3::new(0.35, 0.4, 0.3)));
    let wrench = Wrench { force, torque: (point - pose.position).cross(force) };
    let dt = 1e-3;
    world.step(0.0, dt, Vec3::ZERO, &[wrench]);
    let centre = pose.point(mass.centre.as_vec3());
    let turn = glam::Mat3::from_quat(pose.rotation);
    let inverse = turn * mass.inertia_f32().inverse() * turn.transpose();
    let state = world.states()[0];
    close3(state.velocity / dt as f32, force / 2.0, 1e-3);
    close3(state.spin / dt as f32, inverse * (point - centre).cross(force), 0.2);
    // The origin goes round the centre; the mean of four growing substeps is 5/8 of the last velocity.
    let origin = state.velocity + state.spin.cross(pose.position - centre);
    close3(world.movements()[0].velocity, origin * 0.625, 2e-3 * origin.length() + 3e-4);
    // The wrench does not outlast its step.
    world.step(dt, dt, Vec3::ZERO, &[]);
    close3(world.states()[0].velocity, state.velocity, 1e-7);
}

#[test]
fn a_body_that_is_not_two_way_ignores_wrenches() {
    let mut world = world(&[Body { two_way: false, ..dynamic(BodyShape::Sphere) }]);
    world.step(0.0, 0.01, Vec3::ZERO, &[Wrench { force: Vec3::X, torque: Vec3::X }]);
    assert!(world.is_dynamic(0) && !world.takes_wrench(0));
    assert_eq!(world.movements()[0], Movement::none(world.movements()[0].from));
}

#[test]
fn a_kinematic_body_follows_its_tracks() {
    let track = |v: f64| Track::keyframes(vec![[0.0, 0.0], [1.0, v]]).unwrap();
    let body = Body {
        kind: BodyKind::Kinematic,
        position: [1.0, 2.0, 3.0],
        rotation: [0.0, 0.0, 90.0],
        path: [track(0.5), track(-1.0), 0.0.into()],
        turn: [0.0.into(), track(720.0), 0.0.into()],
        ..Body::default()
    };
    let mut world = world(&[body]);
    let dt = 1.0 / 128.0;
    for i in 0..192 {
        let time = f64::from(i) * dt;
        world.step(time, dt, DOWN, &[]);
        let m = world.movements()[0];
        let at = (time + dt).min(1.0) as f32;
        assert_eq!(m.to.position, Vec3::new(1.0 + 0.5 * at, 2.0 - at, 3.0));
        let turned = Quat::from_euler(EulerRot::ZYX, 90f32.to_radians(), 0.0, 0.0)
            * Quat::from_rotation_y(720f32.to_radians() * at);
        assert!(m.to.rotation.dot(turned).abs() > 1.0 - 1e-6);
        if i < 128 {
            close3(m.velocity, Vec3::new(0.5, -1.0, 0.0), 1e-4);
            // Its own y points along the scene's -x.
            close3(m.spin, Vec3::new(-4.0 * std::f32::consts::PI, 0.0, 0.0), 1e-3);
        } else {
            assert_eq!((m.velocity, m.spin, m.from), (Vec3::ZERO, Vec3::ZERO, m.to));
        }
        assert_eq!(pose_of(&world, 0), m.to, "rapier agrees");
    }
}

fn pose_of(world: &World, i: usize) -> Pose {
    Pose { position: world.rigid(i).translation(), rotation: *world.rigid(i).rotation() }
}

#[test]
fn a_kinematic_body_pushes_with_its_velocity() {
    let ram = Body {
        kind: BodyKind::Kinematic,
        position: [-0.25, 0.0, 0.0],
        shape: BodyShape::Box,
        path: [Track::keyframes(vec![[0.0, 0.0], [1.0, 1.0]]).unwrap(), 0.0.into(), 0.0.into()],
        ..Body::default()
    };
    let mut world = world(&[ram, dynamic(BodyShape::Sphere)]);
    run(&mut world, 0.5, 1e-3, Vec3::ZERO);
    close(world.states()[1].velocity.x.into(), 1.0, 1e-2);
}

#[test]
fn a_static_body_never_moves() {
    let still = Body { rotation: [10.0, 20.0, 30.0], position: [0.1, 0.0, 0.0], ..Body::default() };
    let mut world = world(&[still, Body { position: [0.1, 0.3, 0.0], ..dynamic(BodyShape::Box) }]);
    let before = world.movements()[0];
    for i in 0..200 {
        world.step(f64::from(i) * 0.01, 0.01, DOWN, &[Wrench { force: Vec3::X, torque: Vec3::X }; 2]);
        let m = world.movements()[0];
        assert_eq!((m.from, m.to, m.velocity, m.spin), (before.to, before.to, Vec3::ZERO, Vec3::ZERO));
    }
}

#[test]
fn bodies_at_rest_are_two_skins_apart() {
    let skin = 0.004;
    let ground = Body { shape: BodyShape::HalfSpace, ..Body::default() };
    let ball = Body { position: [0.0, 0.15, 0.0], ..dynamic(BodyShape::Sphere) };
    let rabbit = Body { position: [2.0, 0.02, 0.0], ..dynamic(BodyShape::Rabbit) };
    let torus = Body { position: [-2.0, 0.1, 0.0], ..dynamic(BodyShape::Torus) };
    let mut world = World::new(&[ground, ball, rabbit, torus], &[], skin).unwrap();
    run(&mut world, 2.0, 2e-3, DOWN);
    let [ball, torus] = [1, 3].map(|i| f64::from(world.states()[i].pose.position.y));
    close(ball - 0.1, 2.0 * f64::from(skin), 1e-4);
    close(torus - 0.03, 2.0 * f64::from(skin), 1e-4);
    let pose = world.states()[2].pose;
    let lowest =
        shapes::rabbit().unwrap().positions.iter().map(|p| pose.point(*p).y).fold(f32::MAX, f32::min);
    close(lowest.into(), 2.0 * f64::from(skin), 1e-3);
    assert_eq!(world.fault(), None);
}

#[test]
fn a_ball_bounces_as_its_restitution_says() {
    let ground = Body { shape: BodyShape::HalfSpace, restitution: 0.5, ..Body::default() };
    let ball = Body { position: [0.0, 1.1, 0.0], restitution: 0.9, ..dynamic(BodyShape::Sphere) };
    let mut world = world(&[ground, ball]);
    let (mut peak, mut rising) = (0f32, false);
    for i in 0..1000 {
        world.step(f64::from(i) * 1e-3, 1e-3, DOWN, &[]);
        rising |= world.states()[1].velocity.y > 0.0;
        peak = if rising { peak.max(world.states()[1].pose.position.y - 0.1) } else { 0.0 };
    }
    close(peak.into(), 0.49, 0.02);
}

#[test]
fn a_mesh_that_does_not_move_holds_bodies() {
    let sphere = shapes::icosphere(3, 0.4);
    let still = Body { shape: BodyShape::Mesh, scale: 2.0, ..Body::default() };
    let ball = Body { position: [0.0, 0.6, 0.0], ..dynamic(BodyShape::Sphere) };
    let mut world = World::new(&[still, ball], &[Some(&sphere), None], 0.0).unwrap();
    run(&mut world, 0.2, 1e-3, DOWN);
    let distance = world.states()[1].pose.position.length();
    assert!(distance > 0.49 && distance < 0.53, "{distance}");
}

#[test]
fn dynamic_meshes_of_all_sorts_stay_on_the_ground() {
    let mut plate = closed_box();
    plate.transform(|p| p * Vec3::new(0.3, 0.001, 0.2));
    let mut two = shapes::icosphere(1, 0.1);
    two.append(&Mesh { positions: two.positions.iter().map(|p| *p + Vec3::X).collect(), ..two.clone() });
    let mut inward = shapes::icosphere(2, 0.2);
    inward.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let meshes = [plate, two, inward, shapes::icosphere(0, 0.3), shapes::torus(24, 8, 0.4, 0.05)];
    let mut bodies = vec![Body { shape: BodyShape::HalfSpace, ..Body::default() }];
    for (i, mesh) in meshes.iter().enumerate() {
        let lift = 0.05 - f64::from(mesh.bounds().0.y);
        bodies.push(Body { position: [4.0 * i as f64, lift, 0.0], ..dynamic(BodyShape::Mesh) });
    }
    let refs: Vec<_> = std::iter::once(None).chain(meshes.iter().map(Some)).collect();
    let mut world = World::new(&bodies, &refs, 0.002).unwrap();
    run(&mut world, 2.0, 2e-3, DOWN);
    for (i, mesh) in meshes.iter().enumerate() {
        let state = world.states()[i + 1];
        let lowest = mesh.positions.iter().map(|p| state.pose.point(*p).y).fold(f32::MAX, f32::min);
        assert!((0.002..0.006).contains(&lowest), "{i}: {lowest}");
        // Round ones may still roll.
        assert!(state.velocity.y.abs() < 0.05, "{i}: {}", state.velocity);
        assert!(world.mass(i + 1).unwrap().mass > 0.0);
    }
}

#[test]
fn a_rebound_is_measured_after_cloth_has_pushed() {
    let mut world = world(&[Body { position: [0.0, 1.0, 0.0], mass: 1.0, ..dynamic(BodyShape::Sphere) }]);
    let mut peak = 0f32;
    for i in 0..2000 {
        let below = (0.5 - world.states()[0].pose.position.y).max(0.0);
        let wrench = Wrench { force: Vec3::Y * 4000.0 * below, torque: Vec3::ZERO };
        world.step(f64::from(i) * 1e-3, 1e-3, DOWN, &[wrench]);
        if i > 320 && i < 1000 {
            peak = peak.max(world.states()[0].pose.position.y);
        }
        assert!(i > 300 || world.rebound_height(0).is_none());
    }
    close(world.rebound_height(0).unwrap(), peak.into(), 1e-6);
    assert!(peak > 0.9 && peak < 1.05, "{peak}");
}

fn shower(count: u32) -> Scene {
    let mut scene = Scene { seed: 5, ..Scene::default() };
    scene.rain.count = count;
    scene.rain.speed = 1.0;
    scene.rain.size = [0.03, 0.08];
    scene.ground.on = true;
    scene
}

#[test]
fn rain_is_reproducible_apart_and_does_not_depend_on_what_comes_after() {
    let all = expand(&shower(100));
    assert_eq!(all, expand(&shower(100)));
    assert_eq!(all[..40], expand(&shower(40))[..40]);
    assert_ne!(all[..100], expand(&Scene { seed: 6, ..shower(100) })[..100]);
    assert_eq!((all.len(), all[99].name.as_str(), all[100].name.as_str()), (101, "rain-100", "ground"));
    assert_eq!((all[100].shape, all[100].kind), (BodyShape::HalfSpace, BodyKind::Static));
    let around = |b: &Body| match b.shape {
        BodyShape::Sphere => b.radius,
        BodyShape::Box => DVec3::from_array(b.size).length() / 2.0,
        BodyShape::Capsule => b.radius + b.length / 2.0,
        BodyShape::Cylinder => b.radius.hypot(b.length / 2.0),
        _ => b.radius + b.tube,
    };
    for (i, a) in all[..100].iter().enumerate() {
        assert!((0.03 - 1e-12..=0.08 + 1e-12).contains(&around(a)), "{a:?}");
        for b in &all[..i] {
            let distance = DVec3::from_array(a.position).distance(DVec3::from_array(b.position));
            assert!(distance > around(a) + around(b));
        }
    }
    for shape in
        [BodyShape::Sphere, BodyShape::Box, BodyShape::Capsule, BodyShape::Cylinder, BodyShape::Torus]
    {
        assert!(all.iter().filter(|b| b.shape == shape).count() > 8);
    }
}

#[test]
fn the_same_calls_give_the_same_bits() {
    let bodies = expand(&shower(30));
    let fall = || {
        let mut world = World::new(&bodies, &[], 0.002).unwrap();
        run(&mut world, 1.5, 1.0 / 120.0, DOWN);
        world
    };
    let [mut a, mut b] = [fall(), fall()];
    assert_eq!(a.states(), b.states());
    assert_eq!(a.fault(), None);
    assert!(a.states().iter().all(|s| s.pose.position.y > -1e-3), "nothing falls through the ground");
    // From a snapshot the history does not count.
    let snapshot = a.states();
    let mut c = World::new(&bodies, &[], 0.002).unwrap();
    a.set_states(&snapshot);
    c.set_states(&snapshot);
    run(&mut a, 0.2, 1.0 / 120.0, DOWN);
    run(&mut b, 0.2, 1.0 / 120.0, DOWN);
    run(&mut c, 0.2, 1.0 / 120.0, DOWN);
    assert_eq!(a.states(), c.states());
}

#[test]
fn a_spin_goes_the_shorter_way() {
    let pose =
        |degrees: f32| Pose { position: Vec3::ZERO, rotation: Quat::from_rotation_z(degrees.to_radians()) };
    let spin = |a: Pose, b: Pose| Movement::between(a, b, 0.5).spin;
    close3(spin(pose(0.0), pose(350.0)), Vec3::Z * (-10f32).to_radians() * 2.0, 1e-5);
    let flipped = Pose { rotation: -pose(20.0).rotation, ..pose(20.0) };
    close3(spin(pose(10.0), flipped), Vec3::Z * 10f32.to_radians() * 2.0, 1e-5);
    assert_eq!(spin(pose(10.0), pose(10.0)), Vec3::ZERO);
}

#[test]
fn faults_do_not_panic() {
    let mut world = world(&[dynamic(BodyShape::Sphere), dynamic(BodyShape::Box)]);
    world.step(0.0, f64::NAN, DOWN, &[]);
    assert_eq!(world.fault(), None);
    world.step(0.0, 0.01, DOWN, &[Wrench::default(), Wrench { force: Vec3::NAN, torque: Vec3::ZERO }]);
    assert_eq!(world.fault(), Some(1));
    assert!(world.states().iter().all(BodyState::is_finite));
    assert!(World::new(&[], &[], 0.0).unwrap().is_empty());
}

#[test]
fn what_cannot_be_is_refused_with_the_fields_name() {
    let refused = |body: Body, mesh: Option<&Mesh>| {
        let error = World::new(&[Body::default(), body], &[None, mesh], 0.0).err().expect("refused");
        assert_eq!(error.exit_code(), 4);
        error.to_string()
    };
    let ball = || dynamic(BodyShape::Sphere);
    let open = shapes::disc(3, 12, 1.0);
    let flat = Mesh { triangles: vec![[0, 1, 2], [0, 2, 1]], polygons: vec![0, 1], ..open.clone() };
    let wrong = Mesh { triangles: vec![[0, 1, 99]], ..open.clone() };
    let cases = [
        (dynamic(BodyShape::HalfSpace), None, "body.1.kind"),
        (Body { mass: -1.0, ..ball() }, None, "body.1.mass"),
        (Body { mass: f64::NAN, ..ball() }, None, "body.1.mass"),
        (Body { mass: 1e-45, ..ball() }, None, "body.1.mass"),
        (Body { density: 0.0, ..ball() }, None, "body.1.density"),
        (Body { radius: 0.0, ..ball() }, None, "body.1.radius"),
        (Body { radius: 1e-9, ..ball() }, None, "body.1.radius"),
        (Body { size: [1.0, 0.0, 1.0], ..dynamic(BodyShape::Box) }, None, "body.1.size"),
        (Body { length: f64::NAN, ..dynamic(BodyShape::Cylinder) }, None, "body.1.length"),
        (Body { tube: 0.2, ..dynamic(BodyShape::Torus) }, None, "body.1.tube"),
        (Body { position: [f64::INFINITY, 0.0, 0.0], ..ball() }, None, "body.1.position"),
        (dynamic(BodyShape::Mesh), None, "body.1.file"),
        (dynamic(BodyShape::Mesh), Some(&open), "body.1.file"),
        (dynamic(BodyShape::Mesh), Some(&flat), "body.1.file"),
        (dynamic(BodyShape::Mesh), Some(&wrong), "body.1.file"),
        (Body { scale: 0.0, ..dynamic(BodyShape::Rabbit) }, None, "body.1.scale"),
    ];
    for (body, mesh, place) in cases {
        let message = refused(body, mesh);
        assert!(message.starts_with(place), "{place}: {message}");
    }
    let many = vec![Body::default(); BODY_LIMIT + 1];
    assert_eq!(World::new(&many, &[], 0.0).err().unwrap().exit_code(), 4);
    assert!(World::new(&[], &[], f32::NAN).is_err());
}
