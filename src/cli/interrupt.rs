//! Ctrl-C: a run ends after the frame it is in, so that what it writes is whole.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C is a request.
pub fn watch() {
    if let Err(error) = ctrlc::set_handler(|| REQUESTED.store(true, Ordering::Relaxed)) {
        log::warn!("Ctrl-C will end the run at once: {error}");
    }
}

/// Whether the user wants the run to end.
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
