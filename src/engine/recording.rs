//! Passes as data: what a method records once and an executor runs as often as it likes.

use super::cpu::Bindings;
use super::layout::{Element, GpuStruct, StructLayout};
use crate::error::Result;

/// A kernel: a WGSL file and the Rust function that does the same.
#[derive(Debug)]
pub struct Kernel {
    /// Path below `shaders/`, without the extension.
    pub name: &'static str,
    /// The file's text.
    pub wgsl: &'static str,
    /// Names of the buffers in the order in which a dispatch and the twin list them; the slots come from the
    /// WGSL. A uniform named `params` is the dispatch's parameter block and is not listed.
    pub bindings: &'static [&'static str],
    /// The structs it shares with Rust.
    pub structs: &'static [fn() -> &'static StructLayout],
    /// The twin.
    pub cpu: fn(invocations: u32, buffers: &Bindings),
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A buffer of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BufferId(pub usize);

/// A dispatch of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DispatchId(pub usize);

/// A buffer to be: its name, what it holds and its first contents.
#[derive(Debug, Clone)]
pub struct BufferSpec {
    /// Name for labels and messages.
    pub name: &'static str,
    /// What its elements are.
    pub element: Element,
    /// The first contents; never empty.
    pub contents: Vec<u32>,
}

/// One call of a kernel.
#[derive(Debug, Clone)]
pub struct Dispatch {
    /// The kernel.
    pub kernel: &'static Kernel,
    /// The name of the pass in timings.
    pub label: &'static str,
    /// Its buffers, in the order of [`Kernel::bindings`].
    pub buffers: Vec<BufferId>,
    /// How many invocations do work.
    pub invocations: u32,
    /// Where its parameter block starts in [`Recording::params`] [bytes].
    pub params: Option<u32>,
}

/// One entry of a recorded program.
#[derive(Debug, Clone)]
pub enum Step {
    /// Call a kernel.
    Dispatch(DispatchId),
    /// Repeat.
    Loop(Loop),
}

/// A repetition. Kernels in the body of a loop with `done` must do nothing once it is set: an executor may run
/// the body more often than needed.
#[derive(Debug, Clone)]
pub struct Loop {
    /// What is repeated.
    pub body: Vec<Step>,
    /// A buffer that begins with two words: non-zero when the loop may end, and the repetitions it took; none for a fixed
    /// count.
    pub done: Option<BufferId>,
    /// The largest number of repetitions.
    pub max: u32,
    /// How many repetitions a device gets at once before "done" is looked at; later runs go by what the last one took.
    pub chunk: u32,
}

/// A program over buffers, with everything that is needed to run it.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// The buffers.
    pub buffers: Vec<BufferSpec>,
    /// The dispatches.
    pub dispatches: Vec<Dispatch>,
    /// What an executor runs once, before anything else.
    pub setup: Vec<Step>,
    /// The program.
    pub steps: Vec<Step>,
    /// The parameter blocks, each at a multiple of [`PARAMS_ALIGNMENT`].
    pub params: Vec<u8>,
    /// The steps around the loops that are being recorded, outermost first.
    open: Vec<Vec<Step>>,
}

/// Alignment of parameter blocks, WebGPU's default for dynamic offsets [bytes].
pub const PARAMS_ALIGNMENT: usize = 256;

impl Recording {
    /// Adds a buffer with these contents.
    pub fn buffer<T: bytemuck::Pod>(
        &mut self,
        name: &'static str,
        element: Element,
        contents: &[T],
    ) -> BufferId {
        let mut words: Vec<u32> = bytemuck::pod_collect_to_vec(contents);
        // A zero-sized binding is not allowed.
        words.resize(words.len().max(element.size().div_ceil(4)), 0);
        self.buffers.push(BufferSpec { name, element, contents: words });
        BufferId(self.buffers.len() - 1)
    }

    /// Adds a buffer of structs.
    pub fn structs<T: GpuStruct>(&mut self, name: &'static str, contents: &[T]) -> BufferId {
        self.buffer(name, Element::Struct(T::layout()), contents)
    }

    /// Records a dispatch without a parameter block.
    pub fn dispatch(
        &mut self,
        kernel: &'static Kernel,
        label: &'static str,
        buffers: &[BufferId],
        invocations: u32,
    ) {
        self.push(Dispatch { kernel, label, buffers: buffers.to_vec(), invocations, params: None });
    }

