//! Contact between the solver's iterations against contact after the solve (Han 2015): `cargo bench --bench interleaving`.
//!
//! First figure 2: iterations per step of 1/240 s, by solver, of a stiff cloth that falls on a ball; the curves go to
//! `target/figures/iterations.svg`. Then a cloth over a ring: how far edges near it are stretched and pressed, and how deep
//! particles and points inside triangles are in it. `-- --full` has the paper's 100 × 100 vertices and ten seconds,
//! `-- --quick`
//! 20 × 20 and half a second. All runs are on the CPU executor, as many at once as there are cores.

use glam::Vec3;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use plotters::prelude::*;
use std::collections::VecDeque;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;
use toile::methods::Solves;
use toile::scene::{Scene, catalog};
use toile::{Backend, Error, Result, Simulation};

/// Steps per second.
const RATE: u32 = 240;
/// Edges with an end within so many thicknesses of a body are in contact.
const NEAR: f64 = 2.0;
/// An edge that is stretched by this much is an explosion.
const SANE: f64 = 1.0;
/// How deep interleaved cloth may be inside the ring [m].
const DEEPEST: f64 = 1e-4;
/// Points of a triangle that are looked at: those of a grid with so many cells along an edge, but for the corners.
const CELLS: u32 = 4;
/// Steps over which the thick curves are means.
const WINDOW: usize = 8;

/// A solver: its name here, what selects it, and its colour.
struct Solver {
    name: &'static str,
    set: [(&'static str, &'static str); 2],
    color: RGBColor,
}

const FIRST: Solver = Solver {
    name: "jmcg1, differences",
    set: [("solver", "jmcg1"), ("derivative", "scaled")],
    color: RGBColor(0, 114, 178),
};
const SECOND: Solver = Solver {
    name: "jmcg2, differences",
    set: [("solver", "jmcg2"), ("derivative", "scaled")],
    color: RGBColor(213, 94, 0),
};
const EXACT: Solver = Solver {
    name: "jmcg1, exact",
    set: [("solver", "jmcg1"), ("derivative", "exact")],
    color: RGBColor(0, 158, 115),
};
const SEPARATE: Solver =
    Solver { name: "mcg", set: [("solver", "mcg"), ("derivative", "exact")], color: RGBColor(40, 40, 40) };

/// How large the cloths are and how long they fall.
struct Extent {
    /// Vertices along an edge, and steps, of the cloth over the ball.
    drape: (u32, u32),
    /// The same of the cloth over the ring.
    ring: (u32, u32),
}

impl Extent {
    fn of_arguments() -> Result<Self> {
        let mut extent = Self { drape: (50, 2 * RATE), ring: (60, 3 * RATE) };
        // Cargo adds an argument of its own.
        for argument in std::env::args().skip(1).filter(|a| a != "--bench") {
            extent = match argument.as_str() {
                "--full" => Self { drape: (100, 10 * RATE), ..extent },
                "--quick" => Self { drape: (20, RATE / 2), ring: (20, RATE / 2) },
                _ => return Err(Error::input(argument, "is not known here", "use --full or --quick")),
            };
        }
        Ok(extent)
    }
}

/// What is seen after a step.
#[derive(Default)]
struct Sample {
    iterations: u64,
    /// Largest stretch of an edge.
    stretched: f64,
    /// Edges in contact, and how far they are stretched and pressed at most.
    near: u64,
    near_stretched: f64,
    near_pressed: f64,
    /// Deepest that a particle, and a point inside a triangle, is in a body [m].
    particles: f64,
    inside: f64,
}

/// One scene with one solver.
struct Job<'a> {
    solver: &'a Solver,
    scene: Scene,
    steps: u32,
}

/// A run, step by step.
struct Run<'a> {
    solver: &'a Solver,
    samples: Vec<Sample>,
    solves: Solves,
}

