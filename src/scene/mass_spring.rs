//! Parameters of cloth as masses and springs (Provot 1995; Kuang 2007).

use serde::{Deserialize, Serialize};

/// Parameters of cloth as masses and springs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MassSpring {
    /// Stiffness of the structural springs, along rows and columns; of all edges on other meshes [N/m].
    pub stretch: f64,
    /// Stiffness of the shear springs, along both diagonals of a grid's cells [N/m].
    pub shear: f64,
    /// Stiffness of the bending springs, to every second vertex along rows and columns; to the second neighbours on
    /// other meshes [N/m].
    pub bending: f64,
    /// What bends where a material gives the stiffness.
    pub bending_model: SpringBending,
    /// Damping of every spring along its length [N·s/m].
    pub spring_damping: f64,
    /// The time integrator.
    pub integrator: Integrator,
}

impl Default for MassSpring {
    fn default() -> Self {
        Self {
            stretch: 500.0,
            shear: 100.0,
            bending: 5.0,
            bending_model: SpringBending::default(),
            spring_damping: 0.01,
            integrator: Integrator::default(),
        }
    }
}

/// What bends in a cloth of springs where a material gives the stiffness. Numbers of the scene are those of springs to second
/// neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpringBending {
    /// Flat places, by springs without length, with an energy of the second order and the material's stiffness at every curvature;
    /// curved ones by distances, which have it near the rest shape.
    #[default]
    Quadratic,
    /// Springs to second neighbours, with an energy of the fourth order and the material's stiffness at one curvature.
    Springs,
}

/// An explicit time integrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Integrator {
    /// Velocities first, positions with the new ones.
    #[default]
    SemiImplicitEuler,
    /// Störmer and Verlet: velocities stand half a step behind the positions.
    Verlet,
    /// Runge and Kutta, fourth order.
    Rk4,
}
