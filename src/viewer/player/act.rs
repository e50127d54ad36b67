//! One simulation on the player's thread.

use super::board::Side;
use super::reading::{Meter, Reading, add};
use crate::error::{Error, Result};
use crate::render::bounds;
use crate::render::gpu::{Renderer, Subject};
use crate::scene::Scene;
use crate::simulation::{Backend, Change, Simulation, Snapshot};
use glam::Vec3;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a piece of work on the device may take: what the window waits for at most.
const SLICE: Duration = Duration::from_millis(8);
/// The time between two readings at least.
const READ_EVERY: Duration = Duration::from_millis(120);
/// A reading may take this share of the time.
const READ_SHARE: f64 = 0.03;
/// The time between two looks at whether the state is finite.
const CHECK_EVERY: Duration = Duration::from_millis(60);
/// The time between two states for the window at least.
const SHOW_EVERY: Duration = Duration::from_millis(15);
/// The time of a step is the median of so many of the last ones, as a run without a window reports it.
const RECENT: usize = 61;

/// One simulation, with what is drawn and measured of it.
pub struct Act {
    pub simulation: Simulation,
    subject: Arc<Subject>,
    meter: Meter,
    readings: Arc<Vec<Reading>>,
    bounds: (Vec3, Vec3),
    snapshot: Option<Snapshot>,
    /// Times of the last steps, the latest last [ms].
    recent: VecDeque<f64>,
    profiled_from: u64,
    /// When the next reading, look and state are due.
    next_reading: Instant,
    next_check: Instant,
    next_words: Instant,
    words: Option<Arc<Vec<Vec<u32>>>>,
}

impl Act {
    /// A scene from its start.
    pub fn new(scene: &Scene, backend: &Backend, renderer: &Renderer) -> Result<Self> {
        Self::of(Simulation::new(scene, backend)?, renderer)
    }

    fn of(mut simulation: Simulation, renderer: &Renderer) -> Result<Self> {
        simulation.executor().pace(Some(SLICE));
        let subject = Arc::new(Subject::new(renderer, &mut simulation)?);
        let meter = Meter::new(&simulation);
        let now = Instant::now();
        let box_around = bounds(&simulation.model().start).unwrap_or((Vec3::ZERO, Vec3::ZERO));
        Ok(Self {
            simulation,
            subject,
            meter,
            readings: Arc::default(),
            bounds: box_around,
            snapshot: None,
            recent: VecDeque::new(),
            profiled_from: 0,
            next_reading: now,
            next_check: now + CHECK_EVERY,
            next_words: now,
            words: None,
        })
    }

    /// Advances by one `dt`, and looks at what is due.
    pub fn step(&mut self) -> Result<()> {
        let (start, busy) = (Instant::now(), self.simulation.executor().busy());
        self.simulation.step()?;
        let seconds = match (busy, self.simulation.executor().busy()) {
            // Passes that are timed one by one are not in it.
            (Some(before), Some(after)) if after > before => after - before,
            _ => start.elapsed().as_secs_f64(),
        };
        self.recent.push_back(1e3 * seconds);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        let now = Instant::now();
        if now >= self.next_check {
            self.next_check = now + CHECK_EVERY;
            self.simulation.check()?;
        }
        if now >= self.next_reading {
            self.read()?;
        }
        if now >= self.next_words {
            self.show()?;
        }
        Ok(())
    }

    /// Takes a reading, and makes sure that the state is finite.
    pub fn read(&mut self) -> Result<()> {
        let start = Instant::now();
        self.simulation.check()?;
        let (reading, bounds) = self.meter.read(&mut self.simulation)?;
        self.readings = Arc::new(add(&self.readings, reading));
        self.bounds = bounds;
        let took = start.elapsed();
        self.next_reading = Instant::now() + READ_EVERY.max(took.div_f64(READ_SHARE));
        Ok(())
    }

