//! `toile repro`: the tables and figures of the papers, run again, our numbers beside theirs.

mod context;
mod english;
mod experiment;
mod finding;
mod han;
pub mod kelager;
pub mod kuang;
mod mi;
mod pictures;
mod report;
mod statistics;

use super::interrupt;
use super::options::{BackendChoice, BackendOptions};
use super::progress::Progress;
use super::terminal::{self, Terminal};
use crate::engine::gpu::Device;
use crate::error::{Error, Result};
use crate::record::create_folder;
use crate::simulation::Backend;
use clap::Args;
use context::Context;
use experiment::Experiment;
use finding::Finding;
use report::{Done, Report};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  toile repro --quick                       everything with small meshes: under five minutes on two cores
  toile repro --only kelager --out tables   one paper
  toile repro --only han-figure-2,kuang-figure-6.5
  toile repro --list                        what there is, and how long it takes

Writes DIR/repro.html, which needs nothing else, the same as DIR/repro.md, and DIR/figures/. What does not agree with its paper
is marked, and is no failure. Where the only adapter is software, simulations run on the CPU executor, which is faster and gives the
same bits; --backend gpu runs them on the adapter.";

/// Run the tables and figures of the papers again, and write them beside the papers' numbers.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Repro {
    /// Smaller meshes and shorter runs: under five minutes on two cores.
    #[arg(long)]
    quick: bool,
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "repro")]
    out: PathBuf,
    /// Only these: a paper (kelager, han, kuang, english, mi) or experiments by name; with commas, or repeated.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Show what there is, and run nothing.
    #[arg(long)]
    list: bool,
    /// Print the numbers as JSON on stdout.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    backend: BackendOptions,
}

impl Repro {
    /// Runs the experiments and writes the report.
    pub fn run(&self, terminal: &Terminal) -> Result<()> {
        let experiments = experiment::select(&self.only)?;
        if self.list {
            return self.print_list(&experiments);
        }
        interrupt::watch();
        let (backend, device) = self.open(terminal)?;
        // What cannot be written to is found out before the work.
        create_folder(&self.out)?;
        let start = Instant::now();
        let (done, end) = self.run_all(&experiments, &backend, device.as_ref(), terminal);
        let report = Report {
            quick: self.quick,
            command: self.command(),
            backend: if matches!(backend, Backend::Cpu) { "cpu" } else { "gpu" },
            adapter: device.as_ref().map(|device| device.name()),
            seconds: start.elapsed().as_secs_f64(),
            is_whole: end.is_ok(),
            done,
        };
        let page = report.document().write(&self.out, "repro")?;
        report.summarize(terminal, &page);
        if self.json {
            terminal::print_json(&report.json(&page))?;
        }
        end
    }

    fn print_list(&self, experiments: &[Experiment]) -> Result<()> {
        if self.json {
            let row = |e: &Experiment| serde_json::json!({ "name": e.name, "paper": e.paper.title, "about": e.about, "seconds": e.seconds[1], "seconds_quick": e.seconds[0] });
            let rows: Vec<_> = experiments.iter().map(row).collect();
            let list = serde_json::json!({ "schema": "toile/repro-list/1", "experiments": rows });
            return terminal::print_json(&list);
        }
        let width = experiments.iter().map(|e| e.name.len()).max().unwrap_or(0);
        let row = |e: &Experiment| {
            format!("{:<width$}  {:>4} s, quick {:>3} s  {}", e.name, e.seconds[1], e.seconds[0], e.about)
        };
        terminal::print(experiments.iter().map(row).collect::<Vec<_>>().join("\n"))
    }

    /// Where simulations run, and the adapter if there is one.
    fn open(&self, terminal: &Terminal) -> Result<(Backend, Option<Arc<Device>>)> {
        Ok(match self.backend.open(terminal)? {
            Backend::Cpu => (Backend::Cpu, None),
            Backend::Gpu(device) => {
                let is_free = self.backend.backend == BackendChoice::Auto && self.backend.adapter.is_none();
                let backend =
                    if is_free && device.is_software() { Backend::Cpu } else { Backend::Gpu(device.clone()) };
                (backend, Some(device))
            }
        })
    }

    /// Runs one after the other; what fails is reported and the rest goes on, until the user stops it.
    fn run_all(
        &self,
        experiments: &[Experiment],
        backend: &Backend,
        device: Option<&Arc<Device>>,
        terminal: &Terminal,
    ) -> (Vec<Done>, Result<()>) {
        let weight = |e: &Experiment| 100 * e.seconds[usize::from(!self.quick)].max(1);
        let bar = Progress::work(terminal, experiments.iter().map(weight).sum());
        let (mut done, mut end, mut place) = (Vec::new(), Ok(()), 0);
        for experiment in experiments {
            bar.say(experiment.name);
            let share = [place, place + weight(experiment)];
            place = share[1];
            let context = Context::new(self.quick, backend.clone(), device.cloned(), &bar, share);
            let start = Instant::now();
            let finding = (experiment.run)(&context).unwrap_or_else(|error| {
                let finding = Finding::failed(format!("It ended with an error: {error}."));
                end = Err(error);
                finding
            });
            if matches!(end, Err(Error::Interrupted)) {
                break;
            }
            bar.place(place);
            let (outcome, seconds) = (finding.outcome().cell().text, start.elapsed().as_secs_f64());
            bar.aside(|| terminal.note(format!("{:<18} {outcome:<15} {seconds:6.1} s", experiment.name)));
            done.push(Done {
                name: experiment.name,
                paper: experiment.paper,
                about: experiment.about,
                seconds,
                finding,
            });
        }
        (done, end)
    }

    /// What to type for the same report.
    fn command(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        let only =
            if self.only.is_empty() { String::new() } else { format!(" --only {}", self.only.join(",")) };
        let backend = match self.backend.backend {
            BackendChoice::Auto => "",
            BackendChoice::Gpu => " --backend gpu",
            BackendChoice::Cpu => " --backend cpu",
        };
        let adapter =
            self.backend.adapter.as_ref().map_or(String::new(), |name| format!(" --adapter '{name}'"));
        format!("toile repro{quick}{only}{backend}{adapter}")
    }
}