impl<'a> Job<'a> {
    fn new(
        name: &str,
        solver: &'a Solver,
        (size, steps): (u32, u32),
        others: &[(&str, &str)],
    ) -> Result<Self> {
        let (size, dt) = (size.to_string(), (1.0 / f64::from(RATE)).to_string());
        let of_all = [("rows", &*size), ("columns", &*size), ("dt", &*dt), ("substeps", "1")];
        let set = of_all.iter().chain(&solver.set).chain(others);
        let set: Vec<_> = set.map(|(key, value)| (key.to_string(), value.to_string())).collect();
        Ok(Self { solver, scene: catalog::resolve(name)?.set(&set)?, steps })
    }

    fn run(self, bars: &MultiProgress) -> Result<Run<'a>> {
        let start = Instant::now();
        let mut simulation = Simulation::new(&self.scene, &Backend::Cpu)?;
        let name = format!("{} {}", self.scene.name, self.solver.name);
        let bar = bars.add(progress(&name, self.steps));
        let cloth = Cloth::new(&simulation);
        let mut samples = Vec::new();
        let mut before = 0;
        for step in 1..=self.steps {
            simulation.step()?;
            simulation.check()?;
            let iterations = solves(&mut simulation)?.iterations;
            samples.push(Sample { iterations: iterations - before, ..cloth.look(&mut simulation)? });
            before = iterations;
            bar.inc(1);
            // Where no bar can be drawn, a line for every tenth.
            if bars.is_hidden() && step % self.steps.div_ceil(10) == 0 {
                eprintln!("{name}: {step} of {} steps, {:.0} s", self.steps, start.elapsed().as_secs_f64());
            }
        }
        bar.finish_and_clear();
        let seconds = start.elapsed().as_secs_f64();
        bars.suspend(|| eprintln!("{name}: {} steps in {seconds:.1} s", self.steps));
        Ok(Run { solver: self.solver, samples, solves: solves(&mut simulation)? })
    }
}

fn progress(name: &str, steps: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:34}  {bar:32} {pos}/{len} steps  {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps.into()).with_style(style).with_prefix(name.to_string())
}

fn solves(simulation: &mut Simulation) -> Result<Solves> {
    let missing = || Error::input("method", "solves no system", "give the scene one that does");
    simulation.solves()?.ok_or_else(missing)
}

/// What a look at the cloth needs of its mesh.
struct Cloth {
    /// Ends of the edges, and their lengths at rest [m].
    edges: Vec<([u32; 2], f64)>,
    triangles: Vec<[u32; 3]>,
    /// Weights of a triangle's corners in the points that are looked at.
    points: Vec<Vec3>,
    /// How near to a body contact begins [m].
    near: f64,
}

impl Cloth {
    fn new(simulation: &Simulation) -> Self {
        let model = simulation.model();
        let rest = &model.mesh.positions;
        let edge = |[a, b]: [u32; 2]| ([a, b], length(rest[a as usize], rest[b as usize]));
        let edges = model.topology.edges.iter().map(|e| edge(e.vertices)).collect();
        let grid = (0..=CELLS).flat_map(|i| (0..=CELLS - i).map(move |j| [i, j, CELLS - i - j]));
        let points = grid.filter(|w| !w.contains(&CELLS));
        let points = points.map(|w| Vec3::from_array(w.map(|n| n as f32 / CELLS as f32))).collect();
        let near = NEAR * simulation.scene().material.thickness;
        Self { edges, triangles: model.mesh.triangles.clone(), points, near }
    }

    /// Edges, contact and penetration as they are now.
    fn look(&self, simulation: &mut Simulation) -> Result<Sample> {
        let x = simulation.state()?.positions;
        let mut nearest = |p: Vec3| simulation.distances(p).into_iter().fold(f64::INFINITY, f64::min);
        let distances: Vec<f64> = x.iter().map(|&p| nearest(p)).collect();
        let mut sample = Sample::default();
        for &([a, b], rest) in &self.edges {
            let [a, b] = [a as usize, b as usize];
            let strain = length(x[a], x[b]) / rest - 1.0;
            sample.stretched = sample.stretched.max(strain);
            if distances[a].min(distances[b]) <= self.near {
                sample.near += 1;
                sample.near_stretched = sample.near_stretched.max(strain);
                sample.near_pressed = sample.near_pressed.max(-strain);
            }
        }
        sample.particles = distances.iter().fold(0.0, |deepest, d| deepest.max(-d));
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|i| x[i as usize]);
            let longest = length(a, b).max(length(b, c)).max(length(c, a));
            // No point of it is farther from all its corners than that.
            if corners.iter().all(|&i| distances[i as usize] > longest) {
                continue;
            }
            for w in &self.points {
                sample.inside = sample.inside.max(-nearest(a * w.x + b * w.y + c * w.z));
            }
        }
        Ok(sample)
    }
}

