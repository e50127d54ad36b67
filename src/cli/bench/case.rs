//! One scene on one executor, whose step is measured again and again from the same state.

use super::plan::{Effort, Spec};
use super::traffic::Traffic;
use super::yardstick::Yardstick;
use crate::engine::BufferId;
use crate::error::Result;
use crate::scene::MethodName;
use crate::simulation::{Backend, Simulation};
use std::collections::{BTreeMap, VecDeque};
use std::mem::replace;
use std::sync::Arc;
use std::time::Instant;

/// Spare simulations on the CPU.
const SPARE: usize = 4;
/// The longest that shadows take after a step [s].
const LONGEST: f64 = 0.02;

/// The contents of all buffers after the warm-up.
pub type Start = Arc<Vec<Vec<u32>>>;

/// Warms a scene up: the state that both executors then start each measured step from.
pub fn warm_up(spec: &Spec, steps: u32) -> Result<Start> {
    let mut simulation = Simulation::new(&spec.scene, &Backend::Cpu)?;
    (0..steps).try_for_each(|_| simulation.step())?;
    simulation.check()?;
    let executor = simulation.executor();
    let all: Vec<BufferId> = (0..executor.recording().buffers.len()).map(BufferId).collect();
    Ok(Arc::new(executor.read_all(&all)?))
}

/// What does not change from one measurement to the next.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Vertices of the cloth.
    pub vertices: usize,
    /// Bytes of all buffers [bytes].
    pub bytes: u64,
    /// Iterations in the step; none for a method without any.
    pub iterations: Option<u64>,
    /// Solves of the step that did not converge.
    pub unconverged: u64,
    /// Constraint projections in the step; none for a method without any.
    pub projections: Option<u64>,
    /// Dispatches in the step, and what each kernel moves in it [bytes]; none where passes cannot be timed.
    pub passes: Option<Passes>,
}

/// The dispatches of a step.
#[derive(Debug, Clone, Default)]
pub struct Passes {
    /// Dispatches per kernel.
    pub calls: BTreeMap<&'static str, u64>,
    /// What they move [bytes].
    pub moved: BTreeMap<&'static str, f64>,
}

/// What one round has measured: of several steps the fastest, and beside them the fastest reference.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Time of a step [s].
    pub step: f64,
    /// Time of a copy in its shadow [s].
    pub reference: f64,
    /// Time of each kernel in steps whose passes are timed [s]; none where they are not.
    pub kernels: BTreeMap<&'static str, f64>,
    /// Time of a copy in a shadow beside those [s].
    pub kernel_reference: f64,
}

/// A scene on one executor.
pub struct Case {
    /// What it is.
    pub spec: Spec,
    simulation: Simulation,
    shadow: Yardstick,
    /// The same once more on the CPU, one for each round in turns: what is fast there also depends on where buffers happen to lie,
    /// which a run would find once and another run otherwise.
    spare: VecDeque<(Simulation, Yardstick)>,
    start: Start,
    /// The buffers that a step changes.
    changed: Vec<BufferId>,
    /// Steps in a measurement.
    repeats: u32,
    /// Time of the fastest of the first steps [s].
    pub first: f64,
    /// Rounds that it takes part in.
    pub rounds: u32,
    /// What does not change.
    pub facts: Facts,
    /// What was measured.
    pub samples: Vec<Sample>,
}

