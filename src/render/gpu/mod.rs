//! Draws a simulation on its own device, from its own buffers.
//!
//! Each picture is lit anew: maps of what stands before every light, from which the dome's light is worked out per vertex and
//! the key light per pixel; both also fall on the floor. Nothing comes from an earlier picture, so that nothing lags behind
//! or flickers, and the same state gives the same pixels.

mod ink;
mod inputs;
mod lights;
mod overlay;
mod passes;
mod pipelines;
mod quality;
pub mod shaders;
mod solid_buffers;
mod subject;
mod target;
pub mod uniforms;

pub use ink::Ink;
pub use overlay::Overlay;
pub use quality::Quality;
pub use subject::Subject;
pub use target::Target;

use super::camera::Camera;
use super::color::Map;
use super::look::{Coloring, Look, Slice, round_up};
use super::studio::{BACKDROP, BOUNCE, CLOTH, KEY_RADIANCE, Material, Studio};
use crate::engine::gpu::{Device, read_buffer};
use crate::error::Result;
use crate::kernels::common::contact::SLOTS;
use glam::Vec3;
use lights::Lights;
use passes::Draw;
use pipelines::{BindGroups, Pipelines};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uniforms::View;
use wgpu::BufferUsages as Usage;

/// Pixels: sRGB values, not marked as such, for the shaders encode and dither them.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const VIEW_DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Depths that lights see: a map has far fewer cells along a side than these have steps.
const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth16Unorm;
const FLOOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// How far behind cloth solids are drawn, as a share of their distance from the eye.
const SETBACK: f32 = 6e-4;

/// Draws simulations.
pub struct Renderer {
    device: Arc<Device>,
    lights: Lights,
    pipelines: Pipelines,
    uniforms: Uniforms,
    /// Held from the writing of uniforms to the submission that reads them: several threads may draw.
    writing: Mutex<()>,
}

/// What is written anew for every picture.
struct Uniforms {
    view: wgpu::Buffer,
    lamps: wgpu::Buffer,
    colors: wgpu::Buffer,
    slice_colors: wgpu::Buffer,
    mode: wgpu::Buffer,
}

impl Renderer {
    /// A renderer on this device.
    pub fn new(device: Arc<Device>, quality: Quality) -> Result<Self> {
        let lights = Lights::new(&device, quality)?;
        let pipelines = Pipelines::new(&device, quality.samples)?;
        let uniform = |label, size: usize| buffer(&device, label, &vec![0; size], Usage::UNIFORM);
        let slice_colors = Map::Diverging.table();
        let uniforms = Uniforms {
            view: uniform("view", size_of::<View>())?,
            lamps: uniform("lamps", size_of::<uniforms::Lamp>() * uniforms::LAMPS)?,
            colors: uniform("colours", 256 * 16)?,
            slice_colors: buffer(&device, "slice", bytemuck::cast_slice(&slice_colors), Usage::UNIFORM)?,
            mode: uniform("mode", 16)?,
        };
        Ok(Self { device, lights, pipelines, uniforms, writing: Mutex::default() })
    }

    /// The device that it draws on.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Where pictures of this size are drawn [pixels].
    pub fn target(&self, size: (u32, u32)) -> Result<Target> {
        Target::new(&self.device, size, self.lights.quality.samples)
    }

    /// How much it spends on light.
    pub fn quality(&self) -> Quality {
        self.lights.quality
    }

    /// Draws a subject. A GPU works on it after this returns.
    pub fn draw(&self, subject: &Subject, camera: &Camera, look: &Look, target: &Target) -> Result<()> {
        let floor = subject.set.ground.filter(|&height| camera.eye.y > height);
        let studio = Studio::new(camera, floor.is_some() || subject.solids.has_planes());
        let view = self.view(subject, camera, look, target.size, &studio, floor);
        let queue = &self.device.queue;
        let _writing = self.write();
        self.device.guard("a picture", 0, || {
            queue.write_buffer(&self.uniforms.view, 0, bytemuck::bytes_of(&view));
            let lamps = self.lights.lamps(&studio);
            queue.write_buffer(&self.uniforms.lamps, 0, bytemuck::cast_slice(&lamps));
            let table = look.coloring.map().table();
            queue.write_buffer(&self.uniforms.colors, 0, bytemuck::cast_slice(&table));
            self.write_mode(pipelines::mode_of(look.coloring));
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            self.encode(subject, look, floor.is_some()).encode(&mut encoder, target);
            queue.submit([encoder.finish()]);
        })
    }

