//! Parameters of discrete shells (Grinspun 2003, Mi).

use super::{MethodName, Preconditioner};
use serde::{Deserialize, Serialize};

/// Parameters of discrete shells; stiffness comes from the material.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiscreteShells {
    /// How time goes on.
    pub integrator: ShellIntegrator,
    /// Newton steps per substep at most; 1 for one linearised step.
    pub newton: u32,
    /// Damping of lengths and areas, by their stiffness [s].
    pub stretch_damping: f64,
    /// Damping of angles, by their stiffness [s].
    pub bending_damping: f64,
    /// What makes the solver faster.
    pub preconditioner: Preconditioner,
    /// Iterations between two looks at the constraints.
    pub interval: u32,
    /// Residual at which the solver ends, relative to the right-hand side.
    pub tolerance: f64,
    /// Iterations at which it gives up.
    pub iterations: u32,
}

impl DiscreteShells {
    /// What the end of a step counts: 1/2 for shells with Newmark's method, 1 for all others.
    pub fn theta(&self, method: MethodName) -> f64 {
        let newmark = method == MethodName::DiscreteShells && self.integrator == ShellIntegrator::Newmark;
        if newmark { 0.5 } else { 1.0 }
    }
}

impl Default for DiscreteShells {
    fn default() -> Self {
        Self {
            integrator: ShellIntegrator::default(),
            newton: 1,
            stretch_damping: 0.0,
            bending_damping: 0.0,
            preconditioner: Preconditioner::default(),
            interval: 8,
            tolerance: 1e-3,
            iterations: 3000,
        }
    }
}

/// How time goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShellIntegrator {
    /// Backward Euler, which damps.
    #[default]
    BackwardEuler,
    /// Implicit Newmark with β = 1/4 and γ = 1/2, which does not.
    Newmark,
}
