//! What egui has to say, onto a texture.

use crate::engine::gpu::Device;
use crate::error::Result;
use egui_wgpu::{RendererOptions, ScreenDescriptor};

/// Puts egui's output onto textures of one format.
pub struct Ink {
    renderer: egui_wgpu::Renderer,
    /// Textures that the last pass showed for the last time.
    unused: Vec<egui::TextureId>,
}

impl Ink {
    /// For textures of this format.
    pub fn new(device: &Device, format: wgpu::TextureFormat) -> Result<Self> {
        // Noise would make the same picture differ from device to device.
        let options = RendererOptions { dithering: false, ..RendererOptions::default() };
        let made = device.guard("writing", 0, || egui_wgpu::Renderer::new(&device.device, format, options));
        Ok(Self { renderer: made?, unused: Vec::new() })
    }

    /// egui's renderer, to show textures in it.
    pub fn renderer(&mut self) -> &mut egui_wgpu::Renderer {
        &mut self.renderer
    }

    /// Takes over the textures that a pass has changed, before its output is put anywhere. A pass never has them again: they are
    /// taken out of it whatever comes of it.
    pub fn learn(&mut self, device: &Device, changed: &mut egui::TexturesDelta) -> Result<()> {
        let set = std::mem::take(&mut changed.set);
        // What a pass does not need any more, its own output may still show.
        self.unused.drain(..).for_each(|id| self.renderer.free_texture(&id));
        self.unused.extend(std::mem::take(&mut changed.free));
        device.guard("writing", 0, || {
            for (id, delta) in set.iter().flat_map(|(id, deltas)| deltas.iter().map(move |delta| (id, delta)))
            {
                self.renderer.update_texture(&device.device, &device.queue, *id, delta);
            }
        })
    }

    /// Puts the output of a pass, whose textures are known, onto a texture of `size` [pixels], over what is there, or over a plain colour.
    pub fn put(
        &mut self,
        device: &Device,
        context: &egui::Context,
        output: egui::FullOutput,
        view: &wgpu::TextureView,
        size: (u32, u32),
        plain: Option<wgpu::Color>,
    ) -> Result<()> {
        let egui::FullOutput { shapes, pixels_per_point, .. } = output;
        let jobs = context.tessellate(shapes, pixels_per_point);
        let screen = ScreenDescriptor { size_in_pixels: [size.0, size.1], pixels_per_point };
        let (wgpu_device, queue) = (&device.device, &device.queue);
        let load = plain.map_or(wgpu::LoadOp::Load, wgpu::LoadOp::Clear);
        device.guard("writing", 0, || {
            let mut encoder = wgpu_device.create_command_encoder(&Default::default());
            let more = self.renderer.update_buffers(wgpu_device, queue, &mut encoder, &jobs, &screen);
            let attachment = wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
            };
            let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("writing"),
                color_attachments: &[Some(attachment)],
                ..Default::default()
            });
            self.renderer.render(&mut pass.forget_lifetime(), &jobs, &screen);
            queue.submit(more.into_iter().chain([encoder.finish()]));
        })
    }
}
