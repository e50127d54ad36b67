//! The numbers of a run, frame by frame.

use crate::engine::LoopCount;
use crate::error::Result;
use crate::record::{Measure, Metrics, Overhang, Rest};
use crate::render::bounds;
use crate::simulation::{Simulation, State};
use glam::Vec3;

/// Metrics and times so far, and the last state.
pub struct Tally {
    measure: Measure,
    rest: Rest,
    /// The metrics of all frames.
    pub metrics: Metrics,
    /// Wall time of each frame [s].
    pub times: Vec<f64>,
    /// The state after the last frame.
    pub state: State,
    /// The loops and the steps up to the last frame.
    before: (LoopCount, u64),
}

impl Tally {
    /// A tally that starts with the simulation's present state, which is no frame yet.
    pub fn new(simulation: &mut Simulation) -> Result<Self> {
        let state = simulation.state()?;
        let model = simulation.model();
        let (mesh, closed) = (&model.mesh, model.topology.is_closed());
        let measure = Measure::new(&mesh.positions, &mesh.triangles, &model.edges(), &model.masses, closed)
            .with_overhang(Overhang::new(model));
        let mut start = Metrics::default();
        measure.frame(&state.positions, &state.velocities, &mut start);
        // How far the cloth sags counts from the start; everything else is of the frames alone.
        let metrics = Metrics { start_height: start.start_height, ..Metrics::default() };
        let before = (simulation.loops(), simulation.steps());
        Ok(Self { measure, rest: Rest::default(), metrics, times: Vec::new(), state, before })
    }

    /// Reads and measures the state after a frame that took this long [s]; true if the cloth is at rest.
    pub fn frame(&mut self, simulation: &mut Simulation, seconds: f64) -> Result<bool> {
        self.times.push(seconds);
        self.state = simulation.state()?;
        let State { positions, velocities, .. } = &self.state;
        self.measure.frame(positions, velocities, &mut self.metrics);
        for (kind, violation) in simulation.violations(positions) {
            let series = self.metrics.constraint_error.entry(kind.into()).or_default();
            series.push_many(violation.mean, violation.max);
        }
        if let Some(touch) = simulation.touch(positions) {
            self.metrics.penetration.get_or_insert_default().push(touch.penetration);
            self.metrics.contacts.get_or_insert_default().push(touch.contacts as f64);
        }
        let (loops, steps) = (simulation.loops(), simulation.steps());
        if let Some(solves) = simulation.solves()? {
            let waits = loops.since(&self.before.0).waits;
            self.metrics.solved(solves, waits as f64 / (steps - self.before.1).max(1) as f64);
        }
        self.before = (loops, steps);
        if let Some(energy) = simulation.elastic_energy(positions) {
            self.metrics.elastic_energy.get_or_insert_default().push(energy);
        }
        if let Some(isometry) = simulation.isometry()? {
            self.metrics.kept(&isometry);
        }
        let size = bounds(positions).map_or(0.0, |(low, high)| f64::from(low.distance(high)));
        Ok(self.rest.push(simulation.time(), max_speed(velocities), size))
    }

    /// Wall time of all frames [s].
    pub fn seconds(&self) -> f64 {
        self.times.iter().fold(0.0, |sum, time| sum + time)
    }

    /// The median over the frames of the time per step [ms]; `None` without frames.
    pub fn ms_per_step(&self, steps_per_frame: u64) -> Option<f64> {
        median(self.times.clone()).map(|seconds| 1e3 * seconds / steps_per_frame as f64)
    }
}

/// The largest speed [m/s]; NaN if there is one among them.
fn max_speed(velocities: &[Vec3]) -> f64 {
    let larger = |max: f32, speed: f32| if speed > max || speed.is_nan() { speed } else { max };
    velocities.iter().map(|v| v.length()).fold(0.0, larger).into()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    let lower = values[(values.len() - 1) / 2];
    Some(0.5 * (lower + upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 9.0]), Some(3.0));
        assert_eq!(median(vec![4.0, 1.0, 9.0, 2.0]), Some(3.0));
    }

    #[test]
    fn a_speed_that_is_no_number_is_not_lost() {
        assert_eq!(max_speed(&[Vec3::X, Vec3::Y * 3.0, Vec3::ZERO]), 3.0);
        assert!(max_speed(&[Vec3::NAN, Vec3::X, Vec3::ZERO]).is_nan());
    }
}
