//! A scene that runs: model, method, executor and time. All that a program which embeds toile has to hold.

mod change;
mod hold;

pub use change::{Change, Snapshot};

use crate::bodies::BodyState;
use crate::engine::cpu::Cpu;
use crate::engine::gpu::{Device, Gpu};
use crate::engine::{Executor, LoopCount, Recording, Timings};
use crate::error::{Error, Result};
use crate::kernels;
use crate::kernels::check::finite::NOTHING;
use crate::methods::contact::{BodyReport, ContactBuffers, Touch};
use crate::methods::{self, Isometry, KindCount, Method, Solves, Surface};
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::model::groups::Group;
use crate::record::state_hash;
use crate::scene::{Scene, Track};
use glam::Vec3;
use std::sync::Arc;

/// Where a simulation runs.
#[derive(Debug, Clone, Default)]
pub enum Backend {
    /// On the CPU, by the kernels' twins.
    #[default]
    Cpu,
    /// On this device; the caller's own through [`Device::share`], or one opened by [`Backend::gpu`].
    Gpu(Arc<Device>),
}

impl Backend {
    /// Opens the GPU whose name contains `adapter`, or has that index, or the best one.
    pub fn gpu(adapter: Option<&str>) -> Result<Self> {
        Ok(Self::Gpu(Device::open(adapter, kernels::sources())?))
    }

    /// What runs a recording here.
    pub fn executor(&self, recording: Arc<Recording>) -> Result<Box<dyn Executor>> {
        Ok(match self {
            Self::Cpu => Box::new(Cpu::new(recording)?),
            Self::Gpu(device) => Box::new(Gpu::new(device.clone(), recording)?),
        })
    }
}

/// Positions and velocities of the cloth, and the bodies, on the host.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// Positions [m].
    pub positions: Vec<Vec3>,
    /// Velocities [m/s].
    pub velocities: Vec<Vec3>,
    /// Rigid bodies.
    pub bodies: Vec<BodyState>,
}

impl State {
    /// A hash over the cloth's positions and velocities; see [`state_hash`].
    pub fn hash(&self) -> String {
        state_hash(&self.positions, &self.velocities)
    }
}

/// The fields of a scene that every step reads anew.
#[derive(Debug)]
pub struct Live<'a> {
    /// Acceleration of gravity [m/s²].
    pub gravity: &'a mut [f64; 3],
    /// Velocity of the air [m/s]; the scene must have had some of its density.
    pub wind: &'a mut [Track; 3],
    /// Rate at which velocities decay [1/s].
    pub damping: &'a mut f64,
    /// Coefficient of friction on the ground.
    pub friction: &'a mut f64,
    /// Stiffness of stretch, 0 to 1.
    pub stretch: &'a mut f64,
    /// Stiffness of bending, 0 to 1.
    pub k: &'a mut Track,
    /// κ [m]; none where the scene began with zero.
    pub kappa: Option<&'a mut Track>,
    /// Volume aimed at, as a multiple of the rest volume.
    pub pressure: &'a mut Track,
}

/// A scene that runs.
pub struct Simulation {
    scene: Scene,
    model: Arc<Model>,
    method: Box<dyn Method>,
    executor: Box<dyn Executor>,
    steps: u64,
    /// When the first step began [s]: 0, unless steps have changed their length since.
    start: f64,
    /// Whether the step was recorded for a κ that is not always zero.
    bends: bool,
}

impl Simulation {
    /// Builds the scene's model, records its method and prepares the backend.
    pub fn new(scene: &Scene, backend: &Backend) -> Result<Self> {
        record(scene.clone(), Arc::new(Model::new(scene)?), backend)
    }

    /// The same with a recording that `change` makes of the method's, for measurements: its buffers have to stay, and what was recorded.
    pub fn recorded_as(
        scene: &Scene,
        backend: &Backend,
        change: impl FnOnce(Recording) -> Recording,
    ) -> Result<Self> {
        let model = Arc::new(Model::new(scene)?);
        let method = methods::record(scene, &model)?;
        let recording = change(Recording::clone(method.recording()));
        prepare(scene.clone(), model, method, Arc::new(recording), backend)
    }

