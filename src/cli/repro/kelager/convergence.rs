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

/// Where the fast iterations of the beginning are over.
const TAIL: usize = 4;

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

/// Slope of ln(error) of bending per iteration, from the start to the last iteration.
fn slope(curve: &Curve) -> f64 {
    curve[MOST as usize][0].ln() / f64::from(MOST)
}

/// The line through ln(error) once the first fast iterations are over, of the mean curve.
fn tail(curves: &[Curve]) -> Line {
    let points: Vec<[f64; 2]> = (TAIL..=MOST as usize).map(|n| [n as f64, mean(curves, n, 0).ln()]).collect();
    Line::through(&points)
}

/// Errors of both over the iterations.
fn plot(triangle: &[Curve], dihedral: &[Curve]) -> Plot {
    let points = |curves: &[Curve]| (0..=MOST as usize).map(|n| [n as f64, mean(curves, n, 0)]).collect();
    let own = |curves: &[Curve]| (0..=MOST as usize).map(|n| [n as f64, curves[0][n][0]]).collect();
    let title = format!(
        "Figure 7: error of bending by its first value. Points: the scene's own start; lines: geometric mean of {} starts.",
        triangle.len()
    );
    Plot::new(title, Axis::linear("iterations"), Axis::log("error of bending by its first value"))
        .with(Series::line("triangle, mean", points(triangle)).colored(0))
        .with(Series::marks("triangle, the scene's start", own(triangle)).colored(0))
        .with(Series::line("dihedral, mean", points(dihedral)).colored(1))
        .with(Series::marks("dihedral, the scene's start", own(dihedral)).colored(1))
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
    let all = [("triangle", &triangle), ("dihedral", &dihedral)];
    let slopes = all.map(|(_, curves)| Spread::of(curves.iter().map(slope)));
    for ((name, _), spread) in all.iter().zip(slopes) {
        let Spread { median, lower, upper, .. } = spread;
        finding.row(Row::new(
            format!("{name}: slope of ln(error) per iteration, over {MOST} iterations"),
            median,
            format!("{median:.3} (middle half {lower:.3} to {upper:.3})"),
        ));
    }
    let steepness = slopes[0].median / slopes[1].median;
    finding.row(
        Row::new("slope of triangle by dihedral", steepness, format!("{steepness:.2}"))
            .paper("\"our method has a lower convergence rate which yields a faster response\" (section 5; no number)")
            .agrees_if("above 1", steepness > 1.0),
    );
    let steeper = triangle.iter().zip(&dihedral).filter(|(t, d)| slope(t) < slope(d)).count();
    finding.row(Row::new(
        "starts from which triangle bending is the steeper one",
        steeper as f64,
        format!("{steeper} of {seeds}"),
    ));
    let tails = all.map(|(_, curves)| tail(curves));
    for ((name, _), line) in all.iter().zip(tails) {
        finding.row(
            Row::new(
                format!("{name}: share of the error that an iteration leaves, from the {TAIL}th on; R² of a straight line"),
                line.slope.exp(),
                format!("{:.3}; {:.3}", line.slope.exp(), line.explained),
            )
            .paper("Q-linear (figure 7): a straight line")
            .agrees_if("below 1, R² above 0.9", line.slope < 0.0 && line.explained > 0.9),
        );
    }
    let left = all.map(|(_, curves)| mean(curves, MOST as usize, 0));
    finding.row(Row::new(
        format!("error left after {MOST} iterations, triangle and dihedral"),
        left[0],
        format!("{:.4} and {:.4}", left[0], left[1]),
    ));
    finding.sentence = if steepness > 1.0 {
        format!(
            "Triangle bending converges faster, by a slope {steepness:.2} times as steep and from {steeper} of {seeds} starts; {}.",
            if finding.agrees() {
                "after some fast iterations both errors fall as straight lines"
            } else {
                "the first iterations are the fast ones, and what follows is no straight line in both"
            }
        )
    } else {
        "Triangle bending does not converge faster than dihedral bending here.".into()
    };
    finding.plot(plot(&triangle, &dihedral));
    finding.command("toile repro --only kelager-figure-7");
    finding.command("cargo test --test physics figure_7 -- --nocapture");
    Ok(finding)
}
