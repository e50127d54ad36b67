//! `toile completions`: the completion script of a shell.

use super::terminal::{self, Terminal};
use crate::error::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  toile completions bash > ~/.local/share/bash-completion/completions/toile
  toile completions zsh > ~/.zfunc/_toile
  toile completions fish > ~/.config/fish/completions/toile.fish";

/// Print the completion script of a shell.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(&self, _: &Terminal) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::Cli::command(), "toile", &mut script);
        terminal::print(String::from_utf8_lossy(&script).trim_end())
    }
}
