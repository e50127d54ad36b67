//! Ring 2: every kernel, from the same input, on both executors.

mod common;
#[path = "common/scenes.rs"]
mod scenes;

use std::collections::BTreeMap;
use std::time::Instant;
use toile::compare;
use toile::engine::compare::Difference;
use toile::kernels::ALL;
use toile::kernels::measure::copy::Copies;

#[test]
fn every_kernel_gives_the_same_on_both_executors() {
    let device = common::device();
    let mut found: BTreeMap<&'static str, Difference> = BTreeMap::new();
    for (name, scene) in scenes::small() {
        let start = Instant::now();
        for (kernel, difference) in compare::kernels(&scene, &device, &[1, 2, 7, 30]).unwrap() {
            println!("{name:20} {kernel:40} {difference:?}");
            assert!(compare::agrees(kernel, &difference), "{name} {kernel}: {difference:?}");
            found.entry(kernel).or_default().merge(&difference);
        }
        println!("{name:20} {:.1} s", start.elapsed().as_secs_f64());
    }
    // What no scene runs.
    found.extend(compare::program(Copies::new(1000, 1).recording, &device).unwrap());
    for kernel in ALL {
        let difference = found.get(kernel.name).unwrap_or_else(|| panic!("no scene runs {}", kernel.name));
        assert!(compare::agrees(kernel.name, difference), "{}: {difference:?}", kernel.name);
        assert!(difference.changing > 0, "{} changed nothing", kernel.name);
    }
}
