//! Cases that take turns, each beside the reference on its own executor.

use super::case::Case;
use super::instance::Start;
use super::plan::{Effort, Spec};
use super::results::{Copied, Measured, Numbers};
use super::spread::Spread;
use super::yardstick::{LARGE, Yardstick};
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::error::{Error, Result};
use crate::kernels::common::WORKGROUP;
use crate::kernels::measure::copy::Copies;
use crate::simulation::Backend;
use std::time::Instant;

/// How long dispatches with next to nothing to do are measured in each round [s].
const WINDOW: f64 = 0.02;

/// An executor with its cases.
struct Lane {
    /// `gpu` or `cpu`.
    name: &'static str,
    backend: Backend,
    large: Yardstick,
    empty: Yardstick,
    /// Times of the large copy, and of one that has next to nothing to do [s].
    large_times: Vec<f64>,
    empty_times: Vec<f64>,
    cases: Vec<Case>,
}

/// All cases.
pub struct Session {
    lanes: Vec<Lane>,
    /// Every case, those that could not be built among them.
    known: Vec<Measured>,
}

impl Session {
    /// Opens the executors, by name.
    pub fn new(backends: Vec<(&'static str, Backend)>) -> Result<Self> {
        let lane = |(name, backend): (&'static str, Backend)| {
            let large = Yardstick::new(&backend, LARGE)?;
            let empty = Yardstick::new(&backend, WORKGROUP)?;
            let (large_times, empty_times, cases) = Default::default();
            Ok(Lane { name, backend, large, empty, large_times, empty_times, cases })
        };
        Ok(Self { lanes: backends.into_iter().map(lane).collect::<Result<_>>()?, known: Vec::new() })
    }

    /// Builds a scene on the executors that `wanted` names a case of. What cannot be simulated is kept as a problem.
    pub fn add(&mut self, spec: &Spec, effort: &Effort, wanted: impl Fn(&str) -> bool) -> Result<()> {
        let names = self.lanes.iter().map(|lane| Measured::new(spec, lane.name).name);
        if !names.into_iter().any(|name| wanted(&name)) {
            return Ok(());
        }
        check_interrupt()?;
        let start = of_one_case(Start::new(spec, effort.warm_up))?;
        for lane in &mut self.lanes {
            let mut measured = Measured::new(spec, lane.name);
            if !wanted(&measured.name) {
                continue;
            }
            check_interrupt()?;
            let made = match &start {
                Ok(start) => of_one_case(Case::new(spec, start, &lane.backend, effort))?,
                Err(problem) => Err(problem.clone()),
            };
            match made {
                Ok(case) => lane.cases.push(case),
                Err(problem) => measured.problem = Some(problem),
            }
            self.known.push(measured);
        }
        Ok(())
    }

    /// About how long [`Session::run`] takes [s].
    pub fn estimate(&self) -> f64 {
        self.cases().map(|case| f64::from(case.rounds) * case.round()).sum()
    }

    /// Measurements that [`Session::run`] takes.
    pub fn measurements(&self) -> u32 {
        self.cases().map(|case| case.rounds).sum()
    }

    fn cases(&self) -> impl Iterator<Item = &Case> {
        self.lanes.iter().flat_map(|lane| &lane.cases)
    }

    /// Measures all cases in turns, round by round; false if the time was over before the last round. Every case is measured
    /// at least once.
    pub fn run(&mut self, progress: &Progress, end: Instant) -> Result<bool> {
        let all = self.cases().map(|case| case.rounds).max().unwrap_or(0);
        for round in 0..all {
            let is_late = Instant::now() > end && self.cases().all(|case| !case.samples.is_empty());
            if is_late {
                return Ok(false);
            }
            self.lanes.iter_mut().try_for_each(|lane| lane.round(round, all, progress))?;
        }
        Ok(true)
    }

    /// What a copy reaches on each executor.
    pub fn copies(&self) -> Vec<Copied> {
        let copied = |lane: &Lane| {
            let speeds = lane.large_times.iter().map(|seconds| Copies::bytes(LARGE) / seconds);
            Some(Copied {
                executor: lane.name.into(),
                bytes_per_second: Spread::of(speeds)?,
                dispatch_seconds: Spread::of(lane.empty_times.iter().copied())?,
            })
        };
        self.lanes.iter().filter_map(copied).collect()
    }

    /// What was measured of each case.
    pub fn measured(&self) -> Vec<Measured> {
        let mut measured = self.known.clone();
        for (lane, copied) in self.lanes.iter().zip(self.copies()) {
            for case in &lane.cases {
                let name = format!("{}/{}", case.spec.name, lane.name);
                let numbers = Numbers::of(case, &copied);
                measured.iter_mut().filter(|m| m.name == name).for_each(|m| m.numbers = numbers.clone());
            }
        }
        measured
    }
}

impl Lane {
    fn round(&mut self, round: u32, all: u32, progress: &Progress) -> Result<()> {
        self.large_times.push(self.large.measure(0.0)?);
        self.empty_times.push(self.empty.measure(WINDOW)?);
        for case in self.cases.iter_mut().filter(|case| case.is_due(round, all)) {
            check_interrupt()?;
            progress.say(&format!("{}/{}", case.spec.name, self.name));
            case.measure()?;
            progress.step();
        }
        Ok(())
    }
}

/// What went wrong with one scene as a text, so that the others can go on; everything else stays an error.
fn of_one_case<T>(made: Result<T>) -> Result<std::result::Result<T, String>> {
    use Error::{BodyLost, Input, Limit, NonFinite, OutOfMemory};
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(
            error @ (NonFinite { .. } | BodyLost { .. } | Limit { .. } | OutOfMemory { .. } | Input { .. }),
        ) => Ok(Err(error.to_string())),
        Err(error) => Err(error),
    }
}

fn check_interrupt() -> Result<()> {
    if interrupt::is_requested() { Err(Error::Interrupted) } else { Ok(()) }
}
