//! Members of a shell against mathematics, in f64: gradients and products against differences, rigid motion, and the energy of a
//! cylinder.

use super::support::{self, DIRECTIONS, Random, compare_directions};
use std::f64::consts::PI;
use toile::kernels::shell::members::{Wing, angle};
use toile::model::Model;
use toile::model::members::{Members, vector};
use toile::real::{Dual, V3};
use toile::scene::{MethodName, Pattern};
use toile::{Backend, Scene, Simulation};

type Field = Vec<V3<f64>>;

/// A sheet of 1 m that is as thick as stiff, with areas that resist (ν = 0.45).
fn sheet(pattern: Pattern, rows: u32, seed: u64) -> Scene {
    let mut scene = Scene { method: MethodName::DiscreteShells, seed, ..Scene::default() };
    (scene.mesh.pattern, scene.mesh.rows, scene.mesh.columns) = (pattern, rows, rows);
    if pattern == Pattern::Equilateral {
        // As high as triangles of their width are.
        scene.mesh.height = 0.75f64.sqrt();
    }
    let m = &mut scene.material;
    (m.young, m.poisson, m.gauge) = (1e5, 0.45, 0.1);
    scene
}

fn members(scene: &Scene) -> (Members, Model) {
    let model = Model::new(scene).unwrap();
    (Members::new(scene, &model), model)
}

fn shaken(x: &Field, by: f64, random: &mut Random) -> Field {
    x.iter().map(|p| *p + super::support::vector(random.point()) * by).collect()
}

fn dot(a: &Field, b: &Field) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}

fn norm(a: &Field) -> f64 {
    dot(a, a).sqrt()
}

fn plus(a: &Field, b: &Field, factor: f64) -> Field {
    a.iter().zip(b).map(|(a, b)| *a + *b * factor).collect()
}

/// The product of the second derivatives with `u`, by dual numbers.
fn product(members: &Members, x: &Field, u: &Field) -> Field {
    let dual = |value: f64, slope: f64| Dual { value, slope };
    let along: Vec<V3<Dual>> =
        x.iter().zip(u).map(|(x, u)| V3(dual(x.0, u.0), dual(x.1, u.1), dual(x.2, u.2))).collect();
    members.gradient(&along).iter().map(|g| V3(g.0.slope, g.1.slope, g.2.slope)).collect()
}

#[test]
fn shells_against_differences() {
    let mut worst = [0f64; 3];
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let (members, model) = members(&sheet(Pattern::Irregular, 7, seed));
        let rest: Field = model.mesh.positions.iter().map(|p| vector(*p)).collect();
        // Shaken by nearly an edge: hinges of every angle, and triangles that are nearly degenerate.
        let x = shaken(&rest, [0.02, 0.05, 0.1, 0.15][seed as usize], &mut random);
        let still = vec![V3::zero(); x.len()];
        let (u, v) = (shaken(&still, 1.0, &mut random), shaken(&still, 1.0, &mut random));
        let g = members.gradient(&x);
        let step = 1e-6;
        let slope =
            (members.energy(&plus(&x, &u, step)) - members.energy(&plus(&x, &u, -step))) / (2.0 * step);
        worst[0] = worst[0].max((slope - dot(&g, &u)).abs() / (norm(&g) * norm(&u)));
        let found = product(&members, &x, &u);
        let ahead = members.gradient(&plus(&x, &u, step));
        let change = plus(&ahead, &members.gradient(&plus(&x, &u, -step)), -1.0);
        let off = plus(&change.iter().map(|c| *c * (0.5 / step)).collect(), &found, -1.0);
        worst[1] = worst[1].max(norm(&off) / norm(&found));
        let (there, back) = (dot(&v, &found), dot(&u, &product(&members, &x, &v)));
        worst[2] = worst[2].max((there - back).abs() / (norm(&found) * norm(&v)));
    }
    println!(
        "shells in f64: f − ∇E {:.1e}, product − Δf {:.1e}, asymmetry {:.1e}",
        worst[0], worst[1], worst[2]
    );
    assert!(worst[0] < 1e-6 && worst[1] < 1e-6 && worst[2] < 1e-12, "{worst:?}");
}

/// A hinge whose wings have the given heights and whose second is turned by an angle.
fn hinge(theta: f64, heights: [f64; 2], along: [f64; 2]) -> [V3<f64>; 4] {
    let (sin, cos) = theta.sin_cos();
    [
        V3(0.0, 0.0, 0.0),
        V3(1.0, 0.0, 0.0),
        V3(along[0], heights[0], 0.0),
        V3(along[1], -heights[1] * cos, heights[1] * sin),
    ]
}

fn theta<R: toile::real::Real>(p: [V3<R>; 4]) -> (R, [V3<R>; 4]) {
    angle(p[1] - p[0], [p[2] - p[0], p[2] - p[1]], Wing::Free([p[3] - p[0], p[3] - p[1]])).unwrap()
}

