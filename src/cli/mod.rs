//! The command line: one file per command, and what they share.
//!
//! Results go to stdout, everything for people to stderr. A new command is a file with a struct of options that has
//! `run(&self, &Terminal) -> Result<()>`, and a line in `Command` and in [`Cli::run`].

mod album;
mod bench;
mod compare;
mod completions;
mod files;
mod info;
mod inspect;
mod interrupt;
mod materials;
mod options;
mod progress;
mod render;
mod report;
pub mod repro;
mod run;
mod scenes;
mod show;
mod sketch;
mod summary;
mod tally;
pub mod terminal;
mod validate;
mod view;

use crate::error::Result;
use clap::{ArgAction, Parser, Subcommand};
use terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  toile                                   the default scene in a window; without a display, as pictures
  toile scenes                            what there is to run
  toile run sheet --set k=1 --out frames  a stiffer cloth, every frame as OBJ

Exit codes: 0 done, 1 failure or slower than a baseline, 2 usage, 3 no GPU adapter or no display, 4 bad input,
5 non-finite state, 6 GPU and CPU disagree, 7 memory or disk, 130 interrupted";

/// Simulate cloth and thin shells on any GPU, or without one.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Say more about what happens; twice for details, three times for wgpu's own messages.
    #[arg(short, long, global = true, action = ArgAction::Count, display_order = 100)]
    verbose: u8,
    /// Say nothing but errors.
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = 101)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    View(view::View),
    Run(run::Run),
    Render(Box<render::Render>),
    Compare(compare::Compare),
    Repro(repro::Repro),
    Validate(validate::Validate),
    Bench(bench::Bench),
    Inspect(inspect::Inspect),
    Scenes(scenes::Scenes),
    Materials(materials::Materials),
    Info(info::Info),
    Completions(completions::Completions),
}

impl Cli {
    /// Runs the command; without one, shows the default scene.
    pub fn run(&self) -> Result<()> {
        terminal::start_log(self.verbose, self.quiet);
        let terminal = Terminal::new(self.quiet);
        match &self.command {
            None => show::show(&terminal),
            Some(Command::View(command)) => command.run(&terminal),
            Some(Command::Run(command)) => command.run(&terminal),
            Some(Command::Render(command)) => command.run(&terminal),
            Some(Command::Compare(command)) => command.run(&terminal),
            Some(Command::Repro(command)) => command.run(&terminal),
            Some(Command::Validate(command)) => command.run(&terminal),
            Some(Command::Bench(command)) => command.run(&terminal),
            Some(Command::Inspect(command)) => command.run(&terminal),
            Some(Command::Scenes(command)) => command.run(&terminal),
            Some(Command::Materials(command)) => command.run(&terminal),
            Some(Command::Info(command)) => command.run(&terminal),
            Some(Command::Completions(command)) => command.run(&terminal),
        }
    }
}
