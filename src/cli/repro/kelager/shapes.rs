//! Figures 1, 2, 3, 8 and 9: what bending makes of shapes.

use super::super::context::{self, Context, Take};
use super::super::finding::{Finding, Row};
use super::super::pictures;
use crate::cli::album::due;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;
use glam::Vec3;

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
        Row::new("at the end", last, format!("{:.1} mm", 1e3 * last))
            .paper("it sways and comes back (figure 1)")
            .agrees_if("less than half of the farthest", last < 0.5 * most),
    );
    finding.sentence = if finding.agrees() {
        format!(
            "The plant bends by {:.0} mm RMS and comes back to within {:.0} mm, which is all that the figure shows.",
            1e3 * most,
            1e3 * last
        )
    } else {
        format!(
            "The plant is still {:.0} mm RMS from its shape at the end: it has not come back.",
            1e3 * last
        )
    };
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

/// Figure 3.
pub fn figure_3(context: &Context) -> Result<Finding> {
    const MODELS: [&str; 3] = ["triangle", "dihedral", "stick"];
    let mut finding = Finding::new(
        "The fabric of 10 × 10 vertices that cannot stretch, k = 1, κ = 0, 16 iterations, crumpled by 0.8 of an edge, without gravity (figure 3: \
         \"how well the different bending constraints can recover from a highly violated state\"). Measured is the RMS distance from the flat fabric \
         after the best rigid motion, by the edge, two seconds later.",
    );
    let frames = 120;
    context.plan(3 * frames);
    let run = |model: &'static str| {
        move || -> Result<(Take, Vec<[f64; 2]>)> {
            let scene = context::scene("rigid-fabric", &[("bending_model", model)])?;
            let mut errors = Vec::new();
            let take = context.play(&scene, frames, &[0], |simulation, tally| {
                errors.push([simulation.time(), 9.0 * tally.metrics.shape_error.last]);
                Ok(())
            })?;
            Ok((take, errors))
        }
    };
    let runs = context.all(MODELS.map(run).into())?;
    let (takes, errors): (Vec<Take>, Vec<Vec<[f64; 2]>>) = runs.into_iter().unzip();
    let last: Vec<f64> = errors.iter().map(|e| e.last().map_or(f64::NAN, |e| e[1])).collect();
    for (model, last) in MODELS.iter().zip(&last) {
        finding.row(Row::new(format!("{model}: from flat, by the edge"), *last, format!("{last:.3}")));
    }
    let best = last[0] < last[1] && last[0] < last[2];
    finding.row(
        Row::new(
            "dihedral and sticks by triangle",
            last[1] / last[0],
            format!("{:.1} and {:.1} times as far", last[1] / last[0], last[2] / last[0]),
        )
        .paper("\"illustrates some of the issues with the competing bending methods\" (section 1)")
        .agrees_if("both above 1", best),
    );
    finding.sentence = if best {
        "Triangle bending comes nearest to the flat fabric, as the figure claims.".into()
    } else {
        "Triangle bending does not come nearest to the flat fabric here: from this start another model recovers better.".into()
    };
    let start = (&takes[0].cast, &takes[0].moments[0]);
    let mut states = vec![start];
    states.extend(takes.iter().map(|take| (&take.cast, &take.tally.state)));
    finding.picture(
        "Figure 3: the start, and after two seconds triangle, dihedral and stick bending",
        pictures::side_by_side(&states, &Shot { pitch: 35.0, ..Shot::default() })?,
    );
    let mut plot = Plot::new(
        "How the fabrics recover",
        Axis::linear("time [s]"),
        Axis::log("RMS distance from flat, by the edge"),
    );
    for (model, errors) in MODELS.iter().zip(errors) {
        plot = plot.with(Series::line(*model, errors));
    }
    finding.plot(plot);
    MODELS
        .iter()
        .for_each(|model| finding.command(context::command("rigid-fabric", &[("bending_model", model)])));
    Ok(finding)
}

