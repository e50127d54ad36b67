//! The device: found, asked for, or the caller's own; and the pipelines made on it.

use super::turns::Turns;
use crate::engine::recording::Kernel;
use crate::engine::reflect::{Access, Reflection};
use crate::engine::source::Shared;
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where kernels' texts come from.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The files that kernels import.
    pub shared: Vec<Shared<'static>>,
    /// Texts that take the place of a kernel's own or of what kernels import, by its name.
    pub replaced: BTreeMap<String, String>,
}

/// A kernel ready to run.
#[derive(Debug)]
pub struct Pipeline {
    /// What naga knows of it.
    pub reflection: Reflection,
    /// Its bind group's layout.
    pub layout: wgpu::BindGroupLayout,
    /// The pipeline.
    pub pipeline: wgpu::ComputePipeline,
}

/// A device with its queue and the pipelines made on it so far.
#[derive(Debug)]
pub struct Device {
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    sources: Sources,
    pipelines: Mutex<BTreeMap<&'static str, Arc<Pipeline>>>,
    /// Whose turn it is, where a window and a simulation share the device.
    pub turns: Turns,
    trouble: Arc<Mutex<Option<String>>>,
}

/// An instance with the backends that the kernels could run on; `display` is needed where a window shows what is drawn.
pub fn instance(display: Option<Box<dyn wgpu::wgt::WgpuHasDisplayHandle>>) -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    descriptor.display = display;
    if std::env::var_os("WGPU_BACKEND").is_none() {
        // With GL enabled, harmless EGL errors go to stderr.
        descriptor.backends = wgpu::Backends::PRIMARY;
    }
    wgpu::Instance::new(descriptor)
}

/// The adapters that the kernels could run on, in wgpu's order.
pub fn adapters() -> Vec<wgpu::Adapter> {
    pollster::block_on(instance(None).enumerate_adapters(wgpu::Backends::all()))
}

/// Chooses an adapter by a part of its name or by its index; a real GPU before software where nothing is said.
fn choose(mut list: Vec<wgpu::Adapter>, wanted: Option<&str>) -> Result<wgpu::Adapter> {
    let names: Vec<String> = list.iter().map(|a| a.get_info().name).collect();
    let from_env = std::env::var("WGPU_ADAPTER_NAME").ok();
    let Some(wanted) = wanted.map(str::to_string).or(from_env) else {
        let rank = |a: &wgpu::Adapter| match a.get_info().device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Other => 3,
            wgpu::DeviceType::Cpu => 4,
        };
        list.sort_by_key(rank);
        return list.into_iter().next().ok_or_else(|| Error::NoAdapter("none was found".into()));
    };
    let by_name = |name: &String| name.to_lowercase().contains(&wanted.to_lowercase());
    let found = match wanted.parse::<usize>() {
        Ok(index) => (index < list.len()).then_some(index),
        Err(_) => names.iter().position(by_name),
    };
    found
        .map(|i| list.swap_remove(i))
        .ok_or_else(|| Error::NoAdapter(format!("none matches `{wanted}`; there are: {}", names.join(", "))))
}

impl Device {
    /// Opens the adapter whose name contains `adapter`, or has that index, or the best one.
    pub fn open(adapter: Option<&str>, sources: Sources) -> Result<Arc<Self>> {
        Self::open_one(&choose(adapters(), adapter)?, sources)
    }

    /// Opens an adapter of this instance that can show what it draws on a surface; and which one.
    pub fn open_for(
        instance: &wgpu::Instance,
        surface: &wgpu::Surface,
        adapter: Option<&str>,
        sources: Sources,
    ) -> Result<(Arc<Self>, wgpu::Adapter)> {
        let mut list = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
        list.retain(|adapter| adapter.is_surface_supported(surface));
        let adapter = choose(list, adapter)?;
        Ok((Self::open_one(&adapter, sources)?, adapter))
    }

