//! Runs a recording on a GPU: bind groups and pipelines made once, one compute pass per submission, few submissions.

mod chunks;
mod device;
mod pace;
mod profile;
mod readback;
mod turns;

pub use device::{Device, Pipeline, Sources, adapters, instance};
pub use readback::{Readback, read_buffer, read_texture};
pub use turns::{Turn, Turns};

use super::recording::{BufferId, Dispatch, DispatchId, Loop, PARAMS_ALIGNMENT, Recording, Runner, Step};
use super::reflect::Access;
use super::{Executor, LoopCount, Timings};
use crate::error::{Error, Result};
use chunks::{first_chunk, further_chunk};
use pace::Pace;
use profile::Profile;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Largest number of workgroups in one dimension; WebGPU's default.
const MAX_WORKGROUPS: u32 = 65_535;

/// What is read of a loop's flag: whether it is set, and the repetitions until then [bytes].
const FLAG_BYTES: u64 = 8;

/// Dispatches in one submission: a driver may give up on one that takes seconds.
const MAX_DISPATCHES: u32 = 4096;

/// Submissions that may wait for the device before the host does.
const MAX_PENDING: u32 = 64;

/// A dispatch with everything looked up.
struct Ready {
    pipeline: Arc<Pipeline>,
    bind_group: Arc<wgpu::BindGroup>,
    offset: Option<u32>,
    groups: [u32; 2],
    label: &'static str,
}

/// The executor on a GPU.
pub struct Gpu {
    device: Arc<Device>,
    recording: Arc<Recording>,
    buffers: Vec<wgpu::Buffer>,
    ready: Vec<Ready>,
    /// Staging buffers by what is read through them.
    staging: BTreeMap<Vec<BufferId>, wgpu::Buffer>,
    /// The staging buffer of loops' flags.
    flag: wgpu::Buffer,
    /// Repetitions that each loop took the last time, by the loop's flag.
    last: BTreeMap<BufferId, u32>,
    loops: LoopCount,
    waits: u64,
    /// Submissions since the host last waited.
    pending: u32,
    /// How submissions are cut where the device is shared with a window.
    pace: Option<Pace>,
    profile: Option<Profile>,
}

impl Gpu {
    /// Allocates the recording's buffers, fills them, makes its pipelines and bind groups, and runs its setup.
    pub fn new(device: Arc<Device>, recording: Arc<Recording>) -> Result<Self> {
        check_sizes(&device, &recording)?;
        let pipelines: Vec<_> =
            recording.dispatches.iter().map(|d| device.pipeline(d.kernel)).collect::<Result<_>>()?;
        let buffers = create_buffers(&device, &recording, &pipelines)?;
        let params = create_params(&device, &recording)?;
        let mut groups = BTreeMap::new();
        let mut ready = Vec::with_capacity(pipelines.len());
        for (dispatch, pipeline) in recording.dispatches.iter().zip(pipelines) {
            let key = (dispatch.kernel.name, dispatch.buffers.clone());
            let bind_group = match groups.get(&key) {
                Some(found) => Arc::clone(found),
                None => {
                    let made = Arc::new(bind(&device, dispatch, &pipeline, &buffers, &params)?);
                    groups.insert(key, made.clone());
                    made
                }
            };
            let count = dispatch.invocations.div_ceil(pipeline.reflection.workgroup);
            let rows = count.div_ceil(MAX_WORKGROUPS);
            let groups = [count.div_ceil(rows), rows];
            ready.push(Ready {
                pipeline,
                bind_group,
                offset: dispatch.params,
                groups,
                label: dispatch.label,
            });
        }
        let flag = readback::staging(&device, FLAG_BYTES)?;
        let mut gpu = Self {
            device,
            recording: recording.clone(),
            buffers,
            ready,
            staging: BTreeMap::new(),
            flag,
            last: BTreeMap::new(),
            loops: LoopCount::default(),
            waits: 0,
            pending: 0,
            pace: None,
            profile: None,
        };
        gpu.run_steps(&recording.setup)?;
        Ok(gpu)
    }

    /// A buffer on the device, to draw from or to bind in the caller's own passes.
    pub fn buffer(&self, buffer: BufferId) -> &wgpu::Buffer {
        &self.buffers[buffer.0]
    }

    /// The device and queue.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// The buffers of a dispatch and how its kernel uses them.
    pub fn accesses(&self, id: DispatchId) -> impl Iterator<Item = (BufferId, Access)> {
        let bindings = &self.ready[id.0].pipeline.reflection.bindings;
        self.recording.dispatches[id.0].buffers.iter().copied().zip(bindings.iter().map(|b| b.access))
    }

