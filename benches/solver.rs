//! Conjugate gradients on square sheets of 50² to 400² vertices: what a step and an iteration cost, and how much of the
//! memory's speed an iteration reaches: `cargo bench --bench solver`.
//!
//! `-- 400` measures all sizes up to 400, `-- 60 300` these two; without any it is up to 200. `--short` measures one step after
//! one, and ends both at 100 iterations: for what an iteration costs where steps take minutes. All sizes take turns on both
//! executors, and so does a copy of 64 MB, so that a busy machine slows all of them alike; each number is the median of its
//! rounds, but for counts, which are means. An iteration's time is the step's, less that of the same step without its solve,
//! by the iterations. Its traffic is that of the buffers that its passes bind: each read once, and written once where a pass
//! may write it; passes that wait for a renewal of the residual do not count. What fits a cache may be faster than the copy.

use std::sync::Arc;
use std::time::Instant;
use toile::engine::layout::GpuStruct;
use toile::engine::recording::{Loop, Step};
use toile::engine::reflect::{Access, Reflection};
use toile::engine::{BufferId, Dispatch, Executor, LoopCount, Recording};
use toile::kernels::common::cg::{RENEW, When};
use toile::kernels::measure::copy::Copies;
use toile::methods::Solves;
use toile::scene::catalog;
use toile::{Backend, Error, Result, Simulation, kernels};

/// Vertices along an edge of the sheets.
const SIZES: [u32; 4] = [50, 100, 200, 400];
/// The largest size where none is given.
const LARGEST: u32 = 200;
/// Steps before the first measurement: pipelines are warm and loops know their length.
const WARM_UP: u32 = 5;
/// Measurements of each case.
const ROUNDS: usize = 7;
/// Iterations at which a short measurement ends its steps.
const SHORT: &str = "100";
/// Elements of the copy, 16 bytes each: 64 MB.
const COPIED: u32 = 4_000_000;

/// The first loop that ends by a flag, and the flag.
fn solve(steps: &[Step]) -> Option<(&Loop, BufferId)> {
    steps.iter().find_map(|step| match step {
        Step::Dispatch(_) => None,
        Step::Loop(l) => l.done.map(|flag| (l, flag)).or_else(|| solve(&l.body)),
    })
}

/// The steps without the loops that end by a flag.
fn without_solves(steps: &[Step]) -> Vec<Step> {
    let keep = |step: &Step| match step {
        Step::Loop(Loop { done: Some(_), .. }) => None,
        Step::Loop(l) => Some(Step::Loop(Loop { body: without_solves(&l.body), ..*l })),
        Step::Dispatch(id) => Some(Step::Dispatch(*id)),
    };
    steps.iter().filter_map(keep).collect()
}

/// What the passes of steps read and write [bytes].
fn traffic(recording: &Recording, steps: &[Step]) -> Result<f64> {
    let mut bytes = 0.0;
    for step in steps {
        bytes += match step {
            Step::Dispatch(id) => traffic_of(recording, &recording.dispatches[id.0])?,
            Step::Loop(l) => f64::from(l.max) * traffic(recording, &l.body)?,
        };
    }
    Ok(bytes)
}

fn traffic_of(recording: &Recording, dispatch: &Dispatch) -> Result<f64> {
    let kernel = dispatch.kernel;
    let has_phase = kernel.structs.iter().any(|layout| layout() == When::layout());
    if let Some(at) = dispatch.params.filter(|_| has_phase) {
        let when: When = bytemuck::pod_read_unaligned(&recording.params[at as usize..][..size_of::<When>()]);
        if when.phase == RENEW {
            return Ok(0.0);
        }
    }
    let bindings = Reflection::new(kernel, kernel.wgsl, &kernels::sources().shared)?.bindings;
    let of_one = |(buffer, access): (&BufferId, Access)| {
        let bytes = 4.0 * recording.buffers[buffer.0].contents.len() as f64;
        if access == Access::Write { 2.0 * bytes } else { bytes }
    };
    Ok(dispatch.buffers.iter().zip(bindings.iter().map(|b| b.access)).map(of_one).sum())
}

/// One copy of 64 MB after the other.
struct Copy {
    executor: Box<dyn Executor>,
    /// A word to wait for.
    last: BufferId,
    /// [s].
    times: Vec<f64>,
}

impl Copy {
    fn new(backend: &Backend) -> Result<Self> {
        let Copies { recording, word, .. } = Copies::new(COPIED, 1);
        let mut executor = backend.executor(Arc::new(recording))?;
        executor.run()?;
        executor.read(word)?;
        Ok(Self { executor, last: word, times: Vec::new() })
    }

    fn measure(&mut self) -> Result<()> {
        let start = Instant::now();
        self.executor.run()?;
        self.executor.read(self.last)?;
        self.times.push(start.elapsed().as_secs_f64());
        Ok(())
    }

    /// Bytes read and written per second [bytes/s].
    fn speed(&self) -> f64 {
        Copies::bytes(COPIED) / median(self.times.iter().copied())
    }
}

/// One measured step.
struct Sample {
    /// Time of the step [s].
    step: f64,
    /// Time of the step without its solve [s].
    rest: f64,
    iterations: u64,
}

