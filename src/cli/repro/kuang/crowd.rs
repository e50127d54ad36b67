//! Figure 6.7: what contact costs, by the number of bodies.

use super::super::context::Context;
use super::super::finding::{Finding, Row};
use super::super::statistics::{Line, Spread};
use crate::document::{Axis, Plot, Series};
use crate::error::Result;
use crate::scene::{Body, MethodName, Pin, Scene, Select};
use crate::simulation::{Backend, Simulation};

/// Steps before the first measurement.
const WARM_UP: u32 = 10;
/// Steps of one measurement.
const STEPS: u32 = 2;
/// Passes that are there for contact alone.
const CONTACT: [&str; 3] = ["bounds", "contact", "wrench"];
/// Substeps of a step.
const SUBSTEPS: u32 = 12;
/// What a body costs in a simulation step of the thesis [s].
const THEIRS: f64 = 0.000208;

/// A sheet of 50 × 80 particles that is held at its corners and lies on `count` balls, or has them `away` below it [m].
fn scene(count: usize, away: f64) -> Scene {
    let mut scene =
        Scene { name: format!("{count} balls"), method: MethodName::MassSpring, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (50, 80);
    (scene.mesh.width, scene.mesh.height) = (1.6, 1.0);
    scene.mesh.rotation = [-90.0, 0.0, 0.0];
    scene.mesh.position = [0.0, 0.003, 0.0];
    scene.material.thickness = 0.003;
    (scene.solver.dt, scene.solver.substeps) = (1.0 / 600.0, SUBSTEPS);
    (scene.mass_spring.stretch, scene.mass_spring.bending) = (300.0, 2.0);
    scene.pin = vec![Pin { select: Select::Corners, ..Pin::default() }];
    scene.body = (0..count)
        .map(|i| {
            // Scattered evenly, the first ones too (Roberts 2018).
            let at = |step: f64| (0.5 + step * (i + 1) as f64).fract() - 0.5;
            let position = [1.5 * at(0.754_877_666), -0.05 - away, 0.9 * at(0.569_840_291)];
            Body { name: format!("ball-{}", i + 1), radius: 0.05, position, ..Body::default() }
        })
        .collect();
    scene
}

/// One number of bodies on one executor.
struct Case {
    count: usize,
    simulation: Simulation,
    /// Times per step of the contact passes, and of all others [s].
    times: Vec<[f64; 2]>,
}

impl Case {
    fn new(count: usize, away: f64, backend: &Backend) -> Result<Self> {
        let mut simulation = Simulation::new(&scene(count, away), backend)?;
        (0..WARM_UP).try_for_each(|_| simulation.step())?;
        simulation.check()?;
        Ok(Self { count, simulation, times: Vec::new() })
    }

    fn measure(&mut self) -> Result<()> {
        self.simulation.executor().profile(true);
        (0..STEPS).try_for_each(|_| self.simulation.step())?;
        self.simulation.check()?;
        let timings = self.simulation.timings();
        let sum = |contact: bool| {
            let passes = timings.iter().filter(|(label, _)| CONTACT.contains(label) == contact);
            passes.map(|(_, timing)| timing.seconds).sum::<f64>() / f64::from(STEPS)
        };
        self.times.push([sum(true), sum(false)]);
        Ok(())
    }

    fn median(&self, which: usize) -> f64 {
        Spread::of(self.times.iter().map(|times| times[which])).median
    }
}

/// Times of contact by the number of bodies [s], and of the cloth itself [s].
struct Costs {
    near: Vec<[f64; 2]>,
    far: Vec<[f64; 2]>,
    cloth: f64,
}

/// Measures all numbers of bodies in turns, so that a busy machine slows all of them alike.
fn measure(context: &Context, backend: &Backend, counts: &[usize], rounds: u32) -> Result<Costs> {
    let all = |away: f64| -> Result<Vec<Case>> {
        let one = |&count: &usize| {
            let case = Case::new(count, away, backend);
            context.tick().and(case)
        };
        counts.iter().map(one).collect()
    };
    let (mut near, mut far) = (all(0.0)?, all(10.0)?);
    for _ in 0..rounds {
        for case in near.iter_mut().chain(&mut far) {
            case.measure()?;
            context.tick()?;
        }
    }
    let points = |cases: &[Case]| cases.iter().map(|c| [c.count as f64, c.median(0)]).collect();
    Ok(Costs { near: points(&near), far: points(&far), cloth: near[0].median(1) })
}

/// Figure 6.7.
pub fn figure_6_7(context: &Context) -> Result<Finding> {
    let counts: &[usize] = context.pick(&[1, 20, 40, 60, 80], &[1, 10, 20, 30, 40, 50, 60, 70, 80]);
    let rounds = context.pick(5, 15);
    let mut finding = Finding::new(format!(
        "A sheet of 50 × 80 particles, as in the thesis, lies on 1 to 80 balls, or has them 10 m below it; a step has {SUBSTEPS} substeps. Timed are the passes of contact, one by one; all cases take turns, {rounds} \
         times, and the numbers are medians. The thesis adds bodies one by one: \"the simulation time grows linearly while the number of object increases … the time cost for an object in one \
         simulation step is about 0.000208 second\" on a processor of 1.66 GHz (section 6.2), with all of the step's work."
    ));
    let mut places = vec![("CPU executor, one thread".to_string(), Backend::Cpu)];
    places.extend(context.device.iter().map(|device| ("adapter".to_string(), Backend::Gpu(device.clone()))));
    context.plan(places.len() as u64 * 2 * counts.len() as u64 * u64::from(rounds + 1));
    let mut linear = true;
    let mut plot = Plot::new(
        "Figure 6.7: time of contact per step, by the number of bodies",
        Axis::linear("bodies"),
        Axis::linear("time per step [ms]"),
    );
    for (i, (place, backend)) in places.iter().enumerate() {
        let costs = measure(context, backend, counts, rounds)?;
        for (what, points) in [("in reach", &costs.near), ("out of reach", &costs.far)] {
            let line = Line::through(points);
            let row = Row::new(
                format!("{place}: a body {what}"),
                line.slope,
                format!(
                    "{:.3} ms per step, {:.1} % of the cloth's own {:.1} ms; R² = {:.3}",
                    1e3 * line.slope,
                    100.0 * line.slope / costs.cloth,
                    1e3 * costs.cloth,
                    line.explained
                ),
            );
            finding.row(if what == "in reach" {
                linear &= line.explained > 0.95;
                row.paper(format!("{:.3} ms, linear (section 6.2)", 1e3 * THEIRS))
                    .agrees_if("linear: R² above 0.95", line.explained > 0.95)
            } else {
                row
            });
            let points = points.iter().map(|p| [p[0], 1e3 * p[1]]).collect();
            let name = if i == 0 { "CPU" } else { "adapter" };
            plot = plot.with(Series::both(format!("{name}, {what}"), points));
        }
    }
    finding.sentence = if linear {
        "The cost of contact grows linearly with the bodies in reach, as in the thesis; its 0.208 ms are of another machine and another program.".into()
    } else {
        "The cost of contact is not as linear in the number of bodies here as in the thesis; on a busy machine, run it again.".into()
    };
    finding.plot(plot);
    finding.command("toile repro --only kuang-figure-6.7");
    Ok(finding)
}
