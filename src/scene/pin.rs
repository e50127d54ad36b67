//! Vertices that are held.

use super::Track;
use serde::{Deserialize, Serialize};

/// A group of vertices that is held, and may be moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pin {
    /// Which vertices, by place.
    pub select: Select,
    /// Which vertices, by index (select = "vertices").
    pub vertices: Vec<u32>,
    /// The two corners of the box of select = "box" [m].
    pub corners: [[f64; 3]; 2],
    /// Displacement along x, y and z over time [m].
    pub motion: [Track; 3],
    /// Direction of the line that each vertex may slide on, in the scene's axes; zeros where they do not slide. The line
    /// moves with `motion`. Only `implicit-cg` knows it.
    pub slide: [f64; 3],
    /// Whether the slope of the boundary edges between them is held too; methods other than `discrete-shells` and `nonconforming` hold
    /// the third corners of those edges' triangles instead.
    pub clamp: bool,
    /// When the vertices are let go [s]; infinite for never.
    pub until: f64,
}

impl Default for Pin {
    /// The two upper corners, at rest, for ever.
    fn default() -> Self {
        Self {
            select: Select::default(),
            vertices: Vec::new(),
            corners: [[0.0; 3]; 2],
            motion: [const { Track::constant(0.0) }; 3],
            slide: [0.0; 3],
            clamp: false,
            until: f64::INFINITY,
        }
    }
}

/// Vertices of a mesh, chosen by place or by index.
#[derive(Debug, Clone, Copy)]
pub struct Selection<'a> {
    /// By place.
    pub select: Select,
    /// By index (select = "vertices").
    pub vertices: &'a [u32],
    /// The two corners of the box of select = "box" [m].
    pub corners: [[f64; 3]; 2],
}

impl Pin {
    /// The vertices that are held.
    pub fn selection(&self) -> Selection<'_> {
        Selection { select: self.select, vertices: &self.vertices, corners: self.corners }
    }

    /// The unit vector along the line that the vertices may slide on; none where they do not slide.
    pub fn line(&self) -> Option<[f64; 3]> {
        // Of any length: squares of the numbers themselves may be too small.
        let largest = self.slide.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        let scaled = self.slide.map(|s| s / largest);
        let length = scaled.iter().map(|s| s * s).sum::<f64>().sqrt();
        (largest > 0.0).then(|| scaled.map(|s| s / length))
    }
}

/// Which vertices a pin holds or a load acts on, by their place in the rest shape's bounding box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Select {
    /// The listed vertices.
    Vertices,
    /// Inside a box.
    Box,
    /// The four vertices nearest the corners of the bounding rectangle in x and y.
    Corners,
    /// The two of them with the larger y.
    #[default]
    TopCorners,
    /// All with the largest y.
    Top,
    /// All with the smallest y.
    Bottom,
    /// All with the smallest x.
    Left,
    /// All with the largest x.
    Right,
    /// All on the boundary.
    Boundary,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_direction_of_length_one() {
        assert_eq!(Pin::default().line(), None);
        for scale in [1.0, -1e3, 1e-300] {
            let line = Pin { slide: [3.0 * scale, 0.0, -4.0 * scale], ..Pin::default() }.line().unwrap();
            let sign = scale.signum();
            assert!((line[0] - 0.6 * sign).abs() < 1e-12 && (line[2] + 0.8 * sign).abs() < 1e-12, "{line:?}");
        }
    }
}
