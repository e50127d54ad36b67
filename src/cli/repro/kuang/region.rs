//! Figure 6.2: what a large repulsion region does.

use super::super::context::{self, Context, Take};
use super::super::finding::{Finding, Row};
use super::super::pictures;
use crate::cli::album::due;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;
use crate::simulation::Simulation;

/// Where cloth counts as moved [m].
const SEEN: f64 = 1e-3;
/// When the ball stops [s].
const STOP: f64 = 1.0;

/// What is seen of the sheet's particle nearest to the ball: its distance, and its normal velocity away from the ball.
#[derive(Clone, Copy)]
struct Near {
    time: f64,
    distance: f64,
    relative: f64,
    /// Height of the particle that is nearest to the middle at rest [m].
    middle: f64,
}

fn near(simulation: &mut Simulation, state: &crate::simulation::State) -> Near {
    let distances: Vec<f64> = state.positions.iter().map(|p| simulation.distances(*p)[0]).collect();
    let least = (0..distances.len()).min_by(|&a, &b| distances[a].total_cmp(&distances[b])).unwrap_or(0);
    let ball = state.bodies[0];
    let normal = (state.positions[least] - ball.pose.position).as_dvec3().normalize_or_zero();
    let relative = (state.velocities[least] - ball.velocity).as_dvec3().dot(normal);
    let rest = &simulation.model().mesh.positions;
    let middle = (0..rest.len()).min_by(|&a, &b| rest[a].length().total_cmp(&rest[b].length())).unwrap_or(0);
    Near {
        time: simulation.time(),
        distance: distances[least],
        relative,
        middle: state.positions[middle].y.into(),
    }
}

/// Figure 6.2.
pub fn figure_6_2(context: &Context) -> Result<Finding> {
    let size = context.pick("20", "40");
    let frames = context.pick(75, 90);
    let mut finding = Finding::new(format!(
        "A ball of 0.15 m comes down at 0.5 m/s on a sheet of {size} × {size} particles; the region in which it is repelled begins 0.25 m before it, as in the thesis, where a sphere of 3.0 has a \
         region of 5.0 (section 6.2), and for comparison 0.02 m before it. \"In Fig 6.2(b) … the velocity of some particle is slightly changed. And in Fig 6.2(e) the rigid object finally reaches the \
         cloth and the velocity of contact particle is nearly the same to the velocity of the contact point of rigid body.\""
    ));
    context.plan(2 * frames);
    let substeps = context.pick("58", "116");
    let changes = |radius: &'static str| {
        [("rows", size), ("columns", size), ("substeps", substeps), ("radius", radius)]
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
    let moving: Vec<&Near> = wide.iter().filter(|n| n.time < STOP).collect();
    let closest = moving.iter().min_by(|a, b| a.distance.total_cmp(&b.distance));
    let (distance, relative) = closest.map_or((f64::NAN, f64::NAN), |n| (n.distance, n.relative.abs()));
    finding.row(
        Row::new(
            "where the moving ball is nearest: normal velocity of that particle, relative to the ball",
            relative,
            format!("{relative:.3} m/s at {:.1} mm, of the ball's 0.5 m/s", 1e3 * distance),
        )
        .paper("\"nearly the same\" as the contact point's (figure 6.2 e)")
        .agrees_if("below a tenth of the ball's", relative < 0.05),
    );
    finding.sentence = if finding.agrees() {
        format!(
            "The cloth gives way when the ball is still {:.0} cm away, and where they meet it moves as the ball does.",
            100.0 * gap
        )
    } else {
        "The cloth does not give way as the thesis describes.".into()
    };
    finding.picture(
        "Figure 6.2: the large region, from left to right, evenly through the run",
        pictures::strip(&runs[0].0, &Shot { pitch: 10.0, ..Shot::default() })?,
    );
    let curve = |seen: &[Near]| seen.iter().map(|n| [n.time, 1e3 * n.distance]).collect();
    finding.plot(
        Plot::new(
            "From the ball to the nearest particle",
            Axis::linear("time [s]"),
            Axis::linear("distance [mm]"),
        )
        .with(Series::line("region of 0.25 m", curve(wide)))
        .with(Series::line("region of 0.02 m", curve(usual))),
    );
    ["0.25", "0.02"]
        .iter()
        .for_each(|radius| finding.command(context::command("repulsion", &changes(radius))));
    Ok(finding)
}