    /// The same, with the distance fields of another model where they are those of this one.
    fn with_fields_of(scene: &Scene, known: &Model, backend: &Backend) -> Result<Self> {
        let model = Model::new(scene)?;
        model.share_fields(known);
        record(scene.clone(), Arc::new(model), backend)
    }

    /// Advances by one `dt`. A GPU works on it after this returns.
    pub fn step(&mut self) -> Result<()> {
        let time = self.time();
        self.steps += 1;
        match self.method.upload(&self.scene, &self.model, time, self.steps, &mut *self.executor) {
            // Bodies are lost by the cloth's forces: it is the cloth that went first.
            Err(lost @ Error::BodyLost { .. }) => return self.check().and(Err(lost)),
            other => other?,
        }
        self.executor.run()
    }

    /// Advances to the end of the next frame.
    pub fn frame(&mut self) -> Result<()> {
        (0..self.steps_per_frame()).try_for_each(|_| self.step())
    }

    /// Steps per frame: the frame's time over `dt`, rounded, at least one.
    pub fn steps_per_frame(&self) -> u64 {
        ((self.scene.frame_time / self.scene.solver.dt).round() as u64).max(1)
    }

    /// Simulated time [s].
    pub fn time(&self) -> f64 {
        self.start + self.steps as f64 * self.scene.solver.dt
    }

    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Waits for the positions and velocities. Whether they are finite, [`Simulation::check`] says.
    pub fn state(&mut self) -> Result<State> {
        let buffers = self.method.state();
        let words = self.executor.read_all(&[buffers.positions, buffers.velocities])?;
        let bodies = self.method.contact().states();
        Ok(State { positions: vectors(&words[0]), velocities: vectors(&words[1]), bodies })
    }

    /// An error if the state has become non-finite, naming the step and the vertex.
    pub fn check(&mut self) -> Result<()> {
        let found = self.executor.read(self.method.state().found)?;
        if found == NOTHING {
            Ok(())
        } else {
            Err(Error::NonFinite { step: found[0].into(), vertex: found[1] })
        }
    }

    /// Replaces positions, velocities and, if all are given, bodies; forces on their way to bodies and what the engine of
    /// rigid bodies remembers of contacts are lost; inverse masses stay as they are, and what was found non-finite is forgotten.
    pub fn set_state(&mut self, state: &State) -> Result<()> {
        let count = self.model.start.len();
        if state.positions.len() != count || state.velocities.len() != count {
            let (x, v) = (state.positions.len(), state.velocities.len());
            let what = format!("{x} positions and {v} velocities for {count} vertices");
            return Err(Error::input("state", what, "give one of each per vertex"));
        }
        let buffers = self.method.state();
        self.executor.write(buffers.found, &NOTHING)?;
        for (buffer, values) in
            [(buffers.positions, &state.positions), (buffers.velocities, &state.velocities)]
        {
            let mut words = self.executor.read(buffer)?;
            for (four, v) in words.chunks_exact_mut(4).zip(values) {
                four[..3].copy_from_slice(&v.to_array().map(f32::to_bits));
            }
            self.executor.write(buffer, &words)?;
        }
        self.method.contact().set_states(&state.bodies, &mut *self.executor)?;
        self.method.forget(&mut *self.executor)
    }

    /// The rigid bodies, and what the cloth did to them in the last step; waits for the device.
    pub fn bodies(&mut self) -> Result<Vec<BodyReport>> {
        self.method.contact().reports(&mut *self.executor)
    }

    /// How cloth with these positions touches the bodies; none where there are no bodies.
    pub fn touch(&mut self, positions: &[Vec3]) -> Option<Touch> {
        self.method.contact().touch(positions, self.scene.material.thickness)
    }

    /// The signed distance from each body to a point [m].
    pub fn distances(&mut self, point: Vec3) -> Vec<f64> {
        self.method.contact().distances(point).collect()
    }

