//! GPU against CPU: kernel by kernel from the same input, and whole scenes.

use crate::engine::compare::{Comparison, Difference, Handover};
use crate::engine::cpu::Cpu;
use crate::engine::gpu::{Device, Gpu};
use crate::engine::recording::Step;
use crate::engine::{BufferId, Dispatch, DispatchId, Executor, Recording, Runner, walk};
use crate::error::{Error, Result};
use crate::kernels::check::finite;
use crate::methods::{self, Method, StateBuffers};
use crate::model::Model;
use crate::scene::Scene;
use crate::simulation::{Backend, Simulation, State};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a kernel's results may differ by, relative to the change it makes, beyond
/// [`crate::engine::compare::ROUNDING`].
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// The kernel; `*` for all that are not listed.
    pub kernel: &'static str,
    /// Largest [`Difference::of_change`].
    pub of_change: f64,
    /// Why.
    pub reason: &'static str,
}

/// The table of tolerances.
pub const TOLERANCES: &[Tolerance] = &[
    Tolerance {
        kernel: "constraints/dihedral",
        of_change: 1e-2,
        reason: "near flat the angle is a small difference from π, rounded to 2e-7",
    },
    Tolerance {
        kernel: "constraints/volume_sum",
        of_change: 1e-2,
        reason: "the multiplier is the difference of two nearly equal volumes",
    },
    Tolerance {
        kernel: "*",
        of_change: 1e-3,
        reason: "a correction is a difference of nearly equal lengths, each rounded to 6e-8",
    },
];

/// Largest RMS distance of a scene on both executors, as a share of its bounding box.
pub const SCENE_TOLERANCE: f64 = 1e-3;

/// The tolerance of a kernel.
pub fn tolerance(kernel: &str) -> f64 {
    let listed = TOLERANCES.iter().find(|t| t.kernel == kernel || t.kernel == "*");
    listed.map_or(0.0, |t| t.of_change)
}

/// Whether a kernel's results agree.
pub fn agrees(kernel: &str, difference: &Difference) -> bool {
    difference.integers == 0 && difference.non_finite == 0 && difference.of_change <= tolerance(kernel)
}

/// A scene's program on both executors.
struct Pair {
    scene: Scene,
    model: Model,
    method: Box<dyn Method>,
    cpu: Cpu,
    gpu: Gpu,
    steps: u64,
}

impl Pair {
    fn new(scene: &Scene, device: &Arc<Device>) -> Result<Self> {
        let model = Model::new(scene)?;
        let method = methods::record(scene, &model)?;
        let cpu = Cpu::new(method.recording().clone())?;
        let gpu = Gpu::new(device.clone(), method.recording().clone())?;
        Ok(Self { scene: scene.clone(), model, method, cpu, gpu, steps: 0 })
    }

    /// Uploads what changes to the CPU's buffers and counts the step.
    fn prepare(&mut self) -> Result<()> {
        let time = self.steps as f64 * self.scene.solver.dt;
        self.steps += 1;
        self.method.upload(&self.scene, &self.model, time, self.steps, &mut self.cpu)
    }

    /// Puts the CPU's buffers back to what they held before the setup, which executors run as they are made.
    fn rewind(&mut self) -> Result<()> {
        let recording = self.cpu.recording().clone();
        for (i, buffer) in recording.buffers.iter().enumerate() {
            self.cpu.write(BufferId(i), &buffer.contents)?;
        }
        Ok(())
    }

    /// A comparison of every dispatch, the first times that it comes.
    fn comparison(&mut self) -> Comparison<'_> {
        let count = self.cpu.recording().dispatches.len();
        let budget = (0..count).map(|i| (DispatchId(i), TIMES)).collect();
        Comparison { cpu: &mut self.cpu, gpu: &mut self.gpu, budget, found: BTreeMap::new() }
    }
}

/// How often in a step a dispatch is compared: in a loop it does not do the same each time.
const TIMES: u32 = 3;

/// Compares every kernel of a scene's program: in the setup and the steps given, each dispatch is run on both executors
/// from the CPU's buffers. The result is by kernel.
pub fn kernels(
    scene: &Scene,
    device: &Arc<Device>,
    steps: &[u64],
) -> Result<BTreeMap<&'static str, Difference>> {
    let mut pair = Pair::new(scene, device)?;
    let recording = pair.cpu.recording().clone();
    pair.rewind()?;
    let mut setup = pair.comparison();
    walk(&recording.setup, &mut setup)?;
    let mut found = setup.found;
    let last = steps.iter().copied().max().unwrap_or(0);
    for step in 1..=last {
        pair.prepare()?;
        if !steps.contains(&step) {
            pair.cpu.run()?;
            continue;
        }
        let state = pair.method.state();
        let mut comparison = pair.comparison();
        walk(&recording.steps, &mut comparison)?;
        if step == last {
            comparison.poisoned(&state)?;
        }
        for (kernel, difference) in comparison.found {
            found.entry(kernel).or_default().merge(&difference);
        }
    }
    Ok(found)
}

/// Compares every kernel of a program that is no scene's, from its first contents.
pub fn program(recording: Recording, device: &Arc<Device>) -> Result<BTreeMap<&'static str, Difference>> {
    let recording = Arc::new(recording);
    let mut cpu = Cpu::new(recording.clone())?;
    let mut gpu = Gpu::new(device.clone(), recording.clone())?;
    let budget = (0..recording.dispatches.len()).map(|i| (DispatchId(i), 1)).collect();
    let mut comparison = Comparison { cpu: &mut cpu, gpu: &mut gpu, budget, found: BTreeMap::new() };
    walk(&recording.steps, &mut comparison)?;
    Ok(comparison.found)
}

