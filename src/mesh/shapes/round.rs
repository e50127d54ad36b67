use super::builder::Builder;
use crate::mesh::{Mesh, Topology};
use glam::{DVec3, Vec3};
use std::f64::consts::TAU;

/// The finest icosphere: 2.6 million vertices.
const MAX_LEVEL: u32 = 9;

/// A disc of `diameter` [m] in the xy plane, facing +z: a centre vertex, then `rings` circles
/// (at least 1) of `around` vertices (at least 3), from the inside out.
pub fn disc(rings: u32, around: u32, diameter: f32) -> Mesh {
    let (rings, around) = (rings.max(1), around.max(3));
    let mut builder = Builder::default();
    let centre = builder.vertex(Vec3::ZERO);
    for ring in 1..=rings {
        let radius = f64::from(diameter) / 2.0 * f64::from(ring) / f64::from(rings);
        for k in 0..around {
            let (sin, cos) = angle(k, around).sin_cos();
            builder.vertex_f64(DVec3::new(cos, sin, 0.0) * radius);
        }
    }
    let index = |ring: u32, k: u32| 1 + ring * around + k % around;
    for k in 0..around {
        builder.triangle([centre, index(0, k), index(0, k + 1)]);
    }
    for ring in 1..rings {
        for k in 0..around {
            let [inner, outer] = [ring - 1, ring].map(|r| [index(r, k), index(r, k + 1)]);
            builder.quad([inner[0], outer[0], outer[1], inner[1]]);
        }
    }
    builder.finish()
}

/// An open tube about the y axis, centred at the origin, facing outward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tube {
    /// Circles of vertices, at least 2; row 0 is at the top.
    pub rows: u32,
    /// Vertices of a circle, at least 3.
    pub around: u32,
    /// Diameter at the bottom [m].
    pub diameter: f32,
    /// Height [m].
    pub height: f32,
    /// Diameter at the top by that at the bottom.
    pub taper: f32,
    /// Whether every second circle is turned by half an edge, so that there are triangles instead of quads.
    pub shifted: bool,
}

/// The tube as a mesh.
pub fn cylinder(tube: &Tube) -> Mesh {
    let (rows, around) = (tube.rows.max(2), tube.around.max(3));
    let (radius, height, taper) =
        (f64::from(tube.diameter) / 2.0, f64::from(tube.height), f64::from(tube.taper));
    let shifted = |r: u32| tube.shifted && r % 2 == 1;
    let mut builder = Builder::default();
    for r in 0..rows {
        let down = f64::from(r) / f64::from(rows - 1);
        let (y, radius) = ((0.5 - down) * height, radius * (taper + (1.0 - taper) * down));
        let turn = if shifted(r) { angle(1, 2 * around) } else { 0.0 };
        for k in 0..around {
            let (sin, cos) = (angle(k, around) + turn).sin_cos();
            builder.vertex_f64(DVec3::new(sin * radius, y, cos * radius));
        }
    }
    let index = |r: u32, k: u32| r * around + k % around;
    for r in 0..rows - 1 {
        for k in 0..around {
            let [[a, b], [c, d]] = [r, r + 1].map(|r| [index(r, k), index(r, k + 1)]);
            if !tube.shifted {
                builder.quad([a, c, d, b]);
            } else if shifted(r) {
                builder.triangle([a, c, d]);
                builder.triangle([a, d, b]);
            } else {
                builder.triangle([a, c, b]);
                builder.triangle([b, c, d]);
            }
        }
    }
    builder.finish()
}

/// A bowl about the y axis, centred at the origin, facing outward: the cap of a sphere, `diameter` [m] across its rim, which is on
/// top, and `depth` [m] deep. A vertex at the bottom, then `rings` rings (at least 1) of 6, 12, 18 … vertices.
pub fn bowl(rings: u32, diameter: f32, depth: f32) -> Mesh {
    let rings = rings.max(1);
    let (rim, depth) = (f64::from(diameter) / 2.0, f64::from(depth));
    let radius = (rim * rim + depth * depth) / (2.0 * depth);
    let opening = 2.0 * (depth / rim).atan();
    let mut builder = Builder::default();
    builder.vertex_f64(DVec3::new(0.0, -depth / 2.0, 0.0));
    for ring in 1..=rings {
        let (out, up) = (opening * f64::from(ring) / f64::from(rings)).sin_cos();
        for k in 0..6 * ring {
            let (sin, cos) = angle(k, 6 * ring).sin_cos();
            let y = radius * (1.0 - up) - depth / 2.0;
            builder.vertex_f64(DVec3::new(cos * radius * out, y, sin * radius * out));
        }
    }
    let index = |ring: u32, k: u32| if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) + k % (6 * ring) };
    for ring in 1..=rings {
        for k in 0..6 * ring {
            // Of each sixth of a ring, which has one side more than that of the ring inside.
            let (sixth, j) = (k / ring, k % ring);
            let inner = sixth * (ring - 1) + j;
            builder.triangle([index(ring - 1, inner), index(ring, k), index(ring, k + 1)]);
            if j + 1 < ring {
                builder.triangle([index(ring - 1, inner), index(ring, k + 1), index(ring - 1, inner + 1)]);
            }
        }
    }
    builder.finish()
}

