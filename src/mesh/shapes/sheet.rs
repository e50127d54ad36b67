use super::{Pattern, builder::Builder, irregular::irregular};
use crate::mesh::Mesh;
use glam::Vec3;

/// A rectangle in the xy plane, centred at the origin, facing +z.
///
/// `rows` × `columns` vertices (at least 2 × 2), `width` [m] along x, `height` [m] along y; vertex
/// (r, c) has the index `r * columns + c`, row 0 is at the top (the largest y), and x ascends with
/// c. Some patterns differ:
/// - [`Pattern::Crossed`] adds the centres of the cells after the grid, row by row;
/// - [`Pattern::Equilateral`] has edges of `width / (columns - 1)` along its rows. Every second row is
///   shifted by half an edge and has one vertex more, so that half triangles close straight borders. The
///   triangles are equilateral where `height / (rows - 1)` is √3/2 of an edge;
/// - [`Pattern::Irregular`] has evenly spaced vertices on the border (in grid order), then random
///   ones inside, `rows` × `columns` in all. Only this pattern uses `seed`.
pub fn sheet(rows: u32, columns: u32, width: f32, height: f32, pattern: Pattern, seed: u64) -> Mesh {
    let grid = Grid { rows: rows.max(2), columns: columns.max(2), width, height };
    match pattern {
        Pattern::OneWay | Pattern::Structural => grid.quads(|_, _| false),
        Pattern::Alternating => grid.quads(|r, c| (r + c) % 2 == 1),
        Pattern::Crossed => grid.crossed(),
        Pattern::Equilateral => grid.equilateral(),
        Pattern::Irregular => irregular(grid.rows, grid.columns, width, height, seed),
    }
}

/// A [`sheet`] laid flat into the xz plane, facing +y: `width` is its length along x [m], `height`
/// its breadth along z [m], row 0 at the smallest z.
pub fn ribbon(rows: u32, columns: u32, width: f32, height: f32, pattern: Pattern, seed: u64) -> Mesh {
    let mut mesh = sheet(rows, columns, width, height, pattern, seed);
    mesh.transform(|p| Vec3::new(p.x, p.z, -p.y));
    mesh
}

struct Grid {
    rows: u32,
    columns: u32,
    width: f32,
    height: f32,
}

impl Grid {
    /// The position at row `r` and column `c`, which may be halves.
    fn position(&self, r: f32, c: f32) -> Vec3 {
        let x = c / (self.columns - 1) as f32 - 0.5;
        let y = 0.5 - r / (self.rows - 1) as f32;
        Vec3::new(x * self.width, y * self.height, 0.0)
    }

    /// A builder with the vertices of the grid.
    fn vertices(&self) -> Builder {
        let mut builder = Builder::default();
        for r in 0..self.rows {
            for c in 0..self.columns {
                builder.vertex(self.position(r as f32, c as f32));
            }
        }
        builder
    }

    /// Calls `cell` with the row, the column and the corners of each cell, counter-clockwise from
    /// the upper left.
    fn each_cell(&self, mut cell: impl FnMut(u32, u32, [u32; 4])) {
        for r in 0..self.rows - 1 {
            for c in 0..self.columns - 1 {
                let upper = r * self.columns + c;
                let lower = upper + self.columns;
                cell(r, c, [upper, lower, lower + 1, upper + 1]);
            }
        }
    }

    /// Two triangles per cell; `rising` says where the diagonal goes from the lower left up.
    fn quads(&self, rising: impl Fn(u32, u32) -> bool) -> Mesh {
        let mut builder = self.vertices();
        self.each_cell(|r, c, [ul, ll, lr, ur]| {
            builder.quad(if rising(r, c) { [ll, lr, ur, ul] } else { [ul, ll, lr, ur] });
        });
        builder.finish()
    }

    fn crossed(&self) -> Mesh {
        let mut builder = self.vertices();
        self.each_cell(|r, c, [ul, ll, lr, ur]| {
            let m = builder.vertex(self.position(r as f32 + 0.5, c as f32 + 0.5));
            builder.polygon(&[[ul, ll, m], [ll, lr, m], [lr, ur, m], [ur, ul, m]]);
        });
        builder.finish()
    }

    fn equilateral(&self) -> Mesh {
        let last = (self.columns - 1) as f32;
        let mut builder = Builder::default();
        let mut upper: Vec<u32> = Vec::new();
        for r in 0..self.rows {
            let shifted = r % 2 == 1;
            let count = self.columns + u32::from(shifted);
            let shift = if shifted { 0.5 } else { 0.0 };
            let columns = (0..count).map(|c| (c as f32 - shift).clamp(0.0, last));
            let row = |c: f32| builder.vertex(self.position(r as f32, c));
            let lower: Vec<u32> = columns.map(row).collect();
            strip(&mut builder, &upper, &lower);
            upper = lower;
        }
        builder.finish()
    }
}

/// Triangles between two rows, one of which has one vertex more than the other.
fn strip(builder: &mut Builder, upper: &[u32], lower: &[u32]) {
    let wide = upper.len() > lower.len();
    for pair in upper.windows(2).zip(lower.windows(2)) {
        let (&[a, b], &[c, d]) = pair else { continue };
        if wide {
            builder.triangle([a, c, b]);
            builder.triangle([b, c, d]);
        } else {
            builder.triangle([a, c, d]);
            builder.triangle([a, d, b]);
        }
    }
    // The longer row has one side left.
    let (&[.., a, b], &[.., c, d]) = (upper, lower) else {
        return;
    };
    builder.triangle(if wide { [a, d, b] } else { [b, c, d] });
}
