//! `toile materials`: the materials by name.

use super::terminal::{self, Terminal};
use crate::error::Result;
use crate::scene::{FABRICS, Fabric};
use clap::Args;
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  toile materials
  toile run paper --set material=card";

/// List the materials by name.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Materials {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Materials {
    /// Prints the list.
    pub fn run(&self, _: &Terminal) -> Result<()> {
        if self.json {
            let rows: Vec<Value> = FABRICS.iter().map(row).collect();
            return terminal::print_json(&json!({ "schema": "toile/materials/1", "materials": rows }));
        }
        let width = FABRICS.iter().map(|fabric| fabric.name.len()).max().unwrap_or(0);
        let line = |f: &Fabric| {
            let Fabric { name, about, density, young, poisson, gauge } = f;
            format!(
                "{name:<width$}  {density:<6} kg/m²  {young:<7.2e} Pa  {poisson:<4}  {gauge:<7.1e} m  {about}"
            )
        };
        terminal::print(FABRICS.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

fn row(fabric: &Fabric) -> Value {
    let Fabric { name, about, density, young, poisson, gauge } = fabric;
    json!({ "name": name, "about": about, "density": density, "young": young, "poisson": poisson, "gauge": gauge })
}
