//! The volume constraint, through the kernels' twins.

use crate::momentum::momenta;
use crate::support::{Random, relative_volume, run, scene, simulate, volume};
use glam::Vec3;
use std::cell::RefCell;
use toile::engine::cpu::Bindings;
use toile::kernels::common::{Sim, WORKGROUP};
use toile::kernels::constraints::{volume_apply, volume_gradient, volume_sum};
use toile::mesh::{Mesh, Topology, shapes};
use toile::real::V3;

/// A bumpy ball with random masses.
fn ball(random: &mut Random) -> (Mesh, Vec<f64>) {
    let mut mesh = shapes::icosphere(2, 1.0);
    for p in &mut mesh.positions {
        *p += 0.1 * Vec3::from_array(random.point().map(|c| c as f32)) + Vec3::new(0.3, -0.2, 0.1);
    }
    let masses = mesh.positions.iter().map(|_| random.between(0.1, 10.0)).collect();
    (mesh, masses)
}

fn buffer<T: bytemuck::Pod>(contents: &[T]) -> RefCell<Vec<u32>> {
    RefCell::new(bytemuck::pod_collect_to_vec(contents))
}

fn vectors(words: &RefCell<Vec<u32>>) -> Vec<V3<f64>> {
    bytemuck::cast_slice::<u32, [f32; 4]>(&words.borrow()).iter().map(|v| V3::of(*v)).collect()
}

/// The gradient, the volume and the positions after one projection to `target` [m³].
fn project(mesh: &Mesh, masses: &[f64], target: f64) -> (Vec<V3<f64>>, f64, Vec<V3<f64>>) {
    let count = mesh.positions.len() as u32;
    let incident = Topology::new(mesh).vertex_triangles;
    let x: Vec<[f32; 4]> =
        mesh.positions.iter().zip(masses).map(|(p, m)| p.extend((1.0 / m) as f32).to_array()).collect();
    let zero = vec![[0f32; 4]; x.len()];
    let sim = Sim { volume: 1.0, volume_target: target as f32, ..Sim::default() };
    let (sim, p, corners) = (buffer(&[sim]), buffer(&x), buffer(mesh.triangles.as_flattened()));
    let (offsets, items) = (buffer(&incident.offsets), buffer(&incident.items));
    let (gradient, sums) = (buffer(&zero), buffer(&zero[..count.div_ceil(WORKGROUP) as usize]));
    let multiplier = buffer(&[0f32; 2]);
    let bind = |buffers| Bindings::new(buffers, &[]);
    (volume_gradient::KERNEL.cpu)(count, &bind(vec![&p, &corners, &offsets, &items, &gradient, &sums]));
    (volume_sum::KERNEL.cpu)(WORKGROUP, &bind(vec![&sim, &sums, &multiplier]));
    (volume_apply::KERNEL.cpu)(count, &bind(vec![&gradient, &multiplier, &p]));
    (vectors(&gradient), f64::from(f32::from_bits(multiplier.borrow()[1])), vectors(&p))
}

#[test]
fn the_gradient_is_that_of_the_volume() {
    let (mesh, masses) = ball(&mut Random::new(1));
    let (gradient, measured, _) = project(&mesh, &masses, 0.5);
    // Sums of about 200 terms in f32, in a tree.
    assert!((measured / mesh.volume() - 1.0).abs() < 1e-5, "{measured} {}", mesh.volume());
    let points: Vec<[f64; 3]> = mesh.positions.iter().map(|p| p.as_dvec3().to_array()).collect();
    let volume = |points: &[[f64; 3]]| -> f64 {
        let corner = |i: u32| glam::DVec3::from(points[i as usize]);
        let one = |t: &[u32; 3]| corner(t[0]).dot(corner(t[1]).cross(corner(t[2]))) / 6.0;
        mesh.triangles.iter().map(one).sum()
    };
    let largest = gradient.iter().map(|g| g.length()).fold(0.0, f64::max);
    let mut worst = 0.0f64;
    for i in 0..points.len() {
        let slope = |axis: usize| {
            // The volume is linear in each coordinate: differences are exact but for rounding, 1e-16/1e-3.
            let moved = |by: f64| {
                let mut points = points.clone();
                points[i][axis] += by;
                volume(&points)
            };
            (moved(1e-3) - moved(-1e-3)) / 2e-3
        };
        let exact = V3(slope(0), slope(1), slope(2));
        worst = worst.max((gradient[i] - exact).length() / largest);
    }
    println!("volume gradient: off by {worst:.1e} of the largest");
    // Six cross products of f32 coordinates about a vertex at 1 m, each rounded to 6e-8.
    assert!(worst < 1e-5, "{worst}");
}

#[test]
fn one_projection_brings_the_volume_within_a_percent() {
    let mut random = Random::new(2);
    let (mesh, masses) = ball(&mut random);
    let equal = vec![1.0; masses.len()];
    for change in [0.9, 0.95, 1.05, 1.1] {
        let target = change * mesh.volume();
        let (_, _, after) = project(&mesh, &equal, target);
        let positions: Vec<Vec3> =
            after.iter().map(|p| Vec3::new(p.0 as f32, p.1 as f32, p.2 as f32)).collect();
        let reached = volume(&positions, &mesh.triangles) / target;
        println!("volume aimed at {change}: {reached:.5} of it after one projection");
        // The volume is cubic: a change by c leaves about c²/3.
        assert!((reached - 1.0).abs() < 0.01, "{change}: {reached}");
    }
}

#[test]
fn the_projection_conserves_momentum() {
    let mut random = Random::new(3);
    let (mesh, masses) = ball(&mut random);
    let (gradient, _, after) = project(&mesh, &masses, 1.2 * mesh.volume());
    let x: Vec<V3<f64>> = mesh.positions.iter().map(|p| V3::of(p.extend(0.0).to_array())).collect();
    // λ w g is what each vertex moves by; the gradient has been rounded once, not the position as well.
    let moves: Vec<V3<f64>> = gradient.iter().zip(&masses).map(|(g, m)| *g * (1.0 / m)).collect();
    let [linear, angular] = momenta(&x, &masses, &moves);
    println!("momentum by volume in f32: linear {linear:.1e}, angular {angular:.1e} of the terms");
    assert!(linear < 1e-5 && angular < 1e-5, "{linear} {angular}");
    let moved: Vec<V3<f64>> = after.iter().zip(&x).map(|(a, b)| *a - *b).collect();
    // Moves of 1e-2 m, added to coordinates of 1 m: each is known to 6e-6 of itself.
    let [linear, angular] = momenta(&x, &masses, &moved);
    assert!(linear < 1e-5 && angular < 1e-5, "{linear} {angular}");
}

#[test]
fn pressure_settles_at_its_volume() {
    let mut simulation =
        simulate(&scene("cushion", &[("level", "2"), ("ground.on", "false"), ("gravity", "[0, 0, 0]")]));
    run(&mut simulation, 80);
    let kept = relative_volume(&mut simulation);
    run(&mut simulation, 160);
    let blown = relative_volume(&mut simulation);
    println!("cushion: {kept:.4} of its volume at rest, {blown:.4} at a pressure of 1.5");
    // Volume is projected last in each iteration, so that what is left is of second order in one iteration's share.
    assert!((kept - 1.0).abs() < 1e-3 && (blown - 1.5).abs() < 0.01, "{kept} {blown}");
}
