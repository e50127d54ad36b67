//! Held vertices.

use super::buffers::Buffers;
use super::hands::{Hands, Way};
use crate::engine::{BufferId, Executor, Recording};
use crate::error::{Error, Result};
use crate::kernels::common::WORKGROUP;
use crate::kernels::integrate::pins::{Fraction, KERNEL, NOBODY, Pin};
use crate::kernels::integrate::rails::{self, Rail, Stretch};
use crate::model::{Model, Pinned};
use crate::scene::Scene;
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;

/// Room for so many hands at least.
const HANDS: usize = 32;
/// How fast a hand is at most, in sizes of the cloth per second [1/s].
const HASTE: f32 = 4.0;

/// The held vertices of a method.
pub struct Pins {
    buffer: BufferId,
    /// Those of the scene, then room for hands.
    pins: Vec<Pin>,
    /// Where each comes from.
    pinned: Vec<Pinned>,
    rail_buffer: BufferId,
    rails: Vec<Rail>,
    railed: Vec<Pinned>,
    /// Vertices that are held from outside.
    hands: Hands,
    /// Whether the room for hands is not as it was made.
    touched: bool,
    /// The speed of a hand [m/s].
    haste: f32,
    /// How far one that yields leads in a substep [m].
    reach: f32,
    /// How many vertices a hand leads at most, where hands yield.
    patch: Option<usize>,
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
pub fn is_held(scene: &Scene, pinned: &Pinned, time: f64) -> bool {
    acts(scene, pinned, time) && line(scene, pinned).is_none()
}

impl Pins {
    /// Creates the buffers.
    pub fn new(recording: &mut Recording, scene: &Scene, model: &Model, buffers: &mut Buffers) -> Self {
        Self::with(recording, scene, model, buffers, None)
    }

    /// Creates the buffers, for hands that lead a vertex and those around it and yield where cloth that does not stretch cannot follow.
    pub fn yielding(recording: &mut Recording, scene: &Scene, model: &Model, buffers: &mut Buffers) -> Self {
        let around = |v| model.topology.neighbors.row(v).len();
        let patch = 1 + (0..model.start.len()).map(around).max().unwrap_or(0);
        Self::with(recording, scene, model, buffers, Some(patch))
    }

    fn with(
        recording: &mut Recording,
        scene: &Scene,
        model: &Model,
        buffers: &mut Buffers,
        patch: Option<usize>,
    ) -> Self {
        let (railed, pinned): (Vec<Pinned>, Vec<Pinned>) =
            model.pinned.iter().partition(|p| line(scene, p).is_some());
        let pin = |p: &Pinned| Pin {
            vertex: p.vertex,
            inverse_mass: (1.0 / model.masses[p.vertex as usize]) as f32,
            ..NO_HAND
        };
        let rail = |p: &Pinned| Rail {
            vertex: p.vertex,
            direction: line(scene, p).unwrap_or_default().as_vec3().extend(0.0).to_array(),
            ..Rail::default()
        };
        let mut pins: Vec<Pin> = pinned.iter().map(pin).collect();
        // As many as fit into workgroups that run anyway.
        let room = (pins.len() + HANDS * patch.unwrap_or(1)).next_multiple_of(WORKGROUP as usize);
        pins.resize(room, NO_HAND);
        let rails: Vec<Rail> = railed.iter().map(rail).collect();
        let buffer = recording.structs("pins", &pins);
        let rail_buffer = recording.structs("rails", &rails);
        buffers.add([("pins", buffer), ("rails", rail_buffer)]);
        let (low, high) = model.mesh.bounds();
        let haste = HASTE * low.distance(high);
        let reach = haste * (scene.solver.dt / f64::from(scene.solver.substeps)) as f32;
        let (hands, touched) = (Hands::default(), false);
        Self { buffer, pins, pinned, rail_buffer, rails, railed, hands, touched, haste, reach, patch }
    }

    /// The vertices that are held from outside.
    pub fn hands(&self) -> &Hands {
        &self.hands
    }

    /// Replaces them, for a simulation that goes on.
    pub fn set_hands(&mut self, hands: Hands) {
        (self.hands, self.touched) = (hands, true);
    }

    /// Holds vertices, each from where it is to a target [m].
    pub fn hold(&mut self, held: &[(u32, Way)]) -> Result<()> {
        let mut hands = self.hands.clone();
        held.iter().for_each(|(vertex, way)| hands.hold(*vertex, way.from, way.to));
        let outside = hands.vertices().chain(hands.dropped()).filter(|v| !self.is_scenes(*v)).count();
        let room = (self.pins.len() - self.pinned.len()) / self.patch.unwrap_or(1);
        if outside > room {
            let what = format!("{outside} vertices would be held where there is room for {room}");
            return Err(Error::input("hold", what, "let some go"));
        }
        self.set_hands(hands);
        Ok(())
    }

    /// Lets vertices go.
    pub fn let_go(&mut self, vertices: &[u32]) {
        vertices.iter().for_each(|v| self.hands.let_go(*v));
        self.touched = true;
    }

