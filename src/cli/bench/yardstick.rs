//! What everything is measured beside: copies of a buffer on the same executor.

use crate::engine::{BufferId, Executor};
use crate::error::Result;
use crate::kernels::measure::copy::Copies;
use crate::simulation::Backend;
use std::sync::Arc;
use std::time::Instant;

/// Elements of a reference per vertex, 16 bytes each: 256 bytes, so that its dispatches are about as large as those of the
/// cloth. Small ones are mostly the driver's work, which a busy machine slows in another way than the kernels'.
pub const PER_VERTEX: u32 = 16;
/// Elements of the copy that memory is measured by: 64 MB, which no cache holds.
pub const LARGE: u32 = 1 << 22;
/// How long a run of copies should take [s].
const RUN: f64 = 5e-4;
/// Most copies in a run.
const MOST: u32 = 4096;

/// Copies of one size.
pub struct Yardstick {
    executor: Box<dyn Executor>,
    word: BufferId,
    /// Copies in a run.
    times: u32,
    /// About how long a run takes [s].
    run: f64,
}

impl Yardstick {
    /// Copies of so many elements.
    pub fn new(backend: &Backend, elements: u32) -> Result<Self> {
        let mut one = Self::with(backend, elements, 1)?;
        if one.run >= RUN {
            return Ok(one);
        }
        let times = (RUN / one.measure(0.0)?.max(1e-9)).ceil().min(MOST.into()) as u32;
        Self::with(backend, elements, times)
    }

    fn with(backend: &Backend, elements: u32, times: u32) -> Result<Self> {
        let Copies { recording, word, .. } = Copies::new(elements, times);
        let mut yardstick =
            Self { executor: backend.executor(Arc::new(recording))?, word, times, run: f64::INFINITY };
        yardstick.measure(0.0)?;
        for _ in 0..3 {
            yardstick.run = yardstick.run.min(yardstick.measure(0.0)? * f64::from(times));
        }
        Ok(yardstick)
    }

    /// The time of one copy [s], over so many runs that they take about this long [s].
    pub fn measure(&mut self, window: f64) -> Result<f64> {
        let runs = (window / self.run).round().clamp(1.0, 1000.0) as u32;
        let start = Instant::now();
        (0..runs).try_for_each(|_| self.executor.run())?;
        self.executor.read(self.word)?;
        Ok(start.elapsed().as_secs_f64() / f64::from(runs * self.times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_copy_takes_longer() {
        let [mut small, mut large] = [1 << 10, 1 << 20].map(|n| Yardstick::new(&Backend::Cpu, n).unwrap());
        assert!(small.times > large.times);
        let least =
            |y: &mut Yardstick| (0..5).map(|_| y.measure(1e-3).unwrap()).fold(f64::INFINITY, f64::min);
        assert!(10.0 * least(&mut small) < least(&mut large));
    }
}
