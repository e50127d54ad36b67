//! Figures 3 and 4: vertices that slide on a line, alone and with contact.

use super::super::context::{self, Context};
use super::super::finding::{Finding, Row, small};
use super::super::pictures;
use super::DEEPEST;
use super::sample::{EXACT, RATE, Run, SEPARATE, Solver, changes};
use crate::cli::album::due;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;
use glam::DVec3;

/// Figure 3.
pub fn figure_3(context: &Context) -> Result<Finding> {
    let size = context.pick("20", "40");
    let frames = context.pick(60, 150);
    let corner = format!("[{}]", size.parse::<u32>().unwrap_or(1) - 1);
    let changes =
        [("rows", size), ("columns", size), ("pin.1.vertices", &*corner), ("pin.1.slide", "[1,0,0]")];
    let mut finding = Finding::new(format!(
        "A cloth of {size} × {size} vertices hangs from a fixed corner and from one on a level line that only lets it slide (figure 3: \"cloth is constrained at the corner on the \
         horizontal line\"; section 7: \"the vertex can only move following the invisible line\")."
    ));
    let scene = context::scene("sliding-corner", &changes)?;
    context.plan(frames);
    let corner = size.parse::<usize>().unwrap_or(1) - 1;
    let (mut farthest, mut path): (f64, Vec<[f64; 2]>) = (0.0, Vec::new());
    let mut start: Option<DVec3> = None;
    let take = context.play(&scene, frames, &due(4, frames), |simulation, tally| {
        let at = tally.state.positions[corner].as_dvec3();
        let from = *start.get_or_insert_with(|| simulation.model().start[corner].as_dvec3());
        let way = at - from;
        farthest = farthest.max(way.reject_from_normalized(DVec3::X).length());
        path.push([simulation.time(), -way.x]);
        Ok(())
    })?;
    finding.row(
        Row::new("farthest from its line", farthest, format!("{} m", small(farthest)))
            .paper("0: it is on the line (section 7)")
            .agrees_if("below 1e-5 m", farthest < 1e-5),
    );
    let slid = path.last().map_or(f64::NAN, |p| p[1]);
    finding.row(
        Row::new("how far it has slid", slid, format!("{slid:.3} m"))
            .paper("it slides (figure 3)")
            .agrees_if("above 0.1 m", slid > 0.1),
    );
    finding.sentence = if finding.agrees() {
        format!("The corner slides by {slid:.2} m and leaves its line by no more than rounding.")
    } else {
        "The corner does not slide on its line.".into()
    };
    finding.picture(
        "Figure 3: from left to right, evenly through the run",
        pictures::strip(&take, &Shot::default())?,
    );
    finding.plot(
        Plot::new("How far the corner has slid", Axis::linear("time [s]"), Axis::linear("way [m]"))
            .with(Series::line("corner", path)),
    );
    finding.command(context::command("sliding-corner", &changes));
    Ok(finding)
}

/// Stretch near the ring over time.
fn plot(runs: &[Run]) -> Plot {
    let mut plot = Plot::new(
        "Edges near the ring: the most stretched of a step",
        Axis::linear("time [s]"),
        Axis::linear("strain [%]"),
    );
    for run in runs {
        let points = run.samples.iter().enumerate();
        let points =
            points.map(|(i, s)| [(i + 1) as f64 / f64::from(RATE), 100.0 * s.near_stretched]).collect();
        plot = plot.with(Series::line(run.name, points));
    }
    plot
}

/// Figure 4.
pub fn figure_4(context: &Context) -> Result<Finding> {
    let size = context.pick("20", "60");
    let steps = context.pick(RATE * 3 / 4, 3 * RATE);
    let mut finding = Finding::new(format!(
        "A cloth of {size} × {size} vertices hangs on a level line by one edge, whose vertices slide, and falls over a ring; {steps} steps of 1/{RATE} s. Contact and pins are between the \
         iterations, or contact comes after the solve. The paper shows the first (figure 4), and says of interleaving that it \"can eliminate unpleasant local deformation\" (abstract)."
    ));
    context.plan(2 * steps);
    let job = |solver: &'static Solver| {
        move || Run::new(context, "line-over-torus", solver, &changes(solver, size, &[]), steps)
    };
    let runs = context.all([&EXACT, &SEPARATE].map(job).into())?;
    let near = |run: &Run| [run.of(|s| s.near_stretched), run.of(|s| s.near_pressed)];
    let ([stretched, pressed], [other_stretched, other_pressed]) = (near(&runs[0]), near(&runs[1]));
    let mut compare = |what: &str, ours: f64, other: f64| {
        finding.row(
            Row::new(
                format!("edges near the ring, worst of a step, mean: {what}"),
                ours / other,
                format!("{:.2} % between iterations, {:.2} % after the solve", 100.0 * ours, 100.0 * other),
            )
            .paper("less local deformation between iterations (abstract)")
            .agrees_if("less", ours < other),
        );
    };
    compare("stretched", stretched.mean, other_stretched.mean);
    compare("pressed", pressed.mean, other_pressed.mean);
    let deep = runs[0].deepest();
    finding.row(
        Row::new(
            "deepest that a particle or a point inside a triangle is in the ring",
            deep,
            format!("{} m", small(deep)),
        )
        .paper("none is seen (figure 4)")
        .agrees_if("below 1e-4 m", deep <= DEEPEST),
    );
    let iterations = [0, 1].map(|i| runs[i].iterations().mean);
    let unconverged = [0, 1].map(|i| runs[i].solves.unconverged);
    finding.row(Row::new(
        "iterations per step, between and after; steps that did not converge",
        iterations[0],
        format!(
            "{:.0} and {:.0}; {} and {} of {steps}",
            iterations[0], iterations[1], unconverged[0], unconverged[1]
        ),
    ));
    finding.sentence = if finding.agrees() {
        format!(
            "Contact between the iterations stretches edges near the ring {:.1} times less than contact after the solve, for {:.1} times the iterations.",
            other_stretched.mean / stretched.mean,
            iterations[0] / iterations[1]
        )
    } else {
        "Contact between the iterations does not in every respect deform the cloth less than contact after the solve.".into()
    };
    let states: Vec<_> = runs.iter().map(|run| (&run.cast, &run.last)).collect();
    finding.picture(
        "Figure 4: contact between the iterations, and after the solve",
        pictures::side_by_side(&states, &Shot { pitch: 30.0, ..Shot::default() })?,
    );
    finding.plot(plot(&runs));
    for solver in [&EXACT, &SEPARATE] {
        finding.command(context::command("line-over-torus", &changes(solver, size, &[])));
    }
    Ok(finding)
}