    /// Submits dispatches in compute passes of up to [`MAX_DISPATCHES`]; `each` hands them to its callback.
    fn submit(&mut self, each: impl FnOnce(&mut dyn FnMut(DispatchId))) -> Result<()> {
        if let Some(pace) = self.pace {
            return self.submit_paced(pace, each);
        }
        let mut batch = Batch { device: &self.device, open: None, count: 0, submissions: 0 };
        self.device.guard("a submission", 0, || {
            each(&mut |id| batch.push(&self.ready[id.0]));
            batch.flush();
        })?;
        self.pending += batch.submissions;
        if self.pending >= MAX_PENDING {
            self.wait()?;
        }
        Ok(())
    }

    /// Submits dispatches in turns with whoever draws, and waits for each submission.
    fn submit_paced(&mut self, mut pace: Pace, each: impl FnOnce(&mut dyn FnMut(DispatchId))) -> Result<()> {
        let mut ids = Vec::new();
        each(&mut |id| ids.push(id));
        let mut rest = &ids[..];
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(pace.dispatches as usize));
            let (device, ready) = (&self.device, &self.ready);
            let submitted = pace.submit(device, now.len() as u32, || {
                let mut batch = Batch { device, open: None, count: 0, submissions: 0 };
                device.guard("a submission", 0, || {
                    now.iter().for_each(|id| batch.push(&ready[id.0]));
                    batch.flush();
                })
            });
            self.pace = Some(pace);
            submitted?;
            self.waits += 1;
            rest = later;
        }
        Ok(())
    }

    /// Runs `f` in a turn of its own where the device is shared with a window, and counts its time.
    fn in_turn<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        if self.pace.is_none() {
            return f(self);
        }
        let device = self.device.clone();
        let turn = device.turns.take();
        let start = Instant::now();
        let result = f(self);
        drop(turn);
        if let Some(pace) = &mut self.pace {
            pace.busy += start.elapsed().as_secs_f64();
        }
        result
    }

    /// Waits until the device has done what it was given.
    fn wait(&mut self) -> Result<()> {
        (self.pending, self.waits) = (0, self.waits + 1);
        self.device.wait()
    }

    fn run_steps(&mut self, steps: &[Step]) -> Result<()> {
        // Stretches without a loop that may end early go out in one submission.
        let mut start = 0;
        for (i, step) in steps.iter().enumerate() {
            if let Step::Loop(l) = step
                && may_end_early(l)
            {
                self.run_fixed(&steps[start..i], 1)?;
                self.run_loop(l)?;
                start = i + 1;
            }
        }
        self.run_fixed(&steps[start..], 1)
    }

    /// Runs steps without loops that may end early so many times.
    fn run_fixed(&mut self, steps: &[Step], times: u32) -> Result<()> {
        if steps.is_empty() {
            return Ok(());
        }
        if let Some(mut profile) = self.profile.take() {
            let result = profile.run(self, steps, times);
            self.profile = Some(profile);
            return result;
        }
        self.submit(|push| (0..times).for_each(|_| each_fixed(steps, push)))
    }

    /// Runs any steps so many times.
    fn run_times(&mut self, steps: &[Step], times: u32) -> Result<()> {
        if steps.iter().any(has_flag) {
            return (0..times).try_for_each(|_| self.run_steps(steps));
        }
        self.run_fixed(steps, times)
    }

    fn run_loop(&mut self, l: &Loop) -> Result<()> {
        let Some(flag) = l.done else {
            return self.run_times(&l.body, l.max);
        };
        let last = self.last.get(&flag).copied();
        let (mut count, mut used, mut waits) = (0, None, 0);
        while used.is_none() && count < l.max {
            let wanted =
                if count == 0 { first_chunk(last, l.chunk) } else { further_chunk(last, l.chunk, count) };
            let chunk = wanted.clamp(1, l.max - count);
            self.run_times(&l.body, chunk)?;
            (count, waits) = (count + chunk, waits + 1);
            let [done, repetitions] = self.read_flag(flag)?;
            used = (done != 0).then(|| repetitions.min(count));
        }
        let used = used.unwrap_or(count);
        self.last.insert(flag, used);
        self.loops.add(count, used, waits);
        Ok(())
    }

    /// Waits for the contents of several buffers.
    fn read_now(&mut self, buffers: &[BufferId]) -> Result<Vec<Vec<u32>>> {
        (self.pending, self.waits) = (0, self.waits + 1);
        let parts: Vec<_> = buffers.iter().map(|b| (&self.buffers[b.0], self.buffers[b.0].size())).collect();
        // The same buffers are read again and again: their staging buffer is kept.
        let staging = match self.staging.entry(buffers.to_vec()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let size = parts.iter().map(|(_, size)| size).sum();
                entry.insert(readback::staging(&self.device, size)?)
            }
        };
        let mut words = readback::read_through(&self.device, staging, &parts)?;
        Ok(parts.iter().map(|(_, size)| words.drain(..*size as usize / 4).collect()).collect())
    }

    fn read_flag(&mut self, flag: BufferId) -> Result<[u32; 2]> {
        (self.pending, self.waits) = (0, self.waits + 1);
        let words = self.in_turn(|gpu| {
            readback::read_through(&gpu.device, &gpu.flag, &[(&gpu.buffers[flag.0], FLAG_BYTES)])
        })?;
        Ok([words[0], words[1]])
    }
}

