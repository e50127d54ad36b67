use super::{builder::Builder, random::Random};
use crate::mesh::Mesh;
use glam::Vec3;
use spade::{DelaunayTriangulation, Point2, Triangulation};

/// How far a point strays from its place in the grid, in cells.
const JITTER: f64 = 0.45;
/// How often the points move to the middle of their triangles.
const RELAXATIONS: usize = 3;

/// A point of the plane [m].
pub(super) type Point = Point2<f64>;

/// A Delaunay triangulation of a rectangle with evenly spaced border and random interior points.
pub(super) fn irregular(rows: u32, columns: u32, width: f32, height: f32, seed: u64) -> Mesh {
    let grid = Grid { rows: rows as usize, columns: columns as usize };
    let (mut points, border) = grid.scatter(width.into(), height.into(), seed);
    let triangles = delaunay(&points);
    for _ in 0..RELAXATIONS {
        relax(&mut points, border, &triangles);
    }
    let mut builder = Builder::default();
    for point in &points {
        builder.vertex(Vec3::new(point.x as f32, point.y as f32, 0.0));
    }
    for triangle in delaunay(&points) {
        builder.triangle(triangle);
    }
    builder.finish()
}

/// The grid that the points stray from, row by row.
struct Grid {
    rows: usize,
    columns: usize,
}

impl Grid {
    fn is_border(&self, index: usize) -> bool {
        let (r, c) = (index / self.columns, index % self.columns);
        r == 0 || c == 0 || r + 1 == self.rows || c + 1 == self.columns
    }

    /// The points of the border, then those inside, moved at random; and how many are on the border.
    fn scatter(&self, width: f64, height: f64, seed: u64) -> (Vec<Point>, usize) {
        let mut random = Random::new(seed);
        let mut point = |index: usize| {
            let stray = if self.is_border(index) { 0.0 } else { JITTER };
            let across = (index % self.columns) as f64 + random.between(-stray, stray);
            let down = (index / self.columns) as f64 + random.between(-stray, stray);
            let x = (across / (self.columns - 1) as f64 - 0.5) * width;
            let y = (0.5 - down / (self.rows - 1) as f64) * height;
            Point::new(x, y)
        };
        let (border, inside): (Vec<usize>, Vec<usize>) =
            (0..self.rows * self.columns).partition(|&index| self.is_border(index));
        let points = border.iter().chain(&inside).map(|&index| point(index)).collect();
        (points, border.len())
    }
}

/// Moves each point inside to the centre of its triangles, weighted by their areas: the cheap
/// relative of Lloyd's step, which evens out the angles.
pub(super) fn relax(points: &mut [Point], border: usize, triangles: &[[u32; 3]]) {
    let mut sums = vec![[0.0f64; 3]; points.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|v| points[v as usize]);
        let area = ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs();
        for &v in triangle {
            let sum = &mut sums[v as usize];
            sum[0] += area * (a.x + b.x + c.x) / 3.0;
            sum[1] += area * (a.y + b.y + c.y) / 3.0;
            sum[2] += area;
        }
    }
    for (point, [x, y, area]) in points.iter_mut().zip(sums).skip(border) {
        if area > 0.0 {
            *point = Point::new(x / area, y / area);
        }
    }
}

/// The triangles over the points, in an order that depends on nothing else. The border of a
/// rectangle is the hull of the points, so that it needs no constraints to appear.
pub(super) fn delaunay(points: &[Point]) -> Vec<[u32; 3]> {
    let Ok(triangulation) = DelaunayTriangulation::<Point>::bulk_load_stable(points.to_vec()) else {
        // Only coordinates that are not finite are refused: they have no triangles.
        return Vec::new();
    };
    let corners = triangulation.inner_faces().map(|face| face.vertices().map(|v| v.index() as u32));
    let mut triangles: Vec<[u32; 3]> = corners.collect();
    for triangle in &mut triangles {
        let lowest = (0..3).min_by_key(|&k| triangle[k]).unwrap_or(0);
        triangle.rotate_left(lowest);
    }
    triangles.sort_unstable();
    triangles
}
