//! What everything is measured beside: copies of a buffer on the same executor.

use crate::engine::layout::Element;
use crate::engine::recording::{Dispatch, Step};
use crate::engine::{BufferId, DispatchId, Executor, Recording};
use crate::error::Result;
use crate::kernels::measure::copy::{Copies, KERNEL};
use crate::simulation::Backend;
use std::sync::Arc;
use std::time::Instant;

/// Elements of the copy that memory is measured by: 64 MB, which no cache holds.
pub const LARGE: u32 = 1 << 22;
/// How long a run of equal copies should take [s], so that the wait for its end hardly counts.
const RUN: f64 = 0.01;
/// Most copies in a run.
const MOST: u32 = 4096;
/// Elements of a copy on the CPU, where there is no driver to be alike. Larger ones go by instructions for strings, whose speed depends on
/// where both buffers happen to lie, by more than half.
const ON_CPU: u32 = 64;
/// Elements of the copy behind a dispatch on a GPU: as much work as a dispatch of a mesh of some thousand vertices.
const BEHIND: u32 = 1 << 15;
/// Most dispatches in the shadow of a step.
const SHADOW: u64 = 1000;

/// Copies that run one after the other.
pub struct Yardstick {
    executor: Box<dyn Executor>,
    word: BufferId,
    /// Copies in a run.
    times: u32,
}

impl Yardstick {
    /// Copies of so many elements, so many that a run takes long enough to be measured.
    pub fn new(backend: &Backend, elements: u32) -> Result<Self> {
        let mut times = 1;
        loop {
            let mut yardstick = Self::with(backend, &[(elements, times)])?;
            if times >= MOST || yardstick.measure(0.0)? * f64::from(times) >= RUN {
                return Ok(yardstick);
            }
            times *= 8;
        }
    }

    /// The shadow of a step whose dispatches were called so often, or once where that is not known: a copy in the place of each, on a
    /// GPU one of the same size. What the driver does for a dispatch, and how its size suits the device, is the same for both then,
    /// and so is what disturbs them.
    pub fn beside(backend: &Backend, recording: &Recording, calls: &[u64]) -> Result<Self> {
        let size = |elements| if matches!(backend, Backend::Cpu) { ON_CPU } else { elements };
        let called = |i: usize| calls.get(i).copied().unwrap_or(1);
        let all: u64 = (0..recording.dispatches.len()).map(called).sum();
        let times = |calls: u64| (calls * SHADOW.min(all)).div_ceil(all.max(1)) as u32;
        let sizes: Vec<(u32, u32)> = (recording.dispatches.iter().enumerate())
            .map(|(i, dispatch)| (dispatch.invocations, times(called(i))))
            .filter(|size| size.0 > 0 && size.1 > 0)
            .map(|(elements, times)| (size(elements), times))
            .collect();
        Self::with(backend, &sizes)
    }

    fn with(backend: &Backend, sizes: &[(u32, u32)]) -> Result<Self> {
        let Copies { recording, word, .. } = Copies::several(sizes);
        let times = sizes.iter().map(|size| size.1).sum();
        let mut yardstick = Self { executor: backend.executor(Arc::new(recording))?, word, times };
        yardstick.measure(0.0)?;
        Ok(yardstick)
    }

    /// The time of one copy [s]: that of a run and of the wait for its end, the fastest of as many as this takes [s].
    pub fn measure(&mut self, window: f64) -> Result<f64> {
        let (begin, mut least) = (Instant::now(), f64::INFINITY);
        loop {
            let start = Instant::now();
            self.executor.run()?;
            self.executor.read(self.word)?;
            least = least.min(start.elapsed().as_secs_f64());
            if begin.elapsed().as_secs_f64() >= window {
                return Ok(least / f64::from(self.times));
            }
        }
    }
}

/// A recording with a copy behind each dispatch, whose passes go by the kernel's name. What disturbs a dispatch disturbs its copy: how
/// many threads of a driver are awake, and what else the machine does just then.
pub fn with_copies(mut recording: Recording, backend: &Backend) -> Recording {
    let elements = if matches!(backend, Backend::Cpu) { ON_CPU } else { BEHIND };
    let rows = vec![[0f32; 4]; elements as usize];
    let buffers = ["copied", "copy"].map(|name| recording.buffer(name, Element::Vec4, &rows)).to_vec();
    let (kernel, label, id) = (&KERNEL, KERNEL.name, DispatchId(recording.dispatches.len()));
    recording.dispatches.push(Dispatch { kernel, label, buffers, invocations: elements, params: None });
    put_behind(&mut recording.steps, id);
    recording
}

fn put_behind(steps: &mut Vec<Step>, copy: DispatchId) {
    for mut step in std::mem::take(steps) {
        let is_dispatch = matches!(step, Step::Dispatch(_));
        if let Step::Loop(l) = &mut step {
            put_behind(&mut l.body, copy);
        }
        steps.push(step);
        steps.extend(is_dispatch.then_some(Step::Dispatch(copy)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_copy_takes_longer() {
        let [mut small, mut large] = [1 << 10, 1 << 20].map(|n| Yardstick::new(&Backend::Cpu, n).unwrap());
        assert!(small.times > large.times);
        assert!(10.0 * small.measure(5e-3).unwrap() < large.measure(5e-3).unwrap());
    }

    #[test]
    fn a_shadow_has_the_dispatches_of_its_step_up_to_a_limit() {
        let recording = Copies::several(&[(100, 1), (200, 1), (300, 1)]).recording;
        let times = |calls: [u64; 3]| Yardstick::beside(&Backend::Cpu, &recording, &calls).unwrap().times;
        assert_eq!(times([3, 0, 4]), 7);
        assert_eq!(Yardstick::beside(&Backend::Cpu, &recording, &[]).unwrap().times, 3);
        assert_eq!(times([2000, 0, 8000]), 1000);
        assert_eq!(times([10_000, 1, 0]), 1001);
    }
    #[test]
    fn a_copy_follows_every_dispatch_and_changes_nothing() {
        let Copies { recording, result, .. } = Copies::several(&[(100, 3), (200, 2)]);
        let copied = with_copies(recording.clone(), &Backend::Cpu);
        assert_eq!(copied.dispatch_count(), 2 * recording.dispatch_count());
        let after = |recording| {
            let mut executor = Backend::Cpu.executor(Arc::new(recording)).unwrap();
            executor.run().unwrap();
            executor.read(result).unwrap()
        };
        assert_eq!(after(copied), after(recording));
    }
}
