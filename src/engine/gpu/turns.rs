//! Turns on a device: who simulates and who draws share it, and neither keeps the other waiting for long.

use super::device::lock;
use std::sync::{Condvar, Mutex, PoisonError};

/// Who may use a device next. One user at a time; those in a hurry come first.
#[derive(Debug, Default)]
pub struct Turns {
    state: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    busy: bool,
    /// How many are waiting in a hurry.
    hurried: u32,
}

/// A turn; it ends when this is dropped.
#[derive(Debug)]
pub struct Turn<'a>(&'a Turns);

impl Turns {
    /// Waits for a turn, after all who are in a hurry.
    pub fn take(&self) -> Turn<'_> {
        self.wait(|queue| queue.busy || queue.hurried > 0)
    }

    /// Waits for a turn before all who are not in a hurry.
    pub fn hurry(&self) -> Turn<'_> {
        lock(&self.state).hurried += 1;
        let turn = self.wait(|queue| queue.busy);
        lock(&self.state).hurried -= 1;
        turn
    }

    fn wait(&self, must_wait: impl Fn(&Queue) -> bool) -> Turn<'_> {
        let mut queue = lock(&self.state);
        while must_wait(&queue) {
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        queue.busy = true;
        Turn(self)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).busy = false;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    use std::time::Duration;

    #[test]
    fn one_at_a_time_and_whoever_is_in_a_hurry_first() {
        let turns = Turns::default();
        let (inside, order) = (AtomicU32::new(0), Mutex::new(Vec::new()));
        let pause = || std::thread::sleep(Duration::from_millis(40));
        std::thread::scope(|scope| {
            let first = turns.take();
            for patient in [true, true, false] {
                let (turns, inside, order) = (&turns, &inside, &order);
                scope.spawn(move || {
                    let turn = if patient { turns.take() } else { turns.hurry() };
                    assert_eq!(inside.fetch_add(1, SeqCst), 0);
                    order.lock().unwrap().push(patient);
                    pause();
                    inside.fetch_sub(1, SeqCst);
                    drop(turn);
                });
                pause();
            }
            drop(first);
        });
        assert_eq!(*order.lock().unwrap(), [false, true, true]);
    }
}