impl Case {
    /// Builds the scene on a backend, takes the state over and sees how long a step takes.
    pub fn new(spec: &Spec, start: &Start, backend: &Backend, effort: &Effort) -> Result<Self> {
        let mut simulation = Simulation::by_kernel(&spec.scene, backend)?;
        let recording = simulation.executor().recording().clone();
        let mut case = Self {
            spec: spec.clone(),
            simulation,
            shadow: Yardstick::beside(backend, &recording, &[])?,
            spare: VecDeque::new(),
            start: start.clone(),
            changed: (0..start.len()).map(BufferId).collect(),
            repeats: 1,
            first: 0.0,
            rounds: 0,
            facts: Facts::default(),
            samples: Vec::new(),
        };
        // Twice: then pipelines are warm, and loops know their length.
        (0..2).try_for_each(|_| case.time().map(|_| ()))?;
        let after = case.simulation.executor().read_all(&case.changed)?;
        let differs = |id: &BufferId| after[id.0] != start[id.0];
        case.changed = case.changed.iter().copied().filter(differs).collect();
        let calls;
        (case.facts, calls) = case.look()?;
        case.shadow = Yardstick::beside(backend, &recording, &calls)?;
        case.first = case.time()?.min(case.time()?);
        case.repeats = (effort.least / case.first.max(1e-9)).ceil().clamp(1.0, 100.0) as u32;
        let [fewest, most] = effort.rounds;
        case.rounds = ((effort.budget / case.round()) as u32).clamp(fewest, most);
        for _ in 0..if matches!(backend, Backend::Cpu) { SPARE } else { 0 } {
            let mut simulation = Simulation::by_kernel(&spec.scene, backend)?;
            let executor = simulation.executor();
            start.iter().enumerate().try_for_each(|(i, words)| executor.write(BufferId(i), words))?;
            case.spare.push_back((simulation, Yardstick::beside(backend, &recording, &calls)?));
        }
        Ok(case)
    }

    /// About how long a round takes [s].
    pub fn round(&self) -> f64 {
        // Steps whose passes are timed are slower; shadows come after each of either.
        let (steps, references) = if self.is_profiled() { (2.5, 2.0) } else { (1.0, 1.0) };
        f64::from(self.repeats) * (steps * self.first + references * self.window())
    }

    /// How long shadows take after each step [s]: as long as it, so that what disturbs one disturbs the other alike.
    fn window(&self) -> f64 {
        self.first.min(LONGEST)
    }

    /// Whether it takes part in this round of all: evenly spread over them.
    pub fn is_due(&self, round: u32, all: u32) -> bool {
        let done = |rounds: u32| u64::from(rounds) * u64::from(self.rounds) / u64::from(all.max(1));
        done(round + 1) > done(round)
    }

    /// Whether its passes are timed too.
    pub fn is_profiled(&self) -> bool {
        self.spec.group == super::plan::Group::Methods && self.facts.passes.is_some()
    }

    /// Puts every buffer back that a step changes, and waits for it.
    fn rewind(&mut self) -> Result<()> {
        let executor = self.simulation.executor();
        self.changed.iter().try_for_each(|&id| executor.write(id, &self.start[id.0]))?;
        self.simulation.check()
    }

    /// The time of a step and of the wait for its end [s].
    fn time(&mut self) -> Result<f64> {
        self.rewind()?;
        let start = Instant::now();
        self.simulation.step()?;
        self.simulation.check()?;
        Ok(start.elapsed().as_secs_f64())
    }

    /// Measures steps and their shadow in turns.
    pub fn measure(&mut self) -> Result<()> {
        let most = f64::INFINITY;
        let mut sample =
            Sample { step: most, reference: most, kernels: BTreeMap::new(), kernel_reference: most };
        if let Some((simulation, shadow)) = self.spare.pop_front() {
            let last = (replace(&mut self.simulation, simulation), replace(&mut self.shadow, shadow));
            self.spare.push_back(last);
        }
        for _ in 0..self.repeats {
            sample.step = sample.step.min(self.time()?);
            sample.reference = sample.reference.min(self.shadow.measure(self.window())?);
        }
        for _ in 0..if self.is_profiled() { self.repeats } else { 0 } {
            for (kernel, seconds) in self.profile()? {
                let least = sample.kernels.entry(kernel).or_insert(most);
                *least = least.min(seconds);
            }
            sample.kernel_reference = sample.kernel_reference.min(self.shadow.measure(self.window())?);
        }
        self.samples.push(sample);
        Ok(())
    }

