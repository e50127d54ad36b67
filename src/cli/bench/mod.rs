//! `toile bench`: what kernels and methods cost, over sizes and executors.

mod baseline;
mod case;
mod comparison;
mod csv;
mod instance;
mod plan;
mod report;
mod results;
mod session;
mod spread;
mod tables;
mod traffic;
mod yardstick;

use super::interrupt;
use super::progress::Progress;
use super::terminal::{self, Terminal};
use crate::engine::gpu::Device;
use crate::error::{Error, Result};
use crate::kernels;
use crate::record::{create_folder, write_whole};
use crate::simulation::Backend;
use clap::{Args, ValueEnum};
use comparison::Comparison;
use plan::{Effort, Spec};
use results::{Results, SCHEMA};
use session::Session;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Of the time that a command may take, when its last round begins.
const ALONE: f64 = 0.85;
/// The same where something may have to be measured once more.
const COMPARED: f64 = 0.65;

const EXAMPLES: &str = "\
Examples:
  toile bench --quick --out report                 tables and plots, below five minutes
  toile bench --quick --json > before.json
  toile bench --quick --baseline before.json       ends with exit code 1 where something is slower by 15 %
  toile bench --only mass-spring --backend gpu     cases with that in their name; --list has the names

Each step is measured from the same state, in turns with all other cases and with its shadow: the same dispatches on the same executor,
with a copy in the place of each kernel. A baseline is compared by the ratio of a step to such a copy, since times by themselves drift
with what else a machine does. On a software GPU, LP_NUM_THREADS=1 makes them steadier.";

/// Measure what kernels and methods cost.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Bench {
    /// Smaller meshes and fewer rounds.
    #[arg(long)]
    quick: bool,
    /// Only cases with this in their name; repeatable.
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// List the names of the cases and measure nothing.
    #[arg(long)]
    list: bool,
    /// Measure each case so often at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// Take so many seconds at most, in fewer rounds where the machine is busy; 285 with --quick, else 2100.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    limit: Option<u32>,
    /// Where to run.
    #[arg(long, value_enum, default_value_t)]
    backend: Executors,
    /// The GPU adapter, by a part of its name or by its index in `toile info`.
    #[arg(long, value_name = "NAME|INDEX")]
    adapter: Option<String>,
    /// Read kernels from this folder, laid out as `shaders/`, instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    shaders: Option<PathBuf>,
    /// Write bench.html, bench.md with its figures, bench.json and bench.csv into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write a line per case and per kernel as comma-separated values; - for stdout.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Compare with an earlier run, as --json printed it; where something seems slower, all is measured a second time, in fewer rounds.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Fail where something is slower than the baseline by more than this, in the median and in the best tenth of rounds, and by more
    /// than the two were apart.
    #[arg(long, value_name = "PERCENT", default_value = "15%", value_parser = parse_percent, requires = "baseline")]
    fail_above: f64,
}

/// Which executors are measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Executors {
    /// Both; the CPU alone where there is no GPU.
    #[default]
    Auto,
    /// The GPU, or an error.
    Gpu,
    /// The CPU.
    Cpu,
}

/// Reads a percentage as a share.
fn parse_percent(text: &str) -> std::result::Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>();
    let share = number.map_err(|_| "give a number of per cent such as 15%".to_string())? / 100.0;
    if (0.0..=100.0).contains(&share) { Ok(share) } else { Err("give 0% to 10000%".into()) }
}

