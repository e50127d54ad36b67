//! `toile compare`: GPU against CPU.

use super::interrupt;
use super::options::SceneOptions;
use super::progress::Progress;
use super::terminal::{self, Terminal};
use crate::compare::{self, SCENE_TOLERANCE, agrees, tolerance};
use crate::engine::compare::Difference;
use crate::engine::gpu::Device;
use crate::error::{Error, Result};
use crate::kernels;
use crate::kernels::measure::copy::Copies;
use crate::record::{create_folder, obj, write_whole};
use crate::scene::{Scene, catalog};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  toile compare --all                        every kernel and every catalogue scene
  toile compare sheet --frames 120           one scene, kernel by kernel and as a whole
  toile compare sheet --gpu-from constraints/yarn
                                             CPU up to that kernel in each step, GPU after it";

/// The steps of each scene in which every dispatch is compared.
const STEPS: [u64; 4] = [1, 2, 7, 30];

/// Elements that the copying kernel is compared by.
const COPIED: u32 = 1000;

/// Compare the GPU with the CPU: every kernel from the same input, then whole scenes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    #[command(flatten)]
    scene: SceneOptions,
    /// Every scene of the catalogue.
    #[arg(long, conflicts_with_all = ["set", "gpu_from"])]
    all: bool,
    /// Use the scenes' small versions, as the tests do.
    #[arg(long)]
    small: bool,
    /// Frames to compare.
    #[arg(long, value_name = "N", default_value_t = 60)]
    frames: u32,
    /// Run each step on the CPU up to this kernel and on the GPU from there on.
    #[arg(long, value_name = "KERNEL")]
    gpu_from: Option<String>,
    /// Read kernels from this folder, laid out as `shaders/`, instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    shaders: Option<PathBuf>,
    /// Where to write both states of a scene that differs.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    out: PathBuf,
    /// The GPU adapter, by a part of its name or by its index in `toile info`.
    #[arg(long, value_name = "NAME|INDEX")]
    adapter: Option<String>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    adapter: String,
    agree: bool,
    kernels: Vec<KernelReport>,
    scenes: Vec<SceneReport>,
}

#[derive(Debug, Serialize)]
struct KernelReport {
    kernel: String,
    /// Worst difference relative to the largest value.
    difference: f64,
    /// Worst difference beyond rounding, relative to the largest change that the kernel made.
    of_change: f64,
    tolerance: f64,
    integers_differing: u64,
    non_finite_differing: u64,
    dispatches: u64,
    agree: bool,
}

#[derive(Debug, Serialize)]
struct SceneReport {
    scene: String,
    frames: u32,
    vertices: usize,
    /// RMS distance over the bounding box, both sides running freely.
    difference: f64,
    /// The same with both sides set equal before each frame.
    synchronised: f64,
    tolerance: f64,
    agree: bool,
}

impl Compare {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Result<()> {
        interrupt::watch();
        let sources = self.shaders.as_deref().map_or_else(|| Ok(kernels::sources()), kernels::sources_in)?;
        let device = Device::open(self.adapter.as_deref(), sources)?;
        let scenes = self.scenes()?;
        if let Some(kernel) = &self.gpu_from {
            return self.handover(&scenes[0], &device, kernel, terminal);
        }
        let mut found: BTreeMap<&str, Difference> = BTreeMap::new();
        let mut reports = Vec::new();
        for scene in &scenes {
            for (kernel, difference) in compare::kernels(scene, &device, &STEPS)? {
                found.entry(kernel).or_default().merge(&difference);
            }
            reports.push(self.scene(scene, &device, terminal)?);
        }
        if self.all {
            // What no scene runs.
            found.extend(compare::program(Copies::new(COPIED, 1).recording, &device)?);
        }
        let kernels: Vec<_> = found.iter().map(|(kernel, difference)| report(kernel, difference)).collect();
        let agree = kernels.iter().all(|k| k.agree) && reports.iter().all(|s| s.agree);
        let report =
            Report { schema: "toile/compare/1", adapter: device.name(), agree, kernels, scenes: reports };
        if self.json {
            terminal::print_json(&report)?;
        } else {
            print(&report)?;
        }
        if report.agree { Ok(()) } else { Err(Error::Disagree(disagreement(&report))) }
    }

