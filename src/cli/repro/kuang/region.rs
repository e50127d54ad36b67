//! Figure 6.2: what a large repulsion region does.

use super::super::context::{self, Context, Take};
use super::super::finding::{Finding, Row};
use super::super::pictures;
use crate::cli::album::due;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;
use crate::simulation::{Simulation, State};

/// Where cloth counts as moved [m].
const SEEN: f64 = 1e-3;

/// The ball's way down: pairs of time [s] and displacement [m].
const PATH: &str = "[0,[[0,0],[2,-1]],0]";

/// What is seen of the sheet after a frame.
#[derive(Clone, Copy)]
struct Near {
    time: f64,
    /// From the ball to the nearest particle [m].
    distance: f64,
    /// Height of the particle that is nearest to the middle at rest [m].
    middle: f64,
}

fn near(simulation: &mut Simulation, state: &State) -> Near {
    let distances = state.positions.iter().map(|p| simulation.distances(*p)[0]);
    let distance = distances.fold(f64::INFINITY, f64::min);
    let rest = &simulation.model().mesh.positions;
    let middle = (0..rest.len()).min_by(|&a, &b| rest[a].length().total_cmp(&rest[b].length())).unwrap_or(0);
    Near { time: simulation.time(), distance, middle: state.positions[middle].y.into() }
}

/// How the ball comes nearer, with a wide region and with the usual one.
fn plot(wide: &[Near], usual: &[Near]) -> Plot {
    let curve = |seen: &[Near]| seen.iter().map(|n| [n.time, 1e3 * n.distance]).collect();
    Plot::new(
        "From the ball to the nearest particle",
        Axis::linear("time [s]"),
        Axis::linear("distance [mm]"),
    )
    .with(Series::line("region of 0.25 m", curve(wide)))
    .with(Series::line("region of 0.02 m", curve(usual)))
}

/// Figure 6.2.
pub fn figure_6_2(context: &Context) -> Result<Finding> {
    let size = context.pick("20", "40");
    let frames = 114;
    let mut finding = Finding::new(format!(
        "A ball of 0.15 m comes down at 0.5 m/s, all the way, on a sheet of {size} × {size} particles; the region in which it is repelled begins 0.25 m before it, as in the thesis, where a sphere of 3.0 has a \
         region of 5.0 (section 6.2), and for comparison 0.02 m before it. \"In Fig 6.2(b) … the velocity of some particle is slightly changed. And in Fig 6.2(e) the rigid object finally reaches the \
         cloth and the velocity of contact particle is nearly the same to the velocity of the contact point of rigid body.\""
    ));
    context.plan(2 * frames);
    let substeps = context.pick("58", "116");
    let changes = |radius: &'static str| {
        [("rows", size), ("columns", size), ("substeps", substeps), ("radius", radius), ("body.0.path", PATH)]
    };
    let job = |radius: &'static str| {
        move || -> Result<(Take, Vec<Near>)> {
            let scene = context::scene("repulsion", &changes(radius))?;
            let mut seen = Vec::new();
            let take = context.play(&scene, frames, &due(5, frames), |simulation, tally| {
                seen.push(near(simulation, &tally.state));
                Ok(())
            })?;
            Ok((take, seen))
        }
    };
    let runs = context.all(["0.25", "0.02"].map(job).into())?;
    let (wide, usual) = (&runs[0].1, &runs[1].1);
    let apart =
        wide.iter().zip(usual).find(|(a, b)| (a.middle - b.middle).abs() > SEEN).map(|(a, _)| a.distance);
    let gap = apart.unwrap_or(f64::NAN);
    finding.row(
        Row::new(
            "distance of the ball when it is seen to move the cloth by 1 mm more than with the usual region",
            gap,
            format!("{gap:.3} m"),
        )
        .paper("before it is touched (figure 6.2 b)")
        .agrees_if("0.02 to 0.25 m", (0.02..0.25).contains(&gap)),
    );
    // Where the ball has come nearest, a quarter of a second before its end.
    let last = wide[wide.len() - 1];
    let earlier = wide.iter().rfind(|n| n.time <= last.time - 0.25).copied().unwrap_or(last);
    let relative = (earlier.distance - last.distance) / (last.time - earlier.time);
    finding.row(
        Row::new(
            "in the last quarter of a second: how fast the nearest particle and the ball still approach",
            relative,
            format!("{relative:.3} m/s, {:.0} mm apart; the ball moves at 0.5 m/s", 1e3 * last.distance),
        )
        .paper("\"nearly the same\" velocity where the ball reaches the cloth (figure 6.2 e)")
        .agrees_if("below a tenth of the ball's", relative.abs() < 0.05),
    );
    finding.sentence = if finding.agrees() {
        format!(
            "The cloth gives way when the ball is still {:.0} cm away, and at the end moves as the ball does, {:.0} mm before it: it is pushed without being touched.",
            100.0 * gap,
            1e3 * last.distance
        )
    } else {
        "The cloth does not give way as the thesis describes.".into()
    };
    finding.picture(
        "Figure 6.2: the large region, from left to right, evenly through the run",
        pictures::strip(&runs[0].0, &Shot { pitch: 10.0, ..Shot::default() })?,
    );
    finding.plot(plot(wide, usual));
    ["0.25", "0.02"]
        .iter()
        .for_each(|radius| finding.command(context::command("repulsion", &changes(radius))));
    Ok(finding)
}
