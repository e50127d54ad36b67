//! The player's thread: orders, steps, and what is put on the board.

use super::act::Act;
use super::board::{Board, Notice};
use super::{Order, lock};
use crate::error::{Error, Result};
use crate::model::adapt;
use crate::record::faces::faces;
use crate::record::{create_folder, obj, write_whole};
use crate::render::gpu::Renderer;
use crate::scene::{MethodName, Scene};
use crate::simulation::Backend;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The longest wait for orders while simulations run ahead of the clock.
const PATIENCE: Duration = Duration::from_millis(20);
/// A simulation that is later than this does not hurry to catch up [s].
const LATE: f64 = 0.1;

/// Runs until the channel closes.
pub fn run(
    inbox: &Receiver<Order>,
    backend: Backend,
    renderer: Arc<Renderer>,
    board: &Mutex<Board>,
    wake: &dyn Fn(),
) {
    let clock = Clock { wall: Instant::now(), time: 0.0, speed: 1.0 };
    lock(board).speed = clock.speed;
    let mut stage = Stage {
        backend,
        renderer,
        board,
        wake,
        acts: Vec::new(),
        compared: None,
        playing: false,
        until: None,
        picture: Picture::default(),
        clock,
        opened: 0,
        rate: Rate { wall: Instant::now(), time: 0.0, rate: 0.0 },
    };
    while let Some(orders) = stage.wait(inbox) {
        let obeyed = orders.len() as u64;
        for order in orders {
            stage.obey(order);
        }
        if stage.is_running() && stage.clock.ahead(stage.time()).is_none() {
            stage.advance();
        }
        stage.publish(obeyed);
    }
}

/// Simulated time against the clock on the wall.
struct Clock {
    wall: Instant,
    time: f64,
    speed: f64,
}

impl Clock {
    /// How long simulations must wait for the clock; none if they are late.
    fn ahead(&mut self, time: f64) -> Option<Duration> {
        let due = self.time + self.wall.elapsed().as_secs_f64() * self.speed;
        if time < due - LATE * self.speed {
            self.set(time);
        }
        (time > due).then(|| Duration::from_secs_f64(((time - due) / self.speed).min(1.0)))
    }

    fn set(&mut self, time: f64) {
        (self.wall, self.time) = (Instant::now(), time);
    }
}

/// Simulated seconds per second, over a while.
struct Rate {
    wall: Instant,
    time: f64,
    rate: f64,
}

impl Rate {
    fn update(&mut self, time: f64) -> f64 {
        let elapsed = self.wall.elapsed().as_secs_f64();
        if elapsed > 0.5 || time < self.time {
            self.rate = ((time - self.time) / elapsed).max(0.0);
            (self.wall, self.time) = (Instant::now(), time);
        }
        self.rate
    }
}

/// Pictures that simulations wait for.
#[derive(Default)]
struct Picture {
    /// Frames from one to the next; 0 for none.
    every: u32,
    /// When the next is due, in steps of the first simulation.
    next: u64,
    /// Whether one is to be taken now.
    wanted: bool,
}

/// Everything that runs.
struct Stage<'a> {
    backend: Backend,
    renderer: Arc<Renderer>,
    board: &'a Mutex<Board>,
    wake: &'a dyn Fn(),
    acts: Vec<Act>,
    compared: Option<MethodName>,
    playing: bool,
    until: Option<u64>,
    picture: Picture,
    clock: Clock,
    opened: u64,
    rate: Rate,
}

