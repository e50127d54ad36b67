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

/// Longest that a run is waited for to come to rest [s].
const PATIENCE: f64 = 20.0;
/// How long something has to stand still to be at rest [s].
const CALM: f64 = 0.5;

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

    /// The mean of some numbers [m] over the last half second, once none of them changes by more than `still` [m] in that time.
    pub fn settle<const N: usize>(
        &self,
        simulation: &mut Simulation,
        still: f64,
        mut look: impl FnMut(&mut Simulation) -> Result<[f64; N]>,
    ) -> Outcome<[f64; N]> {
        let window = (CALM / simulation.scene().solver.dt).round() as usize;
        let end = simulation.time() + PATIENCE;
        let mut seen: Vec<[f64; N]> = Vec::new();
        while simulation.time() < end {
            self.step(simulation)?;
            let now = look(simulation)?;
            if !now.iter().all(|x| x.is_finite()) {
                simulation.check()?;
            }
            seen.push(now);
            let Some(last) = seen.len().checked_sub(window).map(|from| &seen[from..]) else { continue };
            let range = |k: usize| {
                let (low, high) = last
                    .iter()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x[k]), h.max(x[k])));
                high - low
            };
            if (0..N).all(|k| range(k) <= still) {
                simulation.check()?;
                let mean = |k: usize| last.iter().map(|x| x[k]).sum::<f64>() / last.len() as f64;
                return Ok(std::array::from_fn(mean));
            }
        }
        simulation.check()?;
        Err(Failure::Endless(format!("has not come to rest within {PATIENCE} s")))
    }

    /// The time at which a number that starts above 0 comes to it [s], between two steps by a straight line.
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
        Err(Failure::Slow(format!("has not swung back within {longest:.1} s")))
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