fn length(a: Vec3, b: Vec3) -> f64 {
    a.as_dvec3().distance(b.as_dvec3())
}

/// Runs all jobs, as many at once as there are cores; in their order.
fn run_all<'a>(jobs: Vec<Job<'a>>) -> Result<Vec<Run<'a>>> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(jobs.len());
    let bars = MultiProgress::new();
    let waiting: Mutex<VecDeque<_>> = Mutex::new(jobs.into_iter().enumerate().collect());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || std::iter::from_fn(next).map(|(i, job)| (i, job.run(&bars))).collect::<Vec<_>>();
    let mut done: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|t| t.join().unwrap_or_else(|p| std::panic::resume_unwind(p))).collect()
    });
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, run)| run).collect()
}

impl Run<'_> {
    fn of(&self, value: impl Fn(&Sample) -> f64) -> Spread {
        let mut values: Vec<f64> = self.samples.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        let count = values.len();
        Spread {
            mean: values.iter().sum::<f64>() / count as f64,
            median: values[count / 2],
            max: values[count - 1],
        }
    }

    fn iterations(&self) -> Spread {
        self.of(|s| s.iterations as f64)
    }
}

/// A value over the steps of a run.
struct Spread {
    mean: f64,
    median: f64,
    max: f64,
}

fn report_drape(runs: &[Run]) {
    println!(
        "{:20} {:>7} {:>7} {:>5} {:>12} {:>11} {:>11} {:>11} {:>13}",
        "", "mean", "median", "most", "unconverged", "stretch %", "contact %", "particles", "in triangles"
    );
    for run in runs {
        let n = run.iterations();
        println!(
            "{:20} {:7.1} {:7.0} {:5.0} {:12} {:11.3} {:11.3} {:11.3} {:13.3}",
            run.solver.name,
            n.mean,
            n.median,
            n.max,
            run.solves.unconverged,
            100.0 * run.of(|s| s.stretched).max,
            100.0 * run.of(|s| s.near_stretched.max(s.near_pressed)).max,
            1e3 * run.of(|s| s.particles).max,
            1e3 * run.of(|s| s.inside).max,
        );
    }
}

fn report_ring(runs: &[Run]) {
    println!(
        "{:20} {:>21} {:>21} {:>9} {:>11} {:>13} {:>18}",
        "",
        "stretched %, mean max",
        "pressed %, mean max",
        "edges",
        "particles",
        "in triangles",
        "iterations"
    );
    for run in runs {
        let (stretched, pressed) = (run.of(|s| s.near_stretched), run.of(|s| s.near_pressed));
        println!(
            "{:20} {:14.3} {:6.3} {:14.3} {:6.3} {:9.0} {:11.3} {:13.3} {:7.1}, most {:4.0}",
            run.solver.name,
            100.0 * stretched.mean,
            100.0 * stretched.max,
            100.0 * pressed.mean,
            100.0 * pressed.max,
            run.of(|s| s.near as f64).mean,
            1e3 * run.of(|s| s.particles).max,
            1e3 * run.of(|s| s.inside).max,
            run.iterations().mean,
            run.iterations().max,
        );
    }
}

/// Means over the steps around each.
fn smooth(values: &[f64]) -> Vec<f64> {
    let mean = |i: usize| {
        let around = &values[i.saturating_sub(WINDOW / 2)..(i + WINDOW.div_ceil(2)).min(values.len())];
        around.iter().sum::<f64>() / around.len() as f64
    };
    (0..values.len()).map(mean).collect()
}

