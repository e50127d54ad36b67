use super::builder::Builder;
use super::irregular::relax;
use super::random::Random;
use crate::mesh::Mesh;
use glam::{DVec2, DVec3};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::f64::consts::FRAC_PI_2;

type Point = Point2<f64>;

/// Corners of the right half of a panel, from the hem to the neck: along x by the width, along y by the height, and whether
/// the edge to the next one is sewn to the other panel.
const CORNERS: [([f64; 2], bool); 7] = [
    ([0.27, 0.0], true),
    ([0.26, 0.62], true),
    ([0.37, 0.48], false),
    ([0.5, 0.66], true),
    ([0.25, 0.94], true),
    ([0.09, 1.0], false),
    ([0.05, 0.945], false),
];
/// The middle of the neck, along y by the height.
const NECK: f64 = 0.93;
/// How far a panel stands off the plane of its seams, and how far from a seam it does so: of the trunk and of a sleeve, by the
/// width.
const DEPTH: [f64; 2] = [0.19, 0.1];
const ROUND: [f64; 2] = [0.145, 0.095];
/// Where along x the trunk ends and the sleeve begins, by the width.
const ARMHOLE: [f64; 2] = [0.2, 0.33];
/// How far a point strays from its place in the grid, in cells.
const JITTER: f64 = 0.4;
/// How far points inside are from the outline at least, in cells.
const MARGIN: f64 = 0.55;
/// Twice the area of a sliver at most, in squares of cells.
const FLAT: f64 = 1e-6;
const RELAXATIONS: usize = 3;

/// A shirt with short sleeves, upright, its front towards +z: two T-shaped panels that are sewn together at the shoulders, the
/// sides and under the sleeves, and stand apart between. `width` [m] is from cuff to cuff, `height` [m] has `rows` vertices along
/// it (at least 5); each panel is cut into triangles at random.
pub fn shirt(rows: u32, width: f32, height: f32, seed: u64) -> Mesh {
    let cut = Cut::new(rows.max(5), width.into(), height.into());
    let mut builder = Builder::default();
    let mut sewn: Vec<u32> = Vec::new();
    for (side, seed) in [(1.0, seed), (-1.0, seed.wrapping_add(1))] {
        let panel = cut.panel(seed);
        let mut vertices = Vec::with_capacity(panel.points.len());
        for (i, point) in panel.points.iter().enumerate() {
            let seam = cut.outline.get(i).is_some_and(|(_, seam)| *seam);
            let first = sewn.get(i).copied().filter(|_| seam);
            vertices.push(first.unwrap_or_else(|| {
                let depth = if seam { 0.0 } else { side * cut.depth(*point) };
                builder.vertex_f64(DVec3::new(point.x, point.y - 0.5 * cut.size.y, depth))
            }));
        }
        for [a, b, c] in panel.triangles {
            let corners = if side > 0.0 { [a, b, c] } else { [a, c, b] };
            builder.triangle(corners.map(|v| vertices[v as usize]));
        }
        sewn = vertices;
    }
    builder.finish()
}

/// What both panels have in common.
struct Cut {
    size: DVec2,
    /// Distance of vertices [m].
    cell: f64,
    /// The vertices of the outline, counterclockwise, and whether they are on a seam.
    outline: Vec<(DVec2, bool)>,
    /// The seams of the right half.
    seams: Vec<[DVec2; 2]>,
}

/// The points of a panel, those of the outline first, and its triangles.
struct Panel {
    points: Vec<DVec2>,
    triangles: Vec<[u32; 3]>,
}

impl Cut {
    fn new(rows: u32, width: f64, height: f64) -> Self {
        let size = DVec2::new(width, height);
        let cell = height / f64::from(rows - 1);
        let mut corners: Vec<(DVec2, bool)> =
            CORNERS.iter().map(|(p, sewn)| (DVec2::from_array(*p) * size, *sewn)).collect();
        let seams =
            (corners.windows(2).filter(|pair| pair[0].1)).map(|pair| [pair[0].0, pair[1].0]).collect();
        corners.push((DVec2::new(0.0, NECK) * size, false));
        // The left half is the right one's mirror image; an edge is sewn there as it is here.
        for k in (0..CORNERS.len()).rev() {
            let sewn = k > 0 && CORNERS[k - 1].1;
            corners.push((corners[k].0 * DVec2::new(-1.0, 1.0), sewn));
        }
        let mut outline = Vec::new();
        for (k, (from, sewn)) in corners.iter().enumerate() {
            let ((to, _), (_, before)) =
                (corners[(k + 1) % corners.len()], corners[(k + corners.len() - 1) % corners.len()]);
            // An opening has a vertex of its own in each panel.
            let least = if *sewn { 1.0 } else { 2.0 };
            let parts = (from.distance(to) / cell).round().max(least) as u32;
            for i in 0..parts {
                let seam = *sewn || (i == 0 && before);
                outline.push((from.lerp(to, f64::from(i) / f64::from(parts)), seam));
            }
        }
        Self { size, cell, outline, seams }
    }