impl Bench {
    /// Measures, writes and compares.
    pub fn run(&self, terminal: &Terminal) -> Result<()> {
        interrupt::watch();
        let effort = self.effort();
        let specs = effort.specs()?;
        let start = Instant::now();
        let before = self.baseline.as_deref().map(baseline::load).transpose()?;
        self.check_places()?;
        let backends = self.backends(terminal)?;
        let names: Vec<&str> = backends.iter().map(|(name, _)| *name).collect();
        let wanted = self.wanted(&specs, &names)?;
        if self.list {
            return wanted.iter().try_for_each(terminal::print);
        }
        if let Some(before) = &before {
            self.check_baseline(before, &wanted)?;
        }
        let adapter = backends.iter().find_map(|(_, backend)| match backend {
            Backend::Gpu(device) => Some(device.name()),
            Backend::Cpu => None,
        });
        let mut session = Session::new(backends)?;
        build(&mut session, &specs, &effort, &wanted, terminal)?;
        let part = if before.is_some() { COMPARED } else { ALONE };
        measure(&mut session, terminal, start + Duration::from_secs_f64(part * effort.limit))?;
        let results = Results {
            schema: SCHEMA.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            command: command(),
            adapter,
            seconds: start.elapsed().as_secs_f64(),
            copies: session.copies(),
            cases: session.measured(),
        };
        let mut comparison = before.as_ref().map(|before| Comparison::new(before, &results, self.fail_above));
        if let (Some(before), Some(comparison)) = (&before, &mut comparison) {
            comparison.say(terminal);
            drop(session);
            let left = effort.limit - start.elapsed().as_secs_f64();
            comparison.confirm(before, terminal, |cases| self.again(cases, left, terminal))?;
        }
        self.write(&results, comparison.as_ref(), terminal)?;
        let slower = comparison.iter().flat_map(|c| &c.slower).collect::<Vec<_>>();
        if slower.is_empty() { Ok(()) } else { Err(Error::Slower(baseline::sentence(&slower))) }
    }

    /// Measures all once more on the executors of these cases, in the fewest rounds and the time that is left [s], and in a process of its
    /// own: what the driver makes of a kernel, and where memory lies, stays as it is in this one, and can cost a kernel a fifth of its time.
    fn again(&self, cases: &[&str], left: f64, terminal: &Terminal) -> Result<Results> {
        let of = |name: &str| cases.iter().all(|case| case.ends_with(name));
        let backend = if of("/gpu") {
            "gpu"
        } else if of("/cpu") {
            "cpu"
        } else {
            "auto"
        };
        let failed = |error| Error::io("toile bench", error);
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command.args(["bench", "--json", "--backend", backend]);
        command.args(self.quick.then_some("--quick")).args(terminal.is_quiet().then_some("--quiet"));
        command.args(self.only.iter().flat_map(|part| ["--only", part]));
        command.args(["--rounds", &self.effort().rounds[0].to_string()]);
        command.args(["--limit", &left.max(1.0).round().to_string()]);
        if backend != "cpu" {
            command.args(self.adapter.iter().flat_map(|name| ["--adapter", name]));
            command.args(self.shaders.iter().flat_map(|folder| [Path::new("--shaders"), folder]));
        }
        let output = command.stderr(Stdio::inherit()).output().map_err(failed)?;
        match output.status.code() {
            Some(0) => serde_json::from_slice(&output.stdout).map_err(|error| failed(error.into())),
            Some(130) => Err(Error::Interrupted),
            _ => Err(failed(std::io::Error::other(format!("ended with {}", output.status)))),
        }
    }

    fn effort(&self) -> Effort {
        let effort = if self.quick { Effort::QUICK } else { Effort::FULL };
        let rounds = effort.rounds.map(|rounds| rounds.min(self.rounds.unwrap_or(rounds)));
        Effort { rounds, limit: self.limit.map_or(effort.limit, f64::from), ..effort }
    }

    fn backends(&self, terminal: &Terminal) -> Result<Vec<(&'static str, Backend)>> {
        if self.backend == Executors::Cpu && (self.adapter.is_some() || self.shaders.is_some()) {
            let what = if self.adapter.is_some() { "--adapter" } else { "--shaders" };
            let advice = "leave it out, or use --backend gpu";
            return Err(Error::input(what, "is of no use to the CPU", advice));
        }
        let mut backends = Vec::new();
        if self.backend != Executors::Cpu {
            let sources =
                self.shaders.as_deref().map_or_else(|| Ok(kernels::sources()), kernels::sources_in)?;
            match Device::open(self.adapter.as_deref(), sources) {
                Ok(device) => backends.push(("gpu", Backend::Gpu(device))),
                Err(Error::NoAdapter(why)) if self.backend == Executors::Auto && self.adapter.is_none() => {
                    terminal.note(format!("no usable GPU adapter ({why}): measuring the CPU alone"));
                }
                Err(error) => return Err(error),
            }
        }
        if self.backend != Executors::Gpu {
            backends.push(("cpu", Backend::Cpu));
        }
        Ok(backends)
    }