    /// The time of each kernel in a step [s].
    fn profile(&mut self) -> Result<BTreeMap<&'static str, f64>> {
        self.rewind()?;
        self.simulation.executor().profile(true);
        self.simulation.step()?;
        self.simulation.check()?;
        let timings = self.simulation.timings();
        self.simulation.executor().profile(false);
        Ok(timings.into_iter().map(|(kernel, timing)| (kernel, timing.seconds)).collect())
    }

    /// What does not change, by one step whose dispatches are counted; and their calls.
    fn look(&mut self) -> Result<(Facts, Vec<u64>)> {
        self.rewind()?;
        let before = (self.simulation.solves()?, self.simulation.loops());
        let counts = self.simulation.executor().profile(true);
        self.simulation.step()?;
        self.simulation.check()?;
        let calls = self.simulation.executor().calls();
        self.simulation.executor().profile(false);
        let used = 1.0 - self.simulation.loops().since(&before.1).wasted();
        let solved = before.0.zip(self.simulation.solves()?);
        let recording = self.simulation.executor().recording().clone();
        let passes = counts.then(|| {
            let mut by_kernel = BTreeMap::new();
            for (dispatch, &calls) in recording.dispatches.iter().zip(&calls) {
                *by_kernel.entry(dispatch.kernel.name).or_default() += calls;
            }
            Passes { calls: by_kernel, moved: Traffic::new(&recording).moved(&calls, used) }
        });
        let (scene, is_pbd) = (&self.spec.scene, self.spec.scene.method == MethodName::TriangleBending);
        let iterations = u64::from(scene.solver.substeps) * u64::from(scene.solver.iterations);
        let constraints: u64 = self.simulation.kinds().iter().filter_map(|k| k.count).map(u64::from).sum();
        let sweeps = u64::from(scene.triangle_bending.sweeps);
        let facts = Facts {
            vertices: self.simulation.model().start.len(),
            bytes: self.simulation.bytes(),
            iterations: match solved {
                Some((before, after)) => Some(after.iterations - before.iterations),
                None => is_pbd.then_some(iterations),
            },
            unconverged: solved.map_or(0, |(before, after)| after.unconverged - before.unconverged),
            projections: is_pbd.then_some(constraints * iterations * sweeps),
            passes,
        };
        Ok((facts, calls))
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::Group;
    use super::*;
    use crate::scene::catalog;

    fn case(scene: &str) -> Case {
        let scene = catalog::resolve(scene).and_then(|s| s.small()).unwrap();
        let spec = Spec { group: Group::Methods, at: 12, name: "a".into(), scene };
        let effort = Effort { least: 1e-3, ..Effort::QUICK };
        Case::new(&spec, &warm_up(&spec, 3).unwrap(), &Backend::Cpu, &effort).unwrap()
    }

    #[test]
    fn every_measured_step_does_the_same() {
        let mut case = case("implicit-sheet");
        let iterations = case.facts.iterations.unwrap();
        assert!(iterations > 1 && case.facts.projections.is_none());
        let after = |case: &mut Case| {
            case.time().unwrap();
            case.simulation.state().unwrap().hash()
        };
        let first = after(&mut case);
        assert_eq!(first, after(&mut case));
        assert_eq!(case.look().unwrap().0.iterations, Some(iterations));
        let times = case.profile().unwrap();
        assert!(times["forces/stiff_springs"] > 0.0);
        let passes = case.facts.passes.as_ref().unwrap();
        assert_eq!(times.keys().collect::<Vec<_>>(), passes.calls.keys().collect::<Vec<_>>());
        assert!(passes.moved["cg/direction"] > 0.0);
    }

    #[test]
    fn rounds_are_spread_evenly() {
        let mut case = case("sheet");
        case.rounds = 3;
        let due: Vec<u32> = (0..9).filter(|&round| case.is_due(round, 9)).collect();
        assert_eq!(due, [2, 5, 8]);
        let facts = &case.facts;
        assert_eq!(facts.projections.unwrap() % facts.iterations.unwrap(), 0);
    }
}
