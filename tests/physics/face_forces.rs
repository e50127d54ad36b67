//! Pressure and wind on triangles: their closed forms, and the products of their derivatives.

use crate::support::{Random, vector};
use glam::Vec3;
use std::cell::RefCell;
use toile::engine::Kernel;
use toile::engine::cpu::Bindings;
use toile::kernels::common::cg::{ALWAYS, Cg, FORCE, OPERATOR, TERM, When};
use toile::kernels::common::implicit::{CLOSED, FINITE, Implicit, SECOND};
use toile::kernels::forces::faces::{KERNEL, add_force, add_term, wind_force};
use toile::mesh::{Mesh, Topology, shapes};
use toile::real::V3;
use toile::scene::Pattern;

/// Length of differences of the first order.
const EPSILON: f64 = 1e-3;

/// An irregular sheet, out of its plane and out of shape.
pub fn sheet(rows: u32, columns: u32, seed: u64) -> Mesh {
    let mut random = Random::new(seed);
    let mut mesh = shapes::sheet(rows, columns, 1.0, 0.8, Pattern::Irregular, seed);
    shake(&mut mesh, &mut random);
    mesh
}

/// A ball with bumps; its vertices have five and six triangles of all shapes.
fn ball(level: u32, seed: u64) -> Mesh {
    let mut mesh = shapes::icosphere(level, 1.0);
    shake(&mut mesh, &mut Random::new(seed));
    mesh
}

fn shake(mesh: &mut Mesh, random: &mut Random) {
    for p in &mut mesh.positions {
        *p += 0.1 * Vec3::from_array(random.point().map(|c| c as f32)) + Vec3::new(0.3, -0.2, 0.1);
    }
}

/// Positions in f64.
pub fn points(mesh: &Mesh) -> Vec<V3<f64>> {
    mesh.positions.iter().map(|p| V3::of(p.extend(0.0).to_array())).collect()
}

/// Random vectors of the cube between −1 and 1.
pub fn vectors(count: usize, random: &mut Random) -> Vec<V3<f64>> {
    (0..count).map(|_| vector(random.point())).collect()
}

/// Sums what each triangle gives each of its corners, seen from that corner.
fn gather(mesh: &Mesh, each: impl Fn(V3<f64>, [usize; 3]) -> V3<f64>) -> Vec<V3<f64>> {
    let mut sums = vec![V3::zero(); mesh.positions.len()];
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|i| i as usize);
        for at in [[a, b, c], [b, c, a], [c, a, b]] {
            sums[at[0]] = each(sums[at[0]], at);
        }
    }
    sums
}

fn forces(mesh: &Mesh, implicit: &Implicit, x: &[V3<f64>], v: &[V3<f64>]) -> Vec<V3<f64>> {
    gather(mesh, |sum, at| add_force(sum, implicit, at.map(|i| x[i]), at.map(|i| v[i])))
}

fn terms(mesh: &Mesh, implicit: &Implicit, x: &[V3<f64>], v: &[V3<f64>], u: &[V3<f64>]) -> Vec<V3<f64>> {
    gather(mesh, |sum, at| add_term(sum, implicit, [x, v, u].map(|f| at.map(|i| f[i])), EPSILON))
}

/// x + u s.
pub fn moved(x: &[V3<f64>], u: &[V3<f64>], s: f64) -> Vec<V3<f64>> {
    x.iter().zip(u).map(|(x, u)| *x + *u * s).collect()
}

/// The largest difference of two lists of vectors, relative to the longest of the first.
pub fn apart(a: &[V3<f64>], b: &[V3<f64>]) -> f64 {
    let longest = a.iter().map(|v| v.length()).fold(0.0, f64::max);
    a.iter().zip(b).map(|(a, b)| (*a - *b).length()).fold(0.0, f64::max) / longest
}

/// The central difference of `f` along u, divided by the length of the step.
pub fn slope(
    u: &[V3<f64>],
    x: &[V3<f64>],
    step: f64,
    f: impl Fn(&[V3<f64>]) -> Vec<V3<f64>>,
) -> Vec<V3<f64>> {
    let (forward, back) = (f(&moved(x, u, step)), f(&moved(x, u, -step)));
    moved(&forward, &back, -1.0).iter().map(|d| *d * (0.5 / step)).collect()
}

