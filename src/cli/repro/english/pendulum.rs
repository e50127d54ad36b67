//! Section 5: order and damping of the integrators, on a rigid triangle that swings on a corner.

use super::super::context::{self, Context};
use super::super::finding::{Finding, Row};
use crate::document::{Axis, Cell, Plot, Series, Table};
use crate::error::Result;
use crate::model::Model;
use crate::simulation::{Simulation, State};
use crate::truth;
use glam::DVec3;

const GRAVITY: f64 = 9.81;
/// How long it swings [s]: most of a period.
const TIME: f64 = 1.2;
/// Integrators, what they are here, and their order.
const INTEGRATORS: [(&str, &str, f64); 2] = [("bdf2", "BDF2", 2.0), ("first-order", "first order", 1.0)];

/// The pendulum of a model whose pinned corner is in the origin: where its centre of mass hangs, by masses in the corners.
struct Swing {
    /// That of small swings [rad/s].
    omega: f64,
    /// Angle at the start [rad].
    angle: f64,
}

impl Swing {
    fn of(model: &Model) -> Self {
        let corners = model.start.iter().zip(&model.masses).map(|(x, m)| (x.as_dvec3(), *m));
        let (inertia, arm) =
            corners.fold((0.0, DVec3::ZERO), |(i, arm), (x, m)| (i + m * x.length_squared(), arm + x * m));
        Self { omega: (GRAVITY * arm.length() / inertia).sqrt(), angle: arm.x.atan2(-arm.y) }
    }
}

/// A run of so many steps.
struct Run {
    steps: u32,
    /// Error of the angle at the end [rad].
    error: f64,
    /// Energy lost by what the pendulum could fall.
    lost: f64,
    /// Newton steps per step.
    newton: f64,
}

fn run(context: &Context, integrator: &str, steps: u32) -> Result<Run> {
    let dt = (TIME / f64::from(steps)).to_string();
    let changes =
        [("integrator", integrator), ("dt", &*dt), ("substeps", "1"), ("nonconforming.tolerance", "2e-5")];
    let mut simulation = Simulation::new(&context::scene("pendulum", &changes)?, &context.backend)?;
    let swing = Swing::of(simulation.model());
    let masses = simulation.model().masses.clone();
    let energy = |state: &State| -> f64 {
        let corners = state.positions.iter().zip(&state.velocities).zip(&masses);
        corners.map(|((x, v), m)| m * (0.5 * v.as_dvec3().length_squared() + GRAVITY * f64::from(x.y))).sum()
    };
    let start = energy(&simulation.state()?);
    (0..steps).try_for_each(|_| simulation.step())?;
    simulation.check()?;
    let state = simulation.state()?;
    let middle: DVec3 = state.positions.iter().zip(&masses).map(|(x, m)| x.as_dvec3() * *m).sum();
    let fall = GRAVITY * middle.length() * (1.0 - swing.angle.cos());
    let solves = simulation.solves()?.unwrap_or_default();
    context.tick()?;
    Ok(Run {
        steps,
        error: (middle.x.atan2(-middle.y) - truth::pendulum_angle(swing.omega, swing.angle, TIME)).abs(),
        lost: (start - energy(&state)) / fall,
        newton: solves.newton as f64 / solves.count.max(1) as f64,
    })
}

/// The order that errors fall with, from two lengths of the step.
fn order(runs: &[Run]) -> f64 {
    let [a, b] = [&runs[1], &runs[2]];
    (a.error / b.error).ln() / (f64::from(b.steps) / f64::from(a.steps)).ln()
}