    /// Records a dispatch with a parameter block.
    pub fn dispatch_with<P: GpuStruct>(
        &mut self,
        kernel: &'static Kernel,
        label: &'static str,
        buffers: &[BufferId],
        invocations: u32,
        params: P,
    ) {
        let params = Some(self.add_params(&params));
        self.push(Dispatch { kernel, label, buffers: buffers.to_vec(), invocations, params });
    }

    /// What `record` records is run once, before the program.
    pub fn in_setup<T>(&mut self, record: impl FnOnce(&mut Self) -> T) -> T {
        std::mem::swap(&mut self.steps, &mut self.setup);
        let result = record(self);
        std::mem::swap(&mut self.steps, &mut self.setup);
        result
    }

    /// What is recorded from here on is the body of a loop, up to [`Recording::close_loop`].
    pub fn open_loop(&mut self) {
        self.open.push(std::mem::take(&mut self.steps));
    }

    /// Ends the body of the innermost loop; see [`Loop`] for the rest.
    pub fn close_loop(&mut self, max: u32, done: Option<BufferId>, chunk: u32) {
        let body = std::mem::replace(&mut self.steps, self.open.pop().unwrap_or_default());
        self.steps.push(Step::Loop(Loop { body, done, max, chunk: chunk.max(1) }));
    }

    fn push(&mut self, dispatch: Dispatch) {
        if dispatch.invocations == 0 {
            return;
        }
        self.dispatches.push(dispatch);
        self.steps.push(Step::Dispatch(DispatchId(self.dispatches.len() - 1)));
    }

    fn add_params<P: GpuStruct>(&mut self, params: &P) -> u32 {
        let bytes = bytemuck::bytes_of(params);
        let same = |block: &[u8]| block.len() >= bytes.len() && &block[..bytes.len()] == bytes;
        if let Some(found) = self.params.chunks(PARAMS_ALIGNMENT).position(same) {
            return (found * PARAMS_ALIGNMENT) as u32;
        }
        let offset = self.params.len();
        self.params.extend_from_slice(bytes);
        self.params.resize(offset + bytes.len().next_multiple_of(PARAMS_ALIGNMENT), 0);
        offset as u32
    }

    /// The same with every pass named after its kernel, for timings per kernel.
    #[must_use]
    pub fn by_kernel(mut self) -> Self {
        self.dispatches.iter_mut().for_each(|dispatch| dispatch.label = dispatch.kernel.name);
        self
    }

    /// Bytes of all buffers [bytes].
    pub fn bytes(&self) -> u64 {
        self.buffers.iter().map(|b| 4 * b.contents.len() as u64).sum::<u64>() + self.params.len() as u64
    }

    /// How many dispatches one run makes; loops that may end early count in full.
    pub fn dispatch_count(&self) -> u64 {
        fn count(steps: &[Step]) -> u64 {
            let one = |step: &Step| match step {
                Step::Dispatch(_) => 1,
                Step::Loop(l) => u64::from(l.max) * count(&l.body),
            };
            steps.iter().map(one).sum()
        }
        count(&self.steps)
    }
}

/// What runs dispatches one by one.
pub trait Runner {
    /// Runs one dispatch.
    fn dispatch(&mut self, id: DispatchId) -> Result<()>;
    /// Whether the loop with this flag has ended.
    fn done(&mut self, flag: BufferId) -> Result<bool>;
    /// A loop with a flag has ended after so many repetitions.
    fn looped(&mut self, _repetitions: u32) {}
}

/// Runs a program one dispatch after the other, looking at "done" after every repetition.
pub fn walk(steps: &[Step], runner: &mut dyn Runner) -> Result<()> {
    for step in steps {
        match step {
            Step::Dispatch(id) => runner.dispatch(*id)?,
            Step::Loop(Loop { body, done: None, max, .. }) => {
                (0..*max).try_for_each(|_| walk(body, runner))?;
            }
            Step::Loop(Loop { body, done: Some(flag), max, .. }) => {
                let (mut count, mut done) = (0, false);
                while !done && count < *max {
                    walk(body, runner)?;
                    count += 1;
                    done = runner.done(*flag)?;
                }
                runner.looped(count);
            }
        }
    }
    Ok(())
}