/// One size on one executor.
struct Case {
    size: u32,
    simulation: Simulation,
    /// The same step without its solve.
    rest: Box<dyn Executor>,
    flag: BufferId,
    /// What an iteration reads and writes [bytes].
    traffic: f64,
    samples: Vec<Sample>,
    /// The loops before the first measured step.
    start: LoopCount,
}

impl Case {
    fn new(size: u32, backend: &Backend, short: bool) -> Result<Self> {
        let mut set: Vec<(String, String)> =
            ["rows", "columns"].map(|key| (key.to_string(), size.to_string())).to_vec();
        if short {
            set.push(("iterations".into(), SHORT.into()));
        }
        let scene = catalog::resolve("implicit-sheet")?.set(&set)?;
        let mut simulation = Simulation::new(&scene, backend)?;
        (0..if short { 1 } else { WARM_UP }).try_for_each(|_| simulation.step())?;
        simulation.check()?;
        let recording = simulation.executor().recording().clone();
        let (body, flag) = solve(&recording.steps).ok_or_else(no_solve)?;
        // The solver looks at constraints after so many iterations: they are one repetition of the loop.
        let traffic = traffic(&recording, &body.body)? / f64::from(scene.implicit_cg.interval.max(1));
        let mut shorter = Recording::clone(&recording);
        shorter.steps = without_solves(&recording.steps);
        let mut rest = backend.executor(Arc::new(shorter))?;
        for buffer in (0..recording.buffers.len()).map(BufferId) {
            let words = simulation.executor().read(buffer)?;
            rest.write(buffer, &words)?;
        }
        let start = simulation.loops();
        Ok(Self { size, simulation, rest, flag, traffic, samples: Vec::new(), start })
    }

    fn solves(&mut self) -> Result<Solves> {
        self.simulation.solves()?.ok_or_else(no_solve)
    }

    fn measure(&mut self) -> Result<()> {
        let before = self.solves()?.iterations;
        let start = Instant::now();
        self.simulation.step()?;
        self.simulation.check()?;
        let step = start.elapsed().as_secs_f64();
        let start = Instant::now();
        self.rest.run()?;
        self.rest.read(self.flag)?;
        let rest = start.elapsed().as_secs_f64();
        let iterations = self.solves()?.iterations - before;
        self.samples.push(Sample { step, rest, iterations });
        Ok(())
    }

    fn report(&self, copy: f64) {
        let of_one = |s: &Sample| (s.step - s.rest) / s.iterations.max(1) as f64;
        let (step, one) =
            (median(self.samples.iter().map(|s| s.step)), median(self.samples.iter().map(of_one)));
        let steps = self.samples.len() as f64;
        let iterations = self.samples.iter().map(|s| s.iterations as f64).sum::<f64>() / steps;
        let (speed, loops) = (self.traffic / one, self.simulation.loops().since(&self.start));
        println!(
            "{:>8} {:10.2} {:12.1} {iterations:11.1} {:7.2} {:7.1} % {:9.2} {:8.2} {:6.0} %",
            format!("{}²", self.size),
            1e3 * step,
            1e6 * one,
            loops.waits as f64 / steps,
            100.0 * loops.wasted(),
            1e-6 * self.traffic,
            1e-9 * speed,
            100.0 * speed / copy,
        );
    }
}

fn no_solve() -> Error {
    Error::input("implicit-sheet", "solves no system", "give it a method that does")
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The sizes that the arguments ask for.
fn sizes() -> Vec<u32> {
    // Cargo adds arguments of its own.
    let given: Vec<u32> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    match given[..] {
        [] => SIZES.into_iter().filter(|&size| size <= LARGEST).collect(),
        [largest] => SIZES.into_iter().filter(|&size| size < largest).chain([largest]).collect(),
        _ => given,
    }
}

fn main() -> Result<()> {
    let gpu = Backend::gpu(None)?;
    let sizes = sizes();
    let short = std::env::args().any(|argument| argument == "--short");
    let mut groups = Vec::new();
    for (name, backend) in [("cpu", &Backend::Cpu), ("gpu", &gpu)] {
        let cases: Vec<Case> =
            sizes.iter().map(|&size| Case::new(size, backend, short)).collect::<Result<_>>()?;
        groups.push((name, Copy::new(backend)?, cases));
    }
    for _ in 0..if short { 1 } else { ROUNDS } {
        for (_, copy, cases) in &mut groups {
            copy.measure()?;
            cases.iter_mut().try_for_each(Case::measure)?;
        }
    }
    if let Backend::Gpu(device) = &gpu {
        println!("{}", device.name());
    }
    for (name, copy, cases) in &groups {
        let speed = copy.speed();
        println!("\n{name}: a copy reads and writes {:.2} GB/s", 1e-9 * speed);
        println!(
            "{:>8} {:>10} {:>12} {:>11} {:>7} {:>9} {:>9} {:>8} {:>8}",
            "vertices",
            "ms/step",
            "µs/iteration",
            "iterations",
            "waits",
            "wasted",
            "MB moved",
            "GB/s",
            "of copy"
        );
        cases.iter().for_each(|case| case.report(speed));
    }
    Ok(())
}
