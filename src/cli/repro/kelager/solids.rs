//! Figures 1, 2 and 9: a plant and rabbits.

use super::super::context::{self, Context, Take};
use super::super::finding::{Finding, Row};
use super::super::pictures;
use crate::cli::album::due;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;

/// Figure 1.
pub fn figure_1(context: &Context) -> Result<Finding> {
    let mut finding = Finding::new(
        "A plant of stems and leaves is shaken at its foot for 1.8 s and then stands still. Figure 1 shows frames of a film of a \"quasi plant\"; \
         the paper gives no numbers. Its plant is held by the inequality, under which stems carry no weight; here it is the equality.",
    );
    let scene = context::scene("plant", &[])?;
    let frames = context.pick(150, scene.frames);
    context.plan(frames);
    let mut swayed = Vec::new();
    let take = context.play(&scene, frames, &due(4, frames), |simulation, tally| {
        swayed.push([simulation.time(), 1e3 * tally.metrics.shape_error.last]);
        Ok(())
    })?;
    let [most, last] = [take.tally.metrics.shape_error.max, take.tally.metrics.shape_error.last];
    finding.row(Row::new("farthest from its shape at rest, RMS", most, format!("{:.1} mm", 1e3 * most)));
    finding.row(
        Row::new("at the end", last, format!("{:.1} mm", 1e3 * last)).paper("frames of a film (figure 1)"),
    );
    finding.sentence = format!(
        "There is nothing to compare but the look: stems and leaves bend, by {:.0} mm RMS at most, and at the end the plant is {:.0} mm from its shape at rest.",
        1e3 * most,
        1e3 * last
    );
    finding.picture(
        "Figure 1: from left to right, evenly through the run",
        pictures::strip(&take, &Shot::default())?,
    );
    finding.plot(
        Plot::new(
            "How far the plant is from its shape",
            Axis::linear("time [s]"),
            Axis::linear("RMS distance [mm]"),
        )
        .with(Series::line("plant", swayed)),
    );
    finding.command(context::command("plant", &[]));
    Ok(finding)
}

/// Figure 2.
pub fn figure_2(context: &Context) -> Result<Finding> {
    let mut finding = Finding::new(
        "κ rises from 0 to 1.3 mm and returns to 0, without gravity (figure 2: \"κ is increased to control the collapse of the Bunny and decreased to \
         'inflate' it again\"). The rabbit is toile's own, and bends by the equality: an inequality never pulls a shape open.",
    );
    let scene = context::scene("rabbit-collapse", &[])?;
    context.plan(scene.frames);
    let mut volumes = Vec::new();
    let take = context.play(&scene, scene.frames, &[0, 60, 120, 165, 240], |simulation, tally| {
        let rest = simulation.model().mesh.volume();
        volumes.push([simulation.time(), tally.metrics.volume.map_or(f64::NAN, |v| v.last / rest)]);
        Ok(())
    })?;
    let least = volumes.iter().map(|v| v[1]).fold(1.0, f64::min);
    let last = volumes.last().map_or(f64::NAN, |v| v[1]);
    finding.row(
        Row::new("least volume, by that at rest", least, format!("{:.1} %", 100.0 * least))
            .paper("collapsed (figure 2)")
            .agrees_if("below 70 %", least < 0.7),
    );
    finding.row(
        Row::new("volume at the end", last, format!("{:.2} %", 100.0 * last))
            .paper("inflated again (figure 2)")
            .agrees_if("within 5 % of 100 %", (last - 1.0).abs() < 0.05),
    );
    finding.sentence = if finding.agrees() {
        format!("κ alone takes {:.0} % of the rabbit's volume and gives it back.", 100.0 * (1.0 - least))
    } else {
        format!(
            "The volume falls to {:.0} % and comes back to {:.0} %, which is not what the figure shows.",
            100.0 * least,
            100.0 * last
        )
    };
    finding.picture("Figure 2: at 0, 1, 2, 2.75 and 4 s", pictures::strip(&take, &Shot::default())?);
    finding.plot(
        Plot::new(
            "Volume as κ rises and falls",
            Axis::linear("time [s]"),
            Axis::linear("volume by that at rest"),
        )
        .with(Series::line("rabbit", volumes)),
    );
    finding.command(context::command("rabbit-collapse", &[]));
    Ok(finding)
}

/// Figure 9.
pub fn figure_9(context: &Context) -> Result<Finding> {
    const COUNTS: [&str; 3] = ["2", "16", "64"];
    let mut finding = Finding::new(
        "Hollow shapes under weight with equality bending, k = 1, κ = 0, and 2, 16 and 64 iterations (figure 9, which has cows; here they are rabbits \
         under the Moon's gravity). Measured: how far the centre of mass has come down.",
    );
    let frames = context.pick(40, 120);
    context.plan(3 * frames);
    let run = |count: &'static str| {
        move || -> Result<(Take, Vec<[f64; 2]>)> {
            let scene = context::scene("rabbit-stiffness", &[("iterations", count)])?;
            let mut sags = Vec::new();
            let take = context.play(&scene, frames, &[], |simulation, tally| {
                sags.push([simulation.time(), 1e3 * tally.metrics.sag.last]);
                Ok(())
            })?;
            Ok((take, sags))
        }
    };
    let runs = context.all(COUNTS.map(run).into())?;
    let (takes, sags): (Vec<Take>, Vec<Vec<[f64; 2]>>) = runs.into_iter().unzip();
    let last: Vec<f64> = sags.iter().map(|s| s.last().map_or(f64::NAN, |s| s[1])).collect();
    for (count, sag) in COUNTS.iter().zip(&last) {
        finding.row(Row::new(format!("sag with {count} iterations"), *sag, format!("{sag:.2} mm")));
    }
    let ordered = last[0] > 1.2 * last[1] && last[1] > 1.2 * last[2];
    finding.row(
        Row::new(
            "sag with 2 and 16 iterations by that with 64",
            last[0] / last[2],
            format!("{:.1} and {:.1}", last[0] / last[2], last[1] / last[2]),
        )
        .paper("2 soft, 16 in between, 64 \"nearly stiff\" (figure 9, section 5)")
        .agrees_if("each at least 1.2 times the next", ordered),
    );
    finding.sentence = if ordered {
        "The more iterations, the stiffer the shell, as in the figure.".into()
    } else {
        "The shells do not become stiffer with every step in iterations.".into()
    };
    finding.picture("Figure 9: 2, 16 and 64 iterations", pictures::ends(&takes, &Shot::default())?);
    let mut plot = Plot::new("How the rabbits sag", Axis::linear("time [s]"), Axis::linear("sag [mm]"));
    for (count, sags) in COUNTS.iter().zip(sags) {
        plot = plot.with(Series::line(format!("{count} iterations"), sags));
    }
    finding.plot(plot);
    COUNTS
        .iter()
        .for_each(|count| finding.command(context::command("rabbit-stiffness", &[("iterations", count)])));
    Ok(finding)
}
