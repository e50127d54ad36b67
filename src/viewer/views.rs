//! The pictures of the views, one for each side, drawn when something has changed.

use super::graphics::Graphics;
use super::interface::Interface;
use super::player::Side;
use crate::error::Result;
use crate::render::gpu::{Overlay, Target};
use crate::render::{Camera, Coloring, Look, Picture, legend};
use std::sync::Arc;

/// A view's picture.
struct View {
    target: Target,
    texture: egui::TextureId,
    /// What it shows.
    drawn: Option<Drawn>,
}

/// All that a picture depends on.
#[derive(PartialEq)]
struct Drawn {
    subject: usize,
    steps: u64,
    held: Arc<Vec<u32>>,
    camera: Camera,
    look: Look,
}

/// The pictures of the views.
#[derive(Default)]
pub struct Views {
    views: Vec<View>,
    overlay: Option<Overlay>,
    /// Pictures since the scale was last fitted, and to what.
    unfitted: u32,
    fitted: Coloring,
}

/// Pictures from one fit of the scale to the next.
const FIT_EVERY: u32 = 6;

impl Views {
    /// The textures of the pictures.
    pub fn textures(&self) -> Vec<egui::TextureId> {
        self.views.iter().map(|view| view.texture).collect()
    }

    /// Draws what has changed since; whether anything has.
    pub fn draw(
        &mut self,
        graphics: &mut Graphics,
        interface: &mut Interface,
        sides: &[Side],
        scale: f32,
    ) -> Result<bool> {
        let camera = interface.orbit.camera();
        let mut changed = false;
        for (i, side) in sides.iter().enumerate() {
            let Some(rect) = interface.views.get(i) else { break };
            let size = (rect.size() * scale).round();
            let size = (size.x.clamp(1.0, 16384.0) as u32, size.y.clamp(1.0, 16384.0) as u32);
            self.make(graphics, i, size)?;
            if let Some(words) = &side.words {
                side.subject.take(words)?;
                self.views[i].drawn = None;
            }
            let drawn = Drawn {
                subject: Arc::as_ptr(&side.subject) as usize,
                steps: side.steps,
                held: side.held.clone(),
                camera,
                look: interface.look,
            };
            if self.views[i].drawn.as_ref() == Some(&drawn) {
                continue;
            }
            changed = true;
            side.subject.mark(&side.held)?;
            graphics.renderer.draw(&side.subject, &camera, &interface.look, &self.views[i].target)?;
            self.views[i].drawn = Some(drawn);
        }
        if changed {
            self.fit(graphics, interface, sides)?;
        }
        Ok(changed)
    }

    /// From time to time, scales that fit what is shown.
    fn fit(&mut self, graphics: &Graphics, interface: &mut Interface, sides: &[Side]) -> Result<()> {
        self.unfitted += 1;
        let look = interface.look;
        if self.unfitted < FIT_EVERY && self.fitted == look.coloring {
            return Ok(());
        }
        (self.unfitted, self.fitted) = (0, look.coloring);
        let (mut range, mut force) = (0f32, 0f32);
        for Side { subject, .. } in sides {
            if look.coloring.has_values() && interface.fits {
                let values = graphics.renderer.values(subject, &look)?;
                range = range.max(look.coloring.fitting_range(&values));
            }
            if look.forces {
                force = force.max(graphics.renderer.fitting_force(subject)?);
            }
        }
        // Scales grow at once and shrink slowly, so that they do not jump to and fro.
        if range > 0.0 && (range > look.range || range < 0.4 * look.range) {
            interface.look.range = range;
        }
        if force > 0.0 && (force > look.force || force < 0.3 * look.force) {
            interface.look.force = force;
        }
        Ok(())
    }

    /// Makes sure that a view has a picture of this size [pixels].
    fn make(&mut self, graphics: &mut Graphics, i: usize, size: (u32, u32)) -> Result<()> {
        if self.views.get(i).is_some_and(|view| view.target.size == size) {
            return Ok(());
        }
        let target = graphics.renderer.target(size)?;
        let (device, nearest) = (&graphics.device.device, wgpu::FilterMode::Linear);
        match self.views.get_mut(i) {
            Some(view) => {
                let ink = graphics.ink.renderer();
                ink.update_egui_texture_from_wgpu_texture(device, &target.pixels, nearest, view.texture);
                (view.target, view.drawn) = (target, None);
            }
            None => {
                let texture =
                    graphics.ink.renderer().register_native_texture(device, &target.pixels, nearest);
                self.views.push(View { target, texture, drawn: None });
            }
        }
        Ok(())
    }

    /// A picture of all sides with legends and titles, as large as the views are.
    pub fn picture(&mut self, graphics: &Graphics, interface: &Interface, sides: &[Side]) -> Result<Picture> {
        let (renderer, camera) = (&graphics.renderer, interface.orbit.camera());
        if self.overlay.is_none() {
            self.overlay = Some(Overlay::new(renderer)?);
        }
        let mut pictures = Vec::new();
        for (i, side) in sides.iter().enumerate() {
            let Some(view) = self.views.get(i) else { break };
            let target = renderer.target(view.target.size)?;
            side.subject.mark(&[])?;
            renderer.draw(&side.subject, &camera, &interface.look, &target)?;
            if let Some(overlay) = &mut self.overlay {
                let key = side.subject.key();
                overlay.paint(renderer, &target, 1.0, |painter, rect| {
                    if i == 0 {
                        legend::draw(painter, rect, &interface.look, &key);
                    }
                    if sides.len() > 1 {
                        legend::title(painter, rect, side.scene.method.name(), "");
                    }
                })?;
            }
            pictures.push(target.picture(&graphics.device)?);
        }
        Ok(Picture::strip(&pictures))
    }
}
