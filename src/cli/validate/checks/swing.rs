//! Swings: a mode that a scene is pushed into.

use crate::cli::validate::bench::Bench;
use crate::cli::validate::judge::Outcome;
use crate::scene::Scene;
use glam::{DVec3, Vec3};

/// The first half of a swing.
pub(super) struct Swing {
    /// Its peak: the part of the way that the mode has, Σ m x·mode [kg·m·mode].
    pub peak: f64,
    /// How long it takes [s]; infinite where it is not back.
    pub half: f64,
}

/// Gives a scene the velocities of a mode by the place at the start [m/s], and waits for it to swing back, for so long at most [s]. Modes are orthogonal by
/// mass.
pub(super) fn swing(
    bench: &Bench,
    scene: &Scene,
    longest: f64,
    mode: impl Fn(DVec3) -> DVec3,
) -> Outcome<Swing> {
    let mut simulation = bench.simulate(scene)?;
    let model = simulation.model().clone();
    let mut state = simulation.state()?;
    let start: Vec<DVec3> = state.positions.iter().map(|p| p.as_dvec3()).collect();
    let shape: Vec<DVec3> = start.iter().map(|p| mode(*p)).collect();
    state.velocities = shape.iter().map(|v| v.as_vec3()).collect();
    model.pinned.iter().for_each(|pin| state.velocities[pin.vertex as usize] = Vec3::ZERO);
    simulation.set_state(&state)?;
    let mut peak: f64 = 0.0;
    let half = bench.turn(&mut simulation, longest, |simulation| {
        let positions = simulation.state()?.positions;
        let ways = positions.iter().zip(&start).map(|(p, start)| p.as_dvec3() - *start);
        let part = ways.zip(&shape).zip(&model.masses).map(|((way, mode), mass)| way.dot(*mode) * mass).sum();
        peak = peak.max(part);
        Ok(part)
    })?;
    bench.finish(&mut simulation)?;
    Ok(Swing { peak, half })
}