/// The gradient of `f` by central differences.
pub fn gradient(x: &[V3<f64>], step: f64, f: impl Fn(&[V3<f64>]) -> f64) -> Vec<V3<f64>> {
    let slope = |i: usize, axis: V3<f64>| {
        let with = |s: f64| {
            let mut x = x.to_vec();
            x[i] += axis * s;
            f(&x)
        };
        (with(step) - with(-step)) / (2.0 * step)
    };
    let axes = [V3(1.0, 0.0, 0.0), V3(0.0, 1.0, 0.0), V3(0.0, 0.0, 1.0)];
    let one = |i| V3(slope(i, axes[0]), slope(i, axes[1]), slope(i, axes[2]));
    (0..x.len()).map(one).collect()
}

/// The matrix of a linear map of `count` vectors, by columns.
pub fn matrix(count: usize, map: impl Fn(&[V3<f64>]) -> Vec<V3<f64>>) -> Vec<Vec<f64>> {
    let column = |k: usize| {
        let mut unit = vec![V3::zero(); count];
        let one = &mut unit[k / 3];
        *[&mut one.0, &mut one.1, &mut one.2][k % 3] = 1.0;
        map(&unit).iter().flat_map(|v| [v.0, v.1, v.2]).collect()
    };
    (0..3 * count).map(column).collect()
}

/// The largest entry of a matrix.
pub fn largest(m: &[Vec<f64>]) -> f64 {
    m.iter().flatten().fold(0.0, |a: f64, b| a.max(b.abs()))
}

/// The largest entry of m − mᵀ, relative to that of m.
pub fn asymmetry(m: &[Vec<f64>]) -> f64 {
    let entry = |i: usize, j: usize| (m[i][j] - m[j][i]).abs();
    let worst = (0..m.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| entry(i, j));
    worst.fold(0.0, f64::max) / largest(m)
}

fn pressed(pressure: f32, modes: u32) -> Implicit {
    Implicit { pressure, h: 0.25, modes, ..Implicit::default() }
}

#[test]
fn pressure_is_the_gradient_of_the_volume() {
    for seed in 0..3 {
        let mesh = ball(2, seed);
        let (x, implicit) = (points(&mesh), pressed(70.0, 0));
        let volume = |x: &[V3<f64>]| -> f64 {
            let one = |t: &[u32; 3]| {
                let [a, b, c] = t.map(|i| x[i as usize]);
                a.dot(b.cross(c)) / 6.0
            };
            mesh.triangles.iter().map(one).sum()
        };
        let still = vec![V3::zero(); x.len()];
        let found = forces(&mesh, &implicit, &x, &still);
        // The volume is linear in each coordinate: differences are exact but for rounding, 1e-16/1e-3.
        let expected = moved(&still, &gradient(&x, 1e-3, volume), 70.0);
        let off = apart(&expected, &found);
        let (mut sum, mut torque, mut size) = (V3::zero(), V3::zero(), 0.0);
        for (f, x) in found.iter().zip(&x) {
            sum += *f;
            torque += x.cross(*f);
            size += f.length();
        }
        println!("pressure against the volume's differences: {off:.1e}; sums {:.1e}", sum.length() / size);
        assert!(off < 1e-6, "{off}");
        // Sums of a few hundred terms in f64.
        assert!(sum.length() < 1e-13 * size && torque.length() < 1e-13 * size, "{sum:?} {torque:?}");
        // Outward: a ball under pressure is blown up.
        assert!(found.iter().zip(&x).map(|(f, x)| f.dot(*x)).sum::<f64>() > 0.0);
    }
}

#[test]
fn pressures_product_is_the_derivative_on_a_closed_mesh() {
    for seed in 0..3 {
        let mesh = ball(2, seed);
        let (x, mut random) = (points(&mesh), Random::new(100 + seed));
        let still = vec![V3::zero(); x.len()];
        let u = vectors(x.len(), &mut random);
        let found = terms(&mesh, &pressed(70.0, 0), &x, &still, &u);
        // Forces are quadratic: central differences are exact but for rounding.
        let k = slope(&u, &x, 1e-2, |x| forces(&mesh, &pressed(70.0, 0), x, &still));
        let expected = moved(&still, &k, 0.25 * 0.25);
        let off = apart(&expected, &found);
        println!("pressure's product against differences of the force: {off:.1e}");
        assert!(off < 1e-6, "{off}");

        // The same by differences of its own. Those of the second order are exact, those of the first off by what a step
        // of hε = 2.5e-4 m in edges of 0.3 m makes.
        let of = |modes| apart(&found, &terms(&mesh, &pressed(70.0, modes), &x, &still, &u));
        let (first, second) = (of(FINITE | CLOSED), of(FINITE | SECOND | CLOSED));
        println!("by differences: first order {first:.1e}, second {second:.1e}");
        assert!(first > 1e-5 && first < 1e-2 && second < 1e-10, "{first} {second}");
        assert_eq!(of(CLOSED), 0.0);
    }
}

