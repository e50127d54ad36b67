//! Writing on pictures: legends and titles, by the same code that the window draws them with.

use super::ink::Ink;
use super::target::Target;
use super::{COLOR_FORMAT, Renderer};
use crate::error::Result;

/// Writes on pictures.
pub struct Overlay {
    context: egui::Context,
    ink: Ink,
}

impl Overlay {
    /// For targets of this renderer's device.
    pub fn new(renderer: &Renderer) -> Result<Self> {
        Ok(Self { context: egui::Context::default(), ink: Ink::new(renderer.device(), COLOR_FORMAT)? })
    }

    /// Paints over a picture; `scale` is how many pixels a point has.
    pub fn paint(
        &mut self,
        renderer: &Renderer,
        target: &Target,
        scale: f32,
        paint: impl Fn(&egui::Painter, egui::Rect),
    ) -> Result<()> {
        let (width, height) = target.size;
        let size = egui::vec2(width as f32, height as f32) / scale;
        let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        let mut input = egui::RawInput { screen_rect: Some(rect), ..Default::default() };
        if let Some(viewport) = input.viewports.get_mut(&egui::ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(scale);
        }
        let mut output = self.context.run_pass(input, |context| {
            paint(&context.layer_painter(egui::LayerId::background()), rect);
        });
        self.ink.learn(renderer.device(), &mut output.textures_delta)?;
        self.ink.put(renderer.device(), &self.context, output, &target.pixels, target.size, None)
    }
}
