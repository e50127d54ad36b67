//! What a picture costs: the 100 × 100 sheet at 1280 × 720, by quality, without panels and without simulating.
//!
//! `cargo bench --bench drawing`

use std::time::Instant;
use toile::render::gpu::{Quality, Renderer, Subject};
use toile::render::{Coloring, Look, Moment, Shot};
use toile::scene::catalog;
use toile::{Backend, Simulation};

const SIZE: (u32, u32) = (1280, 720);
const PICTURES: usize = 15;

fn main() -> toile::Result<()> {
    let set = ["rows", "columns"].map(|key| (key.to_string(), "100".to_string()));
    let scene = catalog::resolve("sheet")?.set(&set)?;
    let Backend::Gpu(device) = Backend::gpu(None)? else { return Ok(()) };
    let mut simulation = Simulation::new(&scene, &Backend::Gpu(device.clone()))?;
    (0..20).try_for_each(|_| simulation.frame())?;
    let state = simulation.state()?;
    println!("{}, {} x {} pixels, {} vertices", device.name(), SIZE.0, SIZE.1, state.positions.len());
    for (name, quality) in [("draft", Quality::DRAFT), ("good", Quality::GOOD), ("best", Quality::BEST)] {
        let renderer = Renderer::new(device.clone(), quality)?;
        let subject = Subject::new(&renderer, &mut simulation)?;
        let target = renderer.target(SIZE)?;
        let moment = Moment { cloth: &state.positions, placed: &[] };
        let camera = Shot::default().camera(&subject.set, &[moment], SIZE);
        for coloring in [Coloring::Cloth, Coloring::Stretch] {
            let mut times = Vec::new();
            for _ in 0..PICTURES {
                let start = Instant::now();
                renderer.draw(&subject, &camera, &Look::colored(coloring), &target)?;
                device.wait()?;
                times.push(1e3 * start.elapsed().as_secs_f64());
            }
            times.sort_by(f64::total_cmp);
            println!("{name:<6} {coloring:<8} {:>8.1} ms (least {:.1})", times[PICTURES / 2], times[0]);
        }
    }
    Ok(())
}
