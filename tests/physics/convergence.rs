//! Figure 7 of Kelager 2010: triangle bending converges faster than dihedral bending.

use toile::cli::repro::kelager::convergence::{Curve, MOST, curve, mean};

#[test]
fn figure_7_triangle_bending_converges_faster_than_dihedral_bending() {
    let seeds = 1..=10;
    let all = |model, schedule| -> Vec<Curve> {
        seeds.clone().map(|seed| curve(model, schedule, seed).unwrap()).collect()
    };
    let (triangle, dihedral, yarns) =
        (all("triangle", "colors"), all("dihedral", "colors"), all("triangle", "yarns"));
    println!("errors: the scene's own start, and in brackets the geometric mean of ten starts");
    println!(
        " n   bending: triangle         dihedral          yarns   | with stretch: triangle  dihedral  yarns"
    );
    for n in 0..=MOST as usize {
        let show =
            |curves: &[Curve], what| format!("{:.4} ({:.4})", curves[0][n][what], mean(curves, n, what));
        let line = [0, 1].map(|what| [&triangle, &dihedral, &yarns].map(|c| show(c, what)).join(" "));
        println!("{n:2} {} | {}", line[0], line[1]);
    }
    for n in 1..=MOST as usize {
        for what in 0..2 {
            let (t, d) = (triangle[0][n][what], dihedral[0][n][what]);
            assert!(t < d, "the scene's start, {n} iterations: {t} is not below {d}");
            let (t, d) = (mean(&triangle, n, what), mean(&dihedral, n, what));
            assert!(t < d, "ten starts, {n} iterations: {t} is not below {d}");
        }
    }
}