    fn encode<'a>(&'a self, subject: &'a Subject, look: &'a Look, floor: bool) -> Draw<'a> {
        let (pipelines, lights, cloth) = (&self.pipelines, &self.lights, subject.cloth_of(look));
        Draw { pipelines, lights, subject, cloth, look, floor }
    }

    fn write(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_mode(&self, mode: u32) {
        self.device.queue.write_buffer(&self.uniforms.mode, 0, bytemuck::cast_slice(&[mode, 0, 0, 0]));
    }

    /// Waits for the values that the vertices show.
    pub fn values(&self, subject: &Subject, look: &Look) -> Result<Vec<f32>> {
        let cloth = subject.cloth_of(look);
        let _writing = self.write();
        self.device.guard("a picture", 0, || {
            self.write_mode(pipelines::mode_of(look.coloring));
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            self.encode(subject, look, false).shape(&mut encoder);
            self.device.queue.submit([encoder.finish()]);
        })?;
        self.shown(&cloth.looks)
    }

    /// Waits for the contact forces and gives a round one that almost all arrows are as long as, or shorter.
    pub fn fitting_force(&self, subject: &Subject) -> Result<f32> {
        let words = read_buffer(&self.device, &subject.inputs.forces)?;
        let mut sizes = Vec::new();
        for slots in words.chunks_exact(4 * SLOTS as usize) {
            let slots = slots.chunks_exact(4).map(|s| [0, 1, 2, 3].map(|i| f32::from_bits(s[i])));
            sizes.extend(slots.take_while(|s| s[3] != 0.0).map(|s| Vec3::new(s[0], s[1], s[2]).length()));
        }
        sizes.retain(|size| size.is_finite() && *size > 0.0);
        sizes.sort_by(f32::total_cmp);
        Ok(sizes.get(sizes.len() * 9 / 10).map_or(subject.vertex_weight, |size| round_up(*size)))
    }

    fn view(
        &self,
        subject: &Subject,
        camera: &Camera,
        look: &Look,
        size: (u32, u32),
        studio: &Studio,
        floor: Option<f32>,
    ) -> View {
        let four = |v: Vec3, w: f32| v.extend(w).to_array();
        let (width, height) = (size.0 as f32, size.1 as f32);
        let (basis, focal) = (camera.basis(), camera.focal(width, height));
        let distance = camera.eye.distance(camera.target);
        let row = |axis: Vec3, factor: f32| four(axis * factor, -axis.dot(camera.eye) * factor);
        let quality = &self.lights.quality;
        let cloth = Material::cloth(CLOTH[0], CLOTH[1]);
        let [low, high] = look.coloring.ends(look.range);
        let shown = f32::from(u8::from(look.coloring.has_values()));
        let plain = f32::from(u8::from(look.coloring == Coloring::Constraints));
        let radius = subject.radius();
        View {
            across: row(basis.x_axis, 2.0 * focal / width),
            down: row(basis.y_axis, 2.0 * focal / height),
            away: row(basis.z_axis, 1.0),
            eye: four(camera.eye, (1e-3 * distance).max(1e-6)),
            right: four(basis.x_axis, 0.0),
            up: four(basis.y_axis, 0.0),
            forward: four(basis.z_axis, 0.0),
            size: [width, height, focal, 1.0 - SETBACK],
            radiance: four(KEY_RADIANCE, quality.taps.1),
            rim: four(studio.rim, 0.0),
            floor: [
                floor.unwrap_or(0.0),
                f32::from(u8::from(floor.is_some())),
                BOUNCE,
                self.lights.open_floor(studio),
            ],
            sky_top: four(BACKDROP[0], 0.0),
            sky_bottom: four(BACKDROP[1], 0.0),
            front: four(cloth.front, cloth.translucency),
            back: four(cloth.back, cloth.sheen),
            map: [low, 1.0 / (high - low).max(1e-20), shown, look.lines],
            pattern: [subject.check, 0.09, 0.4, plain],
            slice: look.slice.map_or([0.0; 4], |Slice { axis, at }| four(Vec3::AXES[axis.min(2)], at)),
            force: [
                subject.arrow() / look.force.max(f32::MIN_POSITIVE),
                0.005 * radius,
                subject.slice_spacing(),
                0.0,
            ],
            counts: [quality.key, quality.dome, quality.taps.0, subject.body_count],
        }
    }

    /// The mean curvature of a surface that has these resources, at its vertices [1/m].
    fn curvature(&self, own: &[(&str, wgpu::Buffer)], looks: &wgpu::Buffer, count: u32) -> Result<Vec<f32>> {
        let groups = self.bind_all(own)?;
        let _writing = self.write();
        self.device.guard("a picture", 0, || {
            self.write_mode(pipelines::CURVATURE);
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            self.pipelines.run_over(&mut pass, &groups, "values", shaders::VALUES.name, count);
            drop(pass);
            self.device.queue.submit([encoder.finish()]);
        })?;
        self.shown(looks)
    }

    /// Waits for the values in a buffer of looks.
    fn shown(&self, looks: &wgpu::Buffer) -> Result<Vec<f32>> {
        let words = read_buffer(&self.device, looks)?;
        let stride = size_of::<uniforms::Look>() / 4;
        Ok(words.chunks_exact(stride).map(|look| f32::from_bits(look[3])).collect())
    }

    /// Binds what a surface has, and what the renderer has, for every shader.
    fn bind_all(&self, own: &[(&str, wgpu::Buffer)]) -> Result<BindGroups> {
        let Uniforms { view, lamps, colors, slice_colors, mode } = &self.uniforms;
        let common = [
            ("view", view),
            ("lamps", lamps),
            ("colors", colors),
            ("slice_colors", slice_colors),
            ("mode", mode),
        ];
        let all = common.into_iter().chain(own.iter().map(|(name, buffer)| (*name, buffer)));
        let mut named: Vec<(&str, wgpu::BindingResource)> =
            all.map(|(name, buffer)| (name, whole(buffer))).collect();
        let texture = wgpu::BindingResource::TextureView;
        named.extend([
            ("key_maps", texture(&self.lights.key.all)),
            ("dome_maps", texture(&self.lights.dome.all)),
            ("nearer", wgpu::BindingResource::Sampler(&self.lights.nearer)),
            ("smooth_sampler", wgpu::BindingResource::Sampler(&self.lights.smooth)),
            ("key_floor", texture(&self.lights.key_floor.maps[0])),
            ("dome_floor", texture(&self.lights.dome_floor.maps[0])),
        ]);
        self.pipelines.bind_all(&self.device, &self.lights, &named)
    }
}