#[test]
fn pressures_product_is_symmetric() {
    for seed in 0..3 {
        for (name, mesh, closed) in [("closed", ball(1, seed), true), ("open", sheet(5, 6, seed), false)] {
            let (x, count) = (points(&mesh), mesh.positions.len());
            let still = vec![V3::zero(); count];
            for modes in [0, FINITE, FINITE | SECOND].map(|m| if closed { m | CLOSED } else { m }) {
                let implicit = pressed(-30.0, modes);
                let product = matrix(count, |u| terms(&mesh, &implicit, &x, &still, u));
                let k = matrix(count, |u| slope(u, &x, 1e-2, |x| forces(&mesh, &implicit, x, &still)));
                let mean = |i: usize, j: usize| 0.25 * 0.25 * (k[i][j] + k[j][i]) / 2.0;
                let off = |i: usize, j: usize| (product[i][j] - mean(i, j)).abs();
                let entries = (0..3 * count).flat_map(|i| (0..3 * count).map(move |j| (i, j)));
                let worst = entries.map(|(i, j)| off(i, j)).fold(0.0, f64::max) / largest(&product);
                let (ours, theirs) = (asymmetry(&product), asymmetry(&k));
                println!(
                    "pressure, {name}, modes {modes}: asymmetry {ours:.1e}, of differences {theirs:.1e}; \
                     against their symmetric part {worst:.1e}"
                );
                // Products along one unit vector are linear in the step, so first-order differences are exact too.
                assert!(ours < 1e-10 && worst < 1e-6, "{name} {modes}: {ours} {worst}");
                assert_eq!(theirs < 1e-10, closed, "{name}: {theirs}");
            }
        }
    }
}

fn windy(drag: f32, lift: f32) -> Implicit {
    Implicit { wind: [3.0, -1.0, 2.0, drag], lift, h: 0.25, ..Implicit::default() }
}

#[test]
fn wind_on_a_plate_has_its_closed_form() {
    let (density_drag, density_lift) = (1.25f32, 0.75f32);
    let implicit = windy(density_drag, density_lift);
    let air = V3(3.0, -1.0, 2.0);
    let mut mesh = shapes::sheet(7, 8, 1.0, 0.8, Pattern::Irregular, 3);
    for seed in 0..50 {
        let mut random = Random::new(seed);
        // A plate whose normal and velocity are any; its triangles are of all shapes.
        let n = vector::<f64>(random.point());
        let n = n * (1.0 / n.length());
        let s = n.cross(V3(0.3, 0.5, -0.7));
        let s = s * (1.0 / s.length());
        let t = n.cross(s);
        let flat = points(&mesh);
        let x: Vec<V3<f64>> = flat.iter().map(|p| s * p.0 + t * p.1 + n * 0.4).collect();
        let velocity = vector::<f64>(random.point()) * 4.0;
        let v = vec![velocity; x.len()];
        let total = forces(&mesh, &implicit, &x, &v).into_iter().fold(V3::zero(), |a, b| a + b);

        let w = air - velocity;
        let speed = w.length();
        let cosine = w.dot(n) / speed;
        let sine = (1.0 - cosine * cosine).sqrt();
        let q = 0.5 * mesh.area() * speed * speed;
        let along = total.dot(w) / speed;
        let across = total - w * (along / speed);
        let drag = q * f64::from(density_drag) * cosine.abs();
        let lift = q * f64::from(density_lift) * cosine.abs() * sine;
        // The side of the plate that the wind blows towards.
        let lee = n * cosine.signum();
        assert!((along - drag).abs() < 1e-6 * q, "{along} {drag}");
        assert!((across.length() - lift).abs() < 1e-6 * q, "{across:?} {lift}");
        // In the plane of wind and normal, towards the lee.
        assert!(across.dot(lee) >= 0.0 && across.dot(w.cross(n)).abs() < 1e-6 * q * speed);

        // Front and back are alike, to the last bit: e2 and e1 in the other order.
        let [a, b] = [0; 2].map(|_| vector::<f64>(random.point()));
        assert_eq!(wind_force(&implicit, a, b, w), wind_force(&implicit, b, a, w));
        mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        let turned = forces(&mesh, &implicit, &x, &v).into_iter().fold(V3::zero(), |a, b| a + b);
        assert!((turned - total).length() < 1e-12 * q);
    }
}

