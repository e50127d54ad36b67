//! Baked fields against geometry in f64: a brute-force distance to triangles, and rays for the sign.

use super::support::Random;
use glam::{DMat3, DVec3, Vec3};
use std::sync::Arc;
use std::time::Instant;
use toile::colliders::{Grid, Solid};
use toile::engine::cpu::Cpu;
use toile::engine::gpu::{Device, Gpu};
use toile::engine::layout::Element;
use toile::engine::{BufferId, Executor, Recording};
use toile::mesh::{Mesh, shapes};

fn sphere() -> Mesh {
    shapes::icosphere(3, 1.0)
}

fn torus() -> Mesh {
    shapes::torus(96, 48, 1.0, 0.3)
}

fn rabbit() -> Mesh {
    shapes::rabbit().unwrap()
}

/// A tall needle over a small triangle: its edges are as sharp as its faces are steep.
fn needle() -> Mesh {
    let positions = [[0.0, 2.0, 0.0], [0.05, 0.0, 0.03], [-0.05, 0.0, 0.03], [0.0, 0.0, -0.06]];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    Mesh { positions: positions.map(Vec3::from).to_vec(), triangles, polygons: vec![0, 1, 2, 3] }
}

/// A solid whose largest side has so many cells.
fn solid(mesh: &Mesh, cells: f64) -> Solid {
    let (low, high) = mesh.bounds();
    let cell = f64::from((high - low).max_element()) / cells;
    Solid::new(mesh, cell, 0.0, 0.0, "body.0").unwrap()
}

/// A recording that bakes a solid behind 12 words of something else.
fn recording(solid: &Solid) -> (Arc<Recording>, BufferId) {
    let mut r = Recording::default();
    let mut words = vec![7.0f32; 12 + solid.words()];
    words[12..20].copy_from_slice(&solid.header());
    let fields = r.buffer("fields", Element::F32, &words);
    solid.record(&mut r, fields, 12);
    (Arc::new(r), fields)
}

/// The values at the nodes, by the CPU.
fn bake(solid: &Solid) -> Vec<f32> {
    let (recording, fields) = recording(solid);
    let cpu = Cpu::new(recording).unwrap();
    let words: Vec<f32> = bytemuck::cast_slice(&cpu.words(fields)).to_vec();
    assert!(words[..12].iter().all(|&w| w == 7.0));
    assert_eq!(words[12..20], solid.header());
    words[20..].to_vec()
}

/// The nearest point of a triangle (Ericson, Real-Time Collision Detection, 5.1.5).
fn nearest(p: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let (d3, d4) = (ab.dot(p - b), ac.dot(p - b));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let (d5, d6) = (ab.dot(p - c), ac.dot(p - c));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    a + ab * (vb / (va + vb + vc)) + ac * (vc / (va + vb + vc))
}

fn triangles(mesh: &Mesh) -> Vec<[DVec3; 3]> {
    mesh.triangles.iter().map(|t| t.map(|v| mesh.positions[v as usize].as_dvec3())).collect()
}

/// The distance by looking at every triangle [m].
fn brute(triangles: &[[DVec3; 3]], p: DVec3) -> f64 {
    triangles.iter().map(|&t| nearest(p, t).distance_squared(p)).fold(f64::MAX, f64::min).sqrt()
}

/// Counts crossings of rays in three directions with triangles sorted into columns along each.
struct Parity {
    views: Vec<(DMat3, View)>,
}

struct View {
    low: DVec3,
    scale: f64,
    columns: Vec<Vec<[DVec3; 3]>>,
}

const COLUMNS: usize = 96;

impl Parity {
    fn new(mesh: &Mesh) -> Self {
        let turns = [(0.31, 0.17, 0.53), (1.9, -0.7, 0.2), (-1.1, 2.3, 0.9)];
        let view = |&(x, y, z): &(f64, f64, f64)| {
            let turn = DMat3::from_rotation_x(x) * DMat3::from_rotation_y(y) * DMat3::from_rotation_z(z);
            (turn, View::new(triangles(mesh).iter().map(|t| t.map(|p| turn * p)).collect()))
        };
        Self { views: turns.iter().map(view).collect() }
    }