/// Whether a step is a loop that may end early.
fn has_flag(step: &Step) -> bool {
    matches!(step, Step::Loop(l) if may_end_early(l))
}

/// Whether a loop, or one inside it, ends by a flag.
fn may_end_early(l: &Loop) -> bool {
    l.done.is_some() || l.body.iter().any(has_flag)
}

/// Dispatches on their way into submissions.
struct Batch<'a> {
    device: &'a Device,
    open: Option<(wgpu::CommandEncoder, wgpu::ComputePass<'static>, Option<*const Pipeline>)>,
    count: u32,
    submissions: u32,
}

impl Batch<'_> {
    fn push(&mut self, ready: &Ready) {
        let (_, pass, current) = self.open.get_or_insert_with(|| {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            let pass = encoder.begin_compute_pass(&Default::default()).forget_lifetime();
            (encoder, pass, None)
        });
        encode_one(pass, ready, current);
        self.count += 1;
        if self.count == MAX_DISPATCHES {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Some((encoder, pass, _)) = self.open.take() {
            drop(pass);
            self.device.queue.submit([encoder.finish()]);
            self.submissions += 1;
        }
        self.count = 0;
    }
}

fn encode_one(pass: &mut wgpu::ComputePass, r: &Ready, current: &mut Option<*const Pipeline>) {
    if *current != Some(Arc::as_ptr(&r.pipeline)) {
        pass.set_pipeline(&r.pipeline.pipeline);
        *current = Some(Arc::as_ptr(&r.pipeline));
    }
    pass.set_bind_group(0, &*r.bind_group, r.offset.as_slice());
    pass.dispatch_workgroups(r.groups[0], r.groups[1], 1);
}

/// Visits the dispatches of steps without loops that may end early.
fn each_fixed(steps: &[Step], f: &mut dyn FnMut(DispatchId)) {
    for step in steps {
        match step {
            Step::Dispatch(id) => f(*id),
            Step::Loop(l) => (0..l.max).for_each(|_| each_fixed(&l.body, f)),
        }
    }
}

fn check_sizes(device: &Device, recording: &Recording) -> Result<()> {
    let limits = device.device.limits();
    for b in &recording.buffers {
        let needed = 4 * b.contents.len() as u64;
        let (what, limit) = (format!("the buffer `{}`", b.name), "max_storage_buffer_binding_size");
        if needed > limits.max_storage_buffer_binding_size {
            return Err(Error::Limit {
                what,
                needed,
                limit,
                available: limits.max_storage_buffer_binding_size,
            });
        }
        if needed > limits.max_buffer_size {
            return Err(Error::Limit {
                what,
                needed,
                limit: "max_buffer_size",
                available: limits.max_buffer_size,
            });
        }
    }
    for d in &recording.dispatches {
        let (needed, available) =
            (u64::from(d.invocations), u64::from(MAX_WORKGROUPS) * u64::from(MAX_WORKGROUPS));
        if needed > available {
            let what = format!("the pass `{}`", d.label);
            return Err(Error::Limit {
                what,
                needed,
                limit: "max_compute_workgroups_per_dimension",
                available,
            });
        }
    }
    // A software driver hands out more memory than there is, and crashes later.
    let software = device.is_software();
    let bytes = recording.bytes();
    match crate::memory::available().filter(|_| software) {
        Some(free) if bytes > free => {
            Err(Error::OutOfMemory { what: "the simulation's buffers".into(), bytes })
        }
        _ => Ok(()),
    }
}

