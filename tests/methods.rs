//! Ring 2: every scene on both executors, and the same bits from every number of driver threads.

mod common;
#[path = "common/scenes.rs"]
mod scenes;

use std::path::Path;
use std::process::Command;
use std::time::Instant;
use toile::compare::{self, SCENE_TOLERANCE};
use toile::record::{obj, write_whole};
use toile::scene::Scene;
use toile::{Backend, Simulation};

#[test]
fn every_scene_runs_the_same_on_both_executors() {
    let device = common::device();
    for (name, scene) in scenes::small() {
        let start = Instant::now();
        let difference = compare::scene(&scene, &device, scene.frames.min(30), || Ok(())).unwrap();
        println!(
            "{name:20} free {:.2e} synchronised {:.2e} in {:.1} s",
            difference.free,
            difference.synchronised,
            start.elapsed().as_secs_f64()
        );
        if difference.free > SCENE_TOLERANCE {
            // Both states are kept, to be looked at.
            for (side, state) in [("cpu", &difference.cpu), ("gpu", &difference.gpu)] {
                let path = Path::new("failures").join(format!("{name}-{side}.obj"));
                let text = obj::to_obj(&state.positions, &[], "a state that differs");
                std::fs::create_dir_all("failures").and_then(|()| std::fs::write(&path, text)).unwrap();
            }
            panic!("{name}: {:.2e} of the bounding box apart; see failures/", difference.free);
        }
    }
}

/// The hash of each scene's small version after some frames on the GPU, one line each.
fn hashes() -> String {
    let backend = Backend::Gpu(common::device());
    let hash = |(name, scene): (&str, Scene)| {
        let mut simulation = Simulation::new(&scene, &backend).unwrap();
        // Where there are bodies, until the cloth has met them.
        let frames = if simulation.model().bodies.is_empty() { 5 } else { 15 };
        (0..frames).for_each(|_| simulation.frame().unwrap());
        format!("{name} {}\n", simulation.state().unwrap().hash())
    };
    scenes::small().into_iter().map(hash).collect()
}

/// Runs this test binary again with so many driver threads and gives its hashes.
fn hashes_with_threads(threads: u32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hashes");
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "hashes_are_written_for_the_parent", "--quiet"])
        .env("LP_NUM_THREADS", threads.to_string())
        .env("TOILE_HASHES", &file)
        .status()
        .unwrap();
    assert!(status.success());
    std::fs::read_to_string(file).unwrap()
}

/// Writes the hashes where the parent asked for them; on its own, checks that they do not change from run to run.
#[test]
fn hashes_are_written_for_the_parent() {
    let first = hashes();
    match std::env::var_os("TOILE_HASHES") {
        Some(file) => write_whole(Path::new(&file), first.as_bytes()).unwrap(),
        None => assert_eq!(first, hashes()),
    }
}

#[test]
fn the_number_of_driver_threads_changes_no_bit() {
    let [one, two, eight] = [1, 2, 8].map(hashes_with_threads);
    println!("{one}");
    assert_eq!(one.lines().count(), scenes::small().len());
    assert_eq!(one, two);
    assert_eq!(one, eight);
}
