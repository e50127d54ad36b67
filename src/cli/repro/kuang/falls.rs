//! Figures 6.4 and 6.6: a brick that cloth does not move, and many bodies at once.

use super::super::context::{self, Context};
use super::super::finding::{Finding, Row, small};
use super::super::pictures;
use crate::cli::album::due;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;

/// How deep cloth may be inside of a body [m].
const DEEPEST: f64 = 1e-4;

/// Figure 6.4.
pub fn figure_6_4(context: &Context) -> Result<Finding> {
    let size = context.pick("20", "40");
    let mut finding = Finding::new(format!(
        "A brick of 24 kg that the cloth does not move falls on a hanging cloth of {size} × {size} particles, takes it to the floor, and the cloth is drawn out from under it. The thesis: \"It reaches the \
         floor in Fig 6.4(b) and the cloth is drawn from the bottom of the object in Fig 6.4(c)\", and the projection \"can be smooth and stable\" (section 6.2). Counted are the particles under the brick."
    ));
    let substeps = context.pick("40", "64");
    let changes = [("rows", size), ("columns", size), ("substeps", substeps)];
    let scene = context::scene("brick", &changes)?;
    let half = scene.body[0].size.map(|edge| 0.5 * edge as f32);
    context.plan(scene.frames);
    let mut under = Vec::new();
    let take = context.play(&scene, scene.frames, &due(4, scene.frames), |simulation, tally| {
        let pose = tally.state.bodies[0].pose;
        let is_under = |p: &&glam::Vec3| {
            let local = pose.undo(**p);
            local.x.abs() < half[0] && local.z.abs() < half[2] && local.y < 0.0
        };
        under.push([simulation.time(), tally.state.positions.iter().filter(is_under).count() as f64]);
        Ok(())
    })?;
    let most = under.iter().map(|u| u[1]).fold(0.0, f64::max);
    let last = under.last().map_or(f64::NAN, |u| u[1]);
    finding.row(Row::new("particles under the brick at most", most, format!("{most:.0}")));
    finding.row(
        Row::new("at the end", last, format!("{last:.0}"))
            .paper("drawn out (figure 6.4 c)")
            .agrees_if("fewer than a tenth of the most", last < 0.1 * most),
    );
    let deep = take.tally.metrics.penetration.map_or(f64::NAN, |p| p.max);
    finding.row(
        Row::new("deepest that a particle is in brick or floor", deep, format!("{} m", small(deep)))
            .paper("none is seen (figure 6.4)")
            .agrees_if("below 1e-4 m", deep < DEEPEST),
    );
    finding.sentence = if finding.agrees() {
        "The brick takes the cloth to the floor, the cloth is drawn out from under it, and nothing comes through.".into()
    } else {
        format!(
            "{last:.0} of {most:.0} particles are still under the brick at the end: friction holds the cloth longer than in the thesis, where particles take the velocity of what they touch."
        )
    };
    finding.picture(
        "Figure 6.4: from left to right, evenly through the run",
        pictures::strip(&take, &Shot::default())?,
    );
    finding.plot(
        Plot::new("Particles under the brick", Axis::linear("time [s]"), Axis::linear("particles"))
            .with(Series::line("under the brick", under)),
    );
    finding.command(context::command("brick", &changes));
    Ok(finding)
}

/// Figure 6.6.
pub fn figure_6_6(context: &Context) -> Result<Finding> {
    let (rows, columns) = context.pick(("20", "32"), ("50", "80"));
    let mut finding = Finding::new(format!(
        "Twenty bodies of random size, shape, place and velocity fall on a sheet of {rows} × {columns} particles ({}), whose corners are held for 2.5 s and then let go (section 6.2: \"The size, the shape, initial \
         position and initial velocity are randomly assigned. In Fig 6.6(a)(b)(c), the particles on the four corners of the cloth are fixed and then is released after Fig 6.6(d)\").",
        context.pick("the thesis has 50 × 80", "as in the thesis")
    ));
    let mut changes = vec![("rows", rows), ("columns", columns)];
    if context.quick {
        changes.extend([("dt", "0.008333333333333333"), ("substeps", "32")]);
    }
    let scene = context::scene("rain", &changes)?;
    context.plan(scene.frames);
    let mut heights = Vec::new();
    let take = context.play(&scene, scene.frames, &due(4, scene.frames), |simulation, tally| {
        let bodies = &tally.state.bodies[..20];
        let mean = bodies.iter().map(|b| f64::from(b.pose.position.y)).sum::<f64>() / bodies.len() as f64;
        heights.push([simulation.time(), mean]);
        Ok(())
    })?;
    // The cloth is caught when the corners are let go, and lies on the floor at the end.
    let at = |time: f64| heights.iter().find(|h| h[0] >= time).map_or(f64::NAN, |h| h[1]);
    let (held, end) = (at(2.4), heights.last().map_or(f64::NAN, |h| h[1]));
    finding.row(
        Row::new(
            "mean height of the bodies before the corners are let go",
            held,
            format!("{held:.2} m; the sheet is held at 0.8 m"),
        )
        .paper("the cloth holds them (figure 6.6 c)")
        .agrees_if("above 0.2 m", held > 0.2),
    );
    finding.row(
        Row::new("at the end", end, format!("{end:.2} m"))
            .paper("released (figure 6.6 d)")
            .agrees_if("below half of that", end < 0.5 * held),
    );
    let deep = take.tally.metrics.penetration.map_or(f64::NAN, |p| p.max);
    finding.row(
        Row::new("deepest that a particle is in a body", deep, format!("{} m", small(deep)))
            .paper("none is seen (figure 6.6)")
            .agrees_if("below 1e-4 m", deep < DEEPEST),
    );
    finding.sentence = if finding.agrees() {
        "The cloth catches the bodies, lets them down when its corners are let go, and no particle comes into one.".into()
    } else {
        "The cloth does not catch and release the bodies as the figure shows.".into()
    };
    finding.picture(
        "Figure 6.6: from left to right, evenly through the run",
        pictures::strip(&take, &Shot::default())?,
    );
    finding.plot(
        Plot::new("Mean height of the twenty bodies", Axis::linear("time [s]"), Axis::linear("height [m]"))
            .with(Series::line("bodies", heights)),
    );
    finding.command(context::command("rain", &changes));
    Ok(finding)
}
