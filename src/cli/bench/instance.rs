//! A scene on one executor, with what it is measured beside, and the state that each of its steps starts from.

use super::plan::Spec;
use super::yardstick::{Yardstick, with_copies};
use crate::engine::{BufferId, Recording};
use crate::error::Result;
use crate::kernels::measure::copy;
use crate::simulation::{Backend, Simulation};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// The longest that shadows take after a step [s].
const LONGEST: f64 = 0.02;

/// The state that all executors start each measured step from: the contents of all buffers after the warm-up.
#[derive(Clone)]
pub struct Start {
    words: Arc<Vec<Vec<u32>>>,
    /// What is written before a step.
    written: Vec<BufferId>,
}

impl Start {
    /// Warms a scene up.
    pub fn new(spec: &Spec, steps: u32) -> Result<Self> {
        let mut simulation = Simulation::new(&spec.scene, &Backend::Cpu)?;
        (0..steps).try_for_each(|_| simulation.step())?;
        simulation.check()?;
        let executor = simulation.executor();
        let written: Vec<BufferId> = (0..executor.recording().buffers.len()).map(BufferId).collect();
        Ok(Self { words: Arc::new(executor.read_all(&written)?), written })
    }

    /// Writes it, and waits for that.
    pub fn write(&self, simulation: &mut Simulation) -> Result<()> {
        let executor = simulation.executor();
        self.written.iter().try_for_each(|&id| executor.write(id, &self.words[id.0]))?;
        simulation.check()
    }

    /// Writes only what the steps of this simulation have changed from here on.
    pub fn narrow(&mut self, simulation: &mut Simulation) -> Result<()> {
        let after = simulation.executor().read_all(&self.written)?;
        let pairs = self.written.iter().zip(after);
        self.written = pairs.filter(|(id, now)| *now != self.words[id.0]).map(|(id, _)| *id).collect();
        Ok(())
    }
}

/// A kernel in a step whose passes are timed, with a copy behind each of them.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Time of all its passes [s].
    pub seconds: f64,
    /// The same by the mean time of the copies in that step.
    pub ratio: f64,
}

/// A scene on an executor.
pub struct Instance {
    /// The scene.
    pub simulation: Simulation,
    shadow: Yardstick,
    /// The same once more with a copy behind each dispatch, for steps whose passes are timed.
    timed: Option<Simulation>,
}

impl Instance {
    /// Builds a scene and puts it at its start; `calls` has how often its step calls each dispatch, and is empty before that is known.
    pub fn new(spec: &Spec, backend: &Backend, start: &Start, calls: &[u64]) -> Result<Self> {
        let mut simulation = Simulation::recorded_as(&spec.scene, backend, Recording::by_kernel)?;
        start.write(&mut simulation)?;
        let recording = simulation.executor().recording().clone();
        Ok(Self { simulation, shadow: Yardstick::beside(backend, &recording, calls)?, timed: None })
    }

    /// Makes it ready to have its passes timed.
    pub fn prepare_profile(&mut self, spec: &Spec, backend: &Backend, start: &Start) -> Result<()> {
        let change = |recording: Recording| with_copies(recording.by_kernel(), backend);
        let mut timed = Simulation::recorded_as(&spec.scene, backend, change)?;
        start.write(&mut timed)?;
        timed.step()?;
        timed.check()?;
        self.timed = Some(timed);
        Ok(())
    }

    /// The time of a step and of the wait for its end [s].
    pub fn time(&mut self, start: &Start) -> Result<f64> {
        start.write(&mut self.simulation)?;
        let begin = Instant::now();
        self.simulation.step()?;
        self.simulation.check()?;
        Ok(begin.elapsed().as_secs_f64())
    }

    /// The time of a copy in the shadow of a step that takes `step` [s].
    pub fn reference(&mut self, step: f64) -> Result<f64> {
        self.shadow.measure(window(step))
    }

    /// Each kernel in a step whose passes are timed; nothing if it is not ready for that.
    pub fn profile(&mut self, start: &Start) -> Result<BTreeMap<&'static str, Part>> {
        let Some(timed) = &mut self.timed else { return Ok(BTreeMap::new()) };
        start.write(timed)?;
        timed.executor().profile(true);
        timed.step()?;
        timed.check()?;
        let mut timings = timed.timings();
        timed.executor().profile(false);
        let copies = timings.remove(copy::KERNEL.name).unwrap_or_default();
        let one = copies.seconds / copies.calls.max(1) as f64;
        let part = |seconds| Part { seconds, ratio: seconds / one };
        Ok(timings.into_iter().map(|(kernel, timing)| (kernel, part(timing.seconds))).collect())
    }
}

/// How long shadows take after a step [s]: as long as it, so that what disturbs one disturbs the other alike.
pub fn window(step: f64) -> f64 {
    step.min(LONGEST)
}
