//! Figure 7: how fast the errors of triangle and dihedral bending fall with the iterations.

use super::super::context::{self, Context};
use super::super::finding::{Finding, Row};
use super::super::statistics::{Line, Spread};
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::kernels::constraints::dihedral::Dihedral;
use crate::kernels::constraints::distance::Distance;
use crate::kernels::constraints::triangle_bending::TriangleBending;
use crate::kernels::constraints::{self as projected, Constraint};
use crate::model::constraints::{self, ConstraintSet};
use crate::real::V3;
use crate::simulation::{Backend, Simulation};
use glam::Vec3;

/// The most iterations.
pub const MOST: u32 = 16;

/// Errors of bending alone, and of bending and stretch together, by what they were at first.
pub type Curve = Vec<[f64; 2]>;

/// Σ C² over a set of constraints, in f64, each C divided by `scale`.
fn squares<const N: usize, C: Constraint<N>>(set: &ConstraintSet, positions: &[Vec3], scale: f64) -> f64 {
    let constraints: &[C] = bytemuck::cast_slice(&set.words);
    let context = projected::Context { stiffness: 1.0, kappa: 0.0, mode: 0, normal: V3::zero() };
    let point = |i: u32| {
        let p = positions[i as usize].as_dvec3();
        V3(p.x, p.y, p.z)
    };
    constraints.iter().map(|c| (c.value(c.particles().map(point), &context) / scale).powi(2)).sum()
}

/// The errors after 0 to 16 iterations from the crumpled start of `rigid-fabric` that this seed gives. Lengths are measured in
/// edges, angles in radians. The model is `triangle` or `dihedral`.
pub fn curve(model: &str, schedule: &str, seed: u64) -> Result<Curve> {
    let seed = seed.to_string();
    let errors = |iterations: u32| -> Result<[f64; 2]> {
        let count = iterations.max(1).to_string();
        let changes = [
            ("bending_model", model),
            ("triangle_bending.schedule", schedule),
            ("iterations", &count),
            ("damping", "0"),
            ("seed", &seed),
            ("crumple", "0.8"),
        ];
        let mut simulation = Simulation::new(&context::scene("rigid-fabric", &changes)?, &Backend::Cpu)?;
        if iterations > 0 {
            simulation.step()?;
        }
        let positions = simulation.state()?.positions;
        let sets = constraints::of(simulation.model(), simulation.scene());
        let edge = 1.0 / 9.0;
        let bends = match model {
            "triangle" => squares::<3, TriangleBending>(&sets[1], &positions, edge),
            _ => squares::<4, Dihedral>(&sets[1], &positions, 1.0),
        };
        let stretches = squares::<2, Distance>(&sets[0], &positions, edge);
        Ok([bends.sqrt(), (bends + stretches).sqrt()])
    };
    let initial = errors(0)?;
    (0..=MOST).map(|n| errors(n).map(|e| [e[0] / initial[0], e[1] / initial[1]])).collect()
}

/// The geometric mean over curves of what is left after `n` iterations; `what` is 0 for bending alone, 1 for both.
pub fn mean(curves: &[Curve], n: usize, what: usize) -> f64 {
    (curves.iter().map(|curve| curve[n][what].ln()).sum::<f64>() / curves.len() as f64).exp()
}

/// Slope of ln(error) per iteration of one curve, from the first iteration on.
fn slope(curve: &Curve) -> Line {
    let points: Vec<[f64; 2]> = (1..curve.len()).map(|n| [n as f64, curve[n][0].ln()]).collect();
    Line::through(&points)
}

