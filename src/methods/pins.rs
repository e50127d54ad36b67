//! Held vertices.

use super::buffers::Buffers;
use crate::engine::{BufferId, Executor, Recording};
use crate::error::Result;
use crate::kernels::integrate::pins::{Fraction, KERNEL, Pin};
use crate::kernels::integrate::rails::{self, Rail, Stretch};
use crate::model::{Model, Pinned};
use crate::scene::Scene;
use glam::{DVec3, Vec3};

/// The held vertices of a method.
pub struct Pins {
    buffer: BufferId,
    pins: Vec<Pin>,
    /// Where each comes from.
    pinned: Vec<Pinned>,
    rail_buffer: BufferId,
    rails: Vec<Rail>,
    railed: Vec<Pinned>,
}

/// Whether a scene's pin acts at this time [s].
fn acts(scene: &Scene, pinned: &Pinned, time: f64) -> bool {
    scene.pin.get(pinned.pin).is_some_and(|p| time < p.until)
}

/// The line that a scene's pin lets a vertex slide on.
fn line(scene: &Scene, pinned: &Pinned) -> Option<DVec3> {
    scene.pin.get(pinned.pin).and_then(|p| p.line()).map(DVec3::from_array)
}

/// Whether a scene's pin holds the whole of a vertex at this time [s].
pub fn held(scene: &Scene, pinned: &Pinned, time: f64) -> bool {
    acts(scene, pinned, time) && line(scene, pinned).is_none()
}

impl Pins {
    /// Creates the buffers.
    pub fn new(recording: &mut Recording, scene: &Scene, model: &Model, buffers: &mut Buffers) -> Self {
        let (railed, pinned): (Vec<Pinned>, Vec<Pinned>) =
            model.pinned.iter().partition(|p| line(scene, p).is_some());
        let pin = |p: &Pinned| Pin {
            vertex: p.vertex,
            inverse_mass: (1.0 / model.masses[p.vertex as usize]) as f32,
            ..Pin::default()
        };
        let rail = |p: &Pinned| Rail {
            vertex: p.vertex,
            direction: line(scene, p).unwrap_or_default().as_vec3().extend(0.0).to_array(),
            ..Rail::default()
        };
        let pins: Vec<Pin> = pinned.iter().map(pin).collect();
        let rails: Vec<Rail> = railed.iter().map(rail).collect();
        let buffer = recording.structs("pins", &pins);
        let rail_buffer = recording.structs("rails", &rails);
        buffers.add([("pins", buffer), ("rails", rail_buffer)]);
        Self { buffer, pins, pinned, rail_buffer, rails, railed }
    }

    /// Records that held vertices go to where they are at this fraction of the step.
    pub fn record(&self, recording: &mut Recording, buffers: &Buffers, fraction: f32) -> Result<()> {
        let part = Fraction { fraction, ..Fraction::default() };
        let count = self.pins.len() as u32;
        recording.dispatch_with(&KERNEL, "pins", &buffers.of(&KERNEL, None)?, count, part);
        Ok(())
    }

    /// Records that vertices on lines move along them in the substep that ends at this fraction of the step; at its end,
    /// that they are on them.
    pub fn rails(&self, recording: &mut Recording, buffers: &Buffers, end: f32, last: bool) -> Result<()> {
        if self.rails.is_empty() {
            return Ok(());
        }
        let part = Stretch { end, last: last.into(), ..Stretch::default() };
        // At last it is the positions that are put on their lines, no more those aimed at.
        let names = [("p", "x"), ("x", "p")];
        let buffers = buffers.with(&rails::KERNEL, if last { &names } else { &[] })?;
        recording.dispatch_with(&rails::KERNEL, "pins", &buffers, self.rails.len() as u32, part);
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
        let at = |pinned: &Pinned, time: f64| {
            let moved =
                [0, 1, 2].map(|i| scene.pin.get(pinned.pin).map_or(0.0, |p| p.motion[i].at(time)) as f32);
            let from = model.start[pinned.vertex as usize];
            (from + Vec3::from_array(moved)).extend(0.0).to_array()
        };
        let end = time + scene.solver.dt;
        for (pin, pinned) in self.pins.iter_mut().zip(&self.pinned) {
            (pin.from_position, pin.to_position) = (at(pinned, time), at(pinned, end));
            pin.held = acts(scene, pinned, time).into();
        }
        for (rail, pinned) in self.rails.iter_mut().zip(&self.railed) {
            (rail.from_position, rail.to_position) = (at(pinned, time), at(pinned, end));
            rail.held = acts(scene, pinned, time).into();
        }
        if !self.pins.is_empty() {
            executor.write(self.buffer, bytemuck::cast_slice(&self.pins))?;
        }
        if !self.rails.is_empty() {
            executor.write(self.rail_buffer, bytemuck::cast_slice(&self.rails))?;
        }
        Ok(())
    }
}