    /// Shows the state to a window whose renderer has other buffers.
    pub fn show(&mut self) -> Result<()> {
        if !self.subject.is_shared() {
            self.words = Some(Arc::new(Subject::words(&mut self.simulation)?));
            self.next_words = Instant::now() + SHOW_EVERY;
        }
        Ok(())
    }

    /// Goes on with a changed scene.
    pub fn change(&mut self, scene: Scene, backend: &Backend, renderer: &Renderer) -> Result<()> {
        let change = Change::between(self.simulation.scene(), scene)?;
        let live = matches!(change, Change::Live(_));
        let vertices = self.simulation.model().start.len();
        self.simulation.change(change, backend)?;
        if live {
            return Ok(());
        }
        self.renew(renderer)?;
        if self.simulation.model().start.len() != vertices {
            (self.snapshot, self.readings) = (None, Arc::default());
        }
        self.read()
    }

    /// Goes on with the buffers and the passes that the simulation has now.
    fn renew(&mut self, renderer: &Renderer) -> Result<()> {
        self.simulation.executor().pace(Some(SLICE));
        self.subject = Arc::new(Subject::new(renderer, &mut self.simulation)?);
        self.meter = Meter::new(&self.simulation);
        self.recent.clear();
        self.words = None;
        self.show()
    }

    /// From the start, as if it had just been opened.
    pub fn restart(&mut self, backend: &Backend, renderer: &Renderer) -> Result<()> {
        self.simulation = self.simulation.restarted(backend)?;
        self.readings = Arc::default();
        self.renew(renderer)?;
        self.read()
    }

    /// Keeps this moment.
    pub fn keep(&mut self) -> Result<()> {
        self.snapshot = Some(self.simulation.snapshot()?);
        Ok(())
    }

    /// Comes back to the moment that was kept.
    pub fn come_back(&mut self) -> Result<()> {
        let none = || Error::input("snapshot", "there is none", "take one with S");
        let snapshot = self.snapshot.as_ref().ok_or_else(none)?;
        self.simulation.restore(snapshot)?;
        self.show()?;
        self.read()
    }

    /// Whether a moment was kept.
    pub fn has_snapshot(&self) -> bool {
        self.snapshot.is_some()
    }

    /// Lets a vertex go.
    pub fn let_go(&mut self, vertex: u32) -> Result<()> {
        if log::log_enabled!(log::Level::Info) {
            let positions = self.simulation.state()?.positions;
            let at = positions.get(vertex as usize).copied().unwrap_or_default();
            log::info!("let go of vertex {vertex} at {at}");
        }
        self.simulation.let_go(vertex)
    }

    /// Pins a vertex where it is, or unpins it; whether it is pinned then.
    pub fn pin(&mut self, vertex: u32) -> Result<bool> {
        if self.simulation.is_held(vertex) {
            self.simulation.let_go(vertex)?;
            return Ok(false);
        }
        let positions = self.simulation.state()?.positions;
        let at = positions.get(vertex as usize).copied().unwrap_or_default();
        self.simulation.hold(vertex, at)?;
        Ok(true)
    }

    /// Starts or stops taking times per pass; false where the device cannot.
    pub fn profile(&mut self, on: bool) -> bool {
        self.profiled_from = self.simulation.steps();
        self.simulation.executor().profile(on)
    }

    /// What the board shows of it.
    pub fn side(&mut self) -> Side {
        let held = Arc::new(self.simulation.held());
        let steps = self.simulation.steps();
        Side {
            scene: Arc::new(self.simulation.scene().clone()),
            subject: self.subject.clone(),
            words: self.words.take(),
            steps,
            time: self.simulation.time(),
            ms_per_step: median(&self.recent),
            held,
            bounds: self.bounds,
            readings: self.readings.clone(),
            timings: Arc::new((self.simulation.timings(), steps - self.profiled_from.min(steps))),
            place: self.simulation.executor().name(),
        }
    }
}

/// The median; 0 of nothing.
fn median(values: &VecDeque<f64>) -> f64 {
    let mut sorted: Vec<f64> = values.iter().copied().collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}
