//! The buffers of a simulation that pictures are drawn from: its own where it runs on the same device, copies elsewhere.

use super::buffer;
use crate::engine::BufferId;
use crate::engine::gpu::Device;
use crate::error::Result;
use crate::methods::Surface;
use crate::methods::contact::ContactBuffers;
use crate::simulation::Simulation;
use std::sync::Arc;
use wgpu::BufferUsages as Usage;

/// The rows of one surface.
pub(super) struct Rows {
    pub(super) positions: wgpu::Buffer,
    pub(super) velocities: wgpu::Buffer,
}

/// The buffers of a simulation that pictures are drawn from.
pub(super) struct Inputs {
    pub(super) rows: Vec<Rows>,
    pub(super) bodies: wgpu::Buffer,
    pub(super) fields: wgpu::Buffer,
    pub(super) forces: wgpu::Buffer,
    pub(super) shared: bool,
    device: Arc<Device>,
}

/// The simulation's buffers in the order in which copies are sent; what never changes comes last.
fn ids(simulation: &mut Simulation, surfaces: &[Surface]) -> Vec<BufferId> {
    let ContactBuffers { bodies, fields, forces } = simulation.contact_buffers();
    let rows = surfaces.iter().flat_map(|s| [s.positions, s.velocities]);
    rows.chain([bodies, forces, fields]).collect()
}

impl Inputs {
    /// The simulation's own buffers, or copies of what is in them now.
    pub(super) fn new(
        device: &Arc<Device>,
        simulation: &mut Simulation,
        surfaces: &[Surface],
        shared: bool,
    ) -> Result<Self> {
        let ids = ids(simulation, surfaces);
        let mut buffers = Vec::new();
        match simulation.executor().as_gpu().filter(|_| shared) {
            Some(gpu) => buffers.extend(ids.iter().map(|id| gpu.buffer(*id).clone())),
            None => {
                for words in simulation.executor().read_all(&ids)? {
                    buffers.push(buffer(device, "copy", bytemuck::cast_slice(&words), Usage::STORAGE)?);
                }
            }
        }
        let mut buffers = buffers.into_iter();
        let mut next = || buffers.next().ok_or_else(|| crate::Error::NoAdapter("a buffer is missing".into()));
        let mut rows = Vec::new();
        for _ in surfaces {
            rows.push(Rows { positions: next()?, velocities: next()? });
        }
        Ok(Self { rows, bodies: next()?, forces: next()?, fields: next()?, shared, device: device.clone() })
    }

    /// All of a simulation's state that may change.
    pub(super) fn words(simulation: &mut Simulation) -> Result<Vec<Vec<u32>>> {
        let surfaces = simulation.surfaces();
        let ids = ids(simulation, &surfaces);
        simulation.executor().read_all(&ids[..ids.len() - 1])
    }

    /// Takes over a state.
    pub(super) fn take(&self, words: &[Vec<u32>]) -> Result<()> {
        let device = &self.device;
        if self.shared {
            return Ok(());
        }
        let rows = self.rows.iter().flat_map(|r| [&r.positions, &r.velocities]);
        for (buffer, words) in rows.chain([&self.bodies, &self.forces]).zip(words) {
            let bytes: &[u8] = bytemuck::cast_slice(words);
            device.guard("a picture's upload", bytes.len() as u64, || {
                device.queue.write_buffer(buffer, 0, bytes);
            })?;
        }
        Ok(())
    }
}