    fn inside(&self, p: DVec3) -> bool {
        self.views.iter().filter(|(turn, view)| view.odd(*turn * p)).count() >= 2
    }
}

impl View {
    fn new(triangles: Vec<[DVec3; 3]>) -> Self {
        let all = triangles.iter().flatten();
        let low = all.clone().fold(DVec3::INFINITY, |l, p| l.min(*p));
        let high = all.fold(DVec3::NEG_INFINITY, |h, p| h.max(*p));
        let scale = (COLUMNS as f64 - 1.0) / (high - low).truncate().max_element();
        let mut view = Self { low, scale, columns: vec![Vec::new(); COLUMNS * COLUMNS] };
        for t in triangles {
            let (from, to) = (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
            let ([x0, y0], [x1, y1]) = (view.column(from).unwrap(), view.column(to).unwrap());
            for x in x0..=x1 {
                (y0..=y1).for_each(|y| view.columns[x + COLUMNS * y].push(t));
            }
        }
        view
    }

    fn column(&self, p: DVec3) -> Option<[usize; 2]> {
        let [x, y, _] = ((p - self.low) * self.scale).floor().to_array();
        let within = |v: f64| v >= 0.0 && v < COLUMNS as f64;
        (within(x) && within(y)).then_some([x as usize, y as usize])
    }

    /// Whether a ray upward crosses an odd number of triangles.
    fn odd(&self, p: DVec3) -> bool {
        let Some([x, y]) = self.column(p) else { return false };
        let crossed = |t: &&[DVec3; 3]| {
            let [a, b, c] = t.map(|q| q - p);
            let turn = |a: DVec3, b: DVec3| a.truncate().perp_dot(b.truncate());
            let [u, v, w] = [turn(b, c), turn(c, a), turn(a, b)];
            let hit = (u > 0.0) == (v > 0.0) && (v > 0.0) == (w > 0.0);
            hit && (u * a.z + v * b.z + w * c.z) / (u + v + w) > 0.0
        };
        self.columns[x + COLUMNS * y].iter().filter(crossed).count() % 2 == 1
    }
}

/// A random point of the grid's box [m].
fn anywhere(solid: &Solid, random: &mut Random) -> DVec3 {
    let grid = solid.grid();
    let size = grid.position(grid.counts.map(|n| n - 1)) - grid.origin.as_dvec3();
    let t = DVec3::from_array([0; 3].map(|_| random.between(0.0, 1.0)));
    grid.origin.as_dvec3() + t * size
}

/// A random point within two cells of a random triangle [m].
fn near(solid: &Solid, triangles: &[[DVec3; 3]], random: &mut Random) -> DVec3 {
    let [a, b, c] = triangles[random.between(0.0, triangles.len() as f64) as usize];
    let (mut u, mut v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    let away = DVec3::from_array(random.point()) * f64::from(2.0 * solid.grid().cell);
    a + (b - a) * u + (c - a) * v + away
}

#[test]
fn nodes_have_the_exact_distance() {
    for (name, mesh, cells) in
        [("sphere", sphere(), 16.0), ("torus", torus(), 16.0), ("rabbit", rabbit(), 12.0)]
    {
        let solid = solid(&mesh, cells);
        let (values, grid, all) = (bake(&solid), *solid.grid(), triangles(solid.mesh()));
        let parity = Parity::new(solid.mesh());
        let mut worst = 0.0f64;
        for (i, &value) in values.iter().enumerate() {
            let [nx, ny, _] = grid.counts;
            let i = i as u32;
            let p = grid.position([i % nx, i / nx % ny, i / (nx * ny)]);
            // The function that other tests call is the one that the bake calls.
            assert!((value - solid.distance::<f32>(p)).abs() < 2e-7);
            let exact = brute(&all, p);
            let exact = if parity.inside(p) { -exact } else { exact };
            // A node on the surface may be on either side.
            let error =
                if exact.abs() < 1e-6 { f64::from(value.abs()) } else { (f64::from(value) - exact).abs() };
            worst = worst.max(error);
        }
        let cell = f64::from(grid.cell);
        println!(
            "{name}: {} nodes, {} triangles, worst {worst:.1e} m, {:.1e} cells",
            values.len(),
            all.len(),
            worst / cell
        );
        // A few roundings of coordinates of about 1 m.
        assert!(worst < 4e-7, "{name}: {worst:e}");
    }
}

#[test]
fn the_interpolated_sphere_is_right_to_half_a_cell() {
    for cells in [8.0, 32.0] {
        let solid = solid(&sphere(), cells);
        let (values, mut random, mut worst) = (bake(&solid), Random::new(3), 0.0f64);
        for _ in 0..20_000 {
            let p = anywhere(&solid, &mut random);
            let exact: f64 = solid.distance(p);
            worst = worst.max((solid.grid().interpolate(&values, p) - exact).abs());
        }
        let cell = f64::from(solid.grid().cell);
        println!("{cells} cells: worst {:.3} cells", worst / cell);
        assert!(worst < 0.5 * cell);
    }
}

/// Points that are tested for their sign.
const POINTS: usize = 100_000;

/// Wrong signs of the kernel's own function at points farther than 0.05 cell from the surface, half of them near it.
fn wrong_directly(solid: &Solid, parity: &Parity) -> usize {
    let (all, band) = (triangles(solid.mesh()), 0.05 * solid.grid().cell);
    let mut random = Random::new(11);
    let (mut wrong, mut tried) = (0, 0);
    while tried < POINTS {
        let p = match tried % 2 {
            0 => anywhere(solid, &mut random),
            _ => near(solid, &all, &mut random),
        };
        let distance: f32 = solid.distance(p);
        if distance.abs() > band {
            tried += 1;
            wrong += usize::from((distance < 0.0) != parity.inside(p));
        }
    }
    wrong
}

/// Wrong signs of the interpolated field at points of the grid's box farther than 0.05 cell from the surface. The nodes'
/// values are what the bake writes, but only those that can matter: the field's slope is one, so that the corners of a
/// cell farther than its diagonal from the surface all have one sign.
fn wrong_interpolated(solid: &Solid, parity: &Parity) -> usize {
    let (grid, cell) = (solid.grid(), f64::from(solid.grid().cell));
    let mut random = Random::new(12);
    let (mut wrong, mut tried) = (0, 0);
    while tried < POINTS {
        let p = anywhere(solid, &mut random);
        let mut value: f64 = solid.distance(p);
        if value.abs() <= 0.05 * cell {
            continue;
        }
        if value.abs() < 1.8 * cell {
            let low = ((p - grid.origin.as_dvec3()) / cell).floor().to_array().map(|k| k as u32);
            let small = Grid { origin: grid.position(low).as_vec3(), cell: grid.cell, counts: [2; 3] };
            let corner =
                |i: u32| solid.distance(grid.position([low[0] + i % 2, low[1] + i / 2 % 2, low[2] + i / 4]));
            value = small.interpolate(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner), p);
        }
        tried += 1;
        wrong += usize::from((value < 0.0) != parity.inside(p));
    }
    wrong
}

/// The rabbit has edges sharp enough to bend the interpolated surface by a twentieth of a cell, fewer the finer the grid.
#[test]
fn the_sign_is_right_at_100_000_points() {
    for (name, mesh, cells) in
        [("sphere", sphere(), 32.0), ("torus", torus(), 48.0), ("rabbit", rabbit(), 256.0)]
    {
        let start = Instant::now();
        let solid = solid(&mesh, cells);
        let parity = Parity::new(solid.mesh());
        let wrong = (wrong_directly(&solid, &parity), wrong_interpolated(&solid, &parity));
        println!("{name}, {cells} cells: wrong directly and interpolated {wrong:?}, {:?}", start.elapsed());
        assert_eq!(wrong, (0, 0), "{name}");
    }
}

#[test]
#[ignore = "a measurement"]
fn wrong_signs_by_cell() {
    for (name, mesh) in [("torus", torus()), ("rabbit", rabbit())] {
        for cells in [24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0] {
            let solid = solid(&mesh, cells);
            println!("{name}, {cells}: {}", wrong_interpolated(&solid, &Parity::new(solid.mesh())));
        }
    }
}

#[test]
fn a_needle_needs_pseudonormals() {
    let mesh = needle();
    let solid = solid(&mesh, 64.0);
    let (all, parity, mut random) = (triangles(solid.mesh()), Parity::new(solid.mesh()), Random::new(5));
    let (mut wrong, mut wrong_by_face) = (0, 0);
    for _ in 0..100_000 {
        let p = anywhere(&solid, &mut random);
        let by_distance = |s: &&[DVec3; 3], t: &&[DVec3; 3]| {
            let d = |t: &[DVec3; 3]| nearest(p, *t).distance_squared(p);
            d(s).total_cmp(&d(t))
        };
        let [a, b, c] = *all.iter().min_by(by_distance).unwrap();
        let by_face = (p - a).dot((b - a).cross(c - a)) < 0.0;
        let inside = parity.inside(p);
        wrong += usize::from((solid.distance::<f32>(p) < 0.0) != inside);
        wrong_by_face += usize::from(by_face != inside);
    }
    println!("wrong signs: {wrong} by pseudonormals, {wrong_by_face} by the nearest face");
    assert_eq!(wrong, 0);
    assert!(wrong_by_face > 1000, "{wrong_by_face}");
}

#[test]
fn both_executors_bake_the_same_bits() {
    let device = Device::open(None, toile::kernels::sources()).expect("this test needs a GPU adapter");
    let dense = shapes::icosphere(6, 1.0); // 81,920 triangles: three dispatches per stride
    let thick = Solid::new(&shapes::disc(6, 24, 1.0), 0.05, 0.03, 0.1, "body.0").unwrap();
    let solids =
        [solid(&sphere(), 24.0), solid(&torus(), 24.0), solid(&rabbit(), 40.0), solid(&needle(), 40.0)];
    for solid in solids.iter().chain([&solid(&dense, 12.0), &thick]) {
        let (recording, fields) = recording(solid);
        let cpu = Cpu::new(recording.clone()).unwrap();
        let mut gpu = Gpu::new(device.clone(), recording.clone()).unwrap();
        let (ours, theirs) = (cpu.words(fields).clone(), gpu.read_all(&[fields]).unwrap().remove(0));
        let differ = ours.iter().zip(&theirs).filter(|(a, b)| a != b).count();
        println!("{} dispatches, {} words, {differ} differ", recording.dispatches.len(), ours.len());
        assert_eq!(differ, 0);
    }
}

#[test]
#[ignore = "a measurement"]
fn time_to_bake_the_rabbit() {
    let device = Device::open(None, toile::kernels::sources()).expect("this needs a GPU adapter");
    let mesh = rabbit();
    for cells in [64.0, 128.0] {
        let start = Instant::now();
        let solid = solid(&mesh, cells);
        let made = start.elapsed();
        let (recording, fields) = recording(&solid);
        let start = Instant::now();
        let cpu = Cpu::new(recording.clone()).unwrap();
        let by_cpu = start.elapsed();
        let start = Instant::now();
        let mut gpu = Gpu::new(device.clone(), recording).unwrap();
        let theirs = gpu.read_all(&[fields]).unwrap().remove(0);
        let by_gpu = start.elapsed();
        let differ = cpu.words(fields).iter().zip(&theirs).filter(|(a, b)| a != b).count();
        let counts = solid.grid().counts;
        println!(
            "{cells}: {counts:?}, {} triangles; made {made:?}, cpu {by_cpu:?}, gpu {by_gpu:?}; {differ} differ",
            mesh.triangles.len()
        );
    }
}
