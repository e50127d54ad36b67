//! Figure 6.3: how hard a ball hits with and without alleviation.

use super::super::context::{self, Cast, Change, Context};
use super::super::finding::{Finding, Row};
use super::super::pictures;
use crate::document::{Axis, Plot, Series};
use crate::error::{Error, Result};
use crate::methods::contact::BAND;
use crate::render::Shot;
use crate::simulation::{Backend, Simulation, State};

/// When the ball must have come [s].
const LATEST: f64 = 2.0;
/// How long the hit is watched [s].
const WATCHED: f64 = 1.0;

/// Sums of squared normal velocities relative to the ball, of the particles within a radius of it.
#[derive(Debug, Clone, Copy, Default)]
struct Squares {
    sum: f64,
    count: u64,
}

impl Squares {
    fn of(simulation: &mut Simulation, radius: f64) -> Result<Self> {
        let state = simulation.state()?;
        let (ball, size) = (state.bodies[0], simulation.scene().body[0].radius);
        let centre = ball.pose.position.as_dvec3();
        let mut squares = Self::default();
        for (x, v) in state.positions.iter().zip(&state.velocities) {
            let arm = x.as_dvec3() - centre;
            if arm.length() > size + radius {
                continue;
            }
            // Spin has no part along the normal of a ball.
            let relative = v.as_dvec3() - ball.velocity.as_dvec3();
            squares.sum += relative.dot(arm.normalize()).powi(2);
            squares.count += 1;
        }
        Ok(squares)
    }

    fn rms(&self) -> f64 {
        (self.sum / self.count as f64).sqrt()
    }
}

/// A hit.
pub struct Hit {
    /// Root mean square normal velocity near the ball over a second [m/s].
    pub rms: f64,
    /// When the second begins [s].
    pub first: f64,
    /// Time [s] and the same velocity of every step [m/s].
    pub curve: Vec<[f64; 2]>,
    /// What was run, and its state a fifth of a second after the second began.
    pub(crate) seen: (Cast, State),
}

/// The distance from the ball to the nearest particle [m].
fn nearest(simulation: &mut Simulation) -> Result<f64> {
    let positions = simulation.state()?.positions;
    Ok(positions.iter().map(|p| simulation.distances(*p)[0]).fold(f64::INFINITY, f64::min))
}

/// How near a particle is that touches the ball of scene `impact` [m].
pub fn touch() -> Result<f64> {
    Ok(context::scene("impact", &[])?.material.thickness + 2.0 * BAND)
}

/// The hit of scene `impact`, over the second after a particle first came as near to the ball as this [m].
pub fn hit(changes: &[Change], near: f64, backend: &Backend, tick: &dyn Fn() -> Result<()>) -> Result<Hit> {
    let scene = context::scene("impact", changes)?;
    let mut simulation = Simulation::new(&scene, backend)?;
    while nearest(&mut simulation)? > near {
        simulation.step()?;
        if simulation.time() > LATEST {
            return Err(Error::input("impact", "the ball never comes near", "let it start nearer"));
        }
    }
    let (first, mut all, mut curve, mut seen) = (simulation.time(), Squares::default(), Vec::new(), None);
    while simulation.time() < first + WATCHED {
        let now = Squares::of(&mut simulation, scene.contact.radius)?;
        (all.sum, all.count) = (all.sum + now.sum, all.count + now.count);
        if now.count > 0 {
            curve.push([simulation.time() - first, now.rms()]);
        }
        if seen.is_none() && simulation.time() >= first + 0.2 {
            seen = Some((Cast::of(&simulation), simulation.state()?));
        }
        simulation.step()?;
        tick()?;
    }
    simulation.check()?;
    let seen = match seen {
        Some(seen) => seen,
        None => (Cast::of(&simulation), simulation.state()?),
    };
    Ok(Hit { rms: all.rms(), first, curve, seen })
}

/// Figure 6.3.
pub fn figure_6_3(context: &Context) -> Result<Finding> {
    let size = context.pick("24", "40");
    let mut finding = Finding::new(format!(
        "A ball of 0.8 kg falls at 3 m/s on a sheet of {size} × {size} particles that is held at its corners, with collision alleviation and without; all else is the same. The thesis \
         compares pictures: \"we use collision alleviation and produce a smooth contact\", without it the \"surface of cloth is obviously vibrating\" (section 6.2). Measured is the RMS \
         normal velocity, relative to the ball, of the particles within the repulsion radius, over the second after the first touch."
    ));
    let steps = (WATCHED / context::scene("impact", &[])?.solver.dt).round() as u64;
    context.plan(2 * steps);
    let near = touch()?;
    let job = |alleviation: &'static str| {
        move || {
            let changes = [("rows", size), ("columns", size), ("alleviation", alleviation)];
            hit(&changes, near, &context.backend, &|| context.tick())
        }
    };
    let hits = context.all(["on", "off"].map(job).into())?;
    let [on, off] = [hits[0].rms, hits[1].rms];
    finding.row(Row::new("with alleviation", on, format!("{on:.3} m/s")));
    finding.row(Row::new("without", off, format!("{off:.3} m/s")));
    finding.row(
        Row::new("without by with", off / on, format!("{:.2}", off / on))
            .paper("smooth with, vibrating without (figure 6.3)")
            .agrees_if("above 1", off > on),
    );
    finding.sentence = if finding.agrees() {
        format!("Alleviation makes the cloth near the ball {:.1} times calmer.", off / on)
    } else {
        "Alleviation does not calm the cloth near the ball here.".into()
    };
    let states: Vec<_> = hits.iter().map(|hit| (&hit.seen.0, &hit.seen.1)).collect();
    finding.picture(
        "Figure 6.3: a fifth of a second after the first touch, with alleviation and without",
        pictures::side_by_side(&states, &Shot { pitch: 25.0, ..Shot::default() })?,
    );
    let mut plot = Plot::new(
        "Normal velocity near the ball, from the first touch; nothing where the ball is off the cloth",
        Axis::linear("time [s]"),
        Axis::log("RMS [m/s]"),
    );
    for (name, hit) in ["with alleviation", "without"].iter().zip(hits) {
        plot = plot.with(Series::marks(*name, hit.curve));
    }
    finding.plot(plot);
    for alleviation in ["on", "off"] {
        let changes = [("rows", size), ("columns", size), ("alleviation", alleviation)];
        finding.command(context::command("impact", &changes));
    }
    Ok(finding)
}
