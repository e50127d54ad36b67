//! What experiments run with: the backend, how much time there is, and the bar that shows how far they are.

use super::super::interrupt;
use super::super::progress::Progress;
use super::super::tally::Tally;
use crate::engine::gpu::Device;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::scene::{Scene, catalog};
use crate::simulation::{Backend, Simulation, State};
use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A change of a scene: a key and its value.
pub type Change<'a> = (&'a str, &'a str);

/// What experiments run with.
pub struct Context<'a> {
    /// Whether to take smaller meshes and shorter runs.
    pub quick: bool,
    /// Where simulations run.
    pub backend: Backend,
    /// The adapter, if there is one, for what is timed on both executors.
    pub device: Option<Arc<Device>>,
    /// Ticks that are done, and those that there are.
    pub(super) ticks: [AtomicU64; 2],
    /// What shows them, and how much of it this experiment may fill.
    pub(super) bar: &'a Progress,
    pub(super) share: [u64; 2],
}

/// A scene and the model made from it.
pub struct Cast {
    /// The scene.
    pub scene: Scene,
    /// The model.
    pub model: Arc<Model>,
}

impl Cast {
    /// Of a simulation.
    pub fn of(simulation: &Simulation) -> Self {
        Self { scene: simulation.scene().clone(), model: simulation.model().clone() }
    }
}

/// A run that was looked at.
pub struct Take {
    /// What was run.
    pub cast: Cast,
    /// How many steps it took.
    pub steps: u64,
    /// Its numbers.
    pub tally: Tally,
    /// The states that were kept.
    pub moments: Vec<State>,
}

impl<'a> Context<'a> {
    /// A context whose ticks fill the bar from one place to another.
    pub fn new(
        quick: bool,
        backend: Backend,
        device: Option<Arc<Device>>,
        bar: &'a Progress,
        share: [u64; 2],
    ) -> Self {
        Self { quick, backend, device, ticks: Default::default(), bar, share }
    }

    /// One of two, by whether there is little time.
    pub fn pick<T>(&self, quick: T, whole: T) -> T {
        if self.quick { quick } else { whole }
    }

    /// More ticks will come.
    pub fn plan(&self, ticks: impl Into<u64>) {
        self.ticks[1].fetch_add(ticks.into(), Ordering::Relaxed);
    }

    /// One of them is done; an error if the user wants to stop.
    pub fn tick(&self) -> Result<()> {
        if interrupt::is_requested() {
            return Err(Error::Interrupted);
        }
        let done = self.ticks[0].fetch_add(1, Ordering::Relaxed) + 1;
        let all = self.ticks[1].load(Ordering::Relaxed).max(done);
        let [from, to] = self.share;
        self.bar.place(from + (to - from) * done / all);
        Ok(())
    }

    /// A run of so many frames, with what is seen after each; the frames in `keep` are kept, 0 being the start.
    pub fn play(
        &self,
        scene: &Scene,
        frames: u32,
        keep: &[u32],
        mut look: impl FnMut(&mut Simulation, &Tally) -> Result<()>,
    ) -> Result<Take> {
        let mut simulation = Simulation::new(scene, &self.backend)?;
        let mut tally = Tally::new(&mut simulation)?;
        let mut moments = Vec::new();
        for frame in 0..=frames {
            if frame > 0 {
                let start = std::time::Instant::now();
                simulation.frame()?;
                simulation.check()?;
                tally.frame(&mut simulation, start.elapsed().as_secs_f64())?;
                look(&mut simulation, &tally)?;
                self.tick()?;
            }
            if keep.contains(&frame) {
                moments.push(tally.state.clone());
            }
        }
        Ok(Take { cast: Cast::of(&simulation), steps: simulation.steps(), tally, moments })
    }

    /// Does all of these, on the CPU as many at once as there are cores; the results are in their order.
    pub fn all<T: Send, F: FnOnce() -> Result<T> + Send>(&self, jobs: Vec<F>) -> Result<Vec<T>> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let workers = if matches!(self.backend, Backend::Cpu) { cores.min(jobs.len()) } else { 1 };
        let waiting: Mutex<VecDeque<_>> = Mutex::new(jobs.into_iter().enumerate().collect());
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let work = || std::iter::from_fn(next).map(|(i, job)| (i, job())).collect::<Vec<_>>();
        let mut done: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let join = |t: thread::ScopedJoinHandle<'_, _>| {
                t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().flat_map(join).collect()
        });
        done.sort_by_key(|(i, _)| *i);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

/// A scene of the catalogue with some fields changed.
pub fn scene(name: &str, changes: &[Change]) -> Result<Scene> {
    let changes: Vec<_> = changes.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    catalog::resolve(name)?.set(&changes)
}

/// What to type for a run of it.
pub fn command(name: &str, changes: &[Change]) -> String {
    let sets: String = changes.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
    format!("toile run {name}{sets} --json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::Terminal;

    #[test]
    fn jobs_are_all_done_in_their_order() {
        let bar = Progress::new(&Terminal::new(true), "test", 1);
        let context = Context::new(true, Backend::Cpu, None, &bar, [0, 1]);
        let jobs: Vec<_> = (0..7).map(|i| move || Ok(10 * i)).collect();
        assert_eq!(context.all(jobs).unwrap(), [0, 10, 20, 30, 40, 50, 60]);
        let failing = |fails: bool| move || if fails { Err(Error::Interrupted) } else { Ok(1) };
        assert!(context.all(vec![failing(false), failing(true)]).is_err());
    }

    #[test]
    fn commands_are_what_was_run() {
        let changes = [("rows", "9"), ("k", "1")];
        assert_eq!(scene("sheet", &changes).unwrap().mesh.rows, 9);
        assert_eq!(command("sheet", &changes), "toile run sheet --set rows=9 --set k=1 --json");
    }
}
