//! Held vertices.

use super::buffers::Buffers;
use crate::engine::{BufferId, Executor, Recording};
use crate::error::Result;
use crate::kernels::integrate::pins::{Fraction, KERNEL, Pin};
use crate::model::{Model, Pinned};
use crate::scene::Scene;
use glam::Vec3;

/// The held vertices of a method.
pub struct Pins {
    buffer: BufferId,
    pins: Vec<Pin>,
}

/// Whether a scene's pin holds at this time [s].
pub fn held(scene: &Scene, pinned: &Pinned, time: f64) -> bool {
    scene.pin.get(pinned.pin).is_some_and(|p| time < p.until)
}

impl Pins {
    /// Creates the buffer.
    pub fn new(recording: &mut Recording, model: &Model, buffers: &mut Buffers) -> Self {
        let pin = |p: &Pinned| Pin {
            vertex: p.vertex,
            inverse_mass: (1.0 / model.masses[p.vertex as usize]) as f32,
            ..Pin::default()
        };
        let pins: Vec<Pin> = model.pinned.iter().map(pin).collect();
        let buffer = recording.structs("pins", &pins);
        buffers.add([("pins", buffer)]);
        Self { buffer, pins }
    }

    /// Records that held vertices go to where they are at this fraction of the step.
    pub fn record(&self, recording: &mut Recording, buffers: &Buffers, fraction: f32) -> Result<()> {
        let part = Fraction { fraction, ..Fraction::default() };
        let count = self.pins.len() as u32;
        recording.dispatch_with(&KERNEL, "pins", &buffers.of(&KERNEL, None)?, count, part);
        Ok(())
    }

    /// Uploads where they are in the step that starts at `time` [s].
    pub fn upload(
        &mut self,
        scene: &Scene,
        model: &Model,
        time: f64,
        executor: &mut dyn Executor,
    ) -> Result<()> {
        if self.pins.is_empty() {
            return Ok(());
        }
        for (pin, pinned) in self.pins.iter_mut().zip(&model.pinned) {
            let from = model.start[pinned.vertex as usize];
            let at = |time: f64| {
                let moved =
                    [0, 1, 2].map(|i| scene.pin.get(pinned.pin).map_or(0.0, |p| p.motion[i].at(time)) as f32);
                (from + Vec3::from_array(moved)).extend(0.0).to_array()
            };
            pin.from_position = at(time);
            pin.to_position = at(time + scene.solver.dt);
            pin.held = u32::from(held(scene, pinned, time));
        }
        executor.write(self.buffer, bytemuck::cast_slice(&self.pins))
    }
}
