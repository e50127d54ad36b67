//! Table 1: what triangle, dihedral and stick constraints cost on the CPU executor.

use super::super::context::{self, Context};
use super::super::finding::{Finding, Row};
use super::super::statistics::Spread;
use crate::document::{Cell, Table};
use crate::engine::cpu::Cpu;
use crate::engine::recording::Step;
use crate::engine::{BufferId, Executor, Recording};
use crate::error::{Error, Result};
use crate::simulation::{Backend, Simulation};
use std::sync::Arc;
use std::time::Instant;

/// Iterations of a frame.
const ITERATIONS: &str = "16";
/// The models with their constraints in the paper, and what one of them takes there [ms].
const MODELS: [(&str, u32, f64); 3] =
    [("triangle", 160, 0.000158), ("dihedral", 144, 0.000503), ("stick", 160, 0.000113)];

/// The bending passes of a frame of one model.
struct Case {
    executor: Cpu,
    positions: BufferId,
    /// The crumpled start.
    start: Vec<u32>,
    constraints: u32,
    /// Times of the passes [s].
    times: Vec<f64>,
}

impl Case {
    fn new(model: &str, size: &str) -> Result<Self> {
        let changes = [
            ("bending_model", model),
            ("rows", size),
            ("columns", size),
            ("iterations", ITERATIONS),
            ("triangle_bending.schedule", "colors"),
        ];
        let mut simulation = Simulation::new(&context::scene("rigid-fabric", &changes)?, &Backend::Cpu)?;
        let count = |k: &crate::methods::KindCount| k.count.filter(|_| k.label == "bending");
        let constraints = simulation.kinds().iter().filter_map(count).sum();
        let whole = simulation.executor().recording().clone();
        let missing = || Error::input("bending", "corrects no positions", "mend the recording's labels");
        let positions = written(&whole).ok_or_else(missing)?;
        let start = whole.buffers[positions.0].contents.clone();
        // One step fills the uniforms.
        simulation.step()?;
        let ids: Vec<BufferId> = (0..whole.buffers.len()).map(BufferId).collect();
        let contents = simulation.executor().read_all(&ids)?;
        let mut bending = Cpu::new(Arc::new(only_bending(&whole)))?;
        ids.iter().zip(contents).try_for_each(|(id, words)| bending.write(*id, &words))?;
        Ok(Self { executor: bending, positions, start, constraints, times: Vec::new() })
    }

    fn measure(&mut self) -> Result<()> {
        self.executor.write(self.positions, &self.start)?;
        let start = Instant::now();
        self.executor.run()?;
        self.times.push(start.elapsed().as_secs_f64());
        Ok(())
    }

    /// Time of one projection [ns].
    fn projection(&self) -> Spread {
        let projections = f64::from(self.constraints) * ITERATIONS.parse::<f64>().unwrap_or(f64::NAN);
        Spread::of(self.times.iter().map(|time| 1e9 * time / projections))
    }
}

/// The passes of a recording that project bending, in their loop.
fn only_bending(whole: &Recording) -> Recording {
    fn kept(steps: &[Step], whole: &Recording) -> Vec<Step> {
        let keep = |step: &Step| match step {
            Step::Dispatch(id) => (whole.dispatches[id.0].label == "bending").then(|| step.clone()),
            Step::Loop(inner) => {
                let body = kept(&inner.body, whole);
                let inner = crate::engine::recording::Loop { body, ..inner.clone() };
                (!inner.body.is_empty()).then_some(Step::Loop(inner))
            }
        };
        steps.iter().filter_map(keep).collect()
    }
    let mut part = whole.clone();
    part.steps = kept(&whole.steps, whole);
    part
}

/// The buffer that bending corrects.
fn written(whole: &Recording) -> Option<BufferId> {
    let dispatch = whole.dispatches.iter().find(|d| d.label == "bending")?;
    let place = dispatch.kernel.bindings.iter().position(|name| *name == "p")?;
    dispatch.buffers.get(place).copied()
}

/// The time of a projection of each model [ns], on fabrics of `size` × `size` vertices, and how many constraints there are.
fn measure(context: &Context, size: &str, rounds: u32) -> Result<[(Spread, u32); 3]> {
    let mut cases =
        [Case::new(MODELS[0].0, size)?, Case::new(MODELS[1].0, size)?, Case::new(MODELS[2].0, size)?];
    // The first rounds warm caches up.
    for round in 0..rounds + rounds / 10 + 1 {
        if round == rounds / 10 + 1 {
            cases.iter_mut().for_each(|case| case.times.clear());
        }
        cases.iter_mut().try_for_each(Case::measure)?;
        context.tick()?;
    }
    Ok(cases.map(|case| (case.projection(), case.constraints)))
}