    fn open_one(adapter: &wgpu::Adapter, sources: Sources) -> Result<Arc<Self>> {
        let theirs = adapter.limits();
        let limits = wgpu::Limits {
            max_buffer_size: theirs.max_buffer_size,
            max_storage_buffer_binding_size: theirs.max_storage_buffer_binding_size,
            ..wgpu::Limits::default()
        };
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("toile"),
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: limits,
            ..Default::default()
        };
        let opened = pollster::block_on(adapter.request_device(&descriptor));
        let (device, queue) =
            opened.map_err(|e| Error::NoAdapter(format!("{}: {e}", adapter.get_info().name)))?;
        let opened = Self::share(device, queue, sources);
        let trouble = opened.trouble.clone();
        opened.device.on_uncaptured_error(Arc::new(move |e: wgpu::Error| note(&trouble, e.to_string())));
        let trouble = opened.trouble.clone();
        let lost = move |reason, message| note(&trouble, format!("{reason:?} {message}").trim().to_string());
        opened.device.set_device_lost_callback(lost);
        Ok(opened)
    }

    /// Uses a device and queue of the caller's, whose error handlers stay as they are.
    pub fn share(device: wgpu::Device, queue: wgpu::Queue, sources: Sources) -> Arc<Self> {
        let (pipelines, turns, trouble) = (Mutex::default(), Turns::default(), Arc::default());
        Arc::new(Self { device, queue, sources, pipelines, turns, trouble })
    }

    /// Whether the adapter is a program and no hardware.
    pub fn is_software(&self) -> bool {
        self.device.adapter_info().device_type == wgpu::DeviceType::Cpu
    }

    /// The adapter's name and driver.
    pub fn name(&self) -> String {
        let info = self.device.adapter_info();
        if info.driver_info.is_empty() { info.name } else { format!("{} ({})", info.name, info.driver_info) }
    }

    /// An error if the device was lost or reported one since.
    pub fn check(&self) -> Result<()> {
        lock(&self.trouble).clone().map_or(Ok(()), |message| Err(Error::DeviceLost(message)))
    }

    /// Runs `f` and turns what wgpu reports meanwhile into an error; `what` and `bytes` say what it was for.
    pub fn guard<T>(&self, what: &str, bytes: u64, f: impl FnOnce() -> T) -> Result<T> {
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let value = f();
        let memory = pollster::block_on(memory.pop());
        let validation = pollster::block_on(validation.pop());
        self.check()?;
        match (memory, validation) {
            (Some(_), _) => Err(Error::OutOfMemory { what: what.into(), bytes }),
            (None, Some(error)) if !self.is_alive() => Err(Error::DeviceLost(error.to_string())),
            (None, Some(error)) => Err(Error::Kernel { kernel: what.into(), message: error.to_string() }),
            (None, None) => Ok(value),
        }
    }

    /// Whether buffers can still be mapped: a lost device raises no error of its own, but its buffers are invalid.
    fn is_alive(&self) -> bool {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let probe = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("probe"),
            size: 4,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        probe.map_async(wgpu::MapMode::Read, .., |_| {});
        pollster::block_on(scope.pop()).is_none()
    }

    /// Waits for everything submitted.
    pub fn wait(&self) -> Result<()> {
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled.map_err(|e| Error::DeviceLost(e.to_string()))?;
        self.check()
    }

    /// The pipeline of a kernel, made on its first use.
    pub fn pipeline(&self, kernel: &'static Kernel) -> Result<Arc<Pipeline>> {
        if let Some(found) = lock(&self.pipelines).get(kernel.name) {
            return Ok(found.clone());
        }
        let made = Arc::new(self.make(kernel)?);
        lock(&self.pipelines).insert(kernel.name, made.clone());
        Ok(made)
    }

    fn make(&self, kernel: &Kernel) -> Result<Pipeline> {
        let Sources { shared, replaced } = &self.sources;
        let now = |(name, text)| (name, replaced.get(name).map_or(text, String::as_str));
        let shared: Vec<Shared> = shared.iter().copied().map(now).collect();
        let reflection = Reflection::new(kernel, now((kernel.name, kernel.wgsl)).1, &shared)?;
        let entry = |slot, access, dynamic| wgpu::BindGroupLayoutEntry {
            binding: slot,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match access {
                    Access::Uniform => wgpu::BufferBindingType::Uniform,
                    Access::Read => wgpu::BufferBindingType::Storage { read_only: true },
                    Access::Write => wgpu::BufferBindingType::Storage { read_only: false },
                },
                has_dynamic_offset: dynamic,
                min_binding_size: None,
            },
            count: None,
        };
        let mut entries: Vec<_> =
            reflection.bindings.iter().map(|b| entry(b.slot, b.access, false)).collect();
        entries.extend(reflection.params.iter().map(|b| entry(b.slot, b.access, true)));
        let label = Some(kernel.name);
        self.guard(kernel.name, 0, || {
            let device = &self.device;
            let layout = device
                .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
            let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label,
                source: wgpu::ShaderSource::Wgsl(reflection.source.text.as_str().into()),
            });
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label,
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some("main"),
                compilation_options: Default::default(),
                cache: None,
            });
            Pipeline { reflection, layout, pipeline }
        })
    }
}

fn note(trouble: &Mutex<Option<String>>, message: String) {
    lock(trouble).get_or_insert(message);
}

/// Locks even if another thread panicked while it held the lock: what is inside stays usable.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
