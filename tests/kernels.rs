//! Ring 2: every kernel, from the same input, on both executors.

mod common;

use std::collections::BTreeMap;
use std::time::Instant;
use toile::compare;
use toile::engine::compare::Difference;
use toile::kernels::ALL;
use toile::scene::catalog;

#[test]
fn every_kernel_gives_the_same_on_both_executors() {
    let device = common::device();
    let mut found: BTreeMap<&'static str, Difference> = BTreeMap::new();
    for entry in catalog::ALL {
        let (scene, start) = (entry.scene().and_then(|s| s.small()).unwrap(), Instant::now());
        for (kernel, difference) in compare::kernels(&scene, &device, &[1, 2, 7, 30]).unwrap() {
            println!("{:20} {kernel:40} {difference:?}", entry.name);
            assert!(compare::agrees(kernel, &difference), "{} {kernel}: {difference:?}", entry.name);
            found.entry(kernel).or_default().merge(&difference);
        }
        println!("{:20} {:.1} s", entry.name, start.elapsed().as_secs_f64());
    }
    for kernel in ALL {
        let difference = found.get(kernel.name).unwrap_or_else(|| panic!("no scene runs {}", kernel.name));
        assert!(difference.changing > 0, "{} changed nothing", kernel.name);
    }
}
