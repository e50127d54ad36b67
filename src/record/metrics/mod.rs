//! The numbers that every run reports.

mod align;
mod measure;
mod overhang;
mod rest;
mod series;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::methods::{Isometry, Solves};

pub use measure::Measure;
pub use overhang::Overhang;
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
    /// How far the tip is below the first clamp, by how far it is from it in the horizontal [1]; `None` where no pin clamps.
    pub drop_over_reach: Option<Series>,
    /// Deepest that a particle is inside a body [m]; `None` without bodies.
    pub penetration: Option<Series>,
    /// Particles that touch a body; `None` without bodies.
    pub contacts: Option<Series>,
    /// Iterations of a solve: mean and maximum over the solves, and the last one's; `None` for a method that solves
    /// no system, here and in the next four.
    pub cg_iterations: Option<Series>,
    /// Residual at the end of a solve, relative to the right-hand side [1]: the same.
    pub cg_residual: Option<Series>,
    /// Newton steps of a solve: the same; `None` where none are taken.
    pub newton_steps: Option<Series>,
    /// Solves that ended above the tolerance, with constraints that kept changing, or with a limit not kept.
    pub unconverged_steps: Option<u64>,
    /// Solves that ended above the tolerance because rounding leaves no less.
    pub floored_steps: Option<u64>,
    /// How often the host waited for a solve's end, per step and by frame; 0 on the CPU.
    pub waits: Option<Series>,
    /// Elastic energy [J]; `None` for a method without energies.
    pub elastic_energy: Option<Series>,
    /// Relative error of lengths after projection, at the end of frames and at most in any step [1]; `None` for a method whose cloth
    /// may stretch, here and in the next four.
    pub length_error: Option<Series>,
    /// The same after contact.
    pub length_error_after_contact: Option<Series>,
    /// From the ghost mesh to where contact has put it [m]: the same.
    pub ghost_error: Option<Series>,
    /// Iterations inside of a projection's Newton steps: what `cg_iterations` says.
    pub inner_iterations: Option<Series>,
    /// Energy of motion, bending and height [J].
    pub total_energy: Option<Series>,
    /// Vertices with a non-finite coordinate in the last frame.
    pub non_finite: u64,
    /// What is left of each kind of constraint, in the constraint's own unit.
    pub constraint_error: BTreeMap<String, Series>,
    /// Height of the centre of mass in the first frame [m], which `sag` is measured from.
    #[serde(skip)]
    pub start_height: Option<f64>,
    /// What the metrics of solves were made from.
    #[serde(skip)]
    pub solves: Option<Solves>,
}

impl Metrics {
    /// Take in how well a frame kept its lengths; [`Metrics::solved`] comes before.
    pub fn kept(&mut self, isometry: &Isometry) {
        let push = |series: &mut Option<Series>, [now, most]: [f64; 2]| {
            let series = series.get_or_insert_default();
            series.push(now);
            series.max = series.max.max(most);
        };
        push(&mut self.length_error, isometry.length_error);
        push(&mut self.length_error_after_contact, isometry.length_error_after_contact);
        push(&mut self.ghost_error, isometry.ghost_error);
        self.inner_iterations = self.cg_iterations;
        self.total_energy.get_or_insert_default().push(isometry.total_energy);
        self.elastic_energy.get_or_insert_default().push(isometry.bending_energy);
    }

    /// Take in a frame's solves: all of the run so far, and how often the host waited for them in a step.
    pub fn solved(&mut self, solves: Solves, waits_per_step: f64) {
        let series = |sum, max, last| Some(Series { count: solves.count, sum, max, last });
        self.cg_iterations = series(solves.iterations as f64, solves.most as f64, solves.last as f64);
        self.cg_residual = series(solves.residual_sum, solves.residual_max, solves.residual);
        let Solves { newton, newton_most, newton_last, .. } = solves;
        let newton = series(newton as f64, newton_most as f64, newton_last as f64).filter(|_| newton > 0);
        self.newton_steps = newton;
        self.unconverged_steps = Some(solves.unconverged);
        self.floored_steps = Some(solves.floored);
        self.waits.get_or_insert_default().push(waits_per_step);
        self.solves = Some(solves);
    }
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
                "cg_iterations",
                "cg_residual",
                "constraint_error",
                "contacts",
                "drop_over_reach",
                "elastic_energy",
                "floored_steps",
                "ghost_error",
                "inner_iterations",
                "kinetic_energy",
                "length_error",
                "length_error_after_contact",
                "newton_steps",
                "non_finite",
                "penetration",
                "sag",
                "shape_error",
                "speed",
                "stretch",
                "total_energy",
                "unconverged_steps",
                "volume",
                "waits"
            ]
        );
        for key in ["volume", "stretch", "penetration", "contacts", "cg_iterations", "cg_residual"] {
            assert!(json[key].is_null(), "{key}");
        }
        for key in [
            "newton_steps",
            "unconverged_steps",
            "floored_steps",
            "waits",
            "elastic_energy",
            "drop_over_reach",
            "length_error",
            "length_error_after_contact",
            "ghost_error",
            "inner_iterations",
            "total_energy",
        ] {
            assert!(json[key].is_null(), "{key}");
        }
        assert_eq!(json["sag"]["max"], 0.5);
        assert_eq!(json["constraint_error"]["stretch"]["mean"], 0.25);
    }

    #[test]
    fn solves_are_of_the_run_and_waits_of_the_frames() {
        let mut metrics = Metrics::default();
        let first = Solves { count: 4, iterations: 80, most: 30, last: 10, ..Solves::default() };
        metrics.solved(first, 1.5);
        let second = Solves {
            count: 8,
            iterations: 300,
            most: 61,
            last: 38,
            residual_sum: 4.0,
            residual_max: 2.0,
            residual: 0.25,
            unconverged: 3,
            negative: 1,
            newton: 20,
            newton_most: 6,
            newton_last: 2,
            floored: 5,
        };
        assert_eq!(metrics.newton_steps, None);
        metrics.solved(second, 1.0);
        let json = serde_json::to_value(&metrics).unwrap();
        let expect =
            |mean: f64, max: f64, last: f64| serde_json::json!({"mean": mean, "max": max, "last": last});
        assert_eq!(json["cg_iterations"], expect(37.5, 61.0, 38.0));
        assert_eq!(json["cg_residual"], expect(0.5, 2.0, 0.25));
        assert_eq!(json["newton_steps"], expect(2.5, 6.0, 2.0));
        assert_eq!(json["waits"], expect(1.25, 1.5, 1.0));
        assert_eq!((&json["unconverged_steps"], &json["floored_steps"]), (&3.into(), &5.into()));
        assert!(json["solves"].is_null() && json["elastic_energy"].is_null());
        metrics.solved(Solves { residual: f64::NAN, ..second }, 0.0);
        let json = serde_json::to_value(&metrics).unwrap();
        assert!(json["cg_residual"]["last"].is_null());
        assert_eq!((&json["cg_residual"]["mean"], &json["waits"]["last"]), (&0.5.into(), &0.0.into()));
    }

    #[test]
    fn a_run_without_a_solve_yet_has_no_mean() {
        let mut metrics = Metrics::default();
        metrics.solved(Solves::default(), 0.0);
        let json = serde_json::to_value(&metrics).unwrap();
        assert!(json["cg_iterations"].is_null() && json["cg_residual"].is_null());
        assert_eq!(json["unconverged_steps"], 0);
    }
}
