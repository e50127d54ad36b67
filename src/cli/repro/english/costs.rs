//! Section 6: what steps cost.

use super::super::context::{self, Change, Context};
use super::super::finding::{Finding, Row};
use crate::error::Result;
use crate::methods::Solves;
use crate::simulation::Simulation;
use std::time::Instant;

/// A run: how long a step took [s], and how its projections went.
struct Run {
    seconds: f64,
    steps: u32,
    solves: Solves,
}

impl Run {
    /// Steps after some that are not counted.
    fn new(context: &Context, name: &str, changes: &[Change], before: u32, steps: u32) -> Result<Self> {
        let mut simulation = Simulation::new(&context::scene(name, changes)?, &context.backend)?;
        for _ in 0..before {
            simulation.step()?;
            context.tick()?;
        }
        simulation.check()?;
        let first = simulation.solves()?.unwrap_or_default();
        let start = Instant::now();
        for _ in 0..steps {
            simulation.step()?;
            context.tick()?;
        }
        simulation.check()?;
        let seconds = start.elapsed().as_secs_f64() / f64::from(steps);
        let last = simulation.solves()?.unwrap_or_default();
        let solves = Solves {
            count: last.count - first.count,
            newton: last.newton - first.newton,
            iterations: last.iterations - first.iterations,
            unconverged: last.unconverged - first.unconverged,
            ..last
        };
        Ok(Self { seconds, steps, solves })
    }

    fn newton(&self) -> f64 {
        self.solves.newton as f64 / self.solves.count.max(1) as f64
    }

    fn text(&self) -> String {
        format!(
            "{:.1} Newton steps, {:.0} iterations inside, {:.0} ms per step; {} of {} steps unconverged",
            self.newton(),
            self.solves.iterations as f64 / self.solves.count.max(1) as f64,
            1e3 * self.seconds,
            self.solves.unconverged,
            self.steps
        )
    }
}

/// Section 6.
pub fn section_6(context: &Context) -> Result<Finding> {
    let side = context.pick("41", "101");
    let counts = context.pick([20, 5], [100, 5]);
    let walk = context.pick([60, 60], [120, 240]);
    let shirt = context.pick([20, 20], [60, 120]);
    let mut finding = Finding::new(format!(
        "Numbers of section 6: squares of 100 × 100 in steps of 1 ms took 10 Newton steps on average and 9.52 s per step on an Athlon 64 3500+ with a direct solver; a cape 3.96 s per step by the new integrator and 5.37 s by the first-order one, \
         which needed twice the iterations; a shirt 4.58 s. Here: the square of figure 5 with {side} × {side} vertices, lying on the ball, in steps of 1 ms; the cape and the shirt of the catalogue, while their figure walks."
    ));
    context.plan(u64::from(counts[0] + counts[1] + 2 * (walk[0] + walk[1]) + shirt[0] + shirt[1]));
    let square = [("rows", side), ("columns", side), ("dt", "0.001"), ("mesh.position.1", "0.703")];
    let run = Run::new(context, "developable-drape", &square, counts[0], counts[1])?;
    finding.row(
        Row::new(format!("square, {side} × {side}"), run.newton(), run.text())
            .paper("10 Newton steps, 9.52 s per step (100 × 100, section 6)")
            .agrees_if("10 Newton steps or fewer", run.newton() <= 10.0),
    );
    let cape =
        |integrator: &'static str| Run::new(context, "cape", &[("integrator", integrator)], walk[0], walk[1]);
    let (second, first) = (cape("bdf2")?, cape("first-order")?);
    finding.row(Row::new("cape, BDF2", second.newton(), second.text()).paper("3.96 s per step (section 6)"));
    finding.row(
        Row::new("cape, first order", first.newton(), first.text()).paper("5.37 s per step (section 6)"),
    );
    let ratio = second.newton() / first.newton();
    finding.row(
        Row::new("cape: Newton steps, BDF2 by first order", ratio, format!("{ratio:.2}"))
            .paper("\"on average half the number of iterations\" (section 6)")
            .agrees_if("0.35 to 0.7", (0.35..0.7).contains(&ratio)),
    );
    let faster = second.seconds / first.seconds;
    finding.row(
        Row::new("cape: time per step, BDF2 by first order", faster, format!("{faster:.2}"))
            .paper(format!("{:.2} (section 6)", 3.96 / 5.37))
            .agrees_if("below 1", faster < 1.0),
    );
    let worn = Run::new(context, "shirt", &[("rows", context.pick("13", "21"))], shirt[0], shirt[1])?;
    finding.row(Row::new("shirt", worn.newton(), worn.text()).paper("4.58 s per step (section 6)"));
    finding.sentence = if finding.agrees() {
        "BDF2 halves the Newton steps of the cape, as in the paper.".into()
    } else {
        format!(
            "The square takes {:.1} Newton steps where the paper took 10; on the cape BDF2 takes {ratio:.2} times those of the first order, not half: here both need few.",
            run.newton()
        )
    };
    finding.command(context::command("developable-drape", &square));
    finding.command(context::command("cape", &[("integrator", "bdf2")]));
    finding.command(context::command("cape", &[("integrator", "first-order")]));
    finding.command(context::command("shirt", &[]));
    Ok(finding)
}
