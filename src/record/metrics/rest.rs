//! When a cloth counts as at rest.

/// The largest speed that counts as rest, in sizes of the bounding box per second [1/s].
const SPEED: f64 = 1e-3;
/// How long the speed must have stayed below that [s].
const DURATION: f64 = 1.0;

/// Watches a run for rest: the largest speed has stayed below 1e-3 bounding boxes per second for one
/// simulated second.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rest {
    /// When the speed fell below the threshold [s]; none while it is above.
    since: Option<f64>,
}

impl Rest {
    /// Tell the state at `time` [s]: the largest speed [m/s] and the bounding box's diagonal [m].
    /// True once the cloth is at rest; a speed that is not a number never is.
    pub fn push(&mut self, time: f64, max_speed: f64, bbox_size: f64) -> bool {
        let slow = max_speed < SPEED * bbox_size;
        if !slow {
            self.since = None;
            return false;
        }
        let since = *self.since.get_or_insert(time);
        // Sixty frames of 1/60 s may add up to a little less than a second.
        time - since >= DURATION - 1e-9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_takes_a_slow_second_without_a_break() {
        let mut rest = Rest::default();
        let mut push = |frame: u32, speed: f64| rest.push(f64::from(frame) / 60.0, speed, 2.0);
        assert!(!push(0, 0.01));
        assert!((1..=60).all(|frame| !push(frame, 0.0019)));
        assert!(push(61, 0.0019));
        assert!(!push(62, 0.002));
        assert!((63..=122).all(|frame| !push(frame, 0.0)));
        assert!(push(123, 0.0));
        assert!(!push(124, f64::NAN));
    }
}
