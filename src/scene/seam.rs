//! Sides that are sewn together.

use serde::{Deserialize, Serialize};

/// Two sides that springs without length draw together, point by point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Seam {
    /// Which copies of the mesh, from 0.
    pub copies: [u32; 2],
    /// Which side of each.
    pub edges: [Edge; 2],
    /// Pairs of points, evenly spaced along both sides, ends included.
    pub points: u32,
    /// Stiffness of each pair's spring [N/m].
    pub stiffness: f64,
    /// Damping of each pair's spring [N·s/m].
    pub damping: f64,
}

impl Default for Seam {
    /// The right side of the first copy on the left side of the second.
    fn default() -> Self {
        Self {
            copies: [0, 1],
            edges: [Edge::Right, Edge::Left],
            points: 20,
            stiffness: 1000.0,
            damping: 0.01,
        }
    }
}

/// A side of a copy: the boundary edges at its smallest or largest x or y, in the shape's own axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// At the largest y.
    Top,
    /// At the smallest y.
    Bottom,
    /// At the smallest x.
    Left,
    /// At the largest x.
    Right,
}

impl Edge {
    /// Its name in a scene file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}