#[test]
fn hinges_of_every_angle_and_of_slivers() {
    let mut worst = [0f64; 3];
    for turn in [0.0, 1e-9, 1.0, -2.0, PI - 1e-3, 1e-3 - PI, PI - 1e-6] {
        for (heights, along) in
            [([1.0, 0.7], [0.3, 0.6]), ([1e-3, 1.0], [0.5, 0.5]), ([1.0, 0.01], [3.0, -2.0])]
        {
            let p = hinge(turn, heights, along);
            let (found, g) = theta(p);
            worst[0] = worst[0].max((found.abs() - turn.abs()).abs());
            let mut random = Random::new(7);
            for _ in 0..5 {
                let u: [V3<f64>; 4] = [0; 4].map(|_| super::support::vector(random.point()));
                // Short enough that no wing passes through its edge or the other wing.
                let step = 1e-6 * heights[0].min(heights[1]) * (PI - turn.abs()).min(1.0);
                let at = |s: f64| theta([0, 1, 2, 3].map(|k| p[k] + u[k] * s));
                let size = g.iter().map(|g| g.length()).sum::<f64>();
                let slope = (at(step).0 - at(-step).0) / (2.0 * step);
                let expected: f64 = g.iter().zip(u).map(|(g, u)| g.dot(u)).sum();
                // The differences themselves lose 1e-16 of an angle over the step.
                let lost = 4e-16 / step;
                worst[1] = worst[1].max(((slope - expected).abs() - lost).max(0.0) / size);
                let dual = |v: f64, s: f64| Dual { value: v, slope: s };
                let along = [0, 1, 2, 3]
                    .map(|k| V3(dual(p[k].0, u[k].0), dual(p[k].1, u[k].1), dual(p[k].2, u[k].2)));
                let (_, exact) = theta(along);
                let (ahead, behind) = (at(step).1, at(-step).1);
                let (mut off, mut whole) = (0f64, 0f64);
                for k in 0..4 {
                    let exact = V3(exact[k].0.slope, exact[k].1.slope, exact[k].2.slope);
                    let by = (ahead[k] - behind[k]) * (0.5 / step);
                    (off, whole) = (off + (by - exact).length(), whole + exact.length());
                }
                worst[2] = worst[2].max((off - 4e-16 * size / step).max(0.0) / whole);
            }
        }
    }
    println!("hinges: angle {:.1e}, gradient {:.1e}, its change {:.1e}", worst[0], worst[1], worst[2]);
    assert!(worst[0] < 1e-9 && worst[1] < 1e-6 && worst[2] < 1e-6, "{worst:?}");
}

/// Turned by an angle about an axis, and moved.
fn rigid(x: &Field, angle: f64) -> Field {
    let turn = glam::DQuat::from_axis_angle(glam::DVec3::new(1.0, 2.0, -0.5).normalize(), angle);
    let moved = |p: &V3<f64>| {
        let q = turn * glam::DVec3::new(p.0, p.1, p.2) + glam::DVec3::new(3.0, -1.0, 2.0);
        V3(q.x, q.y, q.z)
    };
    x.iter().map(moved).collect()
}

#[test]
fn rigid_motion_changes_nothing() {
    let mut random = Random::new(3);
    let scene = sheet(Pattern::Irregular, 6, 1);
    let (own, model) = members(&scene);
    let rest: Field = model.mesh.positions.iter().map(|p| vector(*p)).collect();
    let x = shaken(&rest, 0.08, &mut random);
    let (e, f) = (own.energy(&x), own.gradient(&x));
    let turned = rigid(&x, 1.3);
    assert!((own.energy(&turned) / e - 1.0).abs() < 1e-12);
    // Forces turn with it: the same as those of the turned shape, turned; and none is left over.
    let origin = rigid(&vec![V3::zero(); x.len()], 1.3);
    let expected = plus(&rigid(&f, 1.3), &origin, -1.0);
    assert!(norm(&plus(&own.gradient(&turned), &expected, -1.0)) < 1e-9 * norm(&f));
    let sum = f.iter().fold(V3::zero(), |a, b| a + *b).length();
    let torque = x.iter().zip(&f).fold(V3::zero(), |a, (x, f)| a + x.cross(*f)).length();
    assert!(sum < 1e-10 * norm(&f) && torque < 1e-10 * norm(&f), "{sum} {torque}");
    // Of the rest shape: the same members, but for the rounding of its positions to f32.
    let mut scene = scene;
    (scene.mesh.rotation, scene.mesh.position) = ([20.0, 50.0, -30.0], [0.3, -0.2, 0.1]);
    let (other, _) = members(&scene);
    assert!((other.energy(&x) / e - 1.0).abs() < 1e-4);
    let g = other.gradient(&x);
    assert!(norm(&plus(&g, &f, -1.0)) < 1e-4 * norm(&f));
    let torque = x.iter().zip(&g).fold(V3::zero(), |a, (x, f)| a + x.cross(*f)).length();
    assert!(torque < 1e-10 * norm(&f), "{torque}");
}