impl Comparison<'_> {
    /// Runs the check for non-finite numbers once more with some of them there: in a sound state it does nothing.
    fn poisoned(&mut self, state: &StateBuffers) -> Result<()> {
        let recording = self.cpu.recording().clone();
        let is_check = |d: &Dispatch| d.kernel.name == finite::KERNEL.name;
        let Some(check) = recording.dispatches.iter().position(is_check).map(DispatchId) else {
            return Ok(());
        };
        let (mut x, mut v) = (self.cpu.read(state.positions)?, self.cpu.read(state.velocities)?);
        for (words, at, value) in [(&mut x, 2, f32::NAN), (&mut v, 3, f32::NEG_INFINITY)] {
            let vertex = words.len() / 4 / at;
            words[4 * vertex + 1] = value.to_bits();
        }
        self.cpu.write(state.positions, &x)?;
        self.cpu.write(state.velocities, &v)?;
        self.budget.insert(check, 1);
        self.dispatch(check)
    }
}

/// A scene on both executors.
#[derive(Debug, Clone)]
pub struct SceneDifference {
    /// Largest RMS distance over the frames, as a share of the bounding box, both sides running freely.
    pub free: f64,
    /// The same with the GPU set to the CPU's state before each frame.
    pub synchronised: f64,
    /// The last state on the CPU.
    pub cpu: State,
    /// The last state on the GPU.
    pub gpu: State,
}

/// Runs a scene on both executors for some frames; `progress` is called after each.
pub fn scene(
    scene: &Scene,
    device: &Arc<Device>,
    frames: u32,
    mut progress: impl FnMut() -> Result<()>,
) -> Result<SceneDifference> {
    let mut cpu = Simulation::new(scene, &Backend::Cpu)?;
    let mut gpu = Simulation::new(scene, &Backend::Gpu(device.clone()))?;
    let mut follower = Simulation::new(scene, &Backend::Gpu(device.clone()))?;
    // Where bodies are put, what their engine remembers and the forces on their way are lost: the CPU must lose them too.
    let mut leader = Simulation::new(scene, &Backend::Cpu)?;
    let mut result = SceneDifference { free: 0.0, synchronised: 0.0, cpu: cpu.state()?, gpu: gpu.state()? };
    for _ in 0..frames {
        follower.set_state(&result.cpu)?;
        leader.set_state(&result.cpu)?;
        gpu.frame()?;
        follower.frame()?;
        leader.frame()?;
        cpu.frame()?;
        (result.cpu, result.gpu) = (cpu.state()?, gpu.state()?);
        result.free = result.free.max(distance(&result.cpu.positions, &result.gpu.positions));
        let apart = distance(&leader.state()?.positions, &follower.state()?.positions);
        result.synchronised = result.synchronised.max(apart);
        progress()?;
    }
    Ok(result)
}

/// Runs a scene with the CPU up to `kernel` in each step and the GPU from there on, beside a run on the CPU alone.
/// The result is the largest RMS distance, as a share of the bounding box.
pub fn gpu_from(scene: &Scene, device: &Arc<Device>, kernel: &str, frames: u32) -> Result<f64> {
    let mut reference = Simulation::new(scene, &Backend::Cpu)?;
    let mut pair = Pair::new(scene, device)?;
    let recording = pair.cpu.recording().clone();
    // The setup is over before the first step.
    let in_setup = |id: DispatchId| {
        recording.setup.iter().any(|step| matches!(step, Step::Dispatch(setup) if *setup == id))
    };
    let in_steps = (0..).map(DispatchId).zip(&recording.dispatches).filter(|(id, _)| !in_setup(*id));
    let mut names: Vec<_> = in_steps.map(|(_, dispatch)| dispatch.kernel.name).collect();
    if !names.contains(&kernel) {
        names.sort_unstable();
        names.dedup();
        let what = format!("the scene does not run a kernel `{kernel}`");
        return Err(Error::input("--gpu-from", what, format!("it runs {}", names.join(", "))));
    }
    let mut worst = 0f64;
    for _ in 0..u64::from(frames) * reference.steps_per_frame() {
        pair.prepare()?;
        let mut handover = Handover { cpu: &mut pair.cpu, gpu: &mut pair.gpu, from: kernel, taken: false };
        walk(&recording.steps, &mut handover)?;
        handover.finish()?;
        reference.step()?;
        let words = pair.cpu.words(pair.method.state().positions);
        let positions: Vec<Vec3> = words
            .chunks_exact(4)
            .map(|w| Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(w[i]))))
            .collect();
        worst = worst.max(distance(&reference.state()?.positions, &positions));
    }
    Ok(worst)
}

/// RMS distance of two states, as a share of the first one's bounding box; infinite where one is not finite.
fn distance(a: &[Vec3], b: &[Vec3]) -> f64 {
    let low = a.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = a.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    let squares: f64 = a.iter().zip(b).map(|(a, b)| (a.as_dvec3() - b.as_dvec3()).length_squared()).sum();
    let rms =
        (squares / a.len().max(1) as f64).sqrt() / f64::from((high - low).length()).max(f64::MIN_POSITIVE);
    if rms.is_finite() { rms } else { f64::INFINITY }
}
