use super::*;
use crate::mesh::{Mesh, Topology};
use glam::Vec3;

const PATTERNS: [Pattern; 6] = [
    Pattern::OneWay,
    Pattern::Alternating,
    Pattern::Crossed,
    Pattern::Structural,
    Pattern::Equilateral,
    Pattern::Irregular,
];

/// Checks what all shapes have in common, and their Euler characteristic and number of borders.
fn check(name: &str, mesh: &Mesh, euler: i64, loops: usize) -> Topology {
    let topology = Topology::new(mesh);
    let count = |n: usize| n as i64;
    let found = count(mesh.positions.len()) - count(topology.edges.len()) + count(mesh.triangles.len());
    assert_eq!(found, euler, "{name}: Euler characteristic");
    assert_eq!(topology.boundary_loops.len(), loops, "{name}: borders");
    assert_eq!(topology.component_count, 1, "{name}: components");
    assert_eq!(topology.non_manifold, [], "{name}");
    assert_eq!(topology.is_closed(), loops == 0, "{name}: closed");
    assert_eq!(mesh.polygons.len(), mesh.triangles.len(), "{name}");
    assert!(mesh.positions.iter().all(|p| p.is_finite()), "{name}");
    topology
}

/// An upright tube, 1 m wide.
fn tube(rows: u32, around: u32, height: f32) -> Mesh {
    cylinder(&Tube { rows, around, diameter: 1.0, height, taper: 1.0, shifted: false })
}

fn normal(mesh: &Mesh, triangle: [u32; 3]) -> Vec3 {
    let [a, b, c] = triangle.map(|v| mesh.positions[v as usize]);
    (b - a).cross(c - a)
}

fn smallest_angle(mesh: &Mesh) -> f32 {
    let angles = mesh.triangles.iter().flat_map(|t| {
        let p = t.map(|v| mesh.positions[v as usize]);
        (0..3).map(move |k| (p[(k + 1) % 3] - p[k]).angle_between(p[(k + 2) % 3] - p[k]))
    });
    angles.fold(f32::MAX, f32::min).to_degrees()
}

#[test]
fn sheets_are_discs_that_face_forward() {
    for pattern in PATTERNS {
        for (rows, columns) in [(2, 2), (2, 5), (3, 2), (7, 9)] {
            let mesh = sheet(rows, columns, 1.2, 0.8, pattern, 3);
            let name = format!("{pattern:?} {rows}x{columns}");
            check(&name, &mesh, 1, 1);
            let forward = |t: &[u32; 3]| normal(&mesh, *t).z > 0.0;
            assert!(mesh.triangles.iter().all(forward), "{name}: winding");
        }
    }
}

#[test]
fn a_sheet_has_its_size_and_its_order() {
    for pattern in PATTERNS {
        let mesh = sheet(7, 9, 1.2, 0.8, pattern, 3);
        let (low, high) = mesh.bounds();
        let half = Vec3::new(0.6, 0.4, 0.0);
        assert!(low.distance(-half) < 1e-6, "{pattern:?}: {low}");
        assert!(high.distance(half) < 1e-6, "{pattern:?}: {high}");
        assert!((mesh.area() - 0.96).abs() < 1e-6, "{pattern:?}");
    }
    let mesh = sheet(3, 4, 3.0, 2.0, Pattern::OneWay, 0);
    assert_eq!(mesh.positions[0], Vec3::new(-1.5, 1.0, 0.0));
    assert_eq!(mesh.positions[3], Vec3::new(1.5, 1.0, 0.0));
    assert!(mesh.positions[6].distance(Vec3::new(0.5, 0.0, 0.0)) < 1e-6);
}

#[test]
fn patterns_have_their_diagonals() {
    let diagonals = |pattern| {
        let topology = Topology::new(&sheet(10, 10, 1.0, 1.0, pattern, 0));
        topology.edges.iter().filter(|edge| edge.diagonal).count()
    };
    assert_eq!(PATTERNS.map(diagonals), [81, 81, 4 * 81, 81, 0, 0]);
}