/// The energy per interior area of a sheet that is rolled to a cylinder, bent along a direction of its own plane [degrees], by
/// D/(2 R²).
fn rolled(pattern: Pattern, degrees: f64, radius: f64) -> f64 {
    let scene = sheet(pattern, 41, 1);
    let (members, model) = members(&scene);
    let x = support::rolled(&model.mesh.positions, degrees, radius);
    let (mut energy, mut area) = (0.0, 0.0);
    for (i, hinge) in model.topology.hinges.iter().enumerate() {
        let at = |v: u32| model.mesh.positions[v as usize].as_dvec3();
        let [a, b, c, d] = hinge.vertices;
        let double = |c: u32| (at(b) - at(a)).cross(at(c) - at(a)).length();
        // A third of each triangle belongs to each of its edges.
        area += (double(c) + double(d)) / 6.0;
        energy += members.energy_of(i, &x);
    }
    energy / area / (scene.material.bending_stiffness() / (2.0 * radius * radius))
}

#[test]
fn a_cylinder_has_the_energy_of_a_plate() {
    println!("energy of a cylinder by D/(2 R²), bent along 0°, 22.5°, 45°, 90°, 135°");
    let patterns = [
        (Pattern::Equilateral, 0.98, 1.02),
        (Pattern::Irregular, 0.8, 1.6),
        // Diagonals that run one way are too stiff to be bent across them, and too soft along.
        (Pattern::OneWay, 0.75, 3.1),
        (Pattern::Alternating, 0.75, 1.6),
        (Pattern::Crossed, 0.7, 1.6),
    ];
    for (pattern, low, high) in patterns {
        let ratios = DIRECTIONS.map(|degrees| rolled(pattern, degrees, 1.0));
        compare_directions(pattern, ratios, low, high);
        // Nor does the radius matter.
        assert!(pattern == Pattern::Irregular || (rolled(pattern, 90.0, 0.5) / ratios[3] - 1.0).abs() < 1e-2);
    }
}

#[test]
fn a_degenerate_shell_stays_finite() {
    // All vertices in one line: no triangle has a normal.
    let mut scene = sheet(Pattern::Irregular, 5, 1);
    scene.gravity = [0.0, -1.0, 0.0];
    let mut simulation = Simulation::new(&scene, &Backend::Cpu).unwrap();
    let mut state = simulation.state().unwrap();
    state.positions.iter_mut().for_each(|p| *p = glam::Vec3::new(p.x + 0.1 * p.y, 0.0, 0.0));
    simulation.set_state(&state).unwrap();
    (0..20).for_each(|_| simulation.step().unwrap());
    simulation.check().unwrap();
}

#[test]
fn a_mirror_image_of_a_curved_shell_is_no_equilibrium() {
    let scene = super::support::scene("bowl", &[]);
    let (members, model) = members(&scene);
    let rest: Field = model.mesh.positions.iter().map(|p| vector(*p)).collect();
    let mirrored: Field = rest.iter().map(|p| V3(p.0, -p.1, p.2)).collect();
    let forces = [&rest, &mirrored].map(|x| norm(&members.gradient(x)));
    let energies = [&rest, &mirrored].map(|x| members.energy(x));
    println!(
        "bowl and its mirror image: forces {forces:.1?} N, energies {:.1e} and {:.1e} J",
        energies[0], energies[1]
    );
    // Positions of the rest shape are known to f32, and so are the lengths that members have at rest.
    assert!(forces[1] > 100.0 * forces[0] && energies[1] > 1e6 * energies[0], "{forces:?} {energies:?}");
    // Left alone without weight, it goes.
    let mut scene = scene;
    (scene.gravity, scene.ground.on) = ([0.0; 3], false);
    scene.load.clear();
    scene.short.clear();
    let mut simulation = super::support::simulate(&scene);
    let mut state = simulation.state().unwrap();
    state.positions.iter_mut().for_each(|p| p.y = -p.y);
    simulation.set_state(&state).unwrap();
    simulation.step().unwrap();
    let speed =
        |s: &mut Simulation| s.state().unwrap().velocities.iter().map(|v| v.length()).fold(0.0, f32::max);
    assert!(speed(&mut simulation) > 0.1);
    // As the rest shape does not.
    let mut simulation = super::support::simulate(&scene);
    (0..10).for_each(|_| simulation.step().unwrap());
    assert!(speed(&mut simulation) < 1e-4, "{}", speed(&mut simulation));
}