impl Stage<'_> {
    /// Orders, as soon as there are some or there is something to do; none when the window is gone.
    fn wait(&mut self, inbox: &Receiver<Order>) -> Option<Vec<Order>> {
        let mut orders = Vec::new();
        if self.is_running() {
            match self.clock.ahead(self.time()) {
                None => {}
                Some(wait) => match inbox.recv_timeout(wait.min(PATIENCE)) {
                    Ok(order) => orders.push(order),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return None,
                },
            }
        } else {
            orders.push(inbox.recv().ok()?);
        }
        loop {
            match inbox.try_recv() {
                Ok(order) => orders.push(order),
                Err(TryRecvError::Empty) => return Some(orders),
                Err(TryRecvError::Disconnected) => return None,
            }
        }
    }

    fn is_running(&self) -> bool {
        self.playing && !self.acts.is_empty() && !self.picture.wanted
    }

    fn time(&self) -> f64 {
        self.acts.iter().map(|act| act.simulation.time()).fold(f64::INFINITY, f64::min).min(1e300)
    }

    /// One step of whichever simulation is behind, and of all that are as far.
    fn advance(&mut self) {
        let behind = self.time();
        let slack = 1e-9 + 1e-9 * behind.abs();
        for i in 0..self.acts.len() {
            if self.acts[i].simulation.time() > behind + slack {
                continue;
            }
            if let Err(error) = self.acts[i].step() {
                self.stop(&error);
                return;
            }
        }
        let Some(first) = self.acts.first() else { return };
        let (steps, per_frame) = (first.simulation.steps(), first.simulation.steps_per_frame());
        if self.until.is_some_and(|until| steps >= until) {
            (self.playing, self.until) = (false, None);
            self.settle();
        }
        if self.picture.every > 0 && steps >= self.picture.next {
            self.picture.wanted = true;
            self.picture.next = steps + u64::from(self.picture.every) * per_frame;
            self.settle();
        }
    }

    /// Shows the states as they are, now that they stay for a while.
    fn settle(&mut self) {
        let mut results = Vec::new();
        for act in &mut self.acts {
            results.push(act.show().and_then(|()| act.read()));
        }
        if let Some(error) = results.into_iter().find_map(Result::err) {
            self.stop(&error);
        }
    }

    /// A simulation cannot go on.
    fn stop(&mut self, error: &Error) {
        (self.playing, self.until, self.picture.wanted) = (false, None, false);
        let text = error.to_string();
        let notice = match error {
            Error::NonFinite { .. } | Error::BodyLost { .. } => Notice::Broken(text),
            Error::DeviceLost(_) => Notice::Lost(text),
            _ => Notice::Failed(text),
        };
        let mut board = lock(self.board);
        board.broken |= !matches!(notice, Notice::Failed(_));
        board.notices.push(notice);
    }

    fn obey(&mut self, order: Order) {
        let done = match order {
            Order::Open(scene) => self.open(&scene),
            Order::Change(side, scene) => self.change(side, *scene),
            Order::Compare(method) => self.compare(method),
            Order::Play(on) => self.play(on),
            Order::RunTo(steps) => {
                self.until = Some(steps);
                self.play(true)
            }
            Order::Step => self.step(),
            Order::Restart => self.restart(),
            Order::Snapshot => {
                self.each(Act::keep).map(|()| Some("Kept this moment; L comes back to it".into()))
            }
            Order::Restore => self.come_back(),
            Order::Speed(speed) => self.speed(speed),
            Order::Hold(side, vertex, target) => {
                self.on(side, |act| act.simulation.hold(vertex, target)).map(|()| None)
            }
            Order::LetGo(side, vertex) => self.on(side, |act| act.let_go(vertex)).map(|()| None),
            Order::Pin(side, vertex) => self.pin(side, vertex),
            Order::Profile(on) => self.profile(on),
            Order::Picture(every) => {
                // The first picture is of the present state.
                self.picture = Picture { every, next: 0, wanted: every > 0 };
                self.each(Act::show).map(|()| None)
            }
            Order::Taken => {
                self.picture.wanted = false;
                Ok(None)
            }
            Order::Export(folder) => self.export(&folder).map(Some),
            Order::Hash => self.hash(),
        };
        match done {
            Ok(None) => {}
            Ok(Some(text)) => lock(self.board).notices.push(Notice::Done(text)),
            Err(error) => self.stop(&error),
        }
    }

    /// Says what takes a while.
    fn busy(&self, what: impl Into<String>) {
        lock(self.board).busy = Some(what.into());
        (self.wake)();
    }

    fn open(&mut self, scene: &Scene) -> Result<Option<String>> {
        self.busy(format!("Building {} …", scene.name));
        // Room for the next before the next: two large scenes might not fit at once.
        self.acts.clear();
        lock(self.board).sides.clear();
        let act = Act::new(scene, &self.backend, &self.renderer);
        self.opened += 1;
        let act = act?;
        let warnings = act.simulation.model().warnings.clone();
        let mut lines = vec![format!("{}: {}", scene.name, scene.about)];
        lines.extend(warnings);
        self.acts.push(act);
        self.begin();
        if let Some(method) = self.compared {
            self.beside(method)?;
        }
        log::info!("opened {} with {}", scene.name, scene.method);
        Ok(Some(lines.join("\n")))
    }

    /// After a start: the clock begins, and nothing is broken.
    fn begin(&mut self) {
        self.picture = Picture::default();
        lock(self.board).broken = false;
        self.set_clock();
        self.each(Act::read).unwrap_or_else(|error| self.stop(&error));
        self.each(Act::show).unwrap_or_else(|error| self.stop(&error));
    }

    fn change(&mut self, side: usize, scene: Scene) -> Result<Option<String>> {
        let (backend, renderer) = (self.backend.clone(), self.renderer.clone());
        self.on(side, |act| act.change(scene, &backend, &renderer))?;
        self.set_clock();
        Ok(None)
    }

    fn compare(&mut self, method: Option<MethodName>) -> Result<Option<String>> {
        self.compared = method;
        self.acts.truncate(1);
        match method {
            Some(method) => self.beside(method).map(|()| None),
            None => Ok(None),
        }
    }

    /// The first scene once more, under this method and from the state that it is in.
    fn beside(&mut self, method: MethodName) -> Result<()> {
        let Some(first) = self.acts.first_mut() else { return Ok(()) };
        let scene = adapt::under(first.simulation.scene(), method)?;
        let mut act = Act::new(&scene, &self.backend, &self.renderer)?;
        act.simulation.go_on_from(&mut first.simulation)?;
        act.show()?;
        act.read()?;
        self.acts.push(act);
        self.set_clock();
        Ok(())
    }

    fn play(&mut self, on: bool) -> Result<Option<String>> {
        if on && lock(self.board).broken {
            return Err(Error::input("play", "the state is not finite", "restart with R"));
        }
        self.playing = on;
        self.set_clock();
        if !on {
            self.until = None;
            self.settle();
            log::info!("paused at step {}", self.steps());
        }
        Ok(None)
    }

    fn step(&mut self) -> Result<Option<String>> {
        if lock(self.board).broken {
            return Err(Error::input("step", "the state is not finite", "restart with R"));
        }
        self.playing = false;
        self.advance();
        self.settle();
        log::info!("stepped to {}", self.steps());
        Ok(None)
    }

    fn restart(&mut self) -> Result<Option<String>> {
        let (backend, renderer) = (self.backend.clone(), self.renderer.clone());
        self.each(|act| act.restart(&backend, &renderer))?;
        self.begin();
        log::info!("restarted");
        Ok(None)
    }

    fn come_back(&mut self) -> Result<Option<String>> {
        self.each(Act::come_back)?;
        lock(self.board).broken = false;
        self.set_clock();
        Ok(Some("Back at the moment that was kept".into()))
    }

    fn speed(&mut self, speed: f64) -> Result<Option<String>> {
        if speed.is_finite() && speed > 0.0 {
            self.clock.speed = speed.clamp(1e-3, 1e3);
            self.set_clock();
        }
        Ok(None)
    }

    fn pin(&mut self, side: usize, vertex: u32) -> Result<Option<String>> {
        let Some(act) = self.acts.get_mut(side) else { return Ok(None) };
        let pinned = act.pin(vertex)?;
        let what = if pinned { "pinned" } else { "unpinned" };
        log::info!("{what} vertex {vertex}");
        Ok(Some(format!("Vertex {vertex} is {what}")))
    }

    fn profile(&mut self, on: bool) -> Result<Option<String>> {
        let mut all = true;
        self.each(|act| {
            all &= act.profile(on);
            Ok(())
        })?;
        Ok((!all).then(|| "This adapter cannot time passes".into()))
    }

    fn export(&mut self, folder: &Path) -> Result<String> {
        let none = || Error::input("export", "there is nothing to write", "open a scene");
        let act = self.acts.first_mut().ok_or_else(none)?;
        let state = act.simulation.state()?;
        let (scene, mesh) = (act.simulation.scene().name.clone(), &act.simulation.model().mesh);
        let steps = act.simulation.steps();
        let comment = format!("{scene} after {steps} steps, {} s, in metres", act.simulation.time());
        let text = obj::to_obj(&state.positions, &faces(&mesh.triangles, &mesh.polygons), &comment);
        create_folder(folder)?;
        let path = folder.join(format!("{scene}_{steps:06}.obj"));
        write_whole(&path, text.as_bytes())?;
        Ok(format!("Wrote {}", path.display()))
    }

    fn hash(&mut self) -> Result<Option<String>> {
        if let Some(act) = self.acts.first_mut() {
            let (steps, hash) = (act.simulation.steps(), act.simulation.state()?.hash());
            lock(self.board).notices.push(Notice::Hash(steps, hash));
        }
        Ok(None)
    }

    fn steps(&self) -> u64 {
        self.acts.first().map_or(0, |act| act.simulation.steps())
    }

    fn set_clock(&mut self) {
        let time = self.time();
        self.clock.set(if self.acts.is_empty() { 0.0 } else { time });
    }

    fn on<T: Default>(&mut self, side: usize, f: impl FnOnce(&mut Act) -> Result<T>) -> Result<T> {
        self.acts.get_mut(side).map_or_else(|| Ok(T::default()), f)
    }

    fn each(&mut self, mut f: impl FnMut(&mut Act) -> Result<()>) -> Result<()> {
        self.acts.iter_mut().try_for_each(&mut f)
    }

    /// Puts everything on the board and wakes the window.
    fn publish(&mut self, obeyed: u64) {
        let rate = self.rate.update(if self.acts.is_empty() { 0.0 } else { self.time() });
        let sides: Vec<_> = self.acts.iter_mut().map(Act::side).collect();
        let mut board = lock(self.board);
        // A state that the window has not taken yet is not to be lost.
        let untaken: Vec<_> = board.sides.iter().map(|side| side.words.clone()).collect();
        board.sides = sides;
        for (side, words) in board.sides.iter_mut().zip(untaken) {
            side.words = side.words.take().or(words.filter(|_| !side.subject.is_shared()));
        }
        board.pending = board.pending.saturating_sub(obeyed);
        board.until = self.until;
        board.playing = self.playing;
        board.speed = self.clock.speed;
        board.rate = if self.playing { rate } else { 0.0 };
        board.has_snapshot = self.acts.first().is_some_and(Act::has_snapshot);
        board.wants_picture = self.picture.wanted;
        board.opened = self.opened;
        board.busy = None;
        drop(board);
        (self.wake)();
    }
}
