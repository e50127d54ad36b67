use super::curve::Curve;
use crate::mesh::shapes::builder::Builder;
use glam::DVec3;
use std::f64::consts::TAU;

/// The vertices around a tube: as many as the border of a socket has.
pub(super) const AROUND: usize = 8;

/// A loop of vertices around an opening, counter-clockwise seen from outside.
pub(super) type Ring = [u32; AROUND];

/// Where a side shoot leaves a tube.
#[derive(Clone, Copy)]
pub(super) struct Socket {
    /// The arc length of its middle [m].
    pub(super) at: f64,
    /// The direction it faces, made perpendicular to the tube by choosing the nearest column.
    pub(super) facing: DVec3,
}

/// An opening that a shoot can grow from.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    /// The vertices of its border, which the shoot shares.
    pub(super) ring: Ring,
    /// Its middle [m].
    pub(super) middle: DVec3,
    /// The direction from the middle to the ring's first vertex.
    pub(super) first: DVec3,
    /// The direction away from the tube.
    pub(super) outward: DVec3,
    /// The radius of the tube there [m].
    pub(super) radius: f64,
}

/// A curved tube that tapers from one radius to another [m].
pub(super) struct Tube {
    pub(super) curve: Curve,
    pub(super) radii: [f64; 2],
}

/// A row of a tube: its arc length [m], and the first column of the socket whose middle it is.
struct Row {
    at: f64,
    socket: Option<usize>,
}

impl Tube {
    /// The radius at arc length `s` [m].
    pub(super) fn radius(&self, s: f64) -> f64 {
        let t = (s / self.curve.length).clamp(0.0, 1.0);
        self.radii[0] + (self.radii[1] - self.radii[0]) * t
    }

    /// Adds the tube to a mesh: from a `base`, or from an open end of its own; with `sockets` in
    /// ascending order, at least four radii apart. Gives the openings of the sockets and that of
    /// the far end.
    pub(super) fn build(
        &self,
        builder: &mut Builder,
        base: Option<&Opening>,
        sockets: &[Socket],
    ) -> (Vec<Opening>, Opening) {
        let start = self.curve.direction(0.0);
        let hint = base.map_or(DVec3::X, |opening| opening.first);
        let mut normal = hint.reject_from(start).normalize_or(DVec3::Z);
        let mut below = base.map(|opening| opening.ring);
        let mut before: Option<(Ring, usize)> = None;
        let mut openings = Vec::new();
        for row in self.rows(base.is_some(), sockets, normal) {
            // Carrying the normal along keeps the tube from twisting.
            let tangent = self.curve.direction(row.at);
            normal = normal.reject_from(tangent).normalize_or(DVec3::Z);
            let ring = self.ring(builder, &row, normal);
            if let Some(below) = below {
                let skipped = row.socket.or(before.map(|(_, column)| column));
                join(builder, below, ring, skipped);
            }
            if let Some((lowest, column)) = before {
                let middle = below.unwrap_or(ring);
                openings.push(self.opening([lowest, middle, ring], column, builder, row.at));
            }
            before = row.socket.and_then(|column| Some((below?, column)));
            below = Some(ring);
        }
        let end = self.end(below, normal);
        (openings, end)
    }

    /// The rows: three at each socket, and as many between as keep the quads from becoming long.
    fn rows(&self, has_base: bool, sockets: &[Socket], normal: DVec3) -> Vec<Row> {
        let length = self.curve.length;
        let mut rows = Vec::new();
        let mut last = 0.0;
        if !has_base {
            rows.push(Row { at: 0.0, socket: None });
        }
        let mut fill = |rows: &mut Vec<Row>, to: f64| {
            let spacing = 2.4 * self.radius((last + to) / 2.0);
            let count = ((to - last) / spacing).round().max(1.0);
            for i in 1..=count as usize {
                let at = last + (to - last) * i as f64 / count;
                rows.push(Row { at, socket: None });
            }
            last = to;
        };
        for socket in sockets {
            let half = 0.9 * self.radius(socket.at);
            fill(&mut rows, socket.at - half);
            fill(&mut rows, socket.at);
            if let Some(row) = rows.last_mut() {
                row.socket = Some(self.column(socket, normal));
            }
            fill(&mut rows, socket.at + half);
        }
        fill(&mut rows, length);
        rows
    }

    /// The first of the three columns whose middle one faces the socket's direction best.
    fn column(&self, socket: &Socket, mut normal: DVec3) -> usize {
        let steps = 16;
        for i in 0..=steps {
            let tangent = self.curve.direction(socket.at * f64::from(i) / f64::from(steps));
            normal = normal.reject_from(tangent).normalize_or(DVec3::Z);
        }
        let side = self.curve.direction(socket.at).cross(normal);
        let angle = socket.facing.dot(side).atan2(socket.facing.dot(normal));
        let middle = (angle / TAU * AROUND as f64).round() as i64;
        (middle - 1).rem_euclid(AROUND as i64) as usize
    }

    /// Adds the vertices of a row, without the one in the middle of a socket.
    fn ring(&self, builder: &mut Builder, row: &Row, normal: DVec3) -> Ring {
        let tangent = self.curve.direction(row.at);
        let side = tangent.cross(normal);
        let (centre, radius) = (self.curve.point(row.at), self.radius(row.at));
        let missing = row.socket.map(|column| (column + 1) % AROUND);
        std::array::from_fn(|k| {
            if missing == Some(k) {
                return u32::MAX;
            }
            let (sin, cos) = (TAU * k as f64 / AROUND as f64).sin_cos();
            builder.vertex_f64(centre + (normal * cos + side * sin) * radius)
        })
    }

    /// The opening between three rows, counter-clockwise from its lower right.
    fn opening(&self, rows: [Ring; 3], column: usize, builder: &Builder, at: f64) -> Opening {
        let [lower, middle, upper] = rows;
        let [a, b, c] = [column, column + 1, column + 2].map(|k| k % AROUND);
        let ring = [lower[a], lower[b], lower[c], middle[c], upper[c], upper[b], upper[a], middle[a]];
        let positions = ring.map(|v| builder.position(v));
        let centre = positions.iter().sum::<DVec3>() / AROUND as f64;
        let radius = self.radius(at);
        let axis = self.curve.point(at - 0.9 * radius);
        Opening {
            ring,
            middle: centre,
            first: positions[0] - centre,
            outward: (centre - axis).normalize_or(DVec3::X),
            radius,
        }
    }

    /// The opening at the far end, whose first vertex lies along `normal`.
    fn end(&self, ring: Option<Ring>, normal: DVec3) -> Opening {
        let length = self.curve.length;
        Opening {
            ring: ring.unwrap_or_default(),
            middle: self.curve.point(length),
            first: normal,
            outward: self.curve.direction(length),
            radius: self.radius(length),
        }
    }
}

/// Quads between two rings, without the two cells that a socket leaves open.
fn join(builder: &mut Builder, below: Ring, above: Ring, socket: Option<usize>) {
    for k in 0..AROUND {
        let next = (k + 1) % AROUND;
        let open = socket.is_some_and(|column| k == column || k == (column + 1) % AROUND);
        if !open {
            builder.quad([below[k], below[next], above[next], above[k]]);
        }
    }
}
