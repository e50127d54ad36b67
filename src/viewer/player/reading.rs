//! Numbers of a simulation over time, for plots.

use crate::error::Result;
use crate::record::Measure;
use crate::record::Metrics;
use crate::render::bounds;
use crate::simulation::Simulation;
use glam::Vec3;

/// Most readings that are kept; beyond it every second one goes.
const KEPT: usize = 800;

/// Numbers at one time.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Reading {
    /// Simulated [s].
    pub time: f64,
    /// [J]
    pub kinetic_energy: f64,
    /// [J]; none for methods without energies.
    pub elastic_energy: Option<f64>,
    /// Mean relative change of the edges' lengths.
    pub stretch: f64,
    /// Largest.
    pub stretch_max: f64,
    /// Iterations of the last solve; none for methods that solve no system.
    pub iterations: Option<f64>,
    /// What it left, relative.
    pub residual: Option<f64>,
    /// Deepest that a particle is inside a body [m]; none without bodies.
    pub penetration: Option<f64>,
}

/// Takes readings of one simulation.
pub struct Meter {
    measure: Measure,
}

impl Meter {
    /// For this simulation's mesh.
    pub fn new(simulation: &Simulation) -> Self {
        let model = simulation.model();
        let mesh = &model.mesh;
        let closed = model.topology.is_closed();
        Self {
            measure: Measure::new(&mesh.positions, &mesh.triangles, &model.edges(), &model.masses, closed),
        }
    }

    /// A reading, and a box around the cloth [m]; waits for the device.
    pub fn read(&self, simulation: &mut Simulation) -> Result<(Reading, (Vec3, Vec3))> {
        let state = simulation.state()?;
        let mut metrics = Metrics::default();
        self.measure.frame(&state.positions, &state.velocities, &mut metrics);
        let solves = simulation.solves()?;
        let touch = simulation.touch(&state.positions);
        let reading = Reading {
            time: simulation.time(),
            kinetic_energy: metrics.kinetic_energy.last,
            elastic_energy: simulation.elastic_energy(&state.positions),
            stretch: metrics.stretch.mean().unwrap_or(0.0),
            stretch_max: metrics.stretch.max,
            iterations: solves.map(|s| s.last as f64),
            residual: solves.map(|s| s.residual),
            penetration: touch.map(|t| t.penetration),
        };
        Ok((reading, bounds(&state.positions).unwrap_or((Vec3::ZERO, Vec3::ZERO))))
    }
}

/// Adds a reading; those after its time, of a simulation that has gone back, are forgotten.
pub fn add(readings: &[Reading], reading: Reading) -> Vec<Reading> {
    let mut kept: Vec<Reading> = readings.iter().filter(|r| r.time < reading.time).copied().collect();
    if kept.len() >= KEPT {
        kept = kept.into_iter().step_by(2).collect();
    }
    kept.push(reading);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_stay_few_and_in_order() {
        let at = |i: usize| Reading { time: i as f64, ..Reading::default() };
        let all = (0..3000).fold(Vec::new(), |all, i| add(&all, at(i)));
        assert!(all.len() <= KEPT && all.len() > KEPT / 3);
        assert!(all.windows(2).all(|pair| pair[0].time < pair[1].time));
        let back = add(&all, at(1000));
        assert_eq!(back.last().unwrap().time, 1000.0);
        assert!(back.len() < all.len());
    }
}
