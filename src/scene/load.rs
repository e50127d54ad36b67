//! Loads on vertices and edges.

use super::{Select, Selection};
use serde::{Deserialize, Serialize};

/// A load on a group of vertices, which grows to its full size and stays until it ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Load {
    /// Which vertices, by place.
    pub select: Select,
    /// Which vertices, by index (select = "vertices").
    pub vertices: Vec<u32>,
    /// The two corners of the box of select = "box" [m].
    pub corners: [[f64; 3]; 2],
    /// Force on all of them together, shared by the mass that they have [N].
    pub force: [f64; 3],
    /// Moment on the boundary edges between them together, shared by their lengths: it turns their triangles about them,
    /// towards the side that the normals point to [N·m].
    pub moment: f64,
    /// Time in which it grows [s].
    pub ramp: f64,
    /// When it ends [s]; infinite for never.
    pub until: f64,
}

impl Default for Load {
    fn default() -> Self {
        Self {
            select: Select::default(),
            vertices: Vec::new(),
            corners: [[0.0; 3]; 2],
            force: [0.0; 3],
            moment: 0.0,
            ramp: 0.0,
            until: f64::INFINITY,
        }
    }
}

impl Load {
    /// The vertices that it acts on.
    pub fn selection(&self) -> Selection<'_> {
        Selection { select: self.select, vertices: &self.vertices, corners: self.corners }
    }
}

/// Cross-sections whose vertices move together. Only `discrete-shells` knows it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tie {
    /// Whether vertices that have the same y in the shape's own axes move together across x, and not at all along it.
    pub on: bool,
}
