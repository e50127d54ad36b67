//! What a step of a developable sheet costs against the mesh: in all, by its parts, and the iterations inside of its projections:
//! `cargo bench --bench developable` (`-- 25 50` for these numbers of cells along a side alone, `-- cpu` on the CPU executor).
//!
//! Two states of each mesh: swinging from two corners, nearly flat, and lying on a ball. Iterations depend on the state far
//! more than on the machine.

use std::time::Instant;
use toile::scene::{Scene, catalog};
use toile::{Backend, Result, Simulation};

/// Cells along a side.
const SIDES: [u32; 3] = [25, 50, 100];
/// Simulated time before the first measurement [s].
const BEFORE: f64 = 0.1;
/// Steps that are measured.
const STEPS: u32 = 5;
/// The parts of a step.
const PARTS: [&str; 4] = ["projection", "preconditioner", "bending", "transfer"];

fn scene(name: &str, side: u32) -> Result<Scene> {
    let rows = (side + 1).to_string();
    let mut changes = vec![("rows", rows.clone()), ("columns", rows)];
    if name == "developable-drape" {
        changes.push(("mesh.position.1", "0.703".into()));
    }
    let changes: Vec<_> = changes.into_iter().map(|(key, value)| (key.to_string(), value)).collect();
    catalog::resolve(name)?.set(&changes)
}

fn measure(name: &str, side: u32, backend: &Backend) -> Result<()> {
    let scene = scene(name, side)?;
    let mut simulation = Simulation::new(&scene, backend)?;
    let before = (BEFORE / scene.solver.dt).round() as u32;
    (0..before).try_for_each(|_| simulation.step())?;
    simulation.check()?;
    let start = simulation.solves()?.unwrap_or_default();
    let clock = Instant::now();
    (0..STEPS).try_for_each(|_| simulation.step())?;
    simulation.check()?;
    let step = clock.elapsed().as_secs_f64() / f64::from(STEPS);
    let end = simulation.solves()?.unwrap_or_default();
    simulation.executor().profile(true);
    simulation.step()?;
    simulation.check()?;
    let timings = simulation.timings();
    let all: f64 = timings.values().map(|t| t.seconds).sum();
    let share = |part: &str| 100.0 * timings.get(part).map_or(0.0, |t| t.seconds) / all;
    let per_step = |a: u64, b: u64| (a - b) as f64 / f64::from(STEPS);
    println!(
        "{name:<18} {side:>4}  {:>9.1}  {:>6.1} {:>10.0}  {:>10.1}  {:>14.1}  {:>7.1}  {:>8.1}  {:>11}",
        1e3 * step,
        per_step(end.newton, start.newton),
        per_step(end.iterations, start.iterations),
        share(PARTS[0]),
        share(PARTS[1]),
        share(PARTS[2]),
        share(PARTS[3]),
        end.unconverged,
    );
    Ok(())
}

fn main() -> Result<()> {
    let asked: Vec<u32> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let sides = if asked.is_empty() { SIDES.to_vec() } else { asked };
    let cpu = std::env::args().any(|argument| argument == "cpu");
    let backend = if cpu { Backend::Cpu } else { Backend::gpu(None)? };
    if let Backend::Gpu(device) = &backend {
        println!("{}", device.name());
    }
    println!(
        "scene             cells  ms per step  Newton iterations  projection %  preconditioner %  bending %  transfer %  unconverged"
    );
    for side in sides {
        for name in ["two-corners", "developable-drape"] {
            measure(name, side, &backend)?;
        }
    }
    Ok(())
}
