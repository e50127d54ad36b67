//! Submissions of bounded length, for a device that is shared with a window.

use super::device::Device;
use crate::error::Result;
use std::time::{Duration, Instant};

/// How many dispatches go out at once, so that none takes much longer than asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// How long a submission should take.
    target: Duration,
    /// Dispatches that go out at once.
    pub(super) dispatches: u32,
    /// How long the device has worked for this user [s].
    pub(super) busy: f64,
}

impl Pace {
    pub(super) fn new(target: Duration) -> Self {
        Self { target, dispatches: 16, busy: 0.0 }
    }

    /// Submits so many dispatches in a turn and waits for them; adapts how many go out the next time.
    pub(super) fn submit(
        &mut self,
        device: &Device,
        count: u32,
        submit: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let turn = device.turns.take();
        let start = Instant::now();
        submit().and_then(|()| device.wait())?;
        let seconds = start.elapsed();
        drop(turn);
        self.busy += seconds.as_secs_f64();
        // What was cut short by the end of a stretch says nothing about longer ones, unless it took too long.
        if seconds > self.target {
            self.dispatches = (self.dispatches / 2).max(1);
        } else if count >= self.dispatches && seconds < self.target / 2 {
            self.dispatches = (self.dispatches * 2).min(super::MAX_DISPATCHES);
        }
        Ok(())
    }
}
