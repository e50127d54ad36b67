//! What every check needs: a place to run, and ways to look at what runs there.

use super::judge::{Failure, Outcome};
use super::subjects::Subject;
use crate::cli::interrupt;
use crate::error::{Error, Result};
use crate::scene::{Scene, catalog};
use crate::simulation::{Backend, Simulation};
use glam::DVec3;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// Longest that a run is waited for to come to rest [s]. A strip that does not resist bending at all creeps at Γ = 1 to where it hangs, by a rate
/// of c/2 − √(c²/4 − ω²) = 0.3/s with the damping c = 4/s and ω = 2.4048/2 √(g/L): it takes 25 s.
const PATIENCE: f64 = 40.0;
/// How long something has to stand still to be at rest [s]: as long as half a swing of the slowest strip that swings, 2π/√(3.08² − 2²) = 2.7 s. In
/// less time, what turns back looks still.
const CALM: f64 = 1.5;

/// Where checks run, and how large.
pub struct Bench {
    backend: Backend,
    /// Whether meshes are small.
    pub is_quick: bool,
    folder: TempDir,
    /// Changes every scene before it runs, unknown to who expects something of it: by nothing, but in tests of the checks themselves.
    pub spoil: fn(&mut Scene),
    /// What runs that several checks share have found.
    known: Mutex<BTreeMap<String, f64>>,
}

impl Bench {
    /// A bench on a backend.
    pub fn new(backend: Backend, is_quick: bool) -> Result<Self> {
        let folder = tempfile::tempdir().map_err(|error| Error::io(std::env::temp_dir(), error))?;
        Ok(Self { backend, is_quick, folder, spoil: |_| {}, known: Mutex::default() })
    }

    /// A folder for meshes, which goes away with the bench.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What a run with this name has found, which is made at most once unless it fails.
    pub fn once(&self, name: &str, run: impl FnOnce() -> Outcome<f64>) -> Outcome<f64> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known().get(name) {
            return Ok(*value);
        }
        let value = run()?;
        known().insert(name.into(), value);
        Ok(value)
    }

    /// One of two numbers: of the quick scorecard, or of the whole.
    pub fn size<T>(&self, quick: T, whole: T) -> T {
        if self.is_quick { quick } else { whole }
    }

    /// A scene of the catalogue that a subject runs.
    pub fn scene(&self, name: &str, subject: &Subject) -> Result<Scene> {
        let mut scene = catalog::resolve(name)?;
        subject.dress(&mut scene);
        (scene.tie.on, scene.until_rest) = (false, false);
        Ok(scene)
    }

    /// A simulation of a scene.
    pub fn simulate(&self, scene: &Scene) -> Result<Simulation> {
        let mut scene = scene.clone();
        (self.spoil)(&mut scene);
        Simulation::new(&scene, &self.backend)
    }

    /// Steps until a time [s], unless the user wants to stop.
    pub fn run(&self, simulation: &mut Simulation, time: f64) -> Result<()> {
        // Half a step early counts as there.
        while simulation.time() + 0.5 * simulation.scene().solver.dt < time {
            self.step(simulation)?;
        }
        Ok(())
    }

    /// One step, unless the user wants to stop.
    pub fn step(&self, simulation: &mut Simulation) -> Result<()> {
        if interrupt::is_requested() {
            return Err(Error::Interrupted);
        }
        simulation.step()
    }

    /// The means of some numbers [m] over half a swing, once none of these means has changed by more than `still` [m] in as long a time, and no number by
    /// more than ten times that. What the rounding of positions stirs has a mean that stands still.
    pub fn settle<const N: usize>(
        &self,
        simulation: &mut Simulation,
        still: f64,
        mut look: impl FnMut(&mut Simulation) -> Result<[f64; N]>,
    ) -> Outcome<[f64; N]> {
        let window = (CALM / simulation.scene().solver.dt).round() as usize;
        let end = simulation.time() + PATIENCE;
        let mut seen: Vec<[f64; N]> = Vec::new();
        let mut means: Vec<[f64; N]> = Vec::new();
        while simulation.time() < end {
            self.step(simulation)?;
            let now = look(simulation)?;
            if !now.iter().all(|x| x.is_finite()) {
                simulation.check()?;
            }
            seen.push(now);
            let Some(last) = latest(&seen, window) else { continue };
            let mean = |k: usize| last.iter().map(|x| x[k]).sum::<f64>() / last.len() as f64;
            means.push(std::array::from_fn(mean));
            let quiet = |list: &[[f64; N]], most| (0..N).all(|k| range(list.iter().map(|x| x[k])) <= most);
            let Some(of_late) = latest(&means, window) else { continue };
            if quiet(of_late, still) && quiet(last, 10.0 * still) {
                simulation.check()?;
                return Ok(of_late[window - 1]);
            }
        }
        simulation.check()?;
        Err(Failure::Endless(format!("has not come to rest within {PATIENCE} s")))
    }

    /// The time at which a number that starts above 0 comes to it [s], between two steps by a straight line; infinite where `longest` passes first.
    pub fn turn(
        &self,
        simulation: &mut Simulation,
        longest: f64,
        mut look: impl FnMut(&mut Simulation) -> Result<f64>,
    ) -> Outcome<f64> {
        let mut before = f64::INFINITY;
        let end = simulation.time() + longest;
        while simulation.time() < end {
            self.step(simulation)?;
            let now = look(simulation)?;
            if now <= 0.0 && before.is_finite() {
                simulation.check()?;
                return Ok(simulation.time() - simulation.scene().solver.dt * now / (now - before));
            }
            before = now;
        }
        simulation.check()?;
        Ok(f64::INFINITY)
    }

    /// An error unless all numbers are finite and every solve found its solution.
    pub fn finish(&self, simulation: &mut Simulation) -> Outcome<()> {
        simulation.check()?;
        match simulation.solves()? {
            Some(solves) if solves.unconverged > 0 => Err(Failure::Endless(format!(
                "{} of {} solves did not reach their tolerance",
                solves.unconverged, solves.count
            ))),
            _ => Ok(()),
        }
    }
}

