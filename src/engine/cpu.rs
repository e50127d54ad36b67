//! Runs a recording on the CPU by calling each kernel's twin.

use super::recording::{BufferId, DispatchId, Recording, Runner, walk};
use super::{Executor, LoopCount, Timings};
use crate::error::{Error, Result};
use bytemuck::Pod;
use std::cell::{Ref, RefCell, RefMut};
use std::sync::Arc;
use std::time::Instant;

/// The buffers of one dispatch, as a twin sees them.
pub struct Bindings<'a> {
    buffers: Vec<&'a RefCell<Vec<u32>>>,
    params: &'a [u8],
}

impl<'a> Bindings<'a> {
    /// Binds buffers and a parameter block; for calling a twin without a recording.
    pub fn new(buffers: Vec<&'a RefCell<Vec<u32>>>, params: &'a [u8]) -> Self {
        Self { buffers, params }
    }

    /// The buffer in this place of [`super::Kernel::bindings`], to read.
    pub fn read<T: Pod>(&self, index: usize) -> Ref<'a, [T]> {
        Ref::map(self.buffers[index].borrow(), |words| bytemuck::cast_slice(words))
    }

    /// The buffer in this place of [`super::Kernel::bindings`], to write.
    pub fn write<T: Pod>(&self, index: usize) -> RefMut<'a, [T]> {
        RefMut::map(self.buffers[index].borrow_mut(), |words| bytemuck::cast_slice_mut(words))
    }

    /// The first element of a buffer: a uniform.
    pub fn uniform<T: Pod>(&self, index: usize) -> T {
        self.read::<T>(index)[0]
    }

    /// The dispatch's parameter block.
    pub fn params<T: Pod>(&self) -> T {
        bytemuck::pod_read_unaligned(&self.params[..size_of::<T>()])
    }
}

/// The executor on the CPU.
pub struct Cpu {
    recording: Arc<Recording>,
    buffers: Vec<RefCell<Vec<u32>>>,
    timings: Option<Timings>,
    calls: Vec<u64>,
    loops: LoopCount,
}

impl Cpu {
    /// Allocates the recording's buffers, fills them and runs its setup.
    pub fn new(recording: Arc<Recording>) -> Result<Self> {
        let buffers = recording.buffers.iter().map(|b| RefCell::new(b.contents.clone())).collect();
        let (timings, calls, loops) = (None, Vec::new(), LoopCount::default());
        let mut cpu = Self { recording: recording.clone(), buffers, timings, calls, loops };
        walk(&recording.setup, &mut cpu)?;
        Ok(cpu)
    }

    /// A buffer's words.
    pub fn words(&self, buffer: BufferId) -> Ref<'_, Vec<u32>> {
        self.buffers[buffer.0].borrow()
    }
}

impl Runner for Cpu {
    fn dispatch(&mut self, id: DispatchId) -> Result<()> {
        let dispatch = &self.recording.dispatches[id.0];
        let params = dispatch.params.map_or(&[][..], |offset| &self.recording.params[offset as usize..]);
        let buffers = dispatch.buffers.iter().map(|b| &self.buffers[b.0]).collect();
        let start = Instant::now();
        (dispatch.kernel.cpu)(dispatch.invocations, &Bindings::new(buffers, params));
        if let Some(timings) = &mut self.timings {
            let timing = timings.entry(dispatch.label).or_default();
            timing.add(start.elapsed().as_secs_f64(), 1);
            self.calls[id.0] += 1;
        }
        Ok(())
    }

    fn done(&mut self, flag: BufferId) -> Result<bool> {
        Ok(self.buffers[flag.0].borrow()[0] != 0)
    }

    fn looped(&mut self, repetitions: u32) {
        self.loops.add(repetitions, repetitions, 0);
    }
}

impl Executor for Cpu {
    fn recording(&self) -> &Arc<Recording> {
        &self.recording
    }

    fn run(&mut self) -> Result<()> {
        let recording = self.recording.clone();
        walk(&recording.steps, self)
    }

    fn write(&mut self, buffer: BufferId, words: &[u32]) -> Result<()> {
        let mut held = self.buffers[buffer.0].borrow_mut();
        let available = 4 * held.len() as u64;
        let too_long = || Error::Limit {
            what: format!("a write to the buffer `{}`", self.recording.buffers[buffer.0].name),
            needed: 4 * words.len() as u64,
            limit: "size",
            available,
        };
        held.get_mut(..words.len()).ok_or_else(too_long)?.copy_from_slice(words);
        Ok(())
    }

    fn read_all(&mut self, buffers: &[BufferId]) -> Result<Vec<Vec<u32>>> {
        Ok(buffers.iter().map(|b| self.buffers[b.0].borrow().clone()).collect())
    }

    fn profile(&mut self, on: bool) -> bool {
        self.timings = on.then(Timings::default);
        self.calls = vec![0; if on { self.recording.dispatches.len() } else { 0 }];
        true
    }

    fn timings(&self) -> Timings {
        self.timings.clone().unwrap_or_default()
    }

    fn calls(&self) -> Vec<u64> {
        self.calls.clone()
    }

    fn waits(&self) -> u64 {
        0
    }

    fn loops(&self) -> LoopCount {
        self.loops
    }

    fn name(&self) -> String {
        "cpu".into()
    }
}
