//! Constraint projections per second of position-based dynamics: `cargo bench --bench methods`.

use std::time::Instant;
use toile::scene::catalog;
use toile::{Backend, Simulation};

fn main() -> toile::Result<()> {
    let scene = catalog::resolve("sheet")?;
    let set = |key: &str, value: &str| (key.to_string(), value.to_string());
    let gpu = Backend::gpu(None)?;
    for schedule in ["colors", "yarns"] {
        let scene = scene.set(&[
            set("rows", "100"),
            set("columns", "100"),
            set("iterations", "16"),
            set("triangle_bending.schedule", schedule),
        ])?;
        for (name, backend) in [("cpu", &Backend::Cpu), ("gpu", &gpu)] {
            let mut simulation = Simulation::new(&scene, backend)?;
            let kinds = simulation.kinds();
            let count: u32 = kinds.iter().filter(|k| k.label != "yarns").map(|k| k.count).sum();
            let projections = f64::from(count * scene.solver.iterations);
            let dispatches = simulation.executor().recording().dispatch_count();
            simulation.step()?;
            simulation.check()?;
            let mut times = Vec::new();
            for _ in 0..15 {
                let start = Instant::now();
                simulation.step()?;
                simulation.check()?;
                times.push(start.elapsed().as_secs_f64());
            }
            times.sort_by(f64::total_cmp);
            let median = times[times.len() / 2];
            simulation.executor().profile(true);
            for _ in 0..5 {
                simulation.step()?;
            }
            let kernels: f64 = simulation.timings().values().map(|t| t.seconds).sum::<f64>() / 5.0;
            for (l, t) in simulation.timings() {
                println!("      {l:10} {:8.3} ms {} calls", t.seconds / 5.0 * 1e3, t.calls / 5);
            }
            println!(
                "{schedule:8} {name}: {:7.1} M/s, {:.2} ms per step (min {:.2}), kernels {:.2} ms, {dispatches} dispatches, colors {:?}",
                projections / median / 1e6,
                median * 1e3,
                times[0] * 1e3,
                kernels * 1e3,
                kinds.iter().map(|k| (k.label, k.count, k.colors.len())).collect::<Vec<_>>()
            );
        }
    }
    Ok(())
}
