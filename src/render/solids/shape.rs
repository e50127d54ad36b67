//! The surface of each shape, in the body's own axes.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::{Vec2, Vec3, vec2, vec3};

use crate::bodies::Pose;
use crate::mesh::{Mesh, shapes};
use crate::scene::{Body, BodyShape};

/// How far a polygon may be from the round surface, in radii of the stage: a fifth of a pixel where
/// the stage fills a picture of a thousand.
const TOLERANCE: f32 = 4e-4;
/// The edges of flat faces, in radii of the stage: light from all around is worked out per vertex.
const CELL: f32 = 0.04;
/// The largest count of edges along a side or around an axis.
const MOST_EDGES: u32 = 192;
/// Half the width of a half-space's slab and its thickness, in radii of the stage.
const SLAB: (f32, f32) = (2.4, 0.06);

/// A ball around all that a picture is about. Surfaces are as fine as its size asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stage {
    /// The middle [m].
    pub centre: Vec3,
    /// [m]
    pub radius: f32,
}

impl Stage {
    /// The ball around the box around the finite ones of some points [m].
    pub fn around(points: &[Vec3]) -> Self {
        let (low, high) = crate::render::camera::bounds(points).unwrap_or((-Vec3::ONE, Vec3::ONE));
        Self { centre: 0.5 * (low + high), radius: (0.5 * low.distance(high)).max(1e-6) }
    }

    /// How many edges make a circle of `radius` [m] look round.
    fn around_count(&self, radius: f32) -> u32 {
        // A chord over the angle 2a is r (1 − cos a) ≈ r a² / 2 from the arc.
        let half = (2.0 * TOLERANCE * self.radius / radius.max(1e-9)).sqrt();
        ((PI / half).ceil() as u32).clamp(24, MOST_EDGES)
    }

    /// How many edges a flat side of `length` [m] has.
    fn along_count(&self, length: f32) -> u32 {
        ((length / (CELL * self.radius)).ceil() as u32).clamp(1, MOST_EDGES)
    }
}

/// The surface of a body in its own axes, closed and facing outward; `mesh` is that of the shapes
/// `mesh` and `rabbit`, before the body's scale. A half-space has a slab that is wide enough for the
/// stage.
pub fn surface(body: &Body, mesh: Option<&Mesh>, stage: &Stage) -> Mesh {
    let [radius, tube, length] = [body.radius, body.tube, body.length].map(|v| v as f32);
    match body.shape {
        BodyShape::Sphere => capsule(radius, 0.0, stage),
        BodyShape::Capsule => capsule(radius, length, stage),
        BodyShape::Cylinder => cylinder(radius, length, stage),
        BodyShape::Torus => {
            let (around, across) = (stage.around_count(radius + tube), stage.around_count(tube));
            shapes::torus(around, across, 2.0 * radius, 2.0 * tube)
        }
        BodyShape::Box => cuboid(0.5 * Vec3::from(body.size.map(|v| v as f32)), stage),
        BodyShape::HalfSpace => slab(&Pose::start(body), stage),
        BodyShape::Mesh | BodyShape::Rabbit => {
            let mut mesh = mesh.cloned().unwrap_or_default();
            mesh.transform(|p| p * body.scale as f32);
            mesh
        }
    }
}

/// Whether a body is a half-space as level as the ground; with a ground's height [m], also as high.
pub fn is_level(body: &Body, ground: Option<f32>) -> bool {
    let placed = Pose::start(body);
    let up = placed.rotation * Vec3::Y;
    let height = ground.unwrap_or(placed.position.y);
    body.shape == BodyShape::HalfSpace && up.y > 1.0 - 1e-6 && (placed.position.y - height).abs() < 1e-5
}

/// A slab below a half-space's plane, under the middle of the stage.
fn slab(placed: &Pose, stage: &Stage) -> Mesh {
    let half = vec3(SLAB.0, 0.5 * SLAB.1, SLAB.0) * stage.radius;
    let middle = placed.undo(stage.centre).with_y(-half.y);
    let mut mesh = cuboid(half, stage);
    mesh.transform(|p| p + middle);
    mesh
}

/// A box between `-half` and `half` [m].
fn cuboid(half: Vec3, stage: &Stage) -> Mesh {
    let mut mesh = Mesh::default();
    for [out, right, up] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(|axes| axes.map(|i| Vec3::AXES[i])) {
        for (out, right) in [(out, right), (-out, -right)] {
            mesh.append(&face(half * out, half * right, half * up, stage));
        }
    }
    mesh
}

/// A rectangle around `middle` that reaches by `right` and `up` [m] to both sides.
fn face(middle: Vec3, right: Vec3, up: Vec3, stage: &Stage) -> Mesh {
    let [columns, rows] = [right, up].map(|side| stage.along_count(2.0 * side.length()));
    let place = |i: u32, count: u32| 2.0 * i as f32 / count as f32 - 1.0;
    let vertex = |row, column| middle + right * place(column, columns) + up * place(row, rows);
    let rows = (0..=rows).map(|row| (0..=columns).map(|column| vertex(row, column)).collect());
    woven(&rows.collect::<Vec<Vec<Vec3>>>(), false)
}