#[test]
fn equilateral_triangles_are_equilateral_inside() {
    let mesh = sheet(5, 6, 1.0, 4.0 * 0.2 * 0.75f32.sqrt(), Pattern::Equilateral, 0);
    let halves = mesh.triangles.iter().filter(|t| {
        let p = t.map(|v| mesh.positions[v as usize]);
        (0..3).any(|k| (p[k].distance(p[(k + 1) % 3]) - 0.2).abs() > 1e-6)
    });
    assert_eq!(halves.count(), 2 * 4);
}

#[test]
fn equilateral_rows_are_straight_and_equally_wide() {
    let mesh = sheet(21, 5, 0.25, 1.0, Pattern::Equilateral, 0);
    let mut first = 0;
    for row in 0..21 {
        let count = 5 + row % 2;
        let vertices = &mesh.positions[first..first + count];
        assert!(vertices.iter().all(|p| p.y == vertices[0].y), "row {row}");
        assert!((vertices[0].y - (0.5 - row as f32 * 0.05)).abs() < 1e-6, "row {row}");
        assert_eq!((vertices[0].x, vertices[count - 1].x), (-0.125, 0.125), "row {row}");
        first += count;
    }
    assert_eq!(first, mesh.positions.len());
}

#[test]
fn irregular_sheets_depend_on_the_seed_and_have_no_slivers() {
    let [a, b, c] = [7, 7, 8].map(|seed| sheet(30, 40, 4.0, 3.0, Pattern::Irregular, seed));
    assert_eq!(a, b);
    assert_ne!(a, c);
    assert_eq!(a.positions.len(), 1200);
    assert!(smallest_angle(&a) > 20.0, "{}", smallest_angle(&a));
}

#[test]
fn a_ribbon_lies_flat() {
    let mesh = ribbon(3, 20, 2.0, 0.1, Pattern::OneWay, 0);
    let (low, high) = mesh.bounds();
    assert_eq!((low.y, high.y), (0.0, 0.0));
    assert!((high - low).distance(Vec3::new(2.0, 0.0, 0.1)) < 1e-6);
    assert!(mesh.triangles.iter().all(|t| normal(&mesh, *t).y > 0.0));
    assert!(mesh.positions[0].z < 0.0);
}

#[test]
fn round_shapes_have_their_euler_characteristic() {
    check("disc", &disc(4, 12, 1.0), 1, 1);
    check("least disc", &disc(0, 0, 1.0), 1, 1);
    check("cylinder", &tube(5, 12, 2.0), 0, 2);
    check("torus", &torus(20, 8, 1.0, 0.3), 0, 0);
    for level in 0..4 {
        let sphere = icosphere(level, 1.0);
        check("icosphere", &sphere, 2, 0);
        assert_eq!(sphere.positions.len(), 10 * 4usize.pow(level) + 2);
    }
}

#[test]
fn round_shapes_face_outward_and_have_their_size() {
    use std::f64::consts::PI;
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.01;
    assert!(near(icosphere(4, 1.0).volume(), PI / 6.0));
    assert!(near(torus(120, 60, 1.0, 0.3).volume(), 2.0 * PI * PI * 0.5 * 0.15 * 0.15));
    assert!(near(tube(4, 120, 2.0).area(), 2.0 * PI));
    assert!(near(disc(4, 120, 1.0).area(), PI / 4.0));
    let tube = tube(3, 8, 2.0);
    for &triangle in &tube.triangles {
        let middle: Vec3 = triangle.map(|v| tube.positions[v as usize]).iter().sum();
        assert!(normal(&tube, triangle).dot(middle.with_y(0.0)) > 0.0);
    }
    let flat = disc(3, 8, 1.0);
    assert!(flat.triangles.iter().all(|t| normal(&flat, *t).z > 0.0));
}

