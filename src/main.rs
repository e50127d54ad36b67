//! The command line; all of it is in [`toile::cli`].

use clap::Parser;
use std::process::ExitCode;
use toile::cli::{Cli, terminal};

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::error(&error);
            ExitCode::from(error.exit_code())
        }
    }
}
