//! What everything is measured beside: copies of a buffer on the same executor.

use crate::engine::{BufferId, Executor};
use crate::error::Result;
use crate::kernels::measure::copy::Copies;
use crate::simulation::Backend;
use std::sync::Arc;
use std::time::Instant;

/// Elements of the reference, 16 bytes each: 1 MB, which caches hold, as they do most cloth.
pub const REFERENCE: u32 = 1 << 16;
/// Elements of the copy that memory is measured by: 64 MB, which they do not.
pub const LARGE: u32 = 1 << 22;
/// How long a measurement should take [s].
pub const LEAST: f64 = 0.02;
/// Most copies in a measurement.
const MOST: u32 = 4096;

/// Copies of one size.
pub struct Yardstick {
    executor: Box<dyn Executor>,
    word: BufferId,
    times: u32,
}

impl Yardstick {
    /// Copies of so many elements, as many in a measurement as take some milliseconds.
    pub fn new(backend: &Backend, elements: u32) -> Result<Self> {
        let mut one = Self::with(backend, elements, 1)?;
        one.measure()?;
        let seconds = one.measure()?.min(one.measure()?);
        let times = (LEAST / seconds.max(1e-9)).ceil().min(MOST.into()) as u32;
        if times <= 1 { Ok(one) } else { Self::with(backend, elements, times) }
    }

    fn with(backend: &Backend, elements: u32, times: u32) -> Result<Self> {
        let Copies { recording, word, .. } = Copies::new(elements, times);
        let mut executor = backend.executor(Arc::new(recording))?;
        executor.run()?;
        executor.read(word)?;
        Ok(Self { executor, word, times })
    }

    /// The time of one copy [s].
    pub fn measure(&mut self) -> Result<f64> {
        let start = Instant::now();
        self.executor.run()?;
        self.executor.read(self.word)?;
        Ok(start.elapsed().as_secs_f64() / f64::from(self.times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_copy_takes_longer() {
        let [mut small, mut large] = [1 << 10, 1 << 20].map(|n| Yardstick::new(&Backend::Cpu, n).unwrap());
        assert!(small.times > large.times);
        let least = |y: &mut Yardstick| (0..5).map(|_| y.measure().unwrap()).fold(f64::INFINITY, f64::min);
        assert!(10.0 * least(&mut small) < least(&mut large));
    }
}
