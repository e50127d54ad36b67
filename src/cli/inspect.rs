//! `toile inspect`: what a scene is made of, without running it.

use super::info::bytes;
use super::options::SceneOptions;
use super::terminal::{self, Terminal};
use crate::error::Result;
use crate::methods::{self, KindCount};
use crate::model::Model;
use crate::scene::{Body, BodyKind, BodyShape, MethodName, Scene};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

const EXAMPLES: &str = "\
Examples:
  toile inspect rigid-fabric --set bending_model=stick
  toile inspect mesh.obj
  toile inspect sheet --set rows=200 --set columns=200 --json";

/// Count what a scene is made of: mesh, constraints, colours, bodies, memory. Needs no GPU.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Inspect {
    #[command(flatten)]
    scene: SceneOptions,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// How many bodies are listed for people.
const LISTED: usize = 24;

/// A rigid body.
#[derive(Debug, Serialize)]
struct BodyFacts {
    name: String,
    kind: BodyKind,
    shape: BodyShape,
    /// [kg]; none unless forces move it.
    mass: Option<f64>,
    /// Nodes of a mesh's distance field.
    nodes: Option<usize>,
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
    /// Rigid bodies, with the rain and the ground.
    bodies: Vec<BodyFacts>,
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
        let mut method = methods::record(scene, &model)?;
        let contact = method.contact();
        let body = |(i, body): (usize, &Body)| BodyFacts {
            name: body.name.clone(),
            kind: body.kind,
            shape: body.shape,
            mass: contact.mass(i),
            nodes: model.solids[i].as_ref().map(|solid| solid.grid().nodes()),
        };
        let bodies = model.bodies.iter().enumerate().map(body).collect();
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
            bodies,
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
        if !colors.is_empty() {
            lines.push(format!("colours      {}", colors.join(", ")));
        }
        lines.extend(self.bodies.iter().take(LISTED).enumerate().map(|(i, body)| body.text(i)));
        if let Some(more) = self.bodies.len().checked_sub(LISTED + 1) {
            lines.push(format!("bodies       {} more, which --json lists", more + 1));
        }
        lines.push(format!("step         {} dispatches", self.dispatches));
        lines.push(format!("memory       {}", bytes(self.bytes)));
        lines.join("\n")
    }
}

impl BodyFacts {
    fn text(&self, index: usize) -> String {
        let name = if self.name.is_empty() { format!("body.{index}") } else { self.name.clone() };
        let mut text = format!("body         {name}: {} {}", word(&self.kind), word(&self.shape));
        if let Some(mass) = self.mass {
            text += &format!(", {} kg", rounded(mass));
        }
        if let Some(nodes) = self.nodes {
            text += &format!(", {nodes} distances");
        }
        text
    }
}

/// A value as scene files spell it.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(String::from)).unwrap_or_default()
}

/// A number with four digits that count.
fn rounded(value: f64) -> String {
    let digits = 3 - value.abs().max(f64::MIN_POSITIVE).log10().floor() as i32;
    let text = format!("{value:.*}", digits.clamp(0, 12) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}
