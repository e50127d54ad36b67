//! Figures 1 and 2: a stiff cloth falls on a ball, and what that takes of each solver.

use super::super::context::{self, Context};
use super::super::finding::{Finding, Row, small};
use super::super::pictures;
use super::DEEPEST;
use super::sample::{EXACT, FIRST, RATE, Run, SECOND, SEPARATE, Solver, changes};
use crate::cli::album::due;
use crate::document::{Axis, Cell, Plot, Series, Table};
use crate::error::Result;
use crate::render::Shot;

/// An edge that is stretched by this much is an explosion.
const SANE: f64 = 1.0;
/// Steps that curves are means over.
const WINDOW: usize = 8;

/// The whole part of a run's length that steps of 1/240 s need, in frames of 1/60 s.
fn frames(steps: u32) -> u32 {
    steps * 60 / RATE
}

/// Figure 1.
pub fn figure_1(context: &Context) -> Result<Finding> {
    let size = context.pick("20", "50");
    let steps = context.pick(RATE, 2 * RATE);
    let mut finding = Finding::new(format!(
        "A square cloth of {size} × {size} vertices falls on a ball: stretch 100000 N/m and bending 10000 N/m, 240 steps per second (figure 2's caption), friction 0.4 \
         with ball and ground, contact between the iterations. The mesh and the ball's size are not in the paper, nor numbers for this figure."
    ));
    let changes = [("rows", size), ("columns", size)];
    let scene = context::scene("implicit-drape", &changes)?;
    let frames = frames(steps);
    context.plan(frames);
    let take = context.play(&scene, frames, &due(4, frames), |_, _| Ok(()))?;
    let metrics = &take.tally.metrics;
    let deep = metrics.penetration.map_or(f64::NAN, |p| p.max);
    finding.row(
        Row::new("deepest that a particle is in the ball", deep, format!("{} m", small(deep)))
            .paper("none is seen (figure 1)")
            .agrees_if("below 1e-4 m", deep < DEEPEST),
    );
    let stretch = metrics.stretch.max;
    finding.row(Row::new("largest strain of an edge", stretch, format!("{:.1} %", 100.0 * stretch)));
    let unconverged = metrics.unconverged_steps.unwrap_or(0);
    finding.row(Row::new(
        "steps that did not converge",
        unconverged as f64,
        format!("{unconverged} of {}", take.steps),
    ));
    finding.sentence = if finding.agrees() {
        "The cloth drapes over the ball without coming through, and stays on it by friction.".into()
    } else {
        "Particles come into the ball.".into()
    };
    finding.picture(
        "Figure 1: from left to right, evenly through the run",
        pictures::strip(&take, &Shot::default())?,
    );
    finding.command(context::command("implicit-drape", &changes));
    Ok(finding)
}

/// Means over the steps around each.
fn smooth(values: &[f64]) -> Vec<f64> {
    let mean = |i: usize| {
        let around = &values[i.saturating_sub(WINDOW / 2)..(i + WINDOW.div_ceil(2)).min(values.len())];
        around.iter().sum::<f64>() / around.len() as f64
    };
    (0..values.len()).map(mean).collect()
}

/// What each solver took.
fn table(runs: &[Run], steps: u32) -> Table {
    let header = [
        "solver",
        "iterations: mean",
        "median",
        "most",
        "not converged",
        "largest strain",
        "of edges in contact",
        "deepest particle",
        "inside triangles",
    ];
    let mut table = Table::new(header);
    for run in runs {
        let n = run.iterations();
        table.row([
            Cell::from(run.name),
            format!("{:.0}", n.mean).into(),
            format!("{:.0}", n.median).into(),
            format!("{:.0}", n.max).into(),
            format!("{} of {steps}", run.solves.unconverged).into(),
            format!("{:.1} %", 100.0 * run.of(|s| s.stretched).max).into(),
            format!("{:.1} %", 100.0 * run.of(|s| s.near_stretched.max(s.near_pressed)).max).into(),
            format!("{} m", small(run.of(|s| s.particles).max)).into(),
            format!("{} m", small(run.of(|s| s.inside).max)).into(),
        ]);
    }
    table
}

/// Iterations over time.
fn plot(runs: &[Run]) -> Plot {
    let mut plot = Plot::new(
        format!("Figure 2: iterations by solver, means over {WINDOW} steps"),
        Axis::linear("time [s]"),
        Axis::log("iterations per step"),
    );
    for run in runs {
        let values: Vec<f64> = run.samples.iter().map(|s| s.iterations as f64).collect();
        let points = smooth(&values).into_iter().enumerate();
        let points = points.map(|(i, n)| [(i + 1) as f64 / f64::from(RATE), n.max(1.0)]).collect();
        plot = plot.with(Series::line(run.name, points));
    }
    plot
}

/// Figure 2.
pub fn figure_2(context: &Context) -> Result<Finding> {
    let size = context.pick("20", "50");
    let steps = context.pick(RATE / 2, 2 * RATE);
    const SOLVERS: [&Solver; 4] = [&FIRST, &SECOND, &EXACT, &SEPARATE];
    let mut finding = Finding::new(format!(
        "The scene of figure 1 with {size} × {size} vertices, {steps} steps of 1/{RATE} s, at most 1000 iterations each, tolerance 1e-3 (the paper's is not stated). JMCG has \
         contact between the iterations, MCG after the solve. The two orders take products by differences, as in the paper; toile's own, with exact products, is beside them."
    ));
    context.plan(4 * steps);
    let job = |solver: &'static Solver| {
        move || Run::new(context, "implicit-drape", solver, &changes(solver, size, &[]), steps)
    };
    let runs = context.all(SOLVERS.map(job).into())?;
    let [first, second, _, separate] = [0, 1, 2, 3].map(|i| runs[i].iterations().mean);
    let ratio = second / first;
    finding.row(
        Row::new("iterations of the second order by the first, mean", ratio, format!("{ratio:.2}"))
            .paper("\"slightly higher\" (section 7)")
            .agrees_if("1 to 1.3", (1.0..1.3).contains(&ratio)),
    );
    let ratio = separate / first;
    finding.row(
        Row::new("iterations of MCG by JMCG of the first order, mean", ratio, format!("{ratio:.2}"))
            .paper("\"low CG iterations\" (section 7)")
            .agrees_if("below 1", ratio < 1.0),
    );
    let largest = runs.iter().map(|r| r.of(|s| s.stretched).max).fold(0.0, f64::max);
    finding.row(
        Row::new("largest strain of an edge in any run", largest, format!("{:.1} %", 100.0 * largest))
            .paper("stable (section 6)")
            .agrees_if("below 100 %: nothing explodes", largest < SANE),
    );
    finding.table(table(&runs, steps));
    finding.sentence = format!(
        "The second order takes {:.2} times the iterations of the first, and MCG {:.2} times; {}.",
        second / first,
        separate / first,
        if finding.agrees() {
            "the order of the three curves is the paper's"
        } else {
            "that is not the order that the paper found: in f32 differences of the first order are the coarser ones, and on a small mesh that seems to cost it iterations"
        }
    );
    finding.plot(plot(&runs));
    for solver in SOLVERS {
        finding.command(context::command("implicit-drape", &changes(solver, size, &[])));
    }
    Ok(finding)
}