/// How far the rim of a napkin is below its middle [m]: the mean over the corners.
fn droop(positions: &[Vec3], rest: &[Vec3]) -> f64 {
    let farthest = rest.iter().map(|p| p.length()).fold(0.0, f32::max);
    let corners: Vec<f64> = positions
        .iter()
        .zip(rest)
        .filter(|(_, rest)| rest.length() > 0.99 * farthest)
        .map(|(p, rest)| f64::from(rest.y - p.y))
        .collect();
    corners.iter().sum::<f64>() / corners.len() as f64
}

/// Figure 8.
pub fn figure_8(context: &Context) -> Result<Finding> {
    // The ends of the plateaus of the scene: κ [mm] with k = 1, then k with κ = 0.
    const PLATEAUS: [(&str, u32); 6] = [
        ("κ = 0", 59),
        ("κ = 0.5 mm", 119),
        ("κ = 2 mm", 179),
        ("k = 0.5", 239),
        ("k = 0.1", 299),
        ("k = 0.01", 359),
    ];
    let mut finding = Finding::new(
        "A napkin on a post: with k = 1, κ climbs over three plateaus, then with κ = 0, k descends over three (figure 8: \"(a)-(c) the stiffness \
         parameter is k = 1, (d)-(f) the curvature parameter is κ = 0\"; the values are in the figure only). Measured at the end of each plateau: how \
         far the corners are below where they were flat.",
    );
    let size = context.pick("16", "30");
    let changes = [("rows", size), ("columns", size)];
    let scene = context::scene("bend-sweep", &changes)?;
    context.plan(scene.frames);
    let take = context.play(&scene, scene.frames, &PLATEAUS.map(|(_, frame)| frame), |_, _| Ok(()))?;
    let rest = &take.cast.model.mesh.positions;
    let droops: Vec<f64> = take.moments.iter().map(|state| droop(&state.positions, rest)).collect();
    for ((name, _), droop) in PLATEAUS.iter().zip(&droops) {
        finding.row(Row::new(
            format!("{name}: corners below flat"),
            *droop,
            format!("{:.1} cm", 100.0 * droop),
        ));
    }
    let apart = |a: usize, b: usize| {
        let (a, b) = (&take.moments[a].positions, &take.moments[b].positions);
        let sum: f64 = a.iter().zip(b).map(|(a, b)| f64::from(a.distance_squared(*b))).sum();
        (sum / a.len() as f64).sqrt()
    };
    let least = (1..6).map(|i| apart(i - 1, i)).fold(f64::INFINITY, f64::min);
    finding.row(
        Row::new(
            "least RMS distance of a plateau from the one before",
            least,
            format!("{:.1} cm", 100.0 * least),
        )
        .paper("six shapes that differ (figure 8)")
        .agrees_if("above 2 cm", least > 0.02),
    );
    let (kappa, k) = (droops[2] - droops[0], droops[5] - droops[0]);
    finding.row(
        Row::new(
            "change of the corners' height by κ, and by k",
            kappa,
            format!("{:.1} cm by 2 mm of κ, {:.1} cm by k from 1 to 0.01", 100.0 * kappa, 100.0 * k),
        )
        .paper(
            "\"k gives a limited control over the bending property where κ is able to fine tune\" (figure 8)",
        )
        .agrees_if("κ changes it more than k", kappa.abs() > k.abs()),
    );
    finding.sentence = if finding.agrees() {
        "All six shapes differ, and two millimetres of κ change the napkin more than a hundredfold change of k.".into()
    } else {
        format!(
            "κ moves the corners by {:.0} cm and k by {:.0} cm: on this napkin, which is under gravity where the paper's set-up is not stated, k is no weaker a control than κ.",
            100.0 * kappa,
            100.0 * k
        )
    };
    finding.picture(
        "Figure 8: κ = 0, 0.5 and 2 mm with k = 1; k = 0.5, 0.1 and 0.01 with κ = 0",
        pictures::strip(&take, &Shot::default())?,
    );
    finding.command(context::command("bend-sweep", &changes));
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
