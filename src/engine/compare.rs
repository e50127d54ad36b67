//! The same dispatch on both executors, from the same input.

use super::cpu::Cpu;
use super::gpu::Gpu;
use super::layout::{Element, Word};
use super::reflect::Access;
use super::{BufferId, DispatchId, Executor, Runner};
use crate::error::Result;
use std::collections::BTreeMap;

/// How far the results of a kernel lie apart.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Difference {
    /// Largest difference of a float, relative to the largest value of its kind in the buffer.
    pub of_value: f64,
    /// The same after [`ROUNDING`] is taken off, relative to the largest change that the dispatch made there.
    pub of_change: f64,
    /// Integers that differ.
    pub integers: u64,
    /// Floats that are finite on one side only.
    pub non_finite: u64,
    /// Dispatches compared.
    pub dispatches: u64,
    /// Dispatches that changed something: a comparison of nothing proves nothing.
    pub changing: u64,
}

/// What two correct devices may differ by in one dispatch, relative to the largest value: a few roundings.
pub const ROUNDING: f64 = 8.0 * (f32::EPSILON as f64) / 2.0;

impl Difference {
    /// Takes in another difference of the same kernel.
    pub fn merge(&mut self, o: &Self) {
        self.of_value = self.of_value.max(o.of_value);
        self.of_change = self.of_change.max(o.of_change);
        self.integers += o.integers;
        self.non_finite += o.non_finite;
        self.dispatches += o.dispatches;
        self.changing += o.changing;
    }

    /// Compares a buffer after a dispatch with what the CPU made of it.
    fn add(&mut self, element: &Element, before: &[u32], cpu: &[u32], gpu: &[u32]) {
        let (kinds, groups) = (element.words(), element.groups());
        let float = |w: u32| f64::from(f32::from_bits(w));
        let mut scales = vec![Scale::default(); groups.iter().max().map_or(0, |last| last + 1)];
        let mut changed = false;
        for (i, ((&b, &c), &g)) in before.iter().zip(cpu).zip(gpu).enumerate() {
            let scale = &mut scales[groups[i % kinds.len()]];
            match kinds[i % kinds.len()] {
                Word::Pad => continue,
                Word::U32 => self.integers += u64::from(c != g),
                Word::F32 if float(c).is_finite() && float(g).is_finite() => {
                    scale.add(float(b), float(c), float(g))
                }
                Word::F32 => self.non_finite += u64::from(float(c).is_finite() != float(g).is_finite()),
            }
            changed |= b != c;
        }
        self.changing += u64::from(changed);
        for Scale { value, change, apart } in scales.into_iter().filter(|s| s.apart > 0.0) {
            self.of_value = self.of_value.max(apart / value.max(f64::MIN_POSITIVE));
            let excess = (apart - ROUNDING * value).max(0.0);
            self.of_change = self.of_change.max(excess / change.max(ROUNDING * value));
        }
    }
}

/// How large numbers of one kind are, how much they change and how far they lie apart.
#[derive(Debug, Clone, Copy, Default)]
struct Scale {
    value: f64,
    change: f64,
    apart: f64,
}

impl Scale {
    fn add(&mut self, before: f64, cpu: f64, gpu: f64) {
        self.value = self.value.max(cpu.abs());
        self.change = self.change.max((cpu - before).abs());
        self.apart = self.apart.max((cpu - gpu).abs());
    }
}

/// Runs a program on the CPU and, as it goes, each dispatch on the GPU too, from the CPU's buffers.
pub struct Comparison<'a> {
    /// The executor whose state goes on.
    pub cpu: &'a mut Cpu,
    /// The executor that is given the CPU's buffers before each dispatch.
    pub gpu: &'a mut Gpu,
    /// How often each dispatch is still to be compared.
    pub budget: BTreeMap<DispatchId, u32>,
    /// Differences by kernel.
    pub found: BTreeMap<&'static str, Difference>,
}

impl Runner for Comparison<'_> {
    fn dispatch(&mut self, id: DispatchId) -> Result<()> {
        let left = self.budget.entry(id).or_insert(0);
        if *left == 0 {
            return self.cpu.dispatch(id);
        }
        *left -= 1;
        let recording = self.cpu.recording().clone();
        let dispatch = &recording.dispatches[id.0];
        let written: Vec<BufferId> =
            self.gpu.accesses(id).filter(|(_, a)| *a == Access::Write).map(|(b, _)| b).collect();
        for &buffer in &dispatch.buffers {
            let words = self.cpu.read(buffer)?;
            self.gpu.write(buffer, &words)?;
        }
        let before: Vec<_> = written.iter().map(|b| self.cpu.read(*b)).collect::<Result<_>>()?;
        self.gpu.dispatch(id)?;
        self.cpu.dispatch(id)?;
        let difference = self.found.entry(dispatch.kernel.name).or_default();
        difference.dispatches += 1;
        for (buffer, before) in written.iter().zip(&before) {
            let element = &recording.buffers[buffer.0].element;
            difference.add(element, before, &self.cpu.words(*buffer), &self.gpu.read(*buffer)?);
        }
        Ok(())
    }

    fn done(&mut self, flag: BufferId) -> Result<bool> {
        self.cpu.done(flag)
    }
}

/// Runs a program on the CPU up to the first dispatch of a kernel, and on the GPU from there on.
pub struct Handover<'a> {
    /// The executor that starts and ends each run.
    pub cpu: &'a mut Cpu,
    /// The executor that takes over.
    pub gpu: &'a mut Gpu,
    /// The kernel at which it does.
    pub from: &'a str,
    /// Whether it has.
    pub taken: bool,
}

impl Handover<'_> {
    /// Gives the CPU back what the GPU made, at the end of a run.
    pub fn finish(&mut self) -> Result<()> {
        if std::mem::take(&mut self.taken) {
            for i in 0..self.cpu.recording().buffers.len() {
                let words = self.gpu.read(BufferId(i))?;
                self.cpu.write(BufferId(i), &words)?;
            }
        }
        Ok(())
    }
}

impl Runner for Handover<'_> {
    fn dispatch(&mut self, id: DispatchId) -> Result<()> {
        if !self.taken && self.cpu.recording().dispatches[id.0].kernel.name == self.from {
            for i in 0..self.cpu.recording().buffers.len() {
                let words = self.cpu.read(BufferId(i))?;
                self.gpu.write(BufferId(i), &words)?;
            }
            self.taken = true;
        }
        if self.taken { self.gpu.dispatch(id) } else { self.cpu.dispatch(id) }
    }

    fn done(&mut self, flag: BufferId) -> Result<bool> {
        if self.taken { self.gpu.done(flag) } else { self.cpu.done(flag) }
    }
}
