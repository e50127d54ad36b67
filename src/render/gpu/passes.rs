//! A picture, pass by pass.

use super::lights::{Floor, Lights, Maps};
use super::pipelines::Pipelines;
use super::shaders as s;
use super::subject::{Cloth, Subject};
use super::target::Target;
use crate::kernels::common::contact::SLOTS;
use crate::render::look::{Coloring, Look};
use std::sync::atomic::Ordering;

/// Corners of an arrow and its dot.
const ARROW_CORNERS: u32 = 9 + 6;
/// Cells along a side of the floor that one workgroup has.
const FLOOR_GROUP: u32 = 8;

/// A picture to be encoded.
pub(super) struct Draw<'a> {
    pub(super) pipelines: &'a Pipelines,
    pub(super) lights: &'a Lights,
    pub(super) subject: &'a Subject,
    pub(super) cloth: &'a Cloth,
    pub(super) look: &'a Look,
    pub(super) floor: bool,
}

impl Draw<'_> {
    pub(super) fn encode(&self, encoder: &mut wgpu::CommandEncoder, target: &Target) {
        self.shape(encoder);
        self.maps(encoder, &self.lights.key, 0);
        self.maps(encoder, &self.lights.dome, self.lights.quality.key);
        self.light(&mut encoder.begin_compute_pass(&Default::default()));
        self.view(encoder, target);
    }

    /// Where the cloth is, its normals and the values that it shows.
    pub(super) fn shape(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(&self.cloth.corners, 0, None);
        let pass = &mut encoder.begin_compute_pass(&Default::default());
        let (p, groups, count) = (self.pipelines, &self.cloth.groups, self.cloth.vertex_count);
        if self.cloth.expanded {
            p.run_over(pass, groups, "elements", s::ELEMENTS.name, count);
        }
        p.run_over(pass, groups, "bounds", s::BOUNDS.name, count);
        p.run(pass, groups, "stage", s::STAGE.name, [1, 1]);
        p.run_over(pass, groups, "normals", s::NORMALS.name, count);
        match self.look.coloring {
            Coloring::Cloth | Coloring::Constraints => {}
            Coloring::Contact => p.run_over(pass, groups, "near", s::NEAR.name, count),
            _ => p.run_over(pass, groups, "values", s::VALUES.name, count),
        }
    }

    /// What each of some lights sees; `first` is the number of the first.
    fn maps(&self, encoder: &mut wgpu::CommandEncoder, maps: &Maps, first: u32) {
        for (lamp, view) in (first..).zip(&maps.each) {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                depth_stencil_attachment: Some(depth(view, 1.0)),
                ..Default::default()
            });
            self.pipelines.choose(&mut pass, &self.cloth.groups, &s::DEPTH_CLOTH);
            pass.draw(0..3 * self.cloth.triangle_count, lamp..lamp + 1);
            let solids = &self.subject.solids;
            if solids.caster_count > 0 {
                self.pipelines.choose(&mut pass, &self.cloth.groups, &s::DEPTH_SOLID);
                pass.set_index_buffer(solids.indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..solids.caster_count, 0, lamp..lamp + 1);
            }
        }
    }

    /// The dome's light on everything, and all light on the floor.
    fn light(&self, pass: &mut wgpu::ComputePass) {
        let (p, groups) = (self.pipelines, &self.cloth.groups);
        p.run_over(pass, groups, "dome", s::DOME.name, self.cloth.vertex_count);
        if self.subject.solids.vertex_count > 0 {
            p.run_over(pass, groups, "solid dome", s::SOLID_DOME.name, self.subject.solids.vertex_count);
        }
        if !self.floor {
            return;
        }
        let size = |floor: &Floor| [floor.size.div_ceil(FLOOR_GROUP); 2];
        let (key, dome) = (size(&self.lights.key_floor), size(&self.lights.dome_floor));
        p.run(pass, groups, "floor key", "floor key", key);
        p.run(pass, groups, "floor dome", "floor dome", dome);
        for (there, back, size) in [("blur key", "unblur key", key), ("blur dome", "unblur dome", dome)] {
            p.run(pass, groups, "blur", there, size);
            p.run(pass, groups, "blur", back, size);
        }
    }

    /// What the eye sees.
    fn view(&self, encoder: &mut wgpu::CommandEncoder, target: &Target) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.samples.as_ref().unwrap_or(&target.pixels),
                depth_slice: None,
                resolve_target: target.samples.as_ref().map(|_| &target.pixels),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: if target.samples.is_some() {
                        wgpu::StoreOp::Discard
                    } else {
                        wgpu::StoreOp::Store
                    },
                },
            })],
            depth_stencil_attachment: Some(depth(&target.depth, 0.0)),
            ..Default::default()
        });
        let (p, cloth, solids) = (self.pipelines, self.cloth, &self.subject.solids);
        p.choose(&mut pass, &cloth.groups, &s::BACKDROP);
        pass.draw(0..3, 0..1);
        if solids.index_count > 0 {
            p.choose(&mut pass, &cloth.groups, &s::SOLID);
            pass.set_index_buffer(solids.indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..solids.index_count, 0, 0..1);
        }
        p.choose(&mut pass, &cloth.groups, &s::CLOTH);
        pass.draw(0..3 * cloth.triangle_count, 0..1);
        if self.look.coloring == Coloring::Constraints && cloth.line_count > 0 {
            p.choose(&mut pass, &cloth.groups, &s::LINKS);
            pass.draw(0..4, 0..cloth.line_count);
        }
        // A surface in pieces has no particles to put them at.
        if self.look.forces && self.subject.body_count > 0 && !cloth.expanded {
            p.choose(&mut pass, &cloth.groups, &s::FORCES);
            pass.draw(0..ARROW_CORNERS, 0..cloth.vertex_count * SLOTS);
        }
        let marked = self.subject.marked.load(Ordering::Relaxed);
        if marked > 0 && !cloth.expanded {
            p.choose(&mut pass, &cloth.groups, &s::MARKS);
            pass.draw(0..4, 0..marked);
        }
        if self.look.slice.is_some() && self.subject.body_count > 0 {
            p.choose(&mut pass, &cloth.groups, &s::SLICE);
            pass.draw(0..4, 0..1);
        }
    }
}

fn depth(view: &wgpu::TextureView, clear: f32) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store: wgpu::StoreOp::Store }),
        stencil_ops: None,
    }
}