    /// Whether a pin of the scene, or a hand, holds a vertex at this time [s].
    pub fn holds(&self, scene: &Scene, vertex: u32, time: f64) -> bool {
        let by_scene = |p: &&Pinned| p.vertex == vertex && acts(scene, p, time);
        let scenes = self.pinned.iter().chain(&self.railed).find(by_scene).is_some();
        self.hands.holds(vertex) || (scenes && !self.hands.is_free(vertex))
    }

    /// The vertices that pins of the scene, or hands, hold at this time [s].
    pub fn held(&self, scene: &Scene, time: f64) -> Vec<u32> {
        let scenes = self.pinned.iter().chain(&self.railed).filter(|p| acts(scene, p, time));
        let scenes = scenes.map(|p| p.vertex).filter(|v| !self.hands.is_free(*v));
        let mut vertices: Vec<u32> = scenes.chain(self.hands.vertices()).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    }

    /// Whether one of the scene's pins has a place for a vertex.
    fn is_scenes(&self, vertex: u32) -> bool {
        self.pinned.iter().any(|p| p.vertex == vertex)
    }

    /// Records that held vertices go to where they are at this fraction of the step.
    pub fn record(&self, recording: &mut Recording, buffers: &Buffers, fraction: f32) -> Result<()> {
        let part = Fraction { fraction, reach: self.reach, ..Fraction::default() };
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
        let ways = self.hands.ways(self.haste * scene.solver.dt as f32);
        // A clamp does not yield.
        let clamped = |v: u32| model.clamped.iter().any(|wing| wing.corners[..2].contains(&v));
        let yields = |v: u32| self.patch.is_some() && !clamped(v);
        for (pin, pinned) in self.pins.iter_mut().zip(&self.pinned) {
            (pin.from_position, pin.to_position) = (at(pinned, time), at(pinned, end));
            let is_free = self.hands.is_free(pinned.vertex);
            (pin.held, pin.leader) = ((acts(scene, pinned, time) && !is_free).into(), NOBODY);
            if let Some(way) = ways.get(&pinned.vertex) {
                *pin = held(pinned.vertex, *way, model, yields(pinned.vertex).then_some(pinned.vertex));
            }
        }
        for (rail, pinned) in self.rails.iter_mut().zip(&self.railed) {
            (rail.from_position, rail.to_position) = (at(pinned, time), at(pinned, end));
            let elsewhere = self.hands.is_free(pinned.vertex) || self.hands.holds(pinned.vertex);
            rail.held = (acts(scene, pinned, time) && !elsewhere).into();
        }
        let handled = self.touched;
        if handled {
            self.fill_hands(&ways, model);
        }
        if handled || !self.pinned.is_empty() {
            executor.write(self.buffer, bytemuck::cast_slice(&self.pins))?;
        }
        if !self.rails.is_empty() {
            executor.write(self.rail_buffer, bytemuck::cast_slice(&self.rails))?;
        }
        self.hands.stepped(&ways);
        Ok(())
    }

    /// Fills the room for hands: with what is held, what is led, what was let go, and nobody.
    fn fill_hands(&mut self, ways: &BTreeMap<u32, Way>, model: &Model) {
        let still = Way { from: Vec3::ZERO, to: Vec3::ZERO };
        let free = |vertex| Pin { held: 0, ..held(vertex, still, model, None) };
        let outside = |vertex: &u32| !self.is_scenes(*vertex);
        let mut led: BTreeMap<u32, u32> = ways.keys().map(|v| (*v, *v)).collect();
        for &leader in ways.keys().filter(|_| self.patch.is_some()) {
            led_around(model, leader).for_each(|v| _ = led.entry(v).or_insert(leader));
        }
        let hold = |(v, leader): (&u32, &u32)| held(*v, ways[leader], model, self.patch.map(|_| *leader));
        let mut hands: Vec<Pin> = led.iter().filter(|(v, _)| outside(v)).map(hold).collect();
        hands.extend(self.hands.dropped().filter(outside).map(free));
        let room = self.pins.len() - self.pinned.len();
        self.touched = !hands.is_empty();
        hands.resize(room, NO_HAND);
        self.pins[self.pinned.len()..].copy_from_slice(&hands);
    }
}

/// Room for a hand.
const NO_HAND: Pin = Pin {
    from_position: [0.0; 4],
    to_position: [0.0; 4],
    vertex: NOBODY,
    held: 0,
    inverse_mass: 0.0,
    leader: NOBODY,
};

/// The vertices that a hand leads beside its own: inside of a sheet, where a vertex is no unknown by itself, those around it.
fn led_around(model: &Model, vertex: u32) -> impl Iterator<Item = u32> {
    let inside = !model.topology.boundary_loops.iter().flatten().any(|v| *v == vertex);
    let around = model.topology.neighbors.row(vertex as usize);
    around.iter().copied().filter(move |_| inside)
}

/// A vertex that is held on its way, or led by one.
fn held(vertex: u32, way: Way, model: &Model, leader: Option<u32>) -> Pin {
    let mass = model.masses.get(vertex as usize).copied().unwrap_or(1.0);
    Pin {
        from_position: way.from.extend(0.0).to_array(),
        to_position: way.to.extend(0.0).to_array(),
        vertex,
        held: 1,
        inverse_mass: (1.0 / mass) as f32,
        leader: leader.unwrap_or(NOBODY),
    }
}