/// A cylinder with round ends, whose centres are `length` [m] apart along y; a sphere without length.
fn capsule(radius: f32, length: f32, stage: &Stage) -> Mesh {
    let quarter = stage.around_count(radius).div_ceil(4);
    let arc = |i: u32| {
        let (up, out) = (FRAC_PI_2 * (1.0 - i as f32 / quarter as f32)).sin_cos();
        vec2(radius * if i == 0 { 0.0 } else { out }, radius * up)
    };
    let upper: Vec<Vec2> = (0..=quarter).map(|i| arc(i) + vec2(0.0, 0.5 * length)).collect();
    let lower = upper.iter().rev().skip(usize::from(length <= 0.0)).map(|p| vec2(p.x, -p.y));
    turned(&[upper.clone(), lower.collect()], radius, stage)
}

fn cylinder(radius: f32, length: f32, stage: &Stage) -> Mesh {
    let top = 0.5 * length;
    turned(
        &[vec![vec2(0.0, top), vec2(radius, top)], vec![vec2(radius, -top), vec2(0.0, -top)]],
        radius,
        stage,
    )
}

/// The surface that a profile sweeps about y; profiles are of (distance from y, y) [m], downward.
/// Long straight parts get rows of their own.
fn turned(parts: &[Vec<Vec2>], radius: f32, stage: &Stage) -> Mesh {
    let corners = parts.concat();
    let mut profile = vec![corners[0]];
    for pair in corners.windows(2) {
        let count = stage.along_count(pair[0].distance(pair[1]));
        profile.extend((1..=count).map(|i| pair[0].lerp(pair[1], i as f32 / count as f32)));
    }
    let around = stage.around_count(radius);
    let ring = |p: &Vec2| {
        let point = |k: u32| {
            let (sine, cosine) = (2.0 * PI * k as f32 / around as f32).sin_cos();
            vec3(p.x * sine, p.y, p.x * cosine)
        };
        (0..around).map(point).collect()
    };
    let rings: Vec<Vec<Vec3>> = profile.iter().rev().map(ring).collect();
    woven(&rings, true)
}

/// Quads between rows of vertices, facing to where rows run to the right and follow upward; `closed`
/// rows run into themselves. Where an edge has no length, a triangle is left of a quad.
fn woven(rows: &[Vec<Vec3>], closed: bool) -> Mesh {
    let columns = rows[0].len();
    let mut mesh = Mesh { positions: rows.concat(), ..Mesh::default() };
    let cells = if closed { columns } else { columns - 1 };
    for row in 1..rows.len() {
        for k in 0..cells {
            let [low, high] =
                [row - 1, row].map(|row| [k, (k + 1) % columns].map(|k| (row * columns + k) as u32));
            for triangle in [[low[0], low[1], high[1]], [low[0], high[1], high[0]]] {
                let [a, b, c] = triangle.map(|v| mesh.positions[v as usize]);
                if a != b && b != c && c != a {
                    mesh.triangles.push(triangle);
                    mesh.polygons.push(((row - 1) * cells + k) as u32);
                }
            }
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    const STAGE: Stage = Stage { centre: Vec3::ZERO, radius: 0.5 };

    fn made(shape: BodyShape) -> Mesh {
        let body =
            Body { shape, radius: 0.2, tube: 0.05, length: 0.3, size: [0.1, 0.2, 0.4], ..Body::default() };
        surface(&body, None, &STAGE)
    }

    #[test]
    fn surfaces_have_their_volumes_and_face_outward() {
        let ball = PI * 0.2f64.powi(3) * 4.0 / 3.0;
        let tube = PI * 0.2f64.powi(2) * 0.3;
        let volumes = [
            (BodyShape::Sphere, ball),
            (BodyShape::Box, 0.008),
            (BodyShape::Capsule, ball + tube),
            (BodyShape::Cylinder, tube),
            (BodyShape::Torus, 2.0 * PI * PI * 0.2 * 0.05f64.powi(2)),
        ];
        for (shape, volume) in volumes {
            let made = made(shape).volume();
            assert!((made / volume - 1.0).abs() < 0.02, "{shape:?}: {made} {volume}");
        }
    }

    #[test]
    fn round_surfaces_are_close_to_their_shape() {
        let mesh = made(BodyShape::Sphere);
        for &triangle in &mesh.triangles {
            let middle: Vec3 = triangle.iter().map(|&v| mesh.positions[v as usize] / 3.0).sum();
            assert!((0.2 - middle.length()).abs() < 3.0 * TOLERANCE * STAGE.radius);
        }
        assert!(mesh.triangles.len() < 20_000, "{}", mesh.triangles.len());
    }

    #[test]
    fn a_slab_is_below_its_plane_and_under_the_stage() {
        let rotation = [0.0, 0.0, 30.0];
        let body =
            Body { shape: BodyShape::HalfSpace, rotation, position: [3.0, 0.0, 0.0], ..Body::default() };
        let (low, high) = surface(&body, None, &STAGE).bounds();
        assert!(high.y.abs() < 1e-6);
        let placed = Pose::start(&body);
        let middle = placed.point(0.5 * (low + high).with_y(0.0));
        let normal = placed.rotation * Vec3::Y;
        assert!((middle - STAGE.centre).cross(normal).length() < 1e-4, "{middle}");
        let flat = Body { rotation: [0.0; 3], ..body.clone() };
        assert!(is_level(&flat, Some(0.0)) && is_level(&flat, None) && !is_level(&body, None));
        assert!(!is_level(&flat, Some(0.2)));
    }

    #[test]
    fn odd_sizes_do_no_harm() {
        for radius in [0.0, 1e-12, 1e9] {
            for shape in [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Cylinder, BodyShape::Torus] {
                surface(&Body { shape, radius, ..Body::default() }, None, &STAGE);
            }
        }
    }
}
