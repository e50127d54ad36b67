//! Runs simulations on a thread of its own, so that the window never waits for one.
//!
//! The window sends [`Order`]s and looks at the [`Board`]; it never touches a simulation itself.

mod act;
mod board;
mod reading;
mod run;

pub use board::{Board, Notice, Side};
pub use reading::Reading;

use crate::render::gpu::Renderer;
use crate::scene::{MethodName, Scene};
use crate::simulation::Backend;
use glam::Vec3;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What the window wants.
#[derive(Debug, Clone)]
pub enum Order {
    /// Show this scene.
    Open(Box<Scene>),
    /// Go on with a changed scene on one side.
    Change(usize, Box<Scene>),
    /// Put another method beside the first, or take it away.
    Compare(Option<MethodName>),
    /// Run, or pause.
    Play(bool),
    /// Run until so many steps are done, then pause.
    RunTo(u64),
    /// One step.
    Step,
    /// From the start.
    Restart,
    /// Keep this moment.
    Snapshot,
    /// Come back to it.
    Restore,
    /// Simulated seconds per second.
    Speed(f64),
    /// Hold a vertex of one side and take it to a place [m].
    Hold(usize, u32, Vec3),
    /// Let a vertex of one side go.
    LetGo(usize, u32),
    /// Pin a vertex of one side where it is, or unpin it.
    Pin(usize, u32),
    /// Take times per pass.
    Profile(bool),
    /// Stop after each so many frames until [`Order::Taken`]; 0 to run freely.
    Picture(u32),
    /// The picture has been taken.
    Taken,
    /// Write the first side's mesh into this folder.
    Export(PathBuf),
    /// Post the hash of the first side's state.
    Hash,
}

/// The thread that simulates.
pub struct Player {
    orders: Option<Sender<Order>>,
    board: Arc<Mutex<Board>>,
    thread: Option<JoinHandle<()>>,
}

impl Player {
    /// Starts the thread; `wake` is called when there is something new on the board.
    pub fn new(backend: Backend, renderer: Arc<Renderer>, wake: impl Fn() + Send + 'static) -> Self {
        let (orders, inbox) = channel();
        let board = Arc::new(Mutex::new(Board::default()));
        let shared = board.clone();
        let thread = std::thread::Builder::new()
            .name("simulation".into())
            .spawn(move || run::run(&inbox, backend, renderer, &shared, &wake));
        Self { orders: Some(orders), board, thread: thread.ok() }
    }

    /// Sends an order; nothing happens if the thread is gone.
    pub fn send(&self, order: Order) {
        // Counted before the thread can have obeyed it.
        let mut board = self.board();
        if self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok()) {
            board.pending += 1;
        }
    }

    /// The board.
    pub fn board(&self) -> MutexGuard<'_, Board> {
        lock(&self.board)
    }

    /// Whether the thread has ended, though nobody told it to.
    pub fn is_gone(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // The thread ends with the channel, after the step that it is in.
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

/// Locks even if another thread panicked while it held the lock: what is inside stays usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
