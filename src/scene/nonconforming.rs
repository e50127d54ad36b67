//! Parameters of developable surfaces with nonconforming elements (English and Bridson 2008).

use serde::{Deserialize, Serialize};

/// Parameters of developable surfaces; bending comes from the material, and nothing stretches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Nonconforming {
    /// How time goes on.
    pub integrator: DevelopableIntegrator,
    /// What the unknowns are.
    pub elements: ElementKind,
    /// Relative error of lengths at which a projection ends.
    pub tolerance: f64,
    /// Newton steps of a projection at most.
    pub newton: u32,
    /// Iterations of all Newton steps of a projection at most.
    pub iterations: u32,
    /// Share of its diagonal that is added to the system of a Newton step, since that is singular where a sheet is flat.
    pub easing: f64,
    /// What its iterations are made fewer with.
    pub preconditioner: DevelopablePreconditioner,
}

impl Default for Nonconforming {
    fn default() -> Self {
        Self {
            integrator: DevelopableIntegrator::default(),
            elements: ElementKind::default(),
            tolerance: 1e-4,
            newton: 200,
            iterations: 10_000,
            easing: 1e-4,
            preconditioner: DevelopablePreconditioner::default(),
        }
    }
}

/// How time goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DevelopableIntegrator {
    /// Backward differences of the second order.
    #[default]
    Bdf2,
    /// The first order, which damps more.
    FirstOrder,
}

/// What the iterations of a projection are made fewer with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DevelopablePreconditioner {
    /// The inverse for the shape at rest.
    #[default]
    Flat,
    /// The diagonal.
    Diagonal,
}

/// What the unknowns are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ElementKind {
    /// Midpoints of edges; corners only at the boundary.
    #[default]
    Nonconforming,
    /// Vertices, for comparison: such a mesh locks.
    Conforming,
}
