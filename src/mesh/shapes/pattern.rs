use serde::{Deserialize, Serialize};

/// How a rectangle is cut into triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// All diagonals in one direction.
    OneWay,
    /// Diagonals alternate from cell to cell.
    Alternating,
    /// Each cell has a centre vertex and four triangles.
    Crossed,
    /// One-way triangles, whose diagonals carry no constraint.
    Structural,
    /// Rows of triangles that are equilateral where rows are √3/2 as far apart as the vertices in them.
    Equilateral,
    /// A Delaunay triangulation of random points.
    Irregular,
}