/// Figure 7.
pub fn figure_7(context: &Context) -> Result<Finding> {
    let seeds = context.pick(10, 40);
    let mut finding = Finding::new(format!(
        "The crumpled fabric of figure 3, which stands for the paper's random frame; {seeds} starts by other random numbers tell chance from \
         rule. The error is √ΣC² of the bending constraints by what it was at first (heights by the edge, angles in radians), after one step of 1 to \
         {MOST} iterations. Section 5: \"we have Q-linear convergence in both cases but the triangle method has a lower rate\"."
    ));
    context.plan(2 * seeds);
    let all = |model: &str| -> Result<Vec<Curve>> {
        let one = |seed| {
            let found = curve(model, "colors", seed);
            context.tick().and(found)
        };
        (1..=seeds).map(one).collect()
    };
    let (triangle, dihedral) = (all("triangle")?, all("dihedral")?);
    let slopes =
        [&triangle, &dihedral].map(|curves| Spread::of(curves.iter().map(|curve| slope(curve).slope)));
    let explained =
        [&triangle, &dihedral].map(|curves| Spread::of(curves.iter().map(|curve| slope(curve).explained)));
    for (name, i) in [("triangle", 0), ("dihedral", 1)] {
        let Spread { median, lower, upper, .. } = slopes[i];
        finding.row(
            Row::new(
                format!("{name}: slope of ln(error) per iteration"),
                median,
                format!("{median:.4} (middle half {lower:.4} to {upper:.4})"),
            )
            .paper(if i == 0 { "steeper (figure 7; no number in the text)" } else { "" }),
        );
    }
    let steeper =
        (0..triangle.len()).filter(|&i| slope(&triangle[i]).slope < slope(&dihedral[i]).slope).count();
    finding.row(
        Row::new(
            "starts from which triangle bending converges faster",
            steeper as f64,
            format!("{steeper} of {seeds}"),
        )
        .paper("\"our method has a lower convergence rate which yields a faster response\" (section 5)")
        .agrees_if("all of them", steeper == triangle.len()),
    );
    let factors = slopes.map(|s| s.median.exp());
    for (name, i) in [("triangle", 0), ("dihedral", 1)] {
        let r2 = explained[i].median;
        finding.row(
            Row::new(
                format!("{name}: an iteration leaves this share of the error; R² of a straight line"),
                factors[i],
                format!("{:.3}; {r2:.2}", factors[i]),
            )
            .paper("Q-linear (figure 7): a straight line")
            .agrees_if("below 1, R² above 0.9", factors[i] < 1.0 && r2 > 0.9),
        );
    }
    let left = [&triangle, &dihedral].map(|curves| mean(curves, MOST as usize, 0));
    finding.row(Row::new(
        format!("error left after {MOST} iterations, triangle and dihedral"),
        left[0],
        format!("{:.4} and {:.4}", left[0], left[1]),
    ));
    let speed = slopes[0].median / slopes[1].median;
    finding.sentence = if steeper == triangle.len() {
        format!(
            "Triangle bending converges faster from every start, by a slope {speed:.1} times as steep{}.",
            if finding.agrees() {
                ", and both errors fall as straight lines"
            } else {
                "; the errors fall fast at first and then slowly, so that one line does not describe them well"
            }
        )
    } else {
        format!("Triangle bending converges faster from {steeper} of {seeds} starts only.")
    };
    let points = |curves: &[Curve]| (0..=MOST as usize).map(|n| [n as f64, mean(curves, n, 0)]).collect();
    let own = |curves: &[Curve]| (0..=MOST as usize).map(|n| [n as f64, curves[0][n][0]]).collect();
    finding.plot(
        Plot::new(
            format!("Figure 7: error of bending by its first value. Points: the scene's own start; lines: geometric mean of {seeds} starts."),
            Axis::linear("iterations"),
            Axis::log("error of bending by its first value"),
        )
        .with(Series::line("triangle, mean", points(&triangle)).colored(0))
        .with(Series::marks("triangle, the scene's start", own(&triangle)).colored(0))
        .with(Series::line("dihedral, mean", points(&dihedral)).colored(1))
        .with(Series::marks("dihedral, the scene's start", own(&dihedral)).colored(1)),
    );
    finding.command("toile repro --only kelager-figure-7");
    finding.command("cargo test --test physics figure_7 -- --nocapture");
    Ok(finding)
}
