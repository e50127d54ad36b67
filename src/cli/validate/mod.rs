//! `toile validate`: every method and bending model against closed forms.

mod bench;
mod checks;
mod judge;
mod report;
mod scorecard;
mod subjects;
#[cfg(test)]
mod tests;

use super::interrupt;
use super::options::BackendOptions;
use super::progress::Progress;
use super::terminal::{self, Terminal};
use crate::error::{Error, Result};
use crate::kernels;
use crate::record::create_folder;
use crate::simulation::Backend;
use bench::Bench;
use checks::{Check, FAMILIES, Family, checks};
use clap::Args;
use scorecard::{Job, Scorecard};
use std::path::PathBuf;
use std::time::Instant;
use subjects::Subject;

const EXAMPLES: &str = "\
Examples:
  toile validate --quick                     small meshes: minutes
  toile validate --out truth                 everything, as truth/validate.html and truth/validate.md
  toile validate --only elastica-10 --json   one check, for every method and bending model
  toile validate --only nonconforming        one method, every check
  toile validate --only elongation --shaders broken      kernels from a folder, to see cells turn red

Meshes are small: where the only GPU is software, the CPU takes its place unless --backend gpu says otherwise.
Exit code 1 where a cell is not as it should be; they are named.";

/// The scorecard: every method and bending model against closed forms.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Validate {
    #[command(flatten)]
    backend: BackendOptions,
    /// Use smaller meshes, and fewer checks.
    #[arg(long)]
    quick: bool,
    /// Only the methods, bending models (METHOD/MODEL) or checks with this in their names; repeatable.
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// Read kernels from this folder, laid out as `shaders/`, instead of the built-in ones: runs on the GPU.
    #[arg(long, value_name = "DIR")]
    shaders: Option<PathBuf>,
    /// Where to write the report, as one HTML page and as Markdown.
    #[arg(long, value_name = "DIR", default_value = "out/validate")]
    out: PathBuf,
    /// Print the cells as JSON on stdout.
    #[arg(long)]
    json: bool,
}

impl Validate {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Result<()> {
        interrupt::watch();
        let (subjects, wanted) = self.chosen()?;
        // Minutes of work want to be written.
        create_folder(&self.out)?;
        let backend = self.open(terminal)?;
        let adapter = match &backend {
            Backend::Cpu => None,
            Backend::Gpu(device) => Some(device.name()),
        };
        // The CPU has a thread for each run, a GPU is used by one at a time.
        let threads = match backend {
            Backend::Cpu => std::thread::available_parallelism().map_or(1, usize::from),
            Backend::Gpu(_) => 1,
        };
        let start = Instant::now();
        let bench = Bench::new(backend, self.quick)?;
        let jobs = self.jobs(&subjects, &wanted);
        let progress = Progress::cells(terminal, jobs.len() as u32);
        // What scenes warn of is for those who ask for it: the cells say what it comes to.
        let level = log::max_level();
        log::set_max_level(if level == log::LevelFilter::Warn { log::LevelFilter::Error } else { level });
        let filled = scorecard::fill(&bench, &jobs, threads, &progress);
        log::set_max_level(level);
        drop(progress);
        let mut cells = filled?;
        cells.retain(|cell| wanted.contains(&cell.check));
        let seconds = start.elapsed().as_secs_f64();
        let card = Scorecard::new(adapter, self.quick, self.words(), seconds, cells);
        let page = report::document(&card).write(&self.out, "validate")?;
        if self.json {
            terminal::print_json(&card)?;
        } else {
            terminal::print(report::tables(&card))?;
        }
        terminal.note(format!("{}; the whole report is in {}", card.sum(), page.display()));
        match card.bad() {
            bad if bad.is_empty() => Ok(()),
            bad => Err(Error::Untrue(bad.join(", "))),
        }
    }

    /// Opens the backend. Where nobody asked for a device and there is only a software one, the twins on the CPU give the same in less time.
    fn open(&self, terminal: &Terminal) -> Result<Backend> {
        if let Some(folder) = &self.shaders {
            return self.backend.open_with(kernels::sources_in(folder)?);
        }
        let backend = self.backend.open(terminal)?;
        match &backend {
            Backend::Gpu(device) if self.backend.is_auto() && device.is_software() => {
                let name = device.name();
                terminal.note(format!("{name} is software: running on the CPU, faster for small meshes; --backend gpu runs there"));
                Ok(Backend::Cpu)
            }
            _ => Ok(backend),
        }
    }

    /// The command as it was typed, as far as it changes the numbers.
    fn words(&self) -> String {
        let only = self.only.iter().map(|part| format!(" --only {part}"));
        format!("toile validate{}{}", if self.quick { " --quick" } else { "" }, only.collect::<String>())
    }

    /// The subjects and the names of the checks that `--only` chooses; all where it chooses none.
    fn chosen(&self) -> Result<(Vec<Subject>, Vec<&'static str>)> {
        let subjects: Vec<Subject> = subjects::ALL.to_vec();
        let names: Vec<&'static str> = FAMILIES
            .iter()
            .flat_map(|family: &'static Family| checks(family, self.quick))
            .map(|c: &Check| c.name)
            .collect();
        for part in &self.only {
            let known = subjects.iter().any(|s| s.to_string().contains(part.as_str()))
                || names.iter().any(|n| n.contains(part.as_str()));
            if !known {
                let models: Vec<String> = subjects.iter().map(Subject::to_string).collect();
                let advice = format!("use a part of {}, or of {}", models.join(", "), names.join(", "));
                return Err(Error::input(format!("--only {part}"), "there is none", advice));
            }
        }
        let of = |name: &str| self.only.iter().any(|part| name.contains(part.as_str()));
        let some: Vec<Subject> = subjects.iter().copied().filter(|s| of(&s.to_string())).collect();
        let few: Vec<&'static str> = names.iter().copied().filter(|n| of(n)).collect();
        let subjects = if some.is_empty() { subjects } else { some };
        Ok((subjects, if few.is_empty() { names } else { few }))
    }

    /// Every trial that has a wanted check, for every subject that knows what is judged.
    fn jobs(&self, subjects: &[Subject], wanted: &[&str]) -> Vec<Job> {
        let mut jobs = Vec::new();
        for family in &FAMILIES {
            for trial in family.trials.iter().filter(|trial| !(self.quick && trial.is_long)) {
                if trial.checks.iter().any(|check| wanted.contains(&check.name)) {
                    let some = subjects.iter().filter(|subject| (family.has)(subject));
                    jobs.extend(some.map(|subject| Job { trial, subject: *subject }));
                }
            }
        }
        jobs
    }
}
