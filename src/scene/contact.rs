//! How cloth meets bodies (Kuang 2007).

use serde::{Deserialize, Serialize};

/// How cloth meets bodies. Only `mass-spring` knows alleviation, and the position-based method goes by impulse only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Contact {
    /// Whether velocities are alleviated before contact (phase 1).
    pub alleviation: Switch,
    /// R, the distance from a body at which alleviation begins [m].
    pub radius: f64,
    /// How alleviation grows towards the body.
    pub falloff: Falloff,
    /// What part of the velocity is alleviated; the whole is as printed, and slows sliding too.
    pub alleviated: Part,
    /// How the force on a body is estimated.
    pub contact_force: Estimate,
    /// What part of that force a body gets.
    pub force_part: Part,
}

impl Default for Contact {
    fn default() -> Self {
        Self {
            alleviation: Switch::On,
            radius: 0.02,
            falloff: Falloff::default(),
            alleviated: Part::Normal,
            contact_force: Estimate::default(),
            force_part: Part::Whole,
        }
    }
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// On.
    #[default]
    On,
    /// Off.
    Off,
}

/// α, the share of its relative velocity that a particle keeps at the distance d.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Falloff {
    /// α = d/R.
    #[default]
    Linear,
    /// α = 2d/R − d²/R².
    Quadratic,
}

/// A part of a vector at a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Along the contact's normal.
    Normal,
    /// All of it.
    #[default]
    Whole,
}

/// How the force of a particle on a body is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Estimate {
    /// The normal part of the forces on the particle.
    Subforce,
    /// From the change of the particle's momentum.
    #[default]
    Impulse,
    /// From the change of the particle's kinetic energy along its path.
    Energy,
}
