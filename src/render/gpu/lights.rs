//! The lights of a picture on the device: their directions, and the maps of what stands in their way.

use super::quality::Quality;
use super::uniforms::{LAMPS, Lamp};
use super::{DEPTH_FORMAT, FLOOR_FORMAT, texture};
use crate::engine::gpu::Device;
use crate::error::Result;
use crate::render::studio::{KEY_RADIANCE, Studio};
use glam::Vec3;

/// An array of depth maps.
pub(super) struct Maps {
    /// All of them, to look into.
    pub(super) all: wgpu::TextureView,
    /// Each of them, to draw into.
    pub(super) each: Vec<wgpu::TextureView>,
}

impl Maps {
    fn new(device: &Device, size: u32, count: u32) -> Result<Self> {
        let texture = texture(device, (size, size), count, DEPTH_FORMAT, 1)?;
        let view = |dimension, base_array_layer, array_layer_count| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(dimension),
                base_array_layer,
                array_layer_count: Some(array_layer_count),
                ..Default::default()
            })
        };
        let each = (0..count).map(|i| view(wgpu::TextureViewDimension::D2, i, 1)).collect();
        Ok(Self { all: view(wgpu::TextureViewDimension::D2Array, 0, count), each })
    }
}

/// Light on the floor, and the same blurred.
pub(super) struct Floor {
    /// Cells along a side.
    pub(super) size: u32,
    /// What is worked out and what becomes of it, which take turns.
    pub(super) maps: [wgpu::TextureView; 2],
}

impl Floor {
    fn new(device: &Device, size: u32) -> Result<Self> {
        let map = || Ok(texture(device, (size, size), 1, FLOOR_FORMAT, 1)?.create_view(&Default::default()));
        Ok(Self { size, maps: [map()?, map()?] })
    }
}

/// Everything that light needs on the device.
pub(super) struct Lights {
    pub(super) quality: Quality,
    pub(super) key: Maps,
    pub(super) dome: Maps,
    pub(super) key_floor: Floor,
    pub(super) dome_floor: Floor,
    /// Compares depths, between four cells.
    pub(super) nearer: wgpu::Sampler,
    /// Mixes four cells.
    pub(super) smooth: wgpu::Sampler,
}

impl Lights {
    pub(super) fn new(device: &Device, quality: Quality) -> Result<Self> {
        let sampler = |compare| {
            device.device.create_sampler(&wgpu::SamplerDescriptor {
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                compare,
                ..Default::default()
            })
        };
        Ok(Self {
            quality,
            key: Maps::new(device, quality.key_size, quality.key)?,
            dome: Maps::new(device, quality.dome_size, quality.dome)?,
            key_floor: Floor::new(device, quality.floor.0)?,
            dome_floor: Floor::new(device, quality.floor.1)?,
            nearer: sampler(Some(wgpu::CompareFunction::LessEqual)),
            smooth: sampler(None),
        })
    }

    /// The lamps of a studio: points of the key light, then directions of the dome.
    pub(super) fn lamps(&self, studio: &Studio) -> Vec<Lamp> {
        let lamp = |direction: Vec3, radiance: Vec3| {
            let (right, up) = direction.any_orthonormal_pair();
            let [direction, right, up, radiance] =
                [direction, right, up, radiance].map(|v| v.extend(0.0).to_array());
            Lamp { direction, right, up, radiance }
        };
        let key = studio.key_points(self.quality.key as usize).into_iter().map(|d| (d, KEY_RADIANCE));
        let mut lamps: Vec<Lamp> =
            key.chain(studio.dome(self.quality.dome as usize)).map(|(d, r)| lamp(d, r)).collect();
        lamps.resize(LAMPS, Lamp::default());
        lamps
    }

    /// The light of a floor far from everything.
    pub(super) fn open_floor(&self, studio: &Studio) -> f32 {
        let key: f32 = studio.key_points(self.quality.key as usize).iter().map(|d| d.y.max(0.0)).sum();
        let dome: f32 = studio
            .dome(self.quality.dome as usize)
            .iter()
            .map(|(direction, radiance)| direction.y.max(0.0) * radiance.element_sum())
            .sum();
        KEY_RADIANCE.element_sum() * key / self.quality.key as f32 + dome * 4.0 / self.quality.dome as f32
    }
}
