//! The window's surface and the device behind it, and what to do when either goes away.

use crate::engine::gpu::{self, Device};
use crate::error::{Error, Result};
use crate::kernels;
use crate::render::gpu::{Ink, Quality, Renderer};
use std::sync::Arc;
use std::time::Duration;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// How often the surface is configured before that counts as an error, and after how long it is tried again.
const ATTEMPTS: u32 = 100;
const ATTEMPT_AFTER: Duration = Duration::from_millis(5);

/// What a window draws with.
pub struct Graphics {
    instance: wgpu::Instance,
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// The device, which simulations run on too.
    pub device: Arc<Device>,
    /// Draws simulations.
    pub renderer: Arc<Renderer>,
    /// Draws panels.
    pub ink: Ink,
}

impl Graphics {
    /// Opens a device that can show what it draws in this window.
    pub fn new(events: &ActiveEventLoop, window: Arc<Window>, adapter: Option<&str>) -> Result<Self> {
        let instance = gpu::instance(Some(Box::new(events.owned_display_handle())));
        let surface = instance.create_surface(window.clone()).map_err(|e| Error::NoDisplay(e.to_string()))?;
        let opened = Device::open_for(&instance, &surface, adapter, kernels::sources());
        let (device, adapter) = opened.map_err(|error| match error {
            Error::NoAdapter(why) => Error::NoRenderer(why),
            other => other,
        })?;
        let software = adapter.get_info().device_type == wgpu::DeviceType::Cpu;
        let quality = if software { Quality::DRAFT } else { Quality::GOOD };
        let config = configuration(&surface, &adapter, &window)?;
        let ink = Ink::new(&device, config.format)?;
        let renderer = Arc::new(Renderer::new(device.clone(), quality)?);
        let graphics = Self { instance, window, surface, config, device, renderer, ink };
        graphics.configure()?;
        Ok(graphics)
    }

    /// The size of the surface [pixels].
    pub fn size(&self) -> (u32, u32) {
        (self.config.width, self.config.height)
    }

    /// Follows the window's size. Nothing happens while it has none.
    pub fn resize(&mut self, width: u32, height: u32) -> Result<()> {
        let limit = self.device.device.limits().max_texture_dimension_2d;
        let size = (width.min(limit), height.min(limit));
        if size.0 == 0 || size.1 == 0 || size == self.size() {
            return Ok(());
        }
        (self.config.width, self.config.height) = size;
        self.configure()
    }

    /// Fits the surface to its configuration, for which the device must be idle: nobody takes a turn meanwhile. Whoever builds a
    /// scene submits outside of turns, so that it may take more than one attempt.
    fn configure(&self) -> Result<()> {
        let _turn = self.device.turns.hurry();
        let attempt = || {
            self.device.wait()?;
            self.device.guard("the window", 0, || self.surface.configure(&self.device.device, &self.config))
        };
        for _ in 1..ATTEMPTS {
            match attempt() {
                Err(Error::Kernel { .. }) => std::thread::sleep(ATTEMPT_AFTER),
                done => return done,
            }
        }
        attempt()
    }

    /// A texture to draw the window into; none where this frame is to be left out.
    pub fn acquire(&mut self) -> Result<Option<wgpu::SurfaceTexture>> {
        use wgpu::CurrentSurfaceTexture as Current;
        match self.device.guard("the window", 0, || self.surface.get_current_texture())? {
            // What is suboptimal is still good for this frame.
            Current::Success(texture) | Current::Suboptimal(texture) => Ok(Some(texture)),
            Current::Timeout | Current::Occluded => Ok(None),
            // Of a device that is gone, nothing else tells.
            Current::Validation => self.device.wait().map(|()| None),
            Current::Outdated => {
                let size = self.window.inner_size();
                if size.width > 0 && size.height > 0 {
                    (self.config.width, self.config.height) = (size.width, size.height);
                    self.configure()?;
                }
                Ok(None)
            }
            Current::Lost => {
                let made = self.instance.create_surface(self.window.clone());
                self.surface = made.map_err(|e| Error::NoDisplay(e.to_string()))?;
                self.configure()?;
                Ok(None)
            }
        }
    }
}

/// How the surface is used: values as egui writes them, and no faster than the screen.
fn configuration(
    surface: &wgpu::Surface,
    adapter: &wgpu::Adapter,
    window: &Window,
) -> Result<wgpu::SurfaceConfiguration> {
    let size = window.inner_size();
    let none = || Error::NoDisplay("the adapter cannot show anything in this window".into());
    let mut config =
        surface.get_default_config(adapter, size.width.max(1), size.height.max(1)).ok_or_else(none)?;
    let formats = surface.get_capabilities(adapter).formats;
    let plain = [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8Unorm];
    if let Some(format) = plain.into_iter().find(|format| formats.contains(format)) {
        config.format = format;
    }
    config.present_mode = wgpu::PresentMode::AutoVsync;
    Ok(config)
}
