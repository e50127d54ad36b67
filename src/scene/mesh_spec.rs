//! The cloth's rest shape, and how its start differs from it.

use super::Pattern;
use serde::{Deserialize, Serialize};

/// The cloth's shape: a file, or a shape by code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeshSpec {
    /// Which shape.
    pub shape: Shape,
    /// The OBJ file of the shape `file`, relative to the scene file.
    pub file: String,
    /// How a sheet or a ribbon is cut into triangles.
    pub pattern: Pattern,
    /// Vertices along the height (sheet, ribbon, cylinder, disc: rings; torus: around the tube).
    pub rows: u32,
    /// Vertices along the width (torus: around the axis; disc, cylinder: around).
    pub columns: u32,
    /// Extent along x, or diameter of round shapes [m].
    pub width: f64,
    /// Extent along y, or height of a cylinder, or diameter of a torus's tube [m].
    pub height: f64,
    /// Levels of refinement of an icosphere.
    pub level: u32,
    /// Factor on a file's coordinates.
    pub scale: f64,
    /// How many copies of the shape there are; the vertices of copy c follow those of copy c − 1.
    pub copies: u32,
    /// From one copy to the next, before rotation [m].
    pub spacing: [f64; 3],
    /// Rotation about x, then y, then z [degrees].
    pub rotation: [f64; 3],
    /// Translation after rotation [m].
    pub position: [f64; 3],
}

impl Default for MeshSpec {
    fn default() -> Self {
        Self {
            shape: Shape::default(),
            file: String::new(),
            pattern: Pattern::OneWay,
            rows: 30,
            columns: 30,
            width: 1.0,
            height: 1.0,
            level: 3,
            scale: 1.0,
            copies: 1,
            spacing: [0.0; 3],
            rotation: [0.0; 3],
            position: [0.0; 3],
        }
    }
}

/// A shape by code, or a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A rectangle in the xy plane.
    #[default]
    Sheet,
    /// A long narrow rectangle along x.
    Ribbon,
    /// A flat disc.
    Disc,
    /// A sphere from a subdivided icosahedron.
    Icosphere,
    /// A torus.
    Torus,
    /// An open cylinder.
    Cylinder,
    /// A branching plant with leaves.
    Plant,
    /// The rabbit of `assets/meshes`.
    Rabbit,
    /// An OBJ file.
    File,
}

/// The shape at the start, relative to the rest shape.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// Random displacement of each vertex, as a share of the mean edge length.
    pub crumple: f64,
    /// Folds the mesh by this angle about the vertical plane through its middle [degrees].
    pub fold: f64,
    /// Pushes the cap above this height, as a share of the mesh's height from its bottom, through to its
    /// mirror image; 1 for none.
    pub dent: f64,
}

impl Default for Start {
    /// The rest shape itself.
    fn default() -> Self {
        Self { crumple: 0.0, fold: 0.0, dent: 1.0 }
    }
}