#[test]
fn nothing_blows_at_what_moves_with_the_air() {
    let mesh = sheet(6, 5, 1);
    let (x, implicit) = (points(&mesh), windy(1.2, 0.8));
    let v = vec![V3(3.0, -1.0, 2.0); x.len()];
    // The mean of three equal velocities may be off by a rounding.
    assert!(forces(&mesh, &implicit, &x, &v).iter().all(|f| f.length() < 1e-28));
    let a = V3(0.3, 0.1, -0.2);
    assert_eq!(wind_force(&implicit, a, V3(0.1, 0.4, 0.2), V3::zero()), V3::zero());
    // No area, and along the plate.
    assert_eq!(wind_force(&implicit, a, a * 2.0, V3(1.0, 2.0, 3.0)), V3::zero());
    assert_eq!(wind_force(&implicit, V3(1.0, 0.0, 0.0), V3(0.0, 1.0, 0.0), V3(1.0, 2.0, 0.0)), V3::zero());
}

#[test]
fn the_winds_product_is_symmetric_and_takes_energy() {
    for seed in 0..3 {
        let mesh = sheet(5, 5, seed);
        let (x, count) = (points(&mesh), mesh.positions.len());
        let (mut random, implicit) = (Random::new(50 + seed), windy(1.25, 0.75));
        let v = vectors(count, &mut random);
        let product = matrix(count, |u| terms(&mesh, &implicit, &x, &v, u));
        // Three corners add the same three velocities in another order.
        let found = asymmetry(&product);
        assert!(found < 1e-14, "{found}");
        for _ in 0..100 {
            let u = vectors(count, &mut random);
            let power: f64 = terms(&mesh, &implicit, &x, &v, &u).iter().zip(&u).map(|(t, u)| t.dot(*u)).sum();
            // −h ½ ρD A |w·n| |mean of u|², summed over the triangles: never above 0.
            let one = |t: &[u32; 3]| {
                let [a, b, c] = t.map(|i| i as usize);
                let turn = (x[b] - x[a]).cross(x[c] - x[a]);
                let mean = |f: &[V3<f64>]| (f[a] + f[b] + f[c]) * (1.0 / 3.0);
                let w = V3(3.0, -1.0, 2.0) - mean(&v);
                let (area, n) = (turn.length() / 2.0, turn * (1.0 / turn.length()));
                -0.25 * 0.5 * 1.25 * area * w.dot(n).abs() * mean(&u).dot(mean(&u))
            };
            let expected: f64 = mesh.triangles.iter().map(one).sum();
            assert!(expected < 0.0 && (power / expected - 1.0).abs() < 1e-12, "{power} {expected}");
        }
    }
}