/// Draws iterations against time.
fn plot(runs: &[Run], title: &str, file: &Path) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::new(file, (1200, 700)).into_drawing_area();
    root.fill(&WHITE)?;
    let end = runs.iter().map(|r| r.samples.len()).max().unwrap_or(1) as f64 / f64::from(RATE);
    let most = runs.iter().map(|r| r.iterations().max).fold(10.0, f64::max);
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("{title}; thick: mean over {WINDOW} steps"), ("sans-serif", 24))
        .margin(20)
        .x_label_area_size(55)
        .y_label_area_size(75)
        .build_cartesian_2d(0.0..end, (1.0..1.3 * most).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("time [s]")
        .y_desc("iterations per step (none drawn as 1)")
        .label_style(("sans-serif", 18))
        .axis_desc_style(("sans-serif", 20))
        .bold_line_style(BLACK.mix(0.15))
        .light_line_style(BLACK.mix(0.05))
        .x_label_formatter(&|t| format!("{}", (100.0 * t).round() / 100.0))
        .y_label_formatter(&|n| format!("{n:.0}"))
        .draw()?;
    let curves = runs.iter().map(|run| (run, run.samples.iter().map(|s| s.iterations as f64).collect()));
    let curves: Vec<(&Run, Vec<f64>)> = curves.collect();
    let timed = |values: Vec<f64>| {
        values.into_iter().enumerate().map(|(i, n)| ((i + 1) as f64 / f64::from(RATE), n.max(1.0)))
    };
    for (run, values) in &curves {
        chart.draw_series(LineSeries::new(timed(values.clone()), run.solver.color.mix(0.35)))?;
    }
    for (run, values) in &curves {
        let style = run.solver.color.stroke_width(3);
        chart
            .draw_series(LineSeries::new(timed(smooth(values)), style))?
            .label(run.solver.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 30, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .margin(15)
        .legend_area_size(40)
        .label_font(("sans-serif", 18))
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}

/// The folder for figures, which is there afterwards.
fn figures() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/figures");
    std::fs::create_dir_all(&folder).map_err(|e| Error::io(&folder, e))?;
    Ok(folder)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let extent = Extent::of_arguments()?;
    let (size, steps) = extent.drape;
    let stiff = [("stretch", "100000"), ("shear", "100000"), ("bending", "10000")];
    let job = |solver| Job::new("implicit-drape", solver, extent.drape, &stiff);
    let drape = run_all([&FIRST, &SECOND, &EXACT, &SEPARATE].map(job).into_iter().collect::<Result<_>>()?)?;
    let title = format!("{size} × {size} vertices over a ball, {steps} steps of 1/{RATE} s");
    println!("{title}: iterations per step; largest strain of edges; penetration [mm]");
    report_drape(&drape);
    let file = figures()?.join("iterations.svg");
    plot(&drape, &title, &file)?;
    println!("{}", file.display());

    let (size, steps) = extent.ring;
    let job = |solver| Job::new("line-over-torus", solver, extent.ring, &[]);
    let ring = run_all([&EXACT, &SEPARATE].map(job).into_iter().collect::<Result<_>>()?)?;
    println!(
        "\n{size} × {size} vertices over a ring, {steps} steps of 1/{RATE} s: edges near it; penetration [mm]"
    );
    report_ring(&ring);

    let largest = drape.iter().chain(&ring).map(|r| r.of(|s| s.stretched).max).fold(0.0, f64::max);
    assert!(largest < SANE, "an edge was stretched by {:.0} %: an explosion", 100.0 * largest);
    println!(
        "\nNothing exploded: all states are finite, and no edge was stretched by more than {:.1} % (bound {:.0} %).",
        100.0 * largest,
        100.0 * SANE
    );
    let deepest = ring[0].of(|s| s.particles.max(s.inside)).max;
    assert!(deepest <= DEEPEST, "interleaved cloth is {deepest:.1e} m inside the ring");
    println!(
        "Interleaved cloth was never more than {deepest:.1e} m inside the ring (bound {DEEPEST:.0e} m)."
    );
    eprintln!("{:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}
