//! Parameters of implicit cloth by matrix-free conjugate gradients (Han 2015).

use super::{SpringBending, Track};
use serde::{Deserialize, Serialize};

/// Parameters of implicit cloth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ImplicitCg {
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
    /// Pressure on the back of every triangle, over time [Pa].
    pub pressure: Track,
    /// Largest strain of the structural springs; 0 for no limit.
    pub strain_limit: f64,
    /// Stiffness beyond that limit [N/m].
    pub limit_stiffness: f64,
    /// How constraints and the solver go together.
    pub solver: CgSolver,
    /// How forces are differentiated.
    pub derivative: Derivative,
    /// What makes the solver faster.
    pub preconditioner: Preconditioner,
    /// What a compressed spring does across its direction.
    pub compressed: Compressed,
    /// Whether elastic forces see what constraints change.
    pub interleaving: Interleaving,
    /// Iterations between two looks at the constraints.
    pub interval: u32,
    /// Residual at which the solver ends, relative to the right-hand side.
    pub tolerance: f64,
    /// Iterations at which it gives up.
    pub iterations: u32,
}

impl Default for ImplicitCg {
    fn default() -> Self {
        Self {
            stretch: 10_000.0,
            shear: 1000.0,
            bending: 10.0,
            bending_model: SpringBending::default(),
            spring_damping: 0.01,
            pressure: Track::constant(0.0),
            strain_limit: 0.0,
            limit_stiffness: 100_000.0,
            solver: CgSolver::default(),
            derivative: Derivative::default(),
            preconditioner: Preconditioner::default(),
            compressed: Compressed::default(),
            interleaving: Interleaving::default(),
            interval: 4,
            tolerance: 1e-3,
            iterations: 1000,
        }
    }
}

/// How constraints and the solver go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CgSolver {
    /// Constraints between iterations, products by differences of the first order.
    #[default]
    Jmcg1,
    /// Constraints between iterations, products by differences of the second order.
    Jmcg2,
    /// Pins by a filter, collision as a step of its own after the solve (Baraff and Witkin 1998).
    Mcg,
}

/// How forces are differentiated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Derivative {
    /// By their directional derivatives, whatever the order.
    #[default]
    Exact,
    /// By differences over a length that follows the direction (Knoll and Keyes 2004).
    Scaled,
    /// By differences over √eps, as printed.
    Fixed,
}

/// What makes the solver faster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preconditioner {
    /// The 3 × 3 blocks on the diagonal, from masses and springs.
    #[default]
    Block,
    /// Nothing.
    None,
}

/// What a compressed spring does across its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compressed {
    /// Nothing: its direction stays, as in equation 6, and the system definite.
    #[default]
    Projected,
    /// What its energy says, and the system may become indefinite.
    Whole,
}

/// Whether elastic forces see what constraints change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interleaving {
    /// At once: the residual is taken anew, and the search starts again.
    #[default]
    Corrected,
    /// In the next step only, as printed.
    Printed,
}
