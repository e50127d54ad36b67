//! What a run reports as JSON.

use super::tally::Tally;
use crate::error::Result;
use crate::methods::contact::BodyReport;
use crate::record::Metrics;
use crate::scene::{Body, BodyKind, BodyShape, MethodName};
use crate::simulation::Simulation;
use serde::Serialize;

/// One run. The names of the fields are the interface: changing one needs another schema.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The name and version of this layout.
    pub schema: &'static str,
    /// The scene's name.
    pub scene: String,
    /// The method.
    pub method: MethodName,
    /// `gpu` or `cpu`.
    pub backend: &'static str,
    /// The GPU's name and driver; `null` on the CPU.
    pub adapter: Option<String>,
    /// Frames done.
    pub frames: usize,
    /// Steps done.
    pub steps: u64,
    /// Vertices of the cloth.
    pub vertices: usize,
    /// Wall time of all frames [s]; neither building nor writing files counts.
    pub seconds: f64,
    /// Median over the frames of the wall time per step [ms].
    pub ms_per_step: Option<f64>,
    /// See [`crate::record::state_hash`].
    pub state_hash: String,
    /// The rigid bodies after the last step.
    pub bodies: Vec<BodyEntry>,
    /// See [`Metrics`].
    pub metrics: Metrics,
    /// Times per pass, the longest first; only with `--profile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<Vec<Pass>>,
}

/// A rigid body after the last step.
#[derive(Debug, Serialize)]
pub struct BodyEntry {
    /// Its name in the scene.
    pub name: String,
    /// Its shape.
    pub shape: BodyShape,
    /// What moves it.
    pub kind: BodyKind,
    /// Where its origin is [m].
    pub position: [f32; 3],
    /// How it is turned: unit quaternion, the real part last.
    pub rotation: [f32; 4],
    /// Velocity of the centre of mass [m/s].
    pub velocity: [f32; 3],
    /// Angular velocity [rad/s].
    pub spin: [f32; 3],
    /// Mean force of the cloth in the last step [N].
    pub contact_force: [f32; 3],
    /// Its torque about the body's origin [N·m].
    pub contact_torque: [f32; 3],
    /// Highest that its centre rose after it first bounced off the cloth [m]; `null` if it did not.
    pub rebound_height: Option<f64>,
}

impl BodyEntry {
    fn new((body, report): (&Body, BodyReport)) -> Self {
        let BodyReport { state, wrench, rebound_height } = report;
        Self {
            name: body.name.clone(),
            shape: body.shape,
            kind: body.kind,
            position: state.pose.position.into(),
            rotation: state.pose.rotation.into(),
            velocity: state.velocity.into(),
            spin: state.spin.into(),
            contact_force: wrench.force.into(),
            contact_torque: wrench.torque.into(),
            rebound_height,
        }
    }
}

/// The time spent in the passes of one name.
#[derive(Debug, Serialize)]
pub struct Pass {
    /// The passes' name.
    pub label: &'static str,
    /// Dispatches.
    pub calls: u64,
    /// Sum over the calls [s].
    pub seconds: f64,
}

impl Report {
    /// The report of a run that has ended.
    pub fn new(simulation: &mut Simulation, tally: &Tally, profile: bool) -> Result<Self> {
        let reports = simulation.bodies()?;
        let bodies = simulation.model().bodies.iter().zip(reports).map(BodyEntry::new).collect();
        let executor = simulation.executor();
        let adapter = executor.as_gpu().is_some().then(|| executor.name());
        Ok(Self {
            schema: "toile/run/1",
            scene: simulation.scene().name.clone(),
            method: simulation.scene().method,
            backend: if adapter.is_some() { "gpu" } else { "cpu" },
            adapter,
            frames: tally.times.len(),
            steps: simulation.steps(),
            vertices: tally.state.positions.len(),
            seconds: tally.seconds(),
            ms_per_step: tally.ms_per_step(simulation.steps_per_frame()),
            state_hash: tally.state.hash(),
            bodies,
            metrics: tally.metrics.clone(),
            passes: profile.then(|| passes(simulation)),
        })
    }
}

fn passes(simulation: &Simulation) -> Vec<Pass> {
    let timings = simulation.timings().into_iter();
    let mut passes: Vec<Pass> =
        timings.map(|(label, timing)| Pass { label, calls: timing.calls, seconds: timing.seconds }).collect();
    passes.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    passes
}
