//! Constraint projections per second of position-based dynamics on the 100 × 100 sheet, stretch and triangle bending, 16
//! iterations: `cargo bench --bench methods`.
//!
//! Both schedules on both executors, in turns, so that a busy machine slows all of them alike. The overhead is the time
//! of the same dispatches with nothing to do.

use std::sync::Arc;
use std::time::Instant;
use toile::engine::gpu::{Device, Gpu};
use toile::engine::recording::PARAMS_ALIGNMENT;
use toile::engine::{Executor, Recording};
use toile::scene::{Scene, catalog};
use toile::{Backend, Result, Simulation};

/// Steps before the first measurement: pipelines are warm and the cloth hangs.
const WARM_UP: u32 = 30;
/// Measurements of each case.
const ROUNDS: usize = 21;

/// One schedule on one executor.
struct Case {
    name: String,
    simulation: Simulation,
    /// The same dispatches with nothing to do, on a GPU.
    empty: Option<Gpu>,
    projections: f64,
    /// Times of a step, and of the empty one [s].
    times: Vec<[f64; 2]>,
}

impl Case {
    fn new(scene: &Scene, schedule: &str, backend: &Backend) -> Result<Self> {
        let mut simulation = Simulation::new(scene, backend)?;
        let count: u32 = simulation.kinds().iter().filter_map(|k| k.count).sum();
        (0..WARM_UP).try_for_each(|_| simulation.step())?;
        simulation.check()?;
        let executor = simulation.executor();
        let empty = match backend {
            Backend::Gpu(device) => Some(idle(executor.recording(), device)?),
            Backend::Cpu => None,
        };
        let name = format!("{schedule}, {}", if empty.is_some() { "gpu" } else { "cpu" });
        let projections = f64::from(count * scene.solver.iterations * scene.solver.substeps);
        Ok(Self { name, simulation, empty, projections, times: Vec::new() })
    }

    fn measure(&mut self) -> Result<()> {
        let start = Instant::now();
        self.simulation.step()?;
        self.simulation.check()?;
        let step = start.elapsed().as_secs_f64();
        let start = Instant::now();
        if let Some(gpu) = &mut self.empty {
            gpu.run()?;
            gpu.device().wait()?;
        }
        self.times.push([step, start.elapsed().as_secs_f64()]);
        Ok(())
    }

    fn report(&mut self) {
        let sorted = |which: usize| {
            let mut times: Vec<f64> = self.times.iter().map(|t| t[which]).collect();
            times.sort_by(f64::total_cmp);
            times
        };
        let (steps, empty) = (sorted(0), sorted(1));
        let (median, idle) = (steps[ROUNDS / 2], empty[ROUNDS / 2]);
        let spread = (steps[ROUNDS * 3 / 4] - steps[ROUNDS / 4]) / median;
        println!(
            "{:14} {:8.1} {:9.2} {:7.0} % {:10} {:11.1} %",
            self.name,
            self.projections / median / 1e6,
            median * 1e3,
            spread * 100.0,
            self.simulation.executor().recording().dispatch_count(),
            if self.empty.is_some() { idle / median * 100.0 } else { 0.0 },
        );
    }
}

/// The recording with every range empty and one workgroup per dispatch.
fn idle(recording: &Recording, device: &Arc<Device>) -> Result<Gpu> {
    let mut idle = recording.clone();
    let nothing = idle.params.len() as u32;
    idle.params.resize(idle.params.len() + PARAMS_ALIGNMENT, 0);
    for dispatch in &mut idle.dispatches {
        dispatch.invocations = 1;
        dispatch.params = dispatch.params.map(|_| nothing);
    }
    Gpu::new(device.clone(), Arc::new(idle))
}

fn main() -> Result<()> {
    let sheet = catalog::resolve("sheet")?;
    let gpu = Backend::gpu(None)?;
    let mut cases = Vec::new();
    for schedule in ["colors", "yarns"] {
        let set = [
            ("rows", "100"),
            ("columns", "100"),
            ("iterations", "16"),
            ("substeps", "1"),
            ("triangle_bending.schedule", schedule),
        ];
        let scene = sheet.set(&set.map(|(key, value)| (key.to_string(), value.to_string())))?;
        for backend in [&Backend::Cpu, &gpu] {
            cases.push(Case::new(&scene, schedule, backend)?);
        }
    }
    for _ in 0..ROUNDS {
        cases.iter_mut().try_for_each(Case::measure)?;
    }
    if let Backend::Gpu(device) = &gpu {
        println!("{}", device.name());
    }
    println!(
        "{:14} {:>8} {:>9} {:>9} {:>10} {:>13}",
        "", "M proj/s", "ms/step", "spread", "dispatches", "not in kernels"
    );
    cases.iter_mut().for_each(Case::report);
    Ok(())
}