    fn scenes(&self) -> Result<Vec<Scene>> {
        let scenes = if self.all {
            catalog::ALL.iter().map(|e| e.scene()).collect()
        } else {
            Ok(vec![self.scene.load()?])
        };
        if self.small { scenes?.iter().map(Scene::small).collect() } else { scenes }
    }

    fn scene(&self, scene: &Scene, device: &Arc<Device>, terminal: &Terminal) -> Result<SceneReport> {
        let progress = Progress::new(terminal, &scene.name, self.frames);
        let mut start = Instant::now();
        let difference = compare::scene(scene, device, self.frames, || {
            progress.frame(start.elapsed().as_secs_f64() * 1e3);
            start = Instant::now();
            if interrupt::is_requested() { Err(Error::Interrupted) } else { Ok(()) }
        })?;
        let agree = difference.free <= SCENE_TOLERANCE;
        if !agree {
            create_folder(&self.out)?;
            for (side, state) in [("cpu", &difference.cpu), ("gpu", &difference.gpu)] {
                let text = obj::to_obj(&state.positions, &[], &format!("{} on the {side}", scene.name));
                write_whole(&self.out.join(format!("{}-{side}.obj", scene.name)), text.as_bytes())?;
            }
        }
        Ok(SceneReport {
            scene: scene.name.clone(),
            frames: self.frames,
            vertices: difference.cpu.positions.len(),
            difference: difference.free,
            synchronised: difference.synchronised,
            tolerance: SCENE_TOLERANCE,
            agree,
        })
    }

    fn handover(&self, scene: &Scene, device: &Arc<Device>, kernel: &str, terminal: &Terminal) -> Result<()> {
        let difference = compare::gpu_from(scene, device, kernel, self.frames)?;
        let text = format!(
            "{}: CPU up to {kernel}, GPU after: {difference:.2e} of the bounding box apart",
            scene.name
        );
        terminal.note(&text);
        if self.json {
            terminal::print_json(&BTreeMap::from([("difference", difference)]))?;
        }
        if difference <= SCENE_TOLERANCE { Ok(()) } else { Err(Error::Disagree(text)) }
    }
}

fn report(kernel: &str, difference: &Difference) -> KernelReport {
    KernelReport {
        kernel: kernel.into(),
        difference: difference.of_value,
        of_change: difference.of_change,
        tolerance: tolerance(kernel),
        integers_differing: difference.integers,
        non_finite_differing: difference.non_finite,
        dispatches: difference.dispatches,
        agree: agrees(kernel, difference),
    }
}

fn print(report: &Report) -> Result<()> {
    let verdict = |agree| if agree { "agrees" } else { "DIFFERS" };
    terminal::print(format!("{:38} {:>10} {:>10} {:>10}", "kernel", "of value", "of change", "tolerance"))?;
    for k in &report.kernels {
        let numbers = format!("{:>10.1e} {:>10.1e} {:>10.0e}", k.difference, k.of_change, k.tolerance);
        terminal::print(format!("{:38} {numbers}  {}", k.kernel, verdict(k.agree)))?;
    }
    terminal::print(format!("\n{:38} {:>10} {:>10} {:>10}", "scene", "free", "in step", "tolerance"))?;
    for s in &report.scenes {
        let numbers = format!("{:>10.1e} {:>10.1e} {:>10.0e}", s.difference, s.synchronised, s.tolerance);
        terminal::print(format!("{:38} {numbers}  {}", s.scene, verdict(s.agree)))?;
    }
    Ok(())
}

fn disagreement(report: &Report) -> String {
    let kernels = report.kernels.iter().filter(|k| !k.agree).map(|k| format!("kernel {}", k.kernel));
    let scenes = report.scenes.iter().filter(|s| !s.agree).map(|s| format!("scene {}", s.scene));
    kernels.chain(scenes).collect::<Vec<_>>().join(", ")
}
