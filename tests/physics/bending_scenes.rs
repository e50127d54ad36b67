//! What the bending models do that others do not: signs, and the two stiffnesses of figure 8.

use crate::support::{distance, relative_volume, run, scene, simulate};

#[test]
fn signed_bending_pops_a_dent_out_that_unsigned_bending_leaves() {
    let volume = |model: &str| {
        let scene = scene("dent", &[("bending_model", model)]);
        let mut simulation = simulate(&scene);
        let start = relative_volume(&mut simulation);
        run(&mut simulation, scene.frames);
        (start, relative_volume(&mut simulation))
    };
    let ((start, signed), (_, unsigned)) = (volume("triangle-signed"), volume("triangle"));
    println!("dent: volume {start:.3} becomes {signed:.3} by signed and {unsigned:.3} by unsigned bending");
    assert!((signed - 1.0).abs() < 0.03 && unsigned < 0.9);
}

#[test]
fn figure_8_every_plateau_has_a_shape_of_its_own() {
    let scene = scene("bend-sweep", &[("rows", "14"), ("columns", "14")]);
    let mut simulation = simulate(&scene);
    // The ends of the six plateaus.
    let shapes: Vec<_> =
        (0..6).map(|i| run(&mut simulation, if i == 0 { 59 } else { 60 }).positions).collect();
    for i in 1..6 {
        let apart = distance(&shapes[i - 1], &shapes[i]);
        println!("bend-sweep: plateaus {} and {} are {apart:.3} m apart", i, i + 1);
        // A cloth of 1 m: two centimetres at every vertex are seen at once.
        assert!(apart > 0.02, "{apart}");
    }
}
