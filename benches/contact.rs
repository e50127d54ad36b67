//! The cost of contact against the number of bodies (Kuang 2007, figure 6.7), on a sheet of 50 × 80 particles that lies on
//! up to 80 balls, and with as many balls far away: `cargo bench --bench contact`.
//!
//! All cases are measured in turns, so that a busy machine slows all of them alike; each is the median of its rounds.

use std::collections::BTreeMap;
use toile::engine::Timings;
use toile::scene::{Body, MethodName, Pin, Scene, Select};
use toile::{Backend, Result, Simulation};

/// Numbers of bodies.
const COUNTS: [usize; 9] = [1, 10, 20, 30, 40, 50, 60, 70, 80];
/// Steps before the first measurement.
const WARM_UP: u32 = 10;
/// Measurements of each case.
const ROUNDS: usize = 15;
/// Passes that are there for contact alone.
const CONTACT: [&str; 3] = ["bounds", "contact", "wrench"];

/// A sheet that is held at its corners and lies on `count` balls, or has them `away` below it [m].
fn scene(count: usize, away: f64) -> Scene {
    let mut scene =
        Scene { name: format!("{count} balls"), method: MethodName::MassSpring, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (50, 80);
    (scene.mesh.width, scene.mesh.height) = (1.6, 1.0);
    scene.mesh.rotation = [-90.0, 0.0, 0.0];
    scene.mesh.position = [0.0, 0.003, 0.0];
    scene.material.thickness = 0.003;
    (scene.solver.dt, scene.solver.substeps) = (1.0 / 600.0, 8);
    (scene.mass_spring.stretch, scene.mass_spring.bending) = (300.0, 2.0);
    scene.pin = vec![Pin { select: Select::Corners, ..Pin::default() }];
    scene.body = (0..count)
        .map(|i| {
            // Scattered evenly, the first ones too (Roberts 2018).
            let at = |step: f64| (0.5 + step * (i + 1) as f64).fract() - 0.5;
            let position = [1.5 * at(0.754_877_666), -0.05 - away, 0.9 * at(0.569_840_291)];
            Body { name: format!("ball-{}", i + 1), radius: 0.05, position, ..Body::default() }
        })
        .collect();
    scene
}

/// One number of bodies on one executor.
struct Case {
    count: usize,
    simulation: Simulation,
    /// Times per step of the contact passes, and of all others [s].
    times: Vec<[f64; 2]>,
}

impl Case {
    fn new(count: usize, away: f64, backend: &Backend) -> Result<Self> {
        let mut simulation = Simulation::new(&scene(count, away), backend)?;
        (0..WARM_UP).try_for_each(|_| simulation.step())?;
        simulation.check()?;
        Ok(Self { count, simulation, times: Vec::new() })
    }

    fn measure(&mut self) -> Result<()> {
        const STEPS: u32 = 2;
        self.simulation.executor().profile(true);
        (0..STEPS).try_for_each(|_| self.simulation.step())?;
        self.simulation.check()?;
        let timings: Timings = self.simulation.timings();
        let is_contact = |label: &&str| CONTACT.contains(label);
        let sum = |contact: bool| {
            let passes = timings.iter().filter(|(label, _)| is_contact(label) == contact);
            passes.map(|(_, timing)| timing.seconds).sum::<f64>() / f64::from(STEPS)
        };
        self.times.push([sum(true), sum(false)]);
        Ok(())
    }

    fn median(&self, which: usize) -> f64 {
        let mut times: Vec<f64> = self.times.iter().map(|t| t[which]).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }
}

/// Slope and intercept of the best line, and R².
fn line(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let n = points.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let xx = mean(&|p| (p.0 - x).powi(2));
    let xy = mean(&|p| (p.0 - x) * (p.1 - y));
    let yy = mean(&|p| (p.1 - y).powi(2));
    let slope = xy / xx;
    (slope, y - slope * x, xy * xy / (xx * yy))
}

fn main() -> Result<()> {
    let gpu = Backend::gpu(None)?;
    if let Backend::Gpu(device) = &gpu {
        println!("{}", device.name());
    }
    for (name, backend) in [("cpu", &Backend::Cpu), ("gpu", &gpu)] {
        let mut cases = BTreeMap::new();
        for (place, away) in [("in reach", 0.0), ("out of reach", 10.0)] {
            let all: Result<Vec<Case>> = COUNTS.iter().map(|&n| Case::new(n, away, backend)).collect();
            cases.insert(place, all?);
        }
        for _ in 0..ROUNDS {
            cases.values_mut().flatten().try_for_each(Case::measure)?;
        }
        println!("\n{name}: ms per step of contact, by bodies");
        println!("{:14}{}", "", COUNTS.map(|n| format!("{n:>7}")).concat());
        let cloth = cases["in reach"][0].median(1);
        for (place, cases) in &cases {
            let points: Vec<(f64, f64)> = cases.iter().map(|c| (c.count as f64, c.median(0))).collect();
            let times: String = points.iter().map(|p| format!("{:7.3}", 1e3 * p.1)).collect();
            let (slope, start, r2) = line(&points);
            println!(
                "{place:14}{times}\n{:14}{:.3} ms + {:.2} µs per body (R² = {r2:.4}), {:.3} % of the cloth's own {:.3} ms",
                "",
                1e3 * start,
                1e6 * slope,
                100.0 * slope / cloth,
                1e3 * cloth
            );
        }
    }
    Ok(())
}