#[test]
fn the_winds_whole_derivative_is_not_symmetric() {
    for seed in 0..3 {
        let mesh = sheet(5, 5, seed);
        let (x, count) = (points(&mesh), mesh.positions.len());
        let v = vectors(count, &mut Random::new(60 + seed));
        for implicit in [windy(1.25, 0.0), windy(1.25, 0.75)] {
            let by_velocity = matrix(count, |u| slope(u, &v, 1e-6, |v| forces(&mesh, &implicit, &x, v)));
            let by_position = matrix(count, |u| slope(u, &x, 1e-6, |x| forces(&mesh, &implicit, x, &v)));
            let found = [&by_velocity, &by_position].map(|m| asymmetry(m));
            println!("wind: asymmetry by velocities {:.2}, by positions {:.2}", found[0], found[1]);
            assert!(found[0] > 0.1 && found[1] > 0.1, "{found:?}");
        }
        // Of the drag's, what the product leaves out is ½ ρD A sign(w·n) w nᵀ: along u it points along w.
        let implicit = windy(1.25, 0.0);
        let air = V3(3.0, -1.0, 2.0);
        let one =
            Mesh { positions: mesh.positions[..3].to_vec(), triangles: vec![[0, 1, 2]], polygons: vec![0] };
        let mut random = Random::new(70 + seed);
        let (x, v, u) = (vectors(3, &mut random), vectors(3, &mut random), vectors(3, &mut random));
        let whole = slope(&u, &v, 1e-6, |v| forces(&one, &implicit, &x, v));
        let kept = terms(&one, &implicit, &x, &v, &u);
        let w = air - (v[0] + v[1] + v[2]) * (1.0 / 3.0);
        let turn = (x[1] - x[0]).cross(x[2] - x[0]);
        let (area, n) = (turn.length() / 2.0, turn * (1.0 / turn.length()));
        let mean = (u[0] + u[1] + u[2]) * (1.0 / 3.0);
        let left = w * (-0.5 * 1.25 * area * w.dot(n).signum() * n.dot(mean) / 3.0);
        for i in 0..3 {
            // Central differences of a quadratic function, by steps of 1e-6 m/s.
            let off = (whole[i] - kept[i] * (1.0 / 0.25) - left).length();
            assert!(off < 1e-8 * whole[i].length(), "{off}");
        }
    }
}

/// Runs a twin on these buffers; the last is what it adds to.
pub fn twin(kernel: &Kernel, invocations: u32, buffers: &[RefCell<Vec<u32>>], when: When) -> Vec<V3<f64>> {
    (kernel.cpu)(invocations, &Bindings::new(buffers.iter().collect(), bytemuck::bytes_of(&when)));
    let out = buffers.last().unwrap().borrow();
    bytemuck::cast_slice::<u32, [f32; 4]>(&out).iter().map(|v| V3::of(*v)).collect()
}

/// The words of a buffer.
pub fn words<T: bytemuck::Pod>(contents: &[T]) -> RefCell<Vec<u32>> {
    RefCell::new(bytemuck::pod_collect_to_vec(contents))
}

/// Vectors as a buffer has them.
pub fn narrow(v: &[V3<f64>]) -> Vec<[f32; 4]> {
    v.iter().map(|v| [v.0 as f32, v.1 as f32, v.2 as f32, 0.0]).collect()
}

#[test]
fn the_twin_of_faces_gathers_what_the_triangles_give() {
    for (mesh, closed) in [(sheet(7, 6, 5), 0), (ball(2, 5), CLOSED)] {
        let (count, incident) = (mesh.positions.len(), Topology::new(&mesh).vertex_triangles);
        let mut random = Random::new(80);
        let [x, v, u] = [points(&mesh), vectors(count, &mut random), vectors(count, &mut random)];
        let start = vectors(count, &mut random);
        for modes in [0, FINITE | SECOND] {
            let implicit = Implicit { pressure: 20.0, modes: modes | closed, ..windy(1.25, 0.75) };
            let cg = Cg { epsilon: 0.25, ..Cg::default() };
            for mode in [FORCE, TERM, OPERATOR] {
                let buffers = [
                    words(&[implicit]),
                    words(&[cg]),
                    words(mesh.triangles.as_flattened()),
                    words(&incident.offsets),
                    words(&incident.items),
                    words(&narrow(&x)),
                    words(&narrow(&v)),
                    words(&narrow(&u)),
                    words(&narrow(&start)),
                ];
                let found = twin(&KERNEL, count as u32, &buffers, When::new(ALWAYS, mode));
                let added = match mode {
                    // The term has what is linear in velocities: here of the drag only, over 0.25 s.
                    FORCE => {
                        let drag = Implicit { pressure: 0.0, ..implicit };
                        let linear = terms(&mesh, &drag, &x, &v, &v);
                        moved(&forces(&mesh, &implicit, &x, &v), &linear, -1.0 / 0.25)
                    }
                    // In f64, differences of the second order are the derivative.
                    _ => terms(&mesh, &implicit, &x, &v, &u),
                };
                let expected = moved(&start, &added, if mode == OPERATOR { -1.0 } else { 1.0 });
                let off = apart(&expected, &found);
                // A dozen roundings of 6e-8; differences lose a digit to the step of 0.06 m.
                assert!(off < 1e-5, "mode {mode}, modes {modes}: {off}");
            }
        }
    }
}
