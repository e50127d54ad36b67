//! What egui has to say, onto a texture.

use crate::engine::gpu::Device;
use crate::error::Result;
use egui_wgpu::{RendererOptions, ScreenDescriptor};

/// Puts egui's output onto textures of one format.
pub struct Ink {
    renderer: egui_wgpu::Renderer,
}

impl Ink {
    /// For textures of this format.
    pub fn new(device: &Device, format: wgpu::TextureFormat) -> Result<Self> {
        // Noise would make the same picture differ from device to device.
        let options = RendererOptions { dithering: false, ..RendererOptions::default() };
        let made = device.guard("writing", 0, || egui_wgpu::Renderer::new(&device.device, format, options));
        Ok(Self { renderer: made? })
    }

    /// egui's renderer, to show textures in it.
    pub fn renderer(&mut self) -> &mut egui_wgpu::Renderer {
        &mut self.renderer
    }

    /// Puts the output of a pass onto a texture of `size` [pixels], over what is there, or over a plain colour.
    pub fn put(
        &mut self,
        device: &Device,
        context: &egui::Context,
        output: egui::FullOutput,
        view: &wgpu::TextureView,
        size: (u32, u32),
        plain: Option<wgpu::Color>,
    ) -> Result<()> {
        let egui::FullOutput { shapes, pixels_per_point, mut textures_delta, .. } = output;
        let jobs = context.tessellate(shapes, pixels_per_point);
        let screen = ScreenDescriptor { size_in_pixels: [size.0, size.1], pixels_per_point };
        let (wgpu_device, queue) = (&device.device, &device.queue);
        let load = plain.map_or(wgpu::LoadOp::Load, wgpu::LoadOp::Clear);
        let put = device.guard("writing", 0, || {
            for (id, deltas) in &textures_delta.set {
                deltas.iter().for_each(|delta| self.renderer.update_texture(wgpu_device, queue, *id, delta));
            }
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
            textures_delta.free.iter().for_each(|id| self.renderer.free_texture(id));
        });
        // Whatever happened, they are not to be applied again.
        textures_delta.clear();
        put
    }
}
