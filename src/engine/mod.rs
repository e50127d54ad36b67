//! Runs recordings; knows no physics.
//!
//! A method builds a [`Recording`] once: buffers, dispatches and loops as data. [`cpu::Cpu`] and [`gpu::Gpu`]
//! give it the same meaning, over the same bytes, so that the CPU reference is the same program run twice.

pub mod compare;
pub mod cpu;
pub mod gpu;
pub mod layout;
pub mod recording;
pub mod reflect;
pub mod source;

pub use recording::{BufferId, Dispatch, DispatchId, Kernel, Recording, Runner, walk};

use crate::error::Result;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Time spent in the passes of one label.
#[derive(Debug, Clone, Copy, Default)]
pub struct Timing {
    /// Sum over the calls [s].
    pub seconds: f64,
    /// Dispatches.
    pub calls: u64,
}

impl Timing {
    /// Adds calls that took this long together [s].
    pub fn add(&mut self, seconds: f64, calls: u64) {
        self.seconds += seconds;
        self.calls += calls;
    }
}

/// Timings by label.
pub type Timings = BTreeMap<&'static str, Timing>;

/// How the loops that end by a flag went. A loop inside of one that has ended counts too, with what its flag says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LoopCount {
    /// How often one was run.
    pub runs: u64,
    /// Repetitions dispatched.
    pub repetitions: u64,
    /// Repetitions until the flags were set; all where one was not.
    pub used: u64,
    /// How often the host waited for a flag.
    pub waits: u64,
}

impl LoopCount {
    /// Adds a run.
    fn add(&mut self, repetitions: u32, used: u32, waits: u32) {
        self.runs += 1;
        self.repetitions += u64::from(repetitions);
        self.used += u64::from(used);
        self.waits += u64::from(waits);
    }

    /// What there was since an earlier count.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            runs: self.runs - earlier.runs,
            repetitions: self.repetitions - earlier.repetitions,
            used: self.used - earlier.used,
            waits: self.waits - earlier.waits,
        }
    }

    /// Share of the repetitions that came after the flag was set; 0 without any.
    pub fn wasted(&self) -> f64 {
        (self.repetitions - self.used) as f64 / self.repetitions.max(1) as f64
    }
}

/// What runs a recording.
pub trait Executor: Runner {
    /// The program and its buffers.
    fn recording(&self) -> &Arc<Recording>;
    /// Runs the program once. A GPU has only been told to when this returns.
    fn run(&mut self) -> Result<()>;
    /// Replaces the first words of a buffer.
    fn write(&mut self, buffer: BufferId, words: &[u32]) -> Result<()>;
    /// Waits for a buffer's contents.
    fn read(&mut self, buffer: BufferId) -> Result<Vec<u32>> {
        Ok(self.read_all(&[buffer])?.swap_remove(0))
    }
    /// Waits once for the contents of several buffers.
    fn read_all(&mut self, buffers: &[BufferId]) -> Result<Vec<Vec<u32>>>;
    /// Starts or stops taking timings per pass, which costs time itself; false where the device cannot.
    fn profile(&mut self, on: bool) -> bool;
    /// The timings since profiling began.
    fn timings(&self) -> Timings;
    /// How often each dispatch was run since profiling began, by its place in the recording.
    fn calls(&self) -> Vec<u64>;
    /// How often the host has waited for the device.
    fn waits(&self) -> u64;
    /// How the loops that end by a flag went since the beginning, those of the setup included.
    fn loops(&self) -> LoopCount;
    /// Cuts what goes to a device into pieces that take about this long, in turns with whoever draws on it; none for pieces as
    /// large as they come. Results are the same.
    fn pace(&mut self, _target: Option<Duration>) {}
    /// How long the device has worked for this program since it was paced [s]; none where it is not.
    fn busy(&self) -> Option<f64> {
        None
    }
    /// The adapter's name, or `cpu`.
    fn name(&self) -> String;
    /// The executor as a GPU, to share its device and buffers.
    fn as_gpu(&self) -> Option<&gpu::Gpu> {
        None
    }
}