#[test]
fn quads_of_round_shapes_are_remembered() {
    let diagonals = |mesh: &Mesh| {
        let edges = Topology::new(mesh).edges;
        edges.iter().filter(|edge| edge.diagonal).count()
    };
    assert_eq!(diagonals(&torus(10, 6, 1.0, 0.2)), 60);
    assert_eq!(diagonals(&tube(4, 10, 1.0)), 30);
}

#[test]
fn shades_are_narrower_at_the_top() {
    for shifted in [false, true] {
        let shade = Tube { rows: 7, around: 16, diameter: 0.4, height: 0.3, taper: 0.5, shifted };
        let mesh = cylinder(&shade);
        check("shade", &mesh, 0, 2);
        let radius = |v: usize| mesh.positions[v].with_y(0.0).length();
        assert!((radius(0) - 0.1).abs() < 1e-6 && (radius(6 * 16) - 0.2).abs() < 1e-6);
        for &triangle in &mesh.triangles {
            let middle: Vec3 = triangle.map(|v| mesh.positions[v as usize]).iter().sum();
            assert!(normal(&mesh, triangle).dot(middle.with_y(0.0)) > 0.0);
        }
    }
}

#[test]
fn bowls_are_caps_of_spheres() {
    use std::f64::consts::PI;
    let mesh = bowl(16, 0.3, 0.1);
    check("bowl", &mesh, 1, 1);
    check("least bowl", &bowl(0, 1.0, 0.2), 1, 1);
    assert_eq!(mesh.positions.len(), 1 + 3 * 16 * 17);
    let (low, high) = mesh.bounds();
    assert!((low.y + 0.05).abs() < 1e-6 && (high.y - 0.05).abs() < 1e-6);
    assert!((high.x - 0.15).abs() < 1e-6);
    // The area of a cap: π (r² + d²).
    assert!((mesh.area() / (PI * (0.15 * 0.15 + 0.1 * 0.1)) - 1.0).abs() < 0.01, "{}", mesh.area());
    assert!(smallest_angle(&mesh) > 35.0, "{}", smallest_angle(&mesh));
    let centre = Vec3::new(0.0, -0.05 + 0.1625, 0.0);
    for &triangle in &mesh.triangles {
        let middle = triangle.map(|v| mesh.positions[v as usize]).iter().sum::<Vec3>() / 3.0;
        assert!(normal(&mesh, triangle).dot(middle - centre) > 0.0);
    }
}

#[test]
fn leaves_are_the_same_on_both_sides_of_their_midrib() {
    for (rows, columns) in [(3, 3), (20, 9), (41, 21)] {
        let mesh = leaf(rows, columns, 0.1, 0.2);
        let topology = check("leaf", &mesh, 1, 1);
        assert!(mesh.triangles.iter().all(|t| normal(&mesh, *t).z > 0.0));
        let mirrored = |p: &Vec3| mesh.positions.iter().any(|q| q.distance(Vec3::new(-p.x, p.y, p.z)) < 1e-6);
        assert!(mesh.positions.iter().all(mirrored));
        let midrib = mesh.positions.iter().filter(|p| p.x == 0.0).count();
        assert_eq!(midrib, rows as usize);
        let on_midrib = |v: u32| mesh.positions[v as usize].x == 0.0;
        let edges = topology.edges.iter().filter(|e| e.vertices.into_iter().all(on_midrib));
        assert_eq!(edges.count(), rows as usize - 1);
    }
    let mesh = leaf(41, 21, 0.1, 0.2);
    let (low, high) = mesh.bounds();
    assert!((high.x - low.x - 0.1).abs() < 1e-3 && smallest_angle(&mesh) > 15.0, "{}", smallest_angle(&mesh));
}

