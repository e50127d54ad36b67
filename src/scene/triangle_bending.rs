//! Parameters of position-based dynamics with triangle bending (Kelager, Niebe, Erleben 2010).

use super::Track;
use serde::{Deserialize, Serialize};

/// Parameters of position-based dynamics with triangle bending.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TriangleBending {
    /// Stiffness of the stretch constraints, 0 to 1.
    pub stretch: f64,
    /// The bending constraint.
    pub bending_model: BendingModel,
    /// Stiffness k of the bending constraints, 0 to 1, over time; not used where the material has a modulus, from which each
    /// constraint then has its own.
    pub k: Track,
    /// Global bending parameter κ over time [m].
    pub kappa: Track,
    /// How a triangle bending correction is shared among its particles.
    pub weights: Weights,
    /// Stiffness of the volume constraint of closed meshes, 0 (none) to 1.
    pub volume: f64,
    /// Volume aimed at, as a multiple of the rest volume, over time.
    pub pressure: Track,
    /// The order in which stretch and bending are projected.
    pub schedule: Schedule,
    /// How often a yarn is swept each time it is visited: more work per memory access, and per iteration.
    pub sweeps: u32,
}

impl Default for TriangleBending {
    fn default() -> Self {
        Self {
            stretch: 1.0,
            bending_model: BendingModel::default(),
            k: Track::constant(0.5),
            kappa: Track::constant(0.0),
            weights: Weights::default(),
            volume: 0.0,
            pressure: Track::constant(1.0),
            schedule: Schedule::default(),
            sweeps: 1,
        }
    }
}

/// The bending constraints of position-based dynamics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BendingModel {
    /// Triangle bending, equality.
    #[default]
    Triangle,
    /// Triangle bending that allows more curvature than at rest.
    TriangleInequality,
    /// Triangle bending that tells a shape from its mirror image.
    TriangleSigned,
    /// Triangle bending across edges, with a virtual vertex at the midpoint.
    TriangleEdge,
    /// The angle between two triangles (Müller 2006).
    Dihedral,
    /// Distances between every second vertex.
    Stick,
    /// No bending constraint.
    None,
}

/// How a triangle bending correction is shared among its particles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weights {
    /// From the constraint's gradient: exact for any masses.
    #[default]
    Gradient,
    /// As printed in the paper: exact for equal masses.
    Printed,
}

/// The order in which stretch and bending are projected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Along yarns, rows of vertices that run straight through the mesh: the fastest. For triangle bending as an
    /// equality on a shape that is flat at rest, with κ = 0 and a stiffness k; by colours otherwise.
    #[default]
    Yarns,
    /// All of stretch, colour by colour, then all of bending.
    Colors,
}
