//! Scenes of shells: what they are meant to show.

use super::support::{run, scene, simulate};
use glam::{DMat3, DVec3, Vec3};

/// The largest distance between two shapes when one is laid over the other, by turning about the vertical and moving.
fn apart(a: &[Vec3], b: &[Vec3]) -> f64 {
    let middle = |p: &[Vec3]| p.iter().map(|p| p.as_dvec3()).sum::<DVec3>() / p.len() as f64;
    let (ma, mb) = (middle(a), middle(b));
    let pairs = || a.iter().zip(b).map(|(a, b)| (a.as_dvec3() - ma, b.as_dvec3() - mb));
    let (sin, cos) =
        pairs().fold((0.0, 0.0), |(s, c), (a, b)| (s + a.z * b.x - a.x * b.z, c + a.x * b.x + a.z * b.z));
    let turn = DMat3::from_rotation_y(f64::atan2(sin, cos));
    pairs().map(|(a, b)| (turn * a).distance(b)).fold(0.0, f64::max)
}

#[test]
fn a_bowl_springs_back() {
    let scene = scene("bowl", &[]);
    let mut simulation = simulate(&scene);
    let rest = simulation.model().mesh.positions.clone();
    let size = scene.mesh.width;
    let pushed = run(&mut simulation, 85).positions;
    let dent = apart(&rest, &pushed) / size;
    let back = run(&mut simulation, 155).positions;
    let left = apart(&rest, &back) / size;
    println!("bowl: pushed in by {:.1} % of its width, {:.3} % left after 4 s", 100.0 * dent, 100.0 * left);
    assert!(dent > 0.1 && left < 1e-3, "{dent} {left}");
}