    /// How far the panel stands off the plane of its seams [m].
    fn depth(&self, point: DVec2) -> f64 {
        let right = DVec2::new(point.x.abs(), point.y);
        let from_seam = self.seams.iter().map(|s| distance(right, *s)).fold(f64::INFINITY, f64::min);
        let t = ((right.x / self.size.x - ARMHOLE[0]) / (ARMHOLE[1] - ARMHOLE[0])).clamp(0.0, 1.0);
        let blend =
            |[trunk, sleeve]: [f64; 2]| self.size.x * (trunk + (sleeve - trunk) * t * t * (3.0 - 2.0 * t));
        blend(DEPTH) * (FRAC_PI_2 * (from_seam / blend(ROUND)).min(1.0)).sin()
    }

    /// Scatters points over a panel and joins them.
    fn panel(&self, seed: u64) -> Panel {
        let border = self.outline.len();
        let mut points: Vec<Point> = self.outline.iter().map(|(p, _)| Point::new(p.x, p.y)).collect();
        let mut random = Random::new(seed);
        let cells = (self.size / self.cell).ceil();
        for row in 0..=cells.y as u32 {
            for column in 0..=cells.x as u32 {
                let stray = DVec2::new(random.between(-JITTER, JITTER), random.between(-JITTER, JITTER));
                let place = DVec2::new(f64::from(column), f64::from(row)) + stray;
                let point = self.cell * place - DVec2::new(0.5 * self.size.x, 0.0);
                if self.contains(point) && self.to_outline(point) > MARGIN * self.cell {
                    points.push(Point::new(point.x, point.y));
                }
            }
        }
        for _ in 0..RELAXATIONS {
            let triangles = self.join(&points);
            relax(&mut points, border, &triangles);
        }
        let triangles = self.join(&points);
        let mut panel = Panel { points: points.iter().map(|p| DVec2::new(p.x, p.y)).collect(), triangles };
        self.part(&mut panel);
        panel
    }

    /// The triangles over the points that are inside the outline, in an order that depends on nothing else.
    fn join(&self, points: &[Point]) -> Vec<[u32; 3]> {
        let border = self.outline.len();
        let edges = (0..border).map(|i| [i, (i + 1) % border]).collect();
        let Ok(joined) = ConstrainedDelaunayTriangulation::<Point>::bulk_load_cdt(points.to_vec(), edges)
        else {
            // Only coordinates that are not finite are refused: they have no triangles.
            return Vec::new();
        };
        let corners = joined.inner_faces().map(|face| face.vertices().map(|v| v.index() as u32));
        let inside = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| DVec2::new(points[v as usize].x, points[v as usize].y));
            // Vertices on one line of the outline may have slivers between them.
            let flat = (b - a).perp_dot(c - a) < FLAT * self.cell * self.cell;
            !flat && self.contains((a + b + c) / 3.0)
        };
        let mut triangles: Vec<[u32; 3]> = corners.filter(inside).collect();
        for triangle in &mut triangles {
            let lowest = (0..3).min_by_key(|&k| triangle[k]).unwrap_or(0);
            triangle.rotate_left(lowest);
        }
        triangles.sort_unstable();
        triangles
    }

    /// Cuts edges that go from seam to seam through the inside in two: the other panel may have the same ones.
    fn part(&self, panel: &mut Panel) {
        let border = self.outline.len() as u32;
        let crosses = |a: u32, b: u32| {
            let seam = |v: u32| self.outline.get(v as usize).is_some_and(|(_, seam)| *seam);
            let apart = a.abs_diff(b);
            seam(a) && seam(b) && apart != 1 && apart != border - 1
        };
        let across = |t: &[u32; 3]| (0..3).map(|k| (t[k], t[(k + 1) % 3])).find(|&(a, b)| crosses(a, b));
        while let Some((a, b)) = panel.triangles.iter().find_map(across) {
            let middle = panel.points.len() as u32;
            panel.points.push(panel.points[a as usize].midpoint(panel.points[b as usize]));
            let has = |t: &[u32; 3]| t.contains(&a) && t.contains(&b);
            let (cut, mut kept): (Vec<_>, Vec<_>) = panel.triangles.drain(..).partition(has);
            for t in cut {
                for end in [a, b] {
                    kept.push(t.map(|v| if v == end { middle } else { v }));
                }
            }
            panel.triangles = kept;
        }
    }

    fn sides(&self) -> impl Iterator<Item = [DVec2; 2]> {
        let next = self.outline.iter().cycle().skip(1);
        self.outline.iter().zip(next).map(|((a, _), (b, _))| [*a, *b])
    }

    fn contains(&self, p: DVec2) -> bool {
        let crossed = |[a, b]: &[DVec2; 2]| {
            (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
        };
        self.sides().filter(crossed).count() % 2 == 1
    }

    fn to_outline(&self, p: DVec2) -> f64 {
        self.sides().map(|side| distance(p, side)).fold(f64::INFINITY, f64::min)
    }
}

/// From a point to a segment [m].
fn distance(p: DVec2, [a, b]: [DVec2; 2]) -> f64 {
    let along = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
    p.distance(a.lerp(b, along))
}
