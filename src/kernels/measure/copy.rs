//! Copies a buffer: what all other times are compared with, and the most that memory gives.

use crate::engine::cpu::Bindings;
use crate::engine::layout::Element;
use crate::engine::{BufferId, Kernel, Recording};
use crate::kernels::kernel;

/// The kernel.
pub const KERNEL: Kernel = kernel!("measure/copy", bindings: &["source", "result"], structs: [], cpu: cpu);

fn cpu(invocations: u32, b: &Bindings) {
    let count = invocations as usize;
    b.write::<[f32; 4]>(1)[..count].copy_from_slice(&b.read::<[f32; 4]>(0)[..count]);
}

/// A program that copies so many elements of 16 bytes, so many times.
#[derive(Debug)]
pub struct Copies {
    /// The program.
    pub recording: Recording,
    /// Where the copy is.
    pub result: BufferId,
    /// A word to wait for the end by.
    pub word: BufferId,
}

impl Copies {
    /// Records copies of so many elements, so many times.
    pub fn new(elements: u32, times: u32) -> Self {
        Self::several(&[(elements, times)])
    }

    /// Records copies of several sizes one after the other, each as often as is said beside it. No two elements are the same.
    pub fn several(sizes: &[(u32, u32)]) -> Self {
        let mut recording = Recording::default();
        let elements = sizes.iter().map(|size| size.0).max().unwrap_or(1);
        let rows: Vec<[f32; 4]> =
            (0..elements).map(|i| [0.0, 0.25, 0.5, 0.75].map(|f| i as f32 + f)).collect();
        let source = recording.buffer("source", Element::Vec4, &rows);
        let result = recording.buffer("result", Element::Vec4, &vec![[0f32; 4]; rows.len()]);
        let word = recording.buffer("word", Element::U32, &[0u32]);
        for &(elements, times) in sizes {
            recording.open_loop();
            recording.dispatch(&KERNEL, "copy", &[source, result], elements);
            recording.close_loop(times, None, 1);
        }
        Self { recording, result, word }
    }

    /// Bytes that one copy reads and writes [bytes].
    pub fn bytes(elements: u32) -> f64 {
        2.0 * 16.0 * f64::from(elements)
    }
}
