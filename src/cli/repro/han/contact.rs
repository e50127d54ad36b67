//! Figures 1 to 4: contact and pins between the iterations, and after the solve.

use super::super::context::{self, Context};
use super::super::finding::{Finding, Row};
use super::super::pictures;
use super::sample::{EXACT, FIRST, RATE, Run, SECOND, SEPARATE, Solver, changes};
use crate::cli::album::due;
use crate::document::{Axis, Cell, Plot, Series, Table};
use crate::error::Result;
use crate::render::Shot;
use glam::DVec3;

/// How deep interleaved cloth may be inside a body [m].
const DEEPEST: f64 = 1e-4;
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
        Row::new("deepest that a particle is in the ball", deep, format!("{:.1e} m", deep))
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
    for run in &runs {
        let n = run.iterations();
        table.row([
            Cell::from(run.name),
            format!("{:.0}", n.mean).into(),
            format!("{:.0}", n.median).into(),
            format!("{:.0}", n.max).into(),
            format!("{} of {steps}", run.solves.unconverged).into(),
            format!("{:.1} %", 100.0 * run.of(|s| s.stretched).max).into(),
            format!("{:.1} %", 100.0 * run.of(|s| s.near_stretched.max(s.near_pressed)).max).into(),
            format!("{:.1e} m", run.of(|s| s.particles).max).into(),
            format!("{:.1e} m", run.of(|s| s.inside).max).into(),
        ]);
    }
    finding.table(table);
    finding.sentence = format!(
        "The second order takes {:.2} times the iterations of the first, and MCG {:.2} times; {}.",
        second / first,
        separate / first,
        if finding.agrees() {
            "the order of the three curves is the paper's"
        } else {
            "which is not the order of the paper's curves: here the search starts again whenever contact changes, in both orders alike"
        }
    );
    let mut plot = Plot::new(
        format!("Figure 2: iterations by solver, means over {WINDOW} steps"),
        Axis::linear("time [s]"),
        Axis::log("iterations per step"),
    );
    for run in &runs {
        let values: Vec<f64> = run.samples.iter().map(|s| s.iterations as f64).collect();
        let points = smooth(&values).into_iter().enumerate();
        let points = points.map(|(i, n)| [(i + 1) as f64 / f64::from(RATE), n.max(1.0)]).collect();
        plot = plot.with(Series::line(run.name, points));
    }
    finding.plot(plot);
    for solver in SOLVERS {
        finding.command(context::command("implicit-drape", &changes(solver, size, &[])));
    }
    Ok(finding)
}

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
        Row::new("farthest from its line", farthest, format!("{farthest:.1e} m"))
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
            format!("{deep:.1e} m"),
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
    let mut plot = Plot::new(
        "Edges near the ring: the most stretched of a step",
        Axis::linear("time [s]"),
        Axis::linear("strain [%]"),
    );
    for run in &runs {
        let points = run.samples.iter().enumerate();
        let points =
            points.map(|(i, s)| [(i + 1) as f64 / f64::from(RATE), 100.0 * s.near_stretched]).collect();
        plot = plot.with(Series::line(run.name, points));
    }
    finding.plot(plot);
    for solver in [&EXACT, &SEPARATE] {
        finding.command(context::command("line-over-torus", &changes(solver, size, &[])));
    }
    Ok(finding)
}
