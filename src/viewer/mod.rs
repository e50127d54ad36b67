//! The window: simulations on a thread of their own, drawn from their own buffers, and everything a person may do with them.
//!
//! It talks to simulations only through [`crate::simulation`]: the thread in [`player`] owns them, the window sends orders
//! and looks at a board.

mod app;
mod capture;
mod follow;
mod graphics;
mod interface;
mod keys;
mod orbit;
mod panels;
pub mod player;
mod script;
mod views;

use crate::error::{Error, Result};
use crate::scene::Scene;
use app::App;
use script::Script;
use std::path::Path;
use winit::event_loop::EventLoop;

/// What to open.
#[derive(Debug, Clone)]
pub struct Options {
    /// The scene.
    pub scene: Scene,
    /// Whether simulations run on the CPU; drawing needs a GPU all the same.
    pub on_cpu: bool,
    /// The GPU adapter, by a part of its name or by its index.
    pub adapter: Option<String>,
    /// Width and height of the window [points].
    pub size: (u32, u32),
    /// Whether the simulation waits for a key.
    pub paused: bool,
    /// Lines to be obeyed one after the other.
    pub script: Option<String>,
}

/// The window's thread is told that there is something new.
#[derive(Debug, Clone, Copy)]
struct Wake;

/// Whether a window could be opened: there is a display to try.
pub fn has_display() -> bool {
    if cfg!(any(target_os = "windows", target_os = "macos")) {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Opens the window and stays until it is closed.
pub fn run(options: Options) -> Result<()> {
    let script = options.script.as_deref().map(Script::parse).transpose()?;
    let events = EventLoop::<Wake>::with_user_event().build().map_err(|e| Error::NoDisplay(e.to_string()))?;
    let mut app = App::new(options, script, events.create_proxy());
    let ended = events.run_app(&mut app).map_err(|e| Error::NoDisplay(e.to_string()));
    app.result().and(ended)
}

/// Reads a script.
pub fn read_script(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|e| Error::io(path, e))
}
