use super::{
    curve::Curve,
    tube::{AROUND, Opening},
};
use crate::mesh::shapes::builder::Builder;
use glam::DVec3;

/// Where the rows of a blade are, from 0 at the stalk to 1 at the tip, and their vertices.
const ROWS: [(f64, usize); 11] = [
    (0.025, 5),
    (0.075, 5),
    (0.145, 9),
    (0.235, 9),
    (0.34, 9),
    (0.46, 9),
    (0.58, 9),
    (0.70, 9),
    (0.81, 5),
    (0.91, 3),
    (1.0, 1),
];

/// The blade of a leaf: one curved sheet with a crease along its middle.
pub(super) struct Blade {
    /// The direction that the leaf ends in.
    pub(super) toward: DVec3,
    /// The length along the middle [m].
    pub(super) length: f64,
    /// Half the largest width [m].
    pub(super) half_width: f64,
    /// How much the margin waves, as a fraction of the half width.
    pub(super) wave: f64,
}

impl Blade {
    /// Grows the blade out of the lower half of a stalk's end: the stalk opens into a gutter that
    /// flattens into the blade, so that stalk and blade are one surface that bends as one.
    pub(super) fn build(&self, builder: &mut Builder, stalk: &Opening) {
        let from = stalk.outward;
        let curve = Curve::new(stalk.middle, [from, self.toward], DVec3::ZERO, self.length);
        // The leaf bends in the plane of both directions, its upper side outward.
        let side = self.toward.cross(from).normalize_or(DVec3::Z);
        let up = side.cross(from);
        let mut row = lower_half(stalk, builder, up);
        for (t, count) in ROWS {
            let frame = Frame {
                origin: curve.point(t * self.length) - up * (stalk.radius * (1.0 - t)),
                side,
                up: side.cross(curve.direction(t * self.length)),
            };
            let next: Vec<u32> =
                (0..count).map(|k| builder.vertex_f64(self.point(&frame, t, across(k, count)))).collect();
            stitch(builder, &row, &next);
            row = next;
        }
    }

    /// The point at `t` along and `x` across the blade, from 1 at its right to -1 at its left.
    fn point(&self, frame: &Frame, t: f64, x: f64) -> DVec3 {
        let width = self.half_width * outline(t);
        // Folded like a gutter at the stalk, nearly flat at the tip; the margins hang a little.
        let fold = 0.25 + 0.85 * (1.0 - t).powi(5);
        let ripple = self.wave * (t * 15.0 + x).sin() * x * x;
        let height = fold * x.abs() - 0.18 * x * x + ripple;
        frame.origin + frame.side * (x * width) + frame.up * (height * width)
    }
}

struct Frame {
    origin: DVec3,
    side: DVec3,
    up: DVec3,
}

/// The half width at `t` as a fraction of the largest: broadest below the middle, with a point.
fn outline(t: f64) -> f64 {
    let (rise, fall) = (0.95, 1.15);
    let peak: f64 = rise / (rise + fall);
    let largest = peak.powf(rise) * (1.0 - peak).powf(fall);
    t.powf(rise) * (1.0 - t).powf(fall) / largest
}

/// The place of vertex `k` of `count` across a row.
fn across(k: usize, count: usize) -> f64 {
    if count < 2 {
        return 0.0;
    }
    1.0 - 2.0 * k as f64 / (count - 1) as f64
}

/// The five vertices of the ring that are the lowest.
fn lower_half(stalk: &Opening, builder: &Builder, up: DVec3) -> Vec<u32> {
    let height = |k: usize| (builder.position(stalk.ring[k]) - stalk.middle).dot(up);
    let lowest = (0..AROUND).min_by(|&a, &b| height(a).total_cmp(&height(b)));
    let first = lowest.unwrap_or(0) + AROUND - 2;
    (first..first + 5).map(|k| stalk.ring[k % AROUND]).collect()
}

/// Triangles between two rows with the same number of sides, or one with twice as many as the
/// other, or a single vertex as the second.
fn stitch(builder: &mut Builder, below: &[u32], above: &[u32]) {
    if let [tip] = *above {
        for side in below.windows(2) {
            builder.triangle([side[0], side[1], tip]);
        }
    } else if below.len() == above.len() {
        for (a, b) in below.windows(2).zip(above.windows(2)) {
            builder.quad([a[0], a[1], b[1], b[0]]);
        }
    } else if below.len() < above.len() {
        for (a, b) in below.windows(2).zip(above.windows(3).step_by(2)) {
            builder.triangle([a[0], b[1], b[0]]);
            builder.triangle([a[0], a[1], b[1]]);
            builder.triangle([a[1], b[2], b[1]]);
        }
    } else {
        for (a, b) in below.windows(3).step_by(2).zip(above.windows(2)) {
            builder.triangle([a[0], a[1], b[0]]);
            builder.triangle([a[1], b[1], b[0]]);
            builder.triangle([a[1], a[2], b[1]]);
        }
    }
}
