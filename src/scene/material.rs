//! What the cloth is made of and what acts on it from outside.

use super::Track;
use serde::{Deserialize, Serialize};

/// What the cloth is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Material {
    /// A name from [`super::FABRICS`], whose density, modulus, ratio and gauge hold where the scene has none of its own; empty for none.
    pub name: String,
    /// Mass per area [kg/m²].
    pub density: f64,
    /// Thickness: the distance that the cloth keeps from the ground and from bodies [m].
    pub thickness: f64,
    /// Young's modulus [Pa]; where it is not 0, stretching and bending stiffness come from the material, and in `triangle-bending`, which
    /// keeps lengths, that of bending.
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// Thickness of the material itself, which its stiffness comes from [m].
    pub gauge: f64,
    /// Rate at which velocities decay [1/s].
    pub damping: f64,
}

impl Material {
    /// Bending stiffness D = E t³/(12 (1 − ν²)) [N·m].
    pub fn bending_stiffness(&self) -> f64 {
        self.young * self.gauge.powi(3) / (12.0 * (1.0 - self.poisson * self.poisson))
    }

    /// Stretching stiffness E t [N/m].
    pub fn stretching_stiffness(&self) -> f64 {
        self.young * self.gauge
    }
}

impl Default for Material {
    /// A light cotton weave.
    fn default() -> Self {
        Self {
            name: String::new(),
            density: 0.2,
            thickness: 0.002,
            young: 0.0,
            poisson: 1.0 / 3.0,
            gauge: 0.001,
            damping: 0.5,
        }
    }
}

/// Time stepping.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Solver {
    /// Time step [s].
    pub dt: f64,
    /// Substeps per step.
    pub substeps: u32,
    /// Solver iterations per substep.
    pub iterations: u32,
}

impl Default for Solver {
    /// One step per frame, with the paper's 16 iterations.
    fn default() -> Self {
        Self { dt: 1.0 / 60.0, substeps: 1, iterations: 16 }
    }
}

/// Moving air.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wind {
    /// Velocity along x, y and z over time [m/s].
    pub velocity: [Track; 3],
    /// Density of the air times the drag coefficient [kg/m³]; 0 for none.
    pub density: f64,
    /// Lift coefficient over drag coefficient. Only `implicit-cg` knows it.
    pub lift: f64,
}

impl Default for Wind {
    /// No air at all.
    fn default() -> Self {
        Self { velocity: [const { Track::constant(0.0) }; 3], density: 0.0, lift: 0.0 }
    }
}

/// A horizontal plane that cloth rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    /// Whether there is one.
    pub on: bool,
    /// Its height along y [m].
    pub height: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Default for Ground {
    /// None; once it is on, it has the friction of cloth on wood.
    fn default() -> Self {
        Self { on: false, height: 0.0, friction: 0.5 }
    }
}