/// A torus about the y axis: `diameter` [m] is that of the circle in the middle of the tube,
/// `tube_diameter` [m] that of the tube; `around` and `tube` (at least 3 each) count the vertices
/// along both.
pub fn torus(around: u32, tube: u32, diameter: f32, tube_diameter: f32) -> Mesh {
    let (around, tube) = (around.max(3), tube.max(3));
    let [major, minor] = [diameter, tube_diameter].map(|d| f64::from(d) / 2.0);
    let mut builder = Builder::default();
    for i in 0..around {
        let (sin, cos) = angle(i, around).sin_cos();
        for k in 0..tube {
            let (up, out) = angle(k, tube).sin_cos();
            let radius = major + minor * out;
            builder.vertex_f64(DVec3::new(sin * radius, minor * up, cos * radius));
        }
    }
    let index = |i: u32, k: u32| (i % around) * tube + k % tube;
    for i in 0..around {
        for k in 0..tube {
            let [here, next] = [i, i + 1].map(|i| [index(i, k), index(i, k + 1)]);
            builder.quad([here[0], next[0], next[1], here[1]]);
        }
    }
    builder.finish()
}

/// A sphere of `diameter` [m]: an icosahedron cut into four `level` times (at most 9), with
/// `10 · 4^level + 2` vertices.
pub fn icosphere(level: u32, diameter: f32) -> Mesh {
    let mut mesh = icosahedron();
    for _ in 0..level.min(MAX_LEVEL) {
        mesh = split(&mesh);
    }
    mesh.transform(|p| p.normalize() * (diameter / 2.0));
    mesh
}

fn angle(k: u32, count: u32) -> f64 {
    TAU * f64::from(k) / f64::from(count)
}

fn icosahedron() -> Mesh {
    let g = f32::midpoint(1.0, 5f32.sqrt());
    let signs = [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    let mut builder = Builder::default();
    for (a, b) in signs {
        builder.vertex(Vec3::new(a, b * g, 0.0));
    }
    for (a, b) in signs {
        builder.vertex(Vec3::new(0.0, a, b * g));
    }
    for (a, b) in signs {
        builder.vertex(Vec3::new(b * g, 0.0, a));
    }
    #[rustfmt::skip]
    let faces = [
        [0, 1, 4], [0, 6, 1], [2, 5, 3], [2, 3, 7], [4, 5, 8], [4, 10, 5], [6, 7, 11],
        [6, 9, 7], [8, 9, 0], [8, 2, 9], [10, 1, 11], [10, 11, 3], [0, 4, 8], [0, 9, 6],
        [1, 10, 4], [1, 6, 11], [2, 8, 5], [2, 7, 9], [3, 5, 10], [3, 11, 7],
    ];
    for face in faces {
        builder.triangle(face);
    }
    builder.finish()
}

/// Cuts each triangle into four at the middles of its edges and moves the new vertices to the unit
/// sphere, so that the next cut halves arcs rather than chords.
fn split(mesh: &Mesh) -> Mesh {
    let edges = Topology::new(mesh).edges;
    let first = mesh.positions.len() as u32;
    let position = |v: u32| mesh.positions[v as usize].normalize();
    let mut builder = Builder::default();
    for &p in &mesh.positions {
        builder.vertex(p.normalize());
    }
    for edge in &edges {
        let [a, b] = edge.vertices.map(position);
        builder.vertex((a + b).normalize());
    }
    let middle = |a: u32, b: u32| {
        let key = [a.min(b), a.max(b)];
        first + edges.partition_point(|edge| edge.vertices < key) as u32
    };
    for &[a, b, c] in &mesh.triangles {
        let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
        builder.triangle([a, ab, ca]);
        builder.triangle([ab, b, bc]);
        builder.triangle([ca, bc, c]);
        builder.triangle([ab, bc, ca]);
    }
    builder.finish()
}