/// Table 1.
pub fn table_1(context: &Context) -> Result<Finding> {
    let rounds = [context.pick(1000, 5000), context.pick(40, 200)];
    context.plan(rounds.iter().map(|r| u64::from(r + r / 10 + 1)).sum::<u64>());
    let mut finding = Finding::new(format!(
        "A fabric of 100 vertices, {ITERATIONS} iterations (table 1). Only the passes that project bending are timed, always from the \
         same crumpled state, on the CPU executor with one thread; the three models take turns, {} times, and the numbers are medians. \
         A fabric of 100 × 100 vertices shows what is left when a pass has more to do than to start.",
        rounds[0]
    ));
    let small = measure(context, "10", rounds[0])?;
    let large = measure(context, "100", rounds[1])?;
    for (i, (model, count, _)) in MODELS.iter().enumerate() {
        let ours = small[i].1;
        finding.row(
            Row::new(format!("{model} constraints"), f64::from(ours), ours.to_string())
                .paper(format!("{count} (table 1)"))
                .agrees_if("the same", ours == *count),
        );
    }
    let ratio = |spreads: &[(Spread, u32); 3], a: usize, b: usize| spreads[a].0.median / spreads[b].0.median;
    for (what, a, b) in [("dihedral by triangle", 1, 0), ("triangle by stick", 0, 2)] {
        let theirs = MODELS[a].2 / MODELS[b].2;
        for (size, spreads) in [("10 × 10", &small), ("100 × 100", &large)] {
            let ours = ratio(spreads, a, b);
            let row = Row::new(format!("cost per constraint, {what}, {size}"), ours, format!("{ours:.2}"))
                .paper(if size == "10 × 10" { format!("{theirs:.1} (table 1)") } else { String::new() });
            let near = (theirs / 1.5..theirs * 1.5).contains(&ours);
            finding.row(if size == "10 × 10" { row.agrees_if("within a factor of 1.5", near) } else { row });
        }
    }
    let mut table = Table::new([
        "constraint",
        "here, 10 × 10",
        "middle half",
        "here, 100 × 100",
        "middle half",
        "the paper, table 1",
    ]);
    for (i, (model, _, theirs)) in MODELS.iter().enumerate() {
        let cells = [small[i].0, large[i].0].map(|spread| {
            [format!("{:.1} ns", spread.median), format!("{:.1} to {:.1} ns", spread.lower, spread.upper)]
        });
        let [a, b] = cells;
        table.row([
            Cell::from(*model),
            a[0].clone().into(),
            a[1].clone().into(),
            b[0].clone().into(),
            b[1].clone().into(),
            format!("{:.0} ns", 1e6 * theirs).into(),
        ]);
    }
    finding.table(table);
    let (dihedral, stick) = (ratio(&small, 1, 0), ratio(&small, 0, 2));
    finding.sentence = if finding.agrees() {
        format!(
            "A dihedral constraint costs {dihedral:.1} triangle constraints (3.2 in the paper), and a triangle constraint {stick:.1} sticks (1.4)."
        )
    } else if dihedral > 1.0 {
        format!(
            "A dihedral constraint costs {dihedral:.1} triangle constraints (3.2 in the paper) and a triangle constraint {stick:.1} sticks (1.4): the order \
             is the paper's, the factors are of this processor and this program, where a stick is all but free."
        )
    } else {
        format!(
            "A dihedral constraint costs {dihedral:.1} triangle constraints, not 3.2: triangle bending is not the cheaper one here."
        )
    };
    finding.command("toile repro --only kelager-table-1");
    Ok(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_projects_bending_and_nothing_else() {
        let mut case = Case::new("triangle", "10").unwrap();
        assert_eq!(case.constraints, 160);
        case.measure().unwrap();
        let moved = case.executor.words(case.positions).clone();
        assert_ne!(moved, case.start);
        // From the same start again: the same work.
        case.measure().unwrap();
        assert_eq!(*case.executor.words(case.positions), moved);
        let labels = case.executor.recording().steps.len();
        assert_eq!(labels, 1, "one loop");
    }
}
