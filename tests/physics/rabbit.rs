//! Figures 2 and 9 of Kelager 2010, with a rabbit.

use crate::support::{height, relative_volume, run, scene, simulate};

#[test]
fn figure_2_the_rabbit_collapses_and_inflates_again() {
    let scene = scene("rabbit-collapse", &[]);
    let mut simulation = simulate(&scene);
    let mut volumes = vec![1.0];
    for _ in 0..scene.frames / 10 {
        run(&mut simulation, 10);
        volumes.push(relative_volume(&mut simulation));
    }
    let least = volumes.iter().copied().fold(f64::MAX, f64::min);
    let last = volumes[volumes.len() - 1];
    println!("rabbit-collapse: volume falls to {least:.3} and comes back to {last:.4}");
    // What the figure shows: clearly collapsed, clearly whole again.
    assert!(least < 0.7, "{volumes:?}");
    assert!((last - 1.0).abs() < 0.05, "{volumes:?}");
}

#[test]
fn figure_9_more_iterations_sag_less() {
    let sag = |iterations: &str| {
        let mut simulation = simulate(&scene("rabbit-stiffness", &[("iterations", iterations)]));
        let start = height(&mut simulation);
        run(&mut simulation, 25);
        start - height(&mut simulation)
    };
    let [soft, middle, stiff] = ["2", "16", "64"].map(sag);
    println!("rabbit-stiffness: sags of {soft:.4}, {middle:.4}, {stiff:.4} m with 2, 16, 64 iterations");
    // Not only smaller: each of the three looks different.
    assert!(soft > 1.2 * middle && middle > 1.2 * stiff && stiff > 0.0);
}
