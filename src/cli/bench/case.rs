//! One scene on one executor, whose step is measured again and again from the same state.

use super::instance::{Instance, Part, Start, window};
use super::plan::{Effort, Spec};
use super::spread::Spread;
use super::traffic::Traffic;
use crate::error::Result;
use crate::scene::MethodName;
use crate::simulation::Backend;
use std::collections::{BTreeMap, VecDeque};
use std::mem::replace;
use std::time::Instant;

/// Spare instances on the CPU.
const SPARE: usize = 4;

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
    /// Each kernel, the median of several steps whose passes are timed; none where they are not.
    pub kernels: BTreeMap<&'static str, Part>,
}

/// A scene on an executor.
pub struct Case {
    /// What it is.
    pub spec: Spec,
    now: Instance,
    /// The same once more on the CPU, one for each round in turns: what is fast there also depends on where buffers happen to lie,
    /// which a run would find once and another run otherwise.
    spare: VecDeque<Instance>,
    start: Start,
    /// Steps in a measurement, and steps whose passes are timed.
    repeats: [u32; 2],
    /// Times of the first of either [s].
    first: [f64; 2],
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
        let mut case = Self {
            spec: spec.clone(),
            now: Instance::new(spec, backend, start, &[])?,
            spare: VecDeque::new(),
            start: start.clone(),
            repeats: [1, 0],
            first: [0.0; 2],
            rounds: 0,
            facts: Facts::default(),
            samples: Vec::new(),
        };
        // Twice: then pipelines are warm, and loops know their length.
        (0..2).try_for_each(|_| case.now.time(start).map(|_| ()))?;
        case.start.narrow(&mut case.now.simulation)?;
        let calls;
        (case.facts, calls) = case.look()?;
        let spare = if matches!(backend, Backend::Cpu) { SPARE } else { 0 };
        let make = |_| {
            let mut instance = Instance::new(spec, backend, start, &calls)?;
            if case.is_profiled() {
                instance.prepare_profile(spec, backend, start)?;
            }
            Ok(instance)
        };
        case.spare = (0..=spare).map(make).collect::<Result<_>>()?;
        case.turn();
        case.spare.truncate(spare);
        case.weigh(effort)?;
        Ok(case)
    }

    /// Sees how long steps take, and how many of them there is time for.
    fn weigh(&mut self, effort: &Effort) -> Result<()> {
        let times = [self.now.time(&self.start)?, self.now.time(&self.start)?];
        self.first[0] = times[0].min(times[1]);
        if self.is_profiled() {
            let begin = Instant::now();
            self.now.profile(&self.start)?;
            self.first[1] = begin.elapsed().as_secs_f64();
        }
        let repeats = |first: f64| (effort.least / first.max(1e-9)).ceil().clamp(1.0, 100.0) as u32;
        self.repeats = [repeats(self.first[0]), if self.is_profiled() { repeats(self.first[1]) } else { 0 }];
        let [fewest, most] = effort.rounds;
        self.rounds = ((effort.budget / self.round()) as u32).clamp(fewest, most);
        Ok(())
    }

    /// About how long a round takes [s].
    pub fn round(&self) -> f64 {
        let [steps, timed] = self.repeats.map(f64::from);
        steps * (self.first[0] + window(self.first[0])) + timed * self.first[1]
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

    /// Goes on with the next instance.
    fn turn(&mut self) {
        if let Some(next) = self.spare.pop_front() {
            self.spare.push_back(replace(&mut self.now, next));
        }
    }

    /// Measures steps and their shadow in turns, and then steps whose passes are timed.
    pub fn measure(&mut self) -> Result<()> {
        self.turn();
        let mut sample = Sample { step: f64::INFINITY, reference: f64::INFINITY, kernels: BTreeMap::new() };
        for _ in 0..self.repeats[0] {
            sample.step = sample.step.min(self.now.time(&self.start)?);
            sample.reference = sample.reference.min(self.now.reference(self.first[0])?);
        }
        let mut parts: BTreeMap<&'static str, Vec<Part>> = BTreeMap::new();
        for _ in 0..self.repeats[1] {
            for (kernel, part) in self.now.profile(&self.start)? {
                parts.entry(kernel).or_default().push(part);
            }
        }
        let median = |parts: &[Part], of: fn(&Part) -> f64| Some(Spread::of(parts.iter().map(of))?.median);
        let all = parts.iter().filter_map(|(kernel, parts)| {
            let (seconds, ratio) = (median(parts, |p| p.seconds)?, median(parts, |p| p.ratio)?);
            Some((*kernel, Part { seconds, ratio }))
        });
        sample.kernels = all.collect();
        self.samples.push(sample);
        Ok(())
    }

    /// What does not change, by one step whose dispatches are counted; and their calls.
    fn look(&mut self) -> Result<(Facts, Vec<u64>)> {
        let Instance { simulation, .. } = &mut self.now;
        self.start.write(simulation)?;
        let before = (simulation.solves()?, simulation.loops());
        let counts = simulation.executor().profile(true);
        simulation.step()?;
        simulation.check()?;
        let calls = simulation.executor().calls();
        simulation.executor().profile(false);
        let used = 1.0 - simulation.loops().since(&before.1).wasted();
        let solved = before.0.zip(simulation.solves()?);
        let recording = simulation.executor().recording().clone();
        let passes = counts.then(|| {
            let mut by_kernel = BTreeMap::new();
            for (dispatch, &calls) in recording.dispatches.iter().zip(&calls) {
                *by_kernel.entry(dispatch.kernel.name).or_default() += calls;
            }
            Passes { calls: by_kernel, moved: Traffic::new(&recording).moved(&calls, used) }
        });
        let (scene, is_pbd) = (&self.spec.scene, self.spec.scene.method == MethodName::TriangleBending);
        let iterations = u64::from(scene.solver.substeps) * u64::from(scene.solver.iterations);
        let constraints: u64 = simulation.kinds().iter().filter_map(|k| k.count).map(u64::from).sum();
        let sweeps = u64::from(scene.triangle_bending.sweeps);
        let facts = Facts {
            vertices: simulation.model().start.len(),
            bytes: simulation.bytes(),
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
        Case::new(&spec, &Start::new(&spec, 3).unwrap(), &Backend::Cpu, &effort).unwrap()
    }

    #[test]
    fn every_measured_step_does_the_same() {
        let mut case = case("implicit-sheet");
        let iterations = case.facts.iterations.unwrap();
        assert!(iterations > 1 && case.facts.projections.is_none());
        let after = |case: &mut Case| {
            case.now.time(&case.start).unwrap();
            case.now.simulation.state().unwrap().hash()
        };
        let first = after(&mut case);
        assert_eq!(first, after(&mut case));
        assert_eq!(case.look().unwrap().0.iterations, Some(iterations));
        let times = case.now.profile(&case.start).unwrap();
        let springs = times["forces/stiff_springs"];
        assert!(springs.seconds > 0.0 && springs.ratio > 0.0);
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
