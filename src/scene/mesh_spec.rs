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
    /// How a sheet or a ribbon is cut into triangles; a cylinder knows `equilateral` only.
    pub pattern: Pattern,
    /// Vertices along the height (sheet, ribbon, cylinder, leaf, shirt; disc, bowl: rings; torus: around the tube).
    pub rows: u32,
    /// Vertices along the width (leaf: at its broadest; torus: around the axis; disc, cylinder: around).
    pub columns: u32,
    /// Extent along x, or diameter of round shapes; of a shirt from cuff to cuff; of a cylinder at its bottom, of a bowl at its rim [m].
    pub width: f64,
    /// Extent along y, or height of a cylinder, depth of a bowl, length of a leaf, diameter of a torus's tube [m].
    pub height: f64,
    /// Diameter of a cylinder at its top by that at its bottom.
    pub taper: f64,
    /// How far a sheet or a ribbon is rolled about its own x axis: the share of a full tube, towards its front where
    /// positive [turns].
    pub roll: f64,
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
            taper: 1.0,
            roll: 0.0,
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
    /// An open cylinder, which may taper.
    Cylinder,
    /// The cap of a sphere, open at the top.
    Bowl,
    /// An oval leaf that is cupped and bends back, its stalk at the bottom.
    Leaf,
    /// A shirt of two T-shaped panels, irregularly cut into triangles.
    Shirt,
    /// One triangle, its tip at the top.
    Triangle,
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
    /// An OBJ file with as many vertices as the cloth, which start at its positions as they are in the scene; relative to the
    /// scene file, empty for none.
    pub file: String,
    /// Rolls a sheet or a ribbon up about its own x axis, its bottom outside, towards its front where positive [turns].
    pub roll: f64,
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
        Self { file: String::new(), roll: 0.0, crumple: 0.0, fold: 0.0, dent: 1.0 }
    }
}
