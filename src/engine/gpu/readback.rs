//! Buffers' contents back on the host: at once and waiting, or later and without blocking.

use super::device::{Device, lock};
use crate::error::{Error, Result};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long the answer to a finished copy may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A buffer that others are copied to, to be read on the host.
pub(super) fn staging(device: &Device, size: u64) -> Result<wgpu::Buffer> {
    device.guard("a read-back", size, || {
        device.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read-back"),
            size,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        })
    })
}

/// A buffer and how much of it is read, from its start [bytes].
pub(super) type Part<'a> = (&'a wgpu::Buffer, u64);

/// Copies parts of buffers, one after the other, through a staging buffer and waits for them.
pub(super) fn read_through(device: &Device, staging: &wgpu::Buffer, parts: &[Part]) -> Result<Vec<u32>> {
    let slot = request(device, staging, parts)?;
    collect(device, staging, &slot)
}

/// Waits for the words of a staging buffer that was asked for.
fn collect(device: &Device, staging: &wgpu::Buffer, slot: &Slot) -> Result<Vec<u32>> {
    device.wait()?;
    // Another thread that waits for the same device may have collected this answer and be about to deliver it.
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(words) = take(staging, slot) {
            return words;
        }
        std::thread::yield_now();
    }
    Err(Error::DeviceLost("a read-back never came".into()))
}

/// Waits for the contents of a buffer of the caller's.
pub fn read_buffer(device: &Device, buffer: &wgpu::Buffer) -> Result<Vec<u32>> {
    let staging = staging(device, buffer.size())?;
    read_through(device, &staging, &[(buffer, buffer.size())])
}

/// Waits for the pixels of a texture with four bytes each.
pub fn read_texture(device: &Device, texture: &wgpu::Texture) -> Result<Vec<[u8; 4]>> {
    let (width, height) = (texture.width(), texture.height());
    let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let size = u64::from(row) * u64::from(height);
    let staging = staging(device, size)?;
    let slot = Slot::default();
    device.guard("a read-back", size, || {
        let mut encoder = device.device.create_command_encoder(&Default::default());
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
        let to = wgpu::TexelCopyBufferInfo { buffer: &staging, layout };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), to, texture.size());
        map(device, encoder, &staging, &slot);
    })?;
    let words = collect(device, &staging, &slot)?;
    let rows = words.chunks_exact(row as usize / 4);
    Ok(rows.flat_map(|row| row[..width as usize].iter().map(|pixel| pixel.to_le_bytes())).collect())
}

type Slot = Arc<Mutex<Option<std::result::Result<(), wgpu::BufferAsyncError>>>>;

fn request(device: &Device, staging: &wgpu::Buffer, parts: &[Part]) -> Result<Slot> {
    let slot = Slot::default();
    device.guard("a read-back", staging.size(), || {
        let mut encoder = device.device.create_command_encoder(&Default::default());
        let mut offset = 0;
        for &(buffer, size) in parts {
            encoder.copy_buffer_to_buffer(buffer, 0, staging, offset, size);
            offset += size;
        }
        map(device, encoder, staging, &slot);
    })?;
    Ok(slot)
}

/// Submits a copy to a staging buffer and asks for it.
fn map(device: &Device, encoder: wgpu::CommandEncoder, staging: &wgpu::Buffer, slot: &Slot) {
    device.queue.submit([encoder.finish()]);
    let answer = slot.clone();
    staging.map_async(wgpu::MapMode::Read, .., move |result| *lock(&answer) = Some(result));
}

/// The words of a mapped staging buffer, which is unmapped; none while they are on their way.
fn take(staging: &wgpu::Buffer, slot: &Slot) -> Option<Result<Vec<u32>>> {
    let answer = lock(slot).take()?;
    let lost = |e: String| Error::DeviceLost(format!("a read-back failed: {e}"));
    let words = answer.map_err(|e| lost(e.to_string())).and_then(|()| {
        let view = staging.get_mapped_range(..).map_err(|e| lost(e.to_string()))?;
        Ok(bytemuck::pod_collect_to_vec(&view))
    });
    staging.unmap();
    Some(words)
}

/// Reads the same buffers again and again without blocking: a ring of staging buffers, asked for after a frame
/// and looked at when it suits the caller.
pub struct Readback {
    device: Arc<Device>,
    ring: Vec<(wgpu::Buffer, Option<Slot>)>,
    /// The oldest request that has not been taken.
    oldest: usize,
    waiting: usize,
}

impl Readback {
    /// A ring of `depth` staging buffers of this size [bytes].
    pub fn new(device: Arc<Device>, size: u64, depth: usize) -> Result<Self> {
        let ring = (0..depth.max(1)).map(|_| Ok((staging(&device, size)?, None))).collect::<Result<_>>()?;
        Ok(Self { device, ring, oldest: 0, waiting: 0 })
    }

    /// Asks for buffers, one after the other in the answer; false, without blocking, when all of the ring is on
    /// its way.
    pub fn request(&mut self, buffers: &[&wgpu::Buffer]) -> Result<bool> {
        if self.waiting == self.ring.len() {
            return Ok(false);
        }
        let next = (self.oldest + self.waiting) % self.ring.len();
        let parts: Vec<Part> = buffers.iter().map(|b| (*b, b.size())).collect();
        self.ring[next].1 = Some(request(&self.device, &self.ring[next].0, &parts)?);
        self.waiting += 1;
        Ok(true)
    }

    /// The oldest answer, if it has come; never blocks.
    pub fn poll(&mut self) -> Result<Option<Vec<u32>>> {
        self.device.device.poll(wgpu::PollType::Poll).map_err(|e| Error::DeviceLost(e.to_string()))?;
        let (staging, slot) = &mut self.ring[self.oldest];
        let Some(answer) = slot.as_ref().and_then(|s| take(staging, s)) else { return Ok(None) };
        *slot = None;
        self.oldest = (self.oldest + 1) % self.ring.len();
        self.waiting -= 1;
        answer.map(Some)
    }

    /// How many answers are on their way.
    pub fn waiting(&self) -> usize {
        self.waiting
    }
}
