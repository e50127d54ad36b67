//! Figures 3 and 5: sheets that cannot stretch, hanging, worn and dropped.

use super::super::context::{self, Context, Take};
use super::super::finding::{Finding, Row, small};
use super::super::pictures;
use crate::cli::album::due;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;

/// The paper's tolerance of lengths.
const TOLERANCE: f64 = 1e-4;

/// The row that says how well a run kept its lengths.
fn lengths(what: &str, take: &Take) -> Row {
    let metrics = &take.tally.metrics;
    let error = metrics.length_error.map_or(f64::NAN, |e| e.max);
    let unconverged = metrics.unconverged_steps.unwrap_or(0);
    Row::new(
        format!("{what}: largest relative error of a length after projection, in any step"),
        error,
        format!("{error:.1e}; {unconverged} of {} steps did not get there", take.steps),
    )
    .paper("1e-4 (figure 3, section 6)")
    .agrees_if("1e-4 or less", error <= TOLERANCE)
}

/// Figure 3.
pub fn figure_3(context: &Context) -> Result<Finding> {
    let size = context.pick("21", "51");
    let frames = context.pick([60, 20], [120, 60]);
    let shirt_rows = context.pick("13", "21");
    let mut finding = Finding::new(format!(
        "Left: a square of {size} × {size} vertices hangs by two corners. Figure 3: \"we enforce zero in-plane deformation to a relative error tolerance of 1e-4, giving virtually no sag along the top edge.\" \
         A strain of 1e-4 lets an edge of length 1 between fixed ends sag by √(3/8 · 1e-4) = 0.6 % as a shallow arc. Right: a shirt with an irregular mesh on a walking figure, {} frames of it.",
        frames[1]
    ));
    context.plan(frames.iter().map(|&f| u64::from(f)).sum::<u64>());
    let changes = [("rows", size), ("columns", size)];
    let scene = context::scene("two-corners", &changes)?;
    let (mut worst, mut sags): (f64, Vec<[f64; 2]>) = (0.0, Vec::new());
    let take = context.play(&scene, frames[0], &due(3, frames[0]), |simulation, tally| {
        let pinned = &simulation.model().pinned;
        let (first, last) = (pinned[0].vertex as usize, pinned[pinned.len() - 1].vertex as usize);
        let x = &tally.state.positions;
        let edge = x[last] - x[first];
        let off = |v: usize| f64::from((x[v] - x[first]).reject_from(edge).length() / edge.length());
        let sag = (first..=last).map(off).fold(0.0, f64::max);
        worst = worst.max(sag);
        sags.push([simulation.time(), 100.0 * sag]);
        Ok(())
    })?;
    finding.row(lengths("square", &take));
    finding.row(
        Row::new("sag of the top edge by its length, at most", worst, format!("{:.2} %", 100.0 * worst))
            .paper("\"virtually no sag\" (figure 3)")
            .agrees_if("below 0.7 %", worst < 0.007),
    );
    let shirt_changes = [("rows", shirt_rows)];
    let shirt =
        context
            .play(&context::scene("shirt", &shirt_changes)?, frames[1], &due(3, frames[1]), |_, _| Ok(()))?;
    finding.row(lengths("shirt", &shirt));
    finding.sentence = if finding.agrees() {
        format!(
            "Lengths are kept to the paper's tolerance, and the top edge sags by {:.2} % of its length, as much as that tolerance allows.",
            100.0 * worst
        )
    } else {
        "Lengths are not kept to the paper's tolerance in every step.".into()
    };
    finding.picture(
        "Figure 3, left: the square, evenly through the run",
        pictures::strip(&take, &Shot::default())?,
    );
    finding.picture(
        "Figure 3, right: the shirt, evenly through the run",
        pictures::strip(&shirt, &Shot::default())?,
    );
    finding.plot(
        Plot::new(
            "Sag of the edge between the pins",
            Axis::linear("time [s]"),
            Axis::linear("sag by the edge [%]"),
        )
        .with(Series::line("top edge", sags)),
    );
    finding.command(context::command("two-corners", &changes));
    finding.command(context::command("shirt", &shirt_changes));
    Ok(finding)
}

/// Figure 5.
pub fn figure_5(context: &Context) -> Result<Finding> {
    let size = context.pick("17", "41");
    let frames = context.pick(60, 90);
    let mut finding = Finding::new(format!(
        "A square of {size} × {size} vertices falls on a ball (figure 5: \"a developable surface is dropped on a sphere, with immediate wrinkling and creasing patterns\"; the paper's mesh is 100 × 100). Contact acts on the \
         ghost mesh, which \"closely tracks the nonconforming mesh\" (figure 4)."
    ));
    context.plan(frames);
    let changes = [("rows", size), ("columns", size)];
    let scene = context::scene("developable-drape", &changes)?;
    let mut energies = Vec::new();
    let take = context.play(&scene, frames, &due(4, frames), |simulation, tally| {
        energies.push([simulation.time(), 1e3 * tally.metrics.elastic_energy.map_or(f64::NAN, |e| e.last)]);
        Ok(())
    })?;
    let metrics = &take.tally.metrics;
    finding.row(lengths("square", &take));
    let after = metrics.length_error_after_contact.map_or(f64::NAN, |e| e.max);
    finding.row(
        Row::new("the same after contact", after, format!("{after:.1e}"))
            .paper("\"introducing an O(Δt) splitting error which can perturb developability\" (section 4)"),
    );
    let ghost = metrics.ghost_error.map_or(f64::NAN, |e| e.max);
    finding.row(
        Row::new(
            "from the ghost mesh to where contact has put it, at most",
            ghost,
            format!("{} m", small(ghost)),
        )
        .paper("the same (equation 5)")
        .agrees_if("below 1e-5 m", ghost < 1e-5),
    );
    let deep = metrics.penetration.map_or(f64::NAN, |p| p.max);
    finding.row(
        Row::new(
            "deepest that a vertex of the ghost mesh is in the ball",
            deep,
            format!("{} m", small(deep)),
        )
        .paper("\"guaranteeing an intersection-free conforming mesh\" (section 4)")
        .agrees_if("below 1e-4 m", deep < 1e-4),
    );
    finding.sentence = if finding.agrees() {
        format!(
            "The square folds over the ball with its lengths kept to 1e-4 by every projection (contact, which comes after, takes them up to {after:.0e} away for a step), and its ghost mesh stays outside of the ball."
        )
    } else {
        "Not all steps keep lengths and contact as the paper has them.".into()
    };
    finding.picture(
        "Figure 5: from left to right, evenly through the run",
        pictures::strip(&take, &Shot { pitch: 30.0, ..Shot::default() })?,
    );
    finding.plot(
        Plot::new(
            "Energy of bending: when it wrinkles",
            Axis::linear("time [s]"),
            Axis::linear("bending energy [mJ]"),
        )
        .with(Series::line("square", energies)),
    );
    finding.command(context::command("developable-drape", &changes));
    Ok(finding)
}