/// All runs of both integrators, as a table and a plot.
fn show(all: &[Vec<Run>; 2]) -> (Table, Plot) {
    let mut plot =
        Plot::new("Error of the angle against the step", Axis::log("step [s]"), Axis::log("error [rad]"));
    let mut table = Table::new([
        "integrator",
        "steps",
        "error of the angle",
        "by that with half the step",
        "energy lost by the fall",
        "Newton steps per step",
    ]);
    for ((_, name, _), runs) in INTEGRATORS.iter().zip(all) {
        for (i, run) in runs.iter().enumerate() {
            let next = runs.get(i + 1);
            table.row([
                Cell::from(*name),
                run.steps.to_string().into(),
                format!("{:.1e} rad", run.error).into(),
                next.map_or(String::new(), |next| format!("{:.2}", run.error / next.error)).into(),
                format!("{:.1e}", run.lost).into(),
                format!("{:.2}", run.newton).into(),
            ]);
        }
        let points = runs.iter().map(|r| [TIME / f64::from(r.steps), r.error]).collect();
        plot = plot.with(Series::both(*name, points));
    }
    (table, plot)
}

/// How much less BDF2 loses than the first order, and what it does in its projections.
fn compare(finding: &mut Finding, ours: &Run, theirs: &Run) {
    let lost = theirs.lost / ours.lost;
    let row = Row::new(
        format!("energy lost with {} steps, first order by BDF2", ours.steps),
        lost,
        format!("{lost:.0} times ({:.1e} and {:.1e} of the fall)", theirs.lost, ours.lost),
    );
    finding.row(
        row.paper("\"an order of magnitude\" (section 5)")
            .agrees_if("10 or more", theirs.lost > 10.0 * ours.lost.abs()),
    );
    let newton = ours.newton / theirs.newton;
    let row = Row::new(
        format!("Newton steps per step with {} steps, BDF2 by first order", ours.steps),
        newton,
        format!("{newton:.2} ({:.2} and {:.2})", ours.newton, theirs.newton),
    );
    finding
        .row(row.paper("\"fewer iterations in projection\" (section 5)").agrees_if("below 1", newton < 1.0));
}

/// Section 5.
pub fn section_5(context: &Context) -> Result<Finding> {
    let counts: &[u32] = context.pick(&[60, 120, 240, 480], &[60, 120, 240, 480, 960]);
    context.plan(2 * counts.len() as u64);
    let mut finding = Finding::new(format!(
        "A rigid triangle swings on a corner from 60°, for {TIME} s in steps of several lengths, by the method itself in f32, lengths kept to 2e-5. Section 5: \"a globally second order accurate algorithm\", \"an order of \
         magnitude less numerical dissipation\", and \"the predicted position tends to stay closer to the manifold and requires fewer iterations in projection\". The exact angle is Jacobi's elliptic function."
    ));
    let runs = |integrator: &str| -> Result<Vec<Run>> {
        counts.iter().map(|&n| run(context, integrator, n)).collect()
    };
    let all = [runs(INTEGRATORS[0].0)?, runs(INTEGRATORS[1].0)?];
    for ((_, name, expected), runs) in INTEGRATORS.iter().zip(&all) {
        let order = order(runs);
        let what = format!("{name}: order, from {} and {} steps", runs[1].steps, runs[2].steps);
        finding.row(
            Row::new(what, order, format!("{order:.2}"))
                .paper(format!("{expected:.0} (section 5)"))
                .agrees_if("within 0.25", (order - expected).abs() < 0.25),
        );
    }
    let [ours, theirs] = [&all[0][1], &all[1][1]];
    compare(&mut finding, ours, theirs);
    let lost = theirs.lost / ours.lost;
    finding.sentence = if finding.agrees() {
        format!(
            "BDF2 is of the second order, loses {lost:.0} times less energy and needs fewer Newton steps, as the paper says."
        )
    } else {
        format!(
            "BDF2 has the order {:.2} and loses {lost:.0} times less energy; it takes {:.2} times the Newton steps of the first order.",
            order(&all[0]),
            ours.newton / theirs.newton
        )
    };
    let (table, plot) = show(&all);
    finding.table(table);
    finding.plot(plot);
    for (integrator, ..) in INTEGRATORS {
        finding.command(context::command(
            "pendulum",
            &[("integrator", integrator), ("dt", "0.005"), ("nonconforming.tolerance", "2e-5")],
        ));
    }
    Ok(finding)
}
