//! `toile scenes`: the built-in scenes.

use super::terminal::{self, Terminal};
use crate::error::Result;
use crate::scene::{MethodName, catalog};
use clap::Args;
use serde::Serialize;
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  toile scenes
  toile scenes --json";

/// List the built-in scenes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Scenes {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: String,
    method: MethodName,
    about: String,
}

impl Scenes {
    /// Prints the list.
    pub fn run(&self, _: &Terminal) -> Result<()> {
        let row = |entry: &catalog::Entry| {
            entry.scene().map(|scene| Row { name: scene.name, method: scene.method, about: scene.about })
        };
        let rows = catalog::ALL.iter().map(row).collect::<Result<Vec<_>>>()?;
        if self.json {
            return terminal::print_json(&json!({ "schema": "toile/scenes/1", "scenes": rows }));
        }
        let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
        let lines: Vec<String> =
            rows.iter().map(|row| format!("{:<width$}  {}", row.name, row.about)).collect();
        terminal::print(lines.join("\n"))
    }
}