#[test]
fn rolled_sheets_keep_the_lengths_of_their_edges() {
    use std::f64::consts::TAU;
    for pattern in [Pattern::OneWay, Pattern::Alternating, Pattern::Equilateral] {
        let flat = sheet(41, 9, 0.2, 0.8, pattern, 0);
        let edges = Topology::new(&flat).edges;
        for roll in [Roll::arc(40, 0.8, 1.0), Roll::arc(40, 0.8, -0.3), Roll::spiral(40, 0.8, 2.5)] {
            let mut bent = flat.clone();
            bent.transform(|p| roll.bend(p));
            for [a, b] in edges.iter().map(|e| e.vertices.map(|v| v as usize)) {
                let length = |m: &Mesh| m.positions[a].distance(m.positions[b]);
                assert!((length(&flat) / length(&bent) - 1.0).abs() < 1e-5, "{pattern:?}");
            }
            // The first row of cells is where it was.
            let held = flat.positions.iter().zip(&bent.positions).filter(|(p, _)| p.y < -0.379);
            assert!(held.into_iter().all(|(p, q)| p.distance(*q) < 1e-6));
        }
        let mut tube = flat.clone();
        tube.transform(|p| Roll::arc(40, 0.8, 1.0).bend(p));
        let last = tube.positions.len() - 1;
        assert!(tube.positions[0].distance(tube.positions[last - 8]) < 1e-5, "a full turn closes");
        let (low, high) = tube.bounds();
        assert!((f64::from(high.z - low.z) - 0.8 / TAU * 2.0).abs() < 1e-3 && low.z > -1e-6);
    }
}

#[test]
fn layers_of_a_spiral_lie_apart() {
    let roll = Roll::spiral(300, 1.0, 3.0);
    let at = |y: f32| roll.bend(Vec3::new(0.0, y - 0.5, 0.0));
    let near = |a: f32, b: f32| at(a).distance(at(b)) > 0.2 / (3.0 * 3.0 * std::f32::consts::TAU) * 0.9;
    // A layer is 0.27 to 0.37 m long.
    for i in 0..100 {
        for j in i + 25..100 {
            assert!(near(i as f32 / 100.0, j as f32 / 100.0), "{i} {j}");
        }
    }
}

#[test]
fn plants_are_one_surface_rooted_at_the_origin() {
    for seed in 0..6 {
        let mesh = plant(seed);
        // A sphere with openings: the ground and one border per leaf.
        let topology = Topology::new(&mesh);
        let borders = topology.boundary_loops.len();
        check("plant", &mesh, 2 - borders as i64, borders);
        assert!((1500..=4000).contains(&mesh.positions.len()));
        assert!(topology.neighbors.offsets.windows(2).all(|w| w[0] < w[1]));
        let (low, high) = mesh.bounds();
        assert_eq!(low.y, 0.0);
        assert!((0.8..1.2).contains(&high.y), "{high}");
        assert!(mesh.positions[..8].iter().all(|p| p.length() < 0.03 && p.y == 0.0));
        assert_eq!(mesh, plant(seed));
    }
    assert_ne!(plant(0), plant(1));
}

#[test]
fn a_triangle_is_one() {
    let mesh = triangle(0.4, 0.3);
    check("triangle", &mesh, 1, 1);
    assert!((mesh.area() - 0.06).abs() < 1e-6 && normal(&mesh, mesh.triangles[0]).z > 0.0);
}

#[test]
fn a_shirt_has_four_openings() {
    for rows in [5, 7, 10, 16, 25, 41] {
        for seed in 0..5 {
            let (name, mesh) = (format!("shirt {rows} {seed}"), shirt(rows, 0.84, 0.7, seed));
            // A sphere with four holes.
            check(&name, &mesh, -2, 4);
            assert!(smallest_angle(&mesh) > 4.0, "{name}: {}", smallest_angle(&mesh));
            let (low, high) = mesh.bounds();
            assert!((high - low).distance(Vec3::new(0.84, 0.7, high.z - low.z)) < 1e-5, "{name}");
            // The front faces forward, the back backward.
            for t in &mesh.triangles {
                let middle: f32 = t.iter().map(|v| mesh.positions[*v as usize].z).sum();
                assert!(middle * normal(&mesh, *t).z > 0.0, "{name}: {t:?}");
            }
        }
    }
}
