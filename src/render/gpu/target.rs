//! Where a picture is drawn: samples, their depths, and the pixels that they become.

use super::{COLOR_FORMAT, VIEW_DEPTH_FORMAT, texture};
use crate::engine::gpu::{Device, read_texture};
use crate::error::{Error, Result};
use crate::render::Picture;

/// Where a picture is drawn.
pub struct Target {
    /// Width and height [pixels].
    pub size: (u32, u32),
    /// What is drawn into, where that is not the pixels themselves.
    pub(super) samples: Option<wgpu::TextureView>,
    pub(super) depth: wgpu::TextureView,
    /// The pixels: sRGB values, not marked as such.
    pub texture: wgpu::Texture,
    /// The same, to be looked into.
    pub pixels: wgpu::TextureView,
}

impl Target {
    /// A target of this size [pixels], with so many samples each; at least one pixel, and no more than the device can hold.
    pub(super) fn new(device: &Device, size: (u32, u32), samples: u32) -> Result<Self> {
        let limit = device.device.limits().max_texture_dimension_2d;
        let largest = size.0.max(size.1);
        if largest > limit {
            let (what, needed, available) = ("the picture".into(), u64::from(largest), u64::from(limit));
            return Err(Error::Limit { what, needed, limit: "max_texture_dimension_2d", available });
        }
        let size = (size.0.max(1), size.1.max(1));
        let pixels = texture(device, size, 1, COLOR_FORMAT, 1)?;
        let view = |format| Ok(texture(device, size, 1, format, samples)?.create_view(&Default::default()));
        Ok(Self {
            size,
            samples: if samples > 1 { Some(view(COLOR_FORMAT)?) } else { None },
            depth: view(VIEW_DEPTH_FORMAT)?,
            pixels: pixels.create_view(&Default::default()),
            texture: pixels,
        })
    }

    /// Waits for the pixels.
    pub fn picture(&self, device: &Device) -> Result<Picture> {
        let (width, height) = self.size;
        let pixels = read_texture(device, &self.texture)?;
        Ok(Picture { width, height, pixels })
    }
}