fn create_buffers(
    device: &Device,
    recording: &Recording,
    pipelines: &[Arc<Pipeline>],
) -> Result<Vec<wgpu::Buffer>> {
    use wgpu::BufferUsages as Usage;
    let mut usages =
        vec![Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST | Usage::VERTEX; recording.buffers.len()];
    for (dispatch, pipeline) in recording.dispatches.iter().zip(pipelines) {
        for (buffer, binding) in dispatch.buffers.iter().zip(&pipeline.reflection.bindings) {
            if binding.access == Access::Uniform {
                usages[buffer.0] |= Usage::UNIFORM;
            }
        }
    }
    let create = |(spec, usage): (&super::recording::BufferSpec, Usage)| {
        let size = 4 * spec.contents.len() as u64;
        device.guard(spec.name, size, || {
            let buffer = device.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(spec.name),
                size,
                usage,
                mapped_at_creation: false,
            });
            device.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&spec.contents));
            buffer
        })
    };
    recording.buffers.iter().zip(usages).map(create).collect()
}

fn create_params(device: &Device, recording: &Recording) -> Result<wgpu::Buffer> {
    let size = recording.params.len().max(PARAMS_ALIGNMENT) as u64;
    device.guard("the parameter blocks", size, || {
        let buffer = device.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("params"),
            size,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        device.queue.write_buffer(&buffer, 0, &recording.params);
        buffer
    })
}

fn bind(
    device: &Device,
    dispatch: &Dispatch,
    pipeline: &Pipeline,
    buffers: &[wgpu::Buffer],
    params: &wgpu::Buffer,
) -> Result<wgpu::BindGroup> {
    let (name, reflection) = (dispatch.kernel.name, &pipeline.reflection);
    if dispatch.buffers.len() != reflection.bindings.len()
        || dispatch.params.is_some() != reflection.params.is_some()
    {
        let message = "a dispatch does not list what the kernel binds".into();
        return Err(Error::Kernel { kernel: name.into(), message });
    }
    // The size is given even where it is the buffer's own: vertex buffers are allocated with some bytes more, which a
    // binding without a size would show to arrayLength.
    let entry = |slot, buffer, size| wgpu::BindGroupEntry {
        binding: slot,
        resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer,
            offset: 0,
            size: std::num::NonZeroU64::new(size),
        }),
    };
    let bound = reflection.bindings.iter().zip(&dispatch.buffers);
    let mut entries: Vec<_> =
        bound.map(|(b, id)| entry(b.slot, &buffers[id.0], buffers[id.0].size())).collect();
    entries.extend(reflection.params.iter().map(|b| entry(b.slot, params, PARAMS_ALIGNMENT as u64)));
    device.guard(name, 0, || {
        device.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(name),
            layout: &pipeline.layout,
            entries: &entries,
        })
    })
}

impl Runner for Gpu {
    fn dispatch(&mut self, id: DispatchId) -> Result<()> {
        self.submit(|push| push(id))
    }

    fn done(&mut self, flag: BufferId) -> Result<bool> {
        Ok(self.read_flag(flag)?[0] != 0)
    }
}

impl Executor for Gpu {
    fn recording(&self) -> &Arc<Recording> {
        &self.recording
    }

    fn run(&mut self) -> Result<()> {
        let recording = self.recording.clone();
        self.run_steps(&recording.steps)
    }

    fn write(&mut self, buffer: BufferId, words: &[u32]) -> Result<()> {
        let (device, buffer) = (&self.device, &self.buffers[buffer.0]);
        device.guard("an upload", 4 * words.len() as u64, || {
            device.queue.write_buffer(buffer, 0, bytemuck::cast_slice(words));
        })
    }

    fn read_all(&mut self, buffers: &[BufferId]) -> Result<Vec<Vec<u32>>> {
        self.in_turn(|gpu| gpu.read_now(buffers))
    }

    fn pace(&mut self, target: Option<Duration>) {
        self.pace = target.map(Pace::new);
    }

    fn busy(&self) -> Option<f64> {
        self.pace.map(|pace| pace.busy)
    }

    fn profile(&mut self, on: bool) -> bool {
        self.profile = if on { Profile::new(&self.device, self.ready.len()) } else { None };
        self.profile.is_some() == on
    }

    fn timings(&self) -> Timings {
        self.profile.as_ref().map(|p| p.timings.clone()).unwrap_or_default()
    }

    fn calls(&self) -> Vec<u64> {
        self.profile.as_ref().map(|p| p.calls.clone()).unwrap_or_default()
    }

    fn waits(&self) -> u64 {
        self.waits
    }

    fn loops(&self) -> LoopCount {
        self.loops
    }

    fn name(&self) -> String {
        self.device.name()
    }

    fn as_gpu(&self) -> Option<&Gpu> {
        Some(self)
    }
}