/// The last so many of a list; none while it is shorter.
fn latest<T>(list: &[T], count: usize) -> Option<&[T]> {
    list.len().checked_sub(count).map(|from| &list[from..])
}

/// From the least of some numbers to the largest.
fn range(numbers: impl Iterator<Item = f64>) -> f64 {
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
    high - low
}

/// The mean of the positions of some vertices [m].
pub fn middle(simulation: &mut Simulation, vertices: &[usize]) -> Result<DVec3> {
    let positions = simulation.state()?.positions;
    Ok(vertices.iter().map(|v| positions[*v].as_dvec3()).sum::<DVec3>() / vertices.len() as f64)
}

/// The vertices whose place at rest a test likes.
pub fn vertices(simulation: &Simulation, like: impl Fn(DVec3) -> bool) -> Vec<usize> {
    let rest = simulation.model().mesh.positions.iter().enumerate();
    rest.filter(|(_, p)| like(p.as_dvec3())).map(|(v, _)| v).collect()
}

/// The mean velocity, by mass [m/s].
pub fn mean_velocity(simulation: &mut Simulation) -> Result<DVec3> {
    let velocities = simulation.state()?.velocities;
    let masses = &simulation.model().masses;
    let sum: DVec3 = velocities.iter().zip(masses).map(|(v, m)| v.as_dvec3() * *m).sum();
    Ok(sum / masses.iter().sum::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// What settles, of a number that changes with time [s], and when [s].
    fn settled(number: impl Fn(f64) -> f64) -> Option<(f64, f64)> {
        let mut scene = Scene { gravity: [0.0; 3], ..Scene::default() };
        (scene.mesh.rows, scene.mesh.columns) = (2, 2);
        let bench = Bench::new(Backend::Cpu, true).unwrap();
        let mut simulation = bench.simulate(&scene).unwrap();
        let rest = bench.settle(&mut simulation, 3e-4, |s| Ok([number(s.time())])).ok();
        rest.map(|[rest]| (rest, simulation.time()))
    }

    #[test]
    fn what_turns_back_is_not_at_rest() {
        // A strip at Γ = 1: in the half second about its turn at 2.4 s, 8e-4 m from its place, it moves by less than 3e-4 m.
        let (rest, time) = settled(|t| 0.12 * (-2.0 * t).exp() * (2.34 * t).cos()).unwrap();
        assert!(rest.abs() < 3e-5 && time > 4.0, "{rest} at {time} s");
    }

    #[test]
    fn what_hums_is_at_rest_and_what_creeps_is_waited_for() {
        let (rest, time) = settled(|t| 0.1 + 5e-4 * (40.0 * t).sin()).unwrap();
        assert!((rest - 0.1).abs() < 2e-5 && time < 3.5, "{rest} at {time} s");
        let (rest, time) = settled(|t| (-0.3 * t).exp()).unwrap();
        assert!(rest < 1e-3 && time > 20.0, "{rest} at {time} s");
        // Its means stand still.
        assert!(settled(|t| 0.1 + 0.05 * (4.0 * PI * t).sin()).is_none());
    }
}
