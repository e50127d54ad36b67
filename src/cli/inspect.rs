//! `toile inspect`: what a scene is made of, without running it.

use super::info::bytes;
use super::options::SceneOptions;
use super::terminal::{self, Terminal};
use crate::error::Result;
use crate::methods::{self, KindCount};
use crate::model::Model;
use crate::scene::{MethodName, Scene};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

const EXAMPLES: &str = "\
Examples:
  toile inspect rigid-fabric --set bending_model=stick
  toile inspect mesh.obj
  toile inspect sheet --set rows=200 --set columns=200 --json";

/// Count what a scene is made of: mesh, constraints, colours, memory. Needs no GPU.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Inspect {
    #[command(flatten)]
    scene: SceneOptions,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Facts {
    schema: &'static str,
    scene: String,
    method: MethodName,
    vertices: usize,
    edges: usize,
    triangles: usize,
    boundary_edges: usize,
    components: u32,
    /// Constraints per kind.
    constraints: BTreeMap<&'static str, u32>,
    /// Colours per kind: passes that one projection of all its constraints takes.
    colors: BTreeMap<&'static str, usize>,
    /// All buffers [bytes].
    bytes: u64,
    /// Dispatches per step.
    dispatches: u64,
    warnings: Vec<String>,
}

impl Inspect {
    /// Prints the counts.
    pub fn run(&self, terminal: &Terminal) -> Result<()> {
        let scene = self.scene.load()?;
        let facts = Facts::of(&scene)?;
        facts.warnings.iter().for_each(|warning| terminal.warning(warning));
        if self.json { terminal::print_json(&facts) } else { terminal::print(facts.text(&scene)) }
    }
}

impl Facts {
    fn of(scene: &Scene) -> Result<Self> {
        let model = Model::new(scene)?;
        let method = methods::record(scene, &model)?;
        let (mesh, topology, kinds) = (&model.mesh, &model.topology, method.kinds());
        Ok(Self {
            schema: "toile/inspect/1",
            scene: scene.name.clone(),
            method: scene.method,
            vertices: mesh.positions.len(),
            edges: topology.edges.len(),
            triangles: mesh.triangles.len(),
            boundary_edges: topology.edges.iter().filter(|edge| edge.is_boundary()).count(),
            components: topology.component_count,
            constraints: kinds.iter().map(|kind| (kind.label, kind.count)).collect(),
            colors: kinds.iter().map(|kind: &KindCount| (kind.label, kind.colors.len())).collect(),
            bytes: method.recording().bytes(),
            dispatches: method.recording().dispatch_count(),
            warnings: model.warnings,
        })
    }

    fn text(&self, scene: &Scene) -> String {
        let Self { scene: name, vertices, edges, triangles, boundary_edges, .. } = self;
        let plural = if self.components == 1 { "component" } else { "components" };
        let mut lines = vec![
            format!("scene        {name}: {}", scene.about).trim_end_matches(": ").to_string(),
            format!("mesh         {vertices} vertices, {triangles} triangles, {} {plural}", self.components),
            format!("edges        {edges}, of which {boundary_edges} on the boundary"),
        ];
        for (kind, count) in self.constraints.iter().filter(|(_, count)| **count > 0) {
            // A kind that another one projects along has no colours of its own.
            let colors = match self.colors.get(kind) {
                None | Some(0) => String::new(),
                Some(colors) => format!(" in {colors} colours"),
            };
            lines.push(format!("{kind:<12} {count} constraints{colors}"));
        }
        lines.push(format!("step         {} dispatches", self.dispatches));
        lines.push(format!("memory       {}", bytes(self.bytes)));
        lines.join("\n")
    }
}
