//! Figures 3 and 8: fabrics that recover, and a napkin whose bending is swept.

use super::super::context::{self, Context, Take};
use super::super::finding::{Finding, Row};
use super::super::pictures;
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::render::Shot;
use glam::Vec3;

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
