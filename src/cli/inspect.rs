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
    /// Colours per kind, or per grouping that projects the kinds: the passes that one projection of all takes.
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

fn colors(kind: &KindCount) -> (&'static str, usize) {
    (kind.label, kind.colors.len())
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
            constraints: kinds.iter().filter_map(|kind| Some((kind.label, kind.count?))).collect(),
            colors: kinds.iter().map(colors).filter(|(_, count)| *count > 0).collect(),
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
        lines.extend(self.constraints.iter().map(|(kind, count)| format!("{kind:<12} {count} constraints")));
        let colors: Vec<_> = self.colors.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        lines.push(format!("colours      {}", colors.join(", ")));
        lines.push(format!("step         {} dispatches", self.dispatches));
        lines.push(format!("memory       {}", bytes(self.bytes)));
        lines.join("\n")
    }
}
