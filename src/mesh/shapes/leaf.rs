use super::builder::Builder;
use crate::mesh::Mesh;
use glam::DVec3;
use std::f64::consts::PI;

/// Where along a sine the outline begins at the stalk: it ends in a point at the other end.
const STALK: f64 = 0.06;
/// How high the margin is above the midrib, by the half width there: by a fold, and by a bow.
const FOLD: f64 = 0.12;
const BOW: f64 = 0.2;
/// The angle that the midrib turns by from the stalk to the tip [rad].
const DROOP: f64 = 0.7;

/// An oval leaf along y, facing +z, the stalk at its bottom: `length` [m] along a midrib that bends back, `width` [m] at the
/// broadest, cupped across. It has `rows` rows (at least 3), row 0 being the tip, with up to `columns` vertices (at least 3).
pub fn leaf(rows: u32, columns: u32, width: f32, length: f32) -> Mesh {
    let (rows, half) = (rows.max(3), (columns.max(3) - 1) / 2);
    let leaf = Leaf { length: length.into(), half_width: f64::from(width) / 2.0 };
    let mut builder = Builder::default();
    let mut upper: Vec<u32> = Vec::new();
    for r in 0..rows {
        let along = 1.0 - f64::from(r) / f64::from(rows - 1);
        let reach = outline(along);
        let sides = if r == 0 { 0 } else { (f64::from(half) * reach).round().max(1.0) as i32 };
        let across = (-sides..=sides).map(|k| reach * f64::from(k) / f64::from(sides.max(1)));
        let lower: Vec<u32> = across.map(|x| builder.vertex_f64(leaf.point(along, x))).collect();
        if r > 0 {
            stitch(&mut builder, &upper, &lower);
        }
        upper = lower;
    }
    builder.finish()
}

struct Leaf {
    /// Along the midrib [m].
    length: f64,
    /// At the broadest [m].
    half_width: f64,
}

impl Leaf {
    /// The point at `along` the midrib, from 0 to 1, and `across`, from -1 to 1.
    fn point(&self, along: f64, across: f64) -> DVec3 {
        let (radius, angle) = (self.length / DROOP, DROOP * along);
        let midrib = DVec3::new(0.0, radius * angle.sin() - self.length / 2.0, radius * (angle.cos() - 1.0));
        let up = DVec3::new(0.0, angle.sin(), angle.cos());
        let height = FOLD * across.abs() + BOW * across * across;
        midrib + self.half_width * (DVec3::X * across + up * height)
    }
}

/// The half width as a share of the largest.
fn outline(along: f64) -> f64 {
    (PI * (STALK + (1.0 - STALK) * along)).sin().max(0.0)
}

/// Triangles between two rows with odd numbers of vertices, whose middles are joined: the same on both sides.
fn stitch(builder: &mut Builder, upper: &[u32], lower: &[u32]) {
    let halves = |row: &[u32]| {
        let (left, right) = (row[..=row.len() / 2].iter().rev(), row[row.len() / 2..].iter());
        [left.copied().collect::<Vec<_>>(), right.copied().collect()]
    };
    let ([left, right], [low_left, low_right]) = (halves(upper), halves(lower));
    side(builder, &right, &low_right, |[a, b, c]| [a, b, c]);
    side(builder, &left, &low_left, |[a, b, c]| [a, c, b]);
}

/// Triangles between two halves of rows, from the midrib to the margin; across each gap goes the shorter diagonal.
fn side(builder: &mut Builder, upper: &[u32], lower: &[u32], wind: impl Fn([u32; 3]) -> [u32; 3]) {
    let (mut i, mut j) = (0, 0);
    while i + 1 < upper.len() || j + 1 < lower.len() {
        let distance = |a: Option<&u32>, b: u32| {
            a.map_or(f64::INFINITY, |a| builder.position(*a).distance(builder.position(b)))
        };
        if distance(lower.get(j + 1), upper[i]) <= distance(upper.get(i + 1), lower[j]) {
            builder.triangle(wind([upper[i], lower[j], lower[j + 1]]));
            j += 1;
        } else {
            builder.triangle(wind([upper[i], lower[j], upper[i + 1]]));
            i += 1;
        }
    }
}
