//! The numbers that every run reports.

mod align;
mod measure;
mod rest;
mod series;

use std::collections::BTreeMap;

use serde::Serialize;

pub use measure::Measure;
pub use rest::Rest;
pub use series::Series;

/// The metrics of a run, `metrics` in its JSON. Every value is computed in f64.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Metrics {
    /// Relative change of the edges' lengths, |l / l₀ − 1| [1]: mean and maximum over edges and time,
    /// the last frame's mean.
    pub stretch: Series,
    /// ½ Σ m v² [J].
    pub kinetic_energy: Series,
    /// Speed of the vertices [m/s]: mean and maximum over vertices and time, the last frame's mean.
    pub speed: Series,
    /// Signed volume inside the mesh [m³]; `None` if it is open.
    pub volume: Option<Series>,
    /// How far the centre of mass has dropped since the first frame [m].
    pub sag: Series,
    /// Root mean square distance from the rest shape [m], after the best translation and rotation.
    pub shape_error: Series,
    /// Deepest that a particle is inside a body [m]; `None` without bodies.
    pub penetration: Option<Series>,
    /// Particles that touch a body; `None` without bodies.
    pub contacts: Option<Series>,
    /// Vertices with a non-finite coordinate in the last frame.
    pub non_finite: u64,
    /// What is left of each kind of constraint, in the constraint's own unit.
    pub constraint_error: BTreeMap<String, Series>,
    /// Height of the centre of mass in the first frame [m], which `sag` is measured from.
    #[serde(skip)]
    pub start_height: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_apply_is_null() {
        let mut metrics = Metrics::default();
        metrics.sag.push(0.5);
        metrics.constraint_error.entry("stretch".into()).or_default().push(0.25);
        let json = serde_json::to_value(&metrics).unwrap();
        let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "constraint_error",
                "contacts",
                "kinetic_energy",
                "non_finite",
                "penetration",
                "sag",
                "shape_error",
                "speed",
                "stretch",
                "volume"
            ]
        );
        for key in ["volume", "stretch", "penetration", "contacts"] {
            assert!(json[key].is_null(), "{key}");
        }
        assert_eq!(json["sag"]["max"], 0.5);
        assert_eq!(json["constraint_error"]["stretch"]["mean"], 0.25);
    }
}