    /// The names of the cases to measure.
    fn wanted(&self, specs: &[Spec], executors: &[&str]) -> Result<Vec<String>> {
        let names = specs.iter().flat_map(|s| executors.iter().map(move |e| format!("{}/{e}", s.name)));
        let matches =
            |name: &String| self.only.is_empty() || self.only.iter().any(|part| name.contains(part));
        let wanted: Vec<String> = names.filter(matches).collect();
        if wanted.is_empty() {
            let what = format!("no case has `{}` in its name", self.only.join("` or `"));
            return Err(Error::input("--only", what, "`toile bench --list` has the names"));
        }
        Ok(wanted)
    }

    /// That files can be written is known before anything is measured.
    fn check_places(&self) -> Result<()> {
        if self.json && self.csv.as_deref() == Some(Path::new("-")) {
            let advice = "give --csv a file";
            return Err(Error::input("--csv", "stdout is taken by --json", advice));
        }
        self.out.as_deref().map_or(Ok(()), create_folder)
    }

    fn check_baseline(&self, before: &Results, wanted: &[String]) -> Result<()> {
        if before.cases.iter().any(|case| wanted.contains(&case.name)) {
            return Ok(());
        }
        let advice = "measure the same cases: with or without --quick, and with the same --only";
        Err(Error::input("--baseline", "has none of the cases that are to be measured", advice))
    }

    fn write(&self, results: &Results, comparison: Option<&Comparison>, terminal: &Terminal) -> Result<()> {
        let csv = || csv::lines(results);
        if let Some(folder) = &self.out {
            let page = report::document(results, comparison).write(folder, "bench")?;
            write_whole(&folder.join("bench.json"), json(results)?.as_bytes())?;
            write_whole(&folder.join("bench.csv"), csv().as_bytes())?;
            terminal.note(format!("wrote {}", page.display()));
        }
        match self.csv.as_deref() {
            Some(path) if path == Path::new("-") => return terminal::print(csv().trim_end()),
            Some(path) => write_whole(path, csv().as_bytes())?,
            None => {}
        }
        if self.json {
            return terminal::print(json(results)?);
        }
        terminal::print(tables::plain(results, comparison))
    }
}

fn json(results: &Results) -> Result<String> {
    serde_json::to_string_pretty(results).map_err(|error| Error::io("bench.json", error.into()))
}

/// What was typed, without where the program is.
fn command() -> String {
    std::iter::once("toile".to_string()).chain(std::env::args().skip(1)).collect::<Vec<_>>().join(" ")
}

fn build(
    session: &mut Session,
    specs: &[Spec],
    effort: &Effort,
    wanted: &[String],
    terminal: &Terminal,
) -> Result<()> {
    let progress = Progress::of(terminal, "building", specs.len() as u32, "scenes");
    for spec in specs {
        progress.say(&spec.name);
        session.add(spec, effort, |name| wanted.iter().any(|w| w == name))?;
        progress.step();
    }
    Ok(())
}

fn measure(session: &mut Session, terminal: &Terminal, end: Instant) -> Result<()> {
    let (count, seconds) = (session.measurements(), session.estimate());
    let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
    terminal.note(format!("{count} measurements, about {}", tables::duration(seconds.min(left))));
    if !session.run(&Progress::of(terminal, "measuring", count, "measurements"), end)? {
        terminal.warning("the machine is slow or busy: there were fewer rounds than there should be");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_shares() {
        assert_eq!(["15%", "15", " 15 %"].map(|t| parse_percent(t).unwrap()), [0.15; 3]);
        assert!(["x", "-1", "nan", "20000%", ""].iter().all(|t| parse_percent(t).is_err()));
    }
}
