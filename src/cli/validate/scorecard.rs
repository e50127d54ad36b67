//! The cells of the scorecard, and how they are filled.

use super::bench::Bench;
use super::checks::{Trial, aside};
use super::judge::{Failure, Mark, Reading, judge};
use super::subjects::Subject;
use crate::cli::progress::Progress;
use crate::error::{Error, Result};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A cell. The names of the fields are the interface: changing one needs another schema.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Whose it is.
    #[serde(flatten)]
    pub subject: Subject,
    /// The check's name.
    pub check: &'static str,
    /// What was measured; null where nothing was.
    pub value: Option<f64>,
    /// What mathematics says.
    pub expected: Option<f64>,
    /// The relative error, or the value where it should be 0.
    pub error: Option<f64>,
    /// The largest error that counts as good.
    pub bound: Option<f64>,
    /// How it stands.
    pub mark: Mark,
    /// Why it is not good; empty where it is.
    pub why: String,
    /// How long its runs took; those of checks that share them are counted in each [s].
    pub seconds: f64,
}

/// The whole scorecard.
#[derive(Debug, Serialize)]
pub struct Scorecard {
    /// The name and version of this layout.
    pub schema: &'static str,
    /// `gpu` or `cpu`.
    pub backend: &'static str,
    /// The GPU's name and driver; `null` on the CPU.
    pub adapter: Option<String>,
    /// Whether meshes were small.
    pub quick: bool,
    /// The command that makes it again.
    pub command: String,
    /// Wall time [s].
    pub seconds: f64,
    /// How many cells are good, bad and set aside.
    pub counts: Counts,
    /// The cells, check by check.
    pub cells: Vec<Cell>,
}

/// How many cells have each mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Within their bounds.
    pub good: usize,
    /// Not as they should be.
    pub bad: usize,
    /// Beyond their bounds, by models that are not made for it.
    pub aside: usize,
}

/// A trial of a subject.
#[derive(Clone, Copy)]
pub struct Job {
    /// The trial.
    pub trial: &'static Trial,
    /// The subject.
    pub subject: Subject,
}

impl Scorecard {
    /// A scorecard of these cells.
    pub fn new(
        adapter: Option<String>,
        quick: bool,
        command: String,
        seconds: f64,
        cells: Vec<Cell>,
    ) -> Self {
        let count = |mark: Mark| cells.iter().filter(|cell| cell.mark == mark).count();
        let counts = Counts { good: count(Mark::Good), bad: count(Mark::Bad), aside: count(Mark::Aside) };
        let backend = if adapter.is_some() { "gpu" } else { "cpu" };
        let command = if adapter.is_some() { command } else { format!("{command} --backend cpu") };
        Self { schema: "toile/validate/2", backend, adapter, quick, command, seconds, counts, cells }
    }

    /// The names of the bad cells.
    pub fn bad(&self) -> Vec<String> {
        let bad = self.cells.iter().filter(|cell| cell.mark == Mark::Bad);
        bad.map(|cell| format!("{} of {} ({})", cell.check, cell.subject, cell.why)).collect()
    }

    /// Where it was made.
    pub fn place(&self) -> String {
        match &self.adapter {
            Some(adapter) => format!("on `{adapter}`"),
            None => "on the CPU, by the kernels' twins".into(),
        }
    }

    /// How many cells have each mark, in words.
    pub fn sum(&self) -> String {
        let Counts { good, bad, aside } = self.counts;
        format!("{good} cells are good, {bad} bad, {aside} set aside")
    }
}

/// Runs all jobs, on so many threads; the cells are in the order of the jobs. What concerns the program and not the physics (an interruption, a
/// device that is lost, a disk that is full) ends it all.
pub fn fill(bench: &Bench, jobs: &[Job], threads: usize, progress: &Progress) -> Result<Vec<Cell>> {
    let next = AtomicUsize::new(0);
    let ended = AtomicBool::new(false);
    let results: Mutex<Vec<(usize, Result<Vec<Cell>>)>> = Mutex::default();
    let work = || {
        while !ended.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { break };
            progress.say(&format!("{}: {}", job.trial.checks[0].name, job.subject));
            let result = job.cells(bench);
            if result.is_err() {
                ended.store(true, Ordering::Relaxed);
            }
            progress.step();
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| _ = scope.spawn(work)));
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    let all: Result<Vec<Vec<Cell>>> = results.into_iter().map(|(_, result)| result).collect();
    Ok(all?.concat())
}

impl Job {
    /// Runs it: a cell for each check.
    fn cells(&self, bench: &Bench) -> Result<Vec<Cell>> {
        let start = Instant::now();
        let found = (self.trial.run)(bench, &self.subject);
        let seconds = start.elapsed().as_secs_f64();
        match found {
            Err(Failure::Error(
                error @ (Error::Interrupted | Error::DeviceLost(_) | Error::NoAdapter(_) | Error::Io { .. }),
            )) => Err(error),
            found => Ok(self.judged(found.as_deref(), seconds)),
        }
    }

    /// The cells of what was found.
    fn judged(&self, found: std::result::Result<&[Reading], &Failure>, seconds: f64) -> Vec<Cell> {
        let cell = |(i, check): (usize, &super::checks::Check)| {
            let reading = found.map(|readings| &readings[i]);
            let (mark, why) = judge(reading, aside(&self.subject, check));
            let of = |part: fn(&Reading) -> f64| reading.ok().map(part);
            Cell {
                subject: self.subject,
                check: check.name,
                value: of(|r| r.value),
                expected: of(|r| r.expected),
                error: of(Reading::error),
                bound: of(|r| r.bound),
                mark,
                why,
                seconds,
            }
        };
        self.trial.checks.iter().enumerate().map(cell).collect()
    }
}
