use super::{builder::Builder, random::Random};
use crate::mesh::Mesh;
use glam::Vec3;
use spade::{DelaunayTriangulation, Point2, Triangulation};

/// How far a point strays from its place in the grid, in cells.
const JITTER: f64 = 0.45;
/// How often the points move to the middle of their triangles.
const RELAXATIONS: usize = 3;

type Points = Vec<Point2<f64>>;

/// A Delaunay triangulation of a rectangle with evenly spaced border and random interior points.
pub(super) fn irregular(rows: u32, columns: u32, width: f32, height: f32, seed: u64) -> Mesh {
    let (mut points, fixed) = scatter(rows, columns, width.into(), height.into(), seed);
    for _ in 0..RELAXATIONS {
        relax(&mut points, fixed);
    }
    let mut builder = Builder::default();
    for point in &points {
        builder.vertex(Vec3::new(point.x as f32, point.y as f32, 0.0));
    }
    for triangle in delaunay(&points) {
        builder.triangle(triangle.map(|v| v as u32));
    }
    builder.finish()
}

/// The points of the border, then those inside; and how many are on the border.
fn scatter(rows: u32, columns: u32, width: f64, height: f64, seed: u64) -> (Points, usize) {
    let mut random = Random::new(seed);
    let mut border = Points::new();
    let mut inside = Points::new();
    for r in 0..rows {
        for c in 0..columns {
            let on_border = r == 0 || c == 0 || r == rows - 1 || c == columns - 1;
            let stray = if on_border { 0.0 } else { JITTER };
            let across = f64::from(c) + random.between(-stray, stray);
            let down = f64::from(r) + random.between(-stray, stray);
            let x = (across / f64::from(columns - 1) - 0.5) * width;
            let y = (0.5 - down / f64::from(rows - 1)) * height;
            let points = if on_border { &mut border } else { &mut inside };
            points.push(Point2::new(x, y));
        }
    }
    let fixed = border.len();
    border.append(&mut inside);
    (border, fixed)
}

/// The triangles over the points, in an order that depends on nothing else. The border of a
/// rectangle is the hull of the points, so that it needs no constraints to appear.
fn delaunay(points: &Points) -> Vec<[usize; 3]> {
    let Ok(triangulation) = DelaunayTriangulation::<Point2<f64>>::bulk_load_stable(points.clone()) else {
        // Only coordinates that are not finite are refused: they have no triangles.
        return Vec::new();
    };
    let faces = triangulation.inner_faces();
    let mut triangles: Vec<_> = faces
        .map(|face| face.vertices().map(|vertex| vertex.index()))
        .collect();
    for triangle in &mut triangles {
        let lowest = (0..3).min_by_key(|&k| triangle[k]).unwrap_or(0);
        triangle.rotate_left(lowest);
    }
    triangles.sort_unstable();
    triangles
}

/// Moves each free point to the centre of its triangles, weighted by their areas: the cheap
/// relative of Lloyd's step, which evens out the angles.
fn relax(points: &mut Points, fixed: usize) {
    let mut sums = vec![[0.0f64; 3]; points.len()];
    for triangle in delaunay(points) {
        let [a, b, c] = triangle.map(|v| points[v]);
        let area = ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs();
        for v in triangle {
            sums[v][0] += area * (a.x + b.x + c.x) / 3.0;
            sums[v][1] += area * (a.y + b.y + c.y) / 3.0;
            sums[v][2] += area;
        }
    }
    for (point, [x, y, area]) in points.iter_mut().zip(sums).skip(fixed) {
        if area > 0.0 {
            *point = Point2::new(x / area, y / area);
        }
    }
}