    /// How far each kind of constraint is from being met.
    pub fn violations(&self, positions: &[Vec3]) -> Vec<(&'static str, Violation)> {
        self.method.violations(&self.scene, &self.model, self.time(), positions)
    }

    /// How the solves went since the beginning; none for a method that solves no system. Waits for the device.
    pub fn solves(&mut self) -> Result<Option<Solves>> {
        self.method.solves(&mut *self.executor)
    }

    /// How well lengths were kept since the beginning, and energies; none for a method whose cloth may stretch. Waits for the device.
    pub fn isometry(&mut self) -> Result<Option<Isometry>> {
        self.method.isometry(&self.scene, &mut *self.executor)
    }

    /// How the loops that end by a flag went; see [`Executor::loops`].
    pub fn loops(&self) -> LoopCount {
        self.executor.loops()
    }

    /// Elastic energy of cloth with these positions [J]; none for a method without energies.
    pub fn elastic_energy(&self, positions: &[Vec3]) -> Option<f64> {
        self.method.elastic_energy(positions)
    }

    /// The constraints of each kind.
    pub fn kinds(&self) -> Vec<KindCount> {
        self.method.kinds()
    }

    /// The buffer of positions on the device: vec4, inverse masses in `w`; none on the CPU.
    pub fn positions_buffer(&self) -> Option<&wgpu::Buffer> {
        Some(self.executor.as_gpu()?.buffer(self.method.state().positions))
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What may be changed while the simulation runs; everything else needs a new one.
    pub fn live(&mut self) -> Live<'_> {
        let Scene { gravity, wind, material, ground, triangle_bending: t, .. } = &mut self.scene;
        // A step that was recorded for κ = 0 has no passes for another one.
        let kappa = self.bends.then_some(&mut t.kappa);
        Live {
            gravity,
            wind: &mut wind.velocity,
            damping: &mut material.damping,
            friction: &mut ground.friction,
            stretch: &mut t.stretch,
            k: &mut t.k,
            kappa,
            pressure: &mut t.pressure,
        }
    }

    /// The surfaces that the cloth can be drawn by, the usual one first.
    pub fn surfaces(&self) -> Vec<Surface> {
        self.method.surfaces()
    }

    /// The constraints as lines.
    pub fn groups(&self) -> Vec<Group> {
        self.method.groups()
    }

    /// The buffers of bodies and contact.
    pub fn contact_buffers(&mut self) -> ContactBuffers {
        self.method.contact().buffers()
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The executor.
    pub fn executor(&mut self) -> &mut dyn Executor {
        &mut *self.executor
    }

    /// Bytes of all buffers [bytes].
    pub fn bytes(&self) -> u64 {
        self.executor.recording().bytes()
    }

    /// Times per pass since profiling began; see [`Executor::profile`].
    pub fn timings(&self) -> Timings {
        self.executor.timings()
    }
}

/// Records a scene's method for its model and prepares the backend.
fn record(scene: Scene, model: Arc<Model>, backend: &Backend) -> Result<Simulation> {
    let method = methods::record(&scene, &model)?;
    let recording = method.recording().clone();
    prepare(scene, model, method, recording, backend)
}

/// Prepares the backend for a recording of the method's.
fn prepare(
    scene: Scene,
    model: Arc<Model>,
    mut method: Box<dyn Method>,
    recording: Arc<Recording>,
    backend: &Backend,
) -> Result<Simulation> {
    let mut executor = backend.executor(recording)?;
    method.contact().prepare(&model, &mut *executor)?;
    let bends = !scene.triangle_bending.kappa.is_zero();
    Ok(Simulation { scene, model, method, executor, steps: 0, start: 0.0, bends })
}

fn vectors(words: &[u32]) -> Vec<Vec3> {
    words
        .chunks_exact(4)
        .map(|w| Vec3::new(f32::from_bits(w[0]), f32::from_bits(w[1]), f32::from_bits(w[2])))
        .collect()
}