/// All of a buffer. Its size is given, for vertex buffers are allocated with some bytes more, which a binding without a size
/// would show to arrayLength.
fn whole(buffer: &wgpu::Buffer) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer,
        offset: 0,
        size: std::num::NonZeroU64::new(buffer.size()),
    })
}

/// A buffer with these contents; never without any.
fn buffer(device: &Device, label: &str, bytes: &[u8], usage: Usage) -> Result<wgpu::Buffer> {
    let size = (bytes.len() as u64).next_multiple_of(4).max(32);
    device.guard(label, size, || {
        let buffer = device.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage: usage | Usage::COPY_DST | Usage::COPY_SRC,
            mapped_at_creation: false,
        });
        device.queue.write_buffer(&buffer, 0, bytes);
        buffer
    })
}

/// A texture to draw into and to look into, with so many layers and samples.
fn texture(
    device: &Device,
    size: (u32, u32),
    layers: u32,
    format: wgpu::TextureFormat,
    samples: u32,
) -> Result<wgpu::Texture> {
    use wgpu::TextureUsages as Use;
    let usage = match (samples, format) {
        (1, FLOOR_FORMAT) => Use::STORAGE_BINDING | Use::TEXTURE_BINDING,
        (1, COLOR_FORMAT) => Use::RENDER_ATTACHMENT | Use::TEXTURE_BINDING | Use::COPY_SRC,
        (1, _) => Use::RENDER_ATTACHMENT | Use::TEXTURE_BINDING,
        _ => Use::RENDER_ATTACHMENT,
    };
    let bytes = u64::from(size.0) * u64::from(size.1) * u64::from(layers * samples) * 4;
    device.guard("a picture", bytes, || {
        device.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: layers },
            mip_level_count: 1,
            sample_count: samples,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        })
    })
}
