//! Masses and springs in contact with rigid bodies (Kuang 2007).

use super::buffers::{Buffers, sim_at, spans};
use super::contact::Contact;
use super::loads::Loads;
use super::pins::Pins;
use super::{KindCount, Method, StateBuffers};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Kernel, Recording};
use crate::error::Result;
use crate::kernels::check::finite;
use crate::kernels::common::contact::Span;
use crate::kernels::forces::loads::{ADD, Push};
use crate::kernels::forces::springs;
use crate::kernels::integrate::euler::{self, Start};
use crate::kernels::integrate::rk4::{self, STAGES};
use crate::kernels::surface::normals;
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::model::groups::Group;
use crate::model::springs::Springs;
use crate::scene::{Integrator, Scene};
use glam::Vec3;
use std::sync::Arc;

/// The method: its recording, its springs and where it uploads to.
pub struct MassSpring {
    recording: Arc<Recording>,
    state: StateBuffers,
    sim: BufferId,
    pins: Pins,
    loads: Loads,
    contact: Contact,
    springs: Springs,
}

impl MassSpring {
    /// Creates the springs and records one step.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self> {
        let springs = Springs::new(scene, model);
        if let Some(warning) = springs.warning(scene, model) {
            log::warn!("{warning}");
        }
        let mut recording = Recording::default();
        let r = &mut recording;
        let mut buffers = Buffers::of_cloth(r, scene, model);
        let zero = vec![[0f32; 4]; model.start.len()];
        let stages = if scene.mass_spring.integrator == Integrator::Rk4 { zero.len() } else { 0 };
        let (offsets, list, _) = springs.by_particle(model.start.len());
        buffers.add([
            ("u", r.buffer("velocities aimed at", Element::Vec4, &zero)),
            ("f", r.buffer("forces", Element::Vec4, &zero)),
            ("dx", r.buffer("sum of velocities", Element::Vec4, &zero[..stages])),
            ("dv", r.buffer("sum of accelerations", Element::Vec4, &zero[..stages])),
            ("springs", r.structs("springs", &list)),
            ("spring offsets", r.buffer("spring offsets", Element::U32, &offsets)),
        ]);
        let pins = Pins::new(r, scene, model, &mut buffers);
        let loads = Loads::new(r, scene, model, &mut buffers);
        let contact = Contact::new(r, scene, model, &mut buffers)?;
        let count = model.start.len() as u32;
        let mut recorder =
            Recorder { recording, buffers, scene, count, pins: &pins, loads: &loads, contact: &contact };
        recorder.step()?;
        let Recorder { recording, buffers, .. } = recorder;
        let (state, sim) = (buffers.state()?, buffers.get("sim")?);
        Ok(Self { recording: Arc::new(recording), state, sim, pins, loads, contact, springs })
    }
}

/// Records one step.
struct Recorder<'a> {
    recording: Recording,
    buffers: Buffers,
    scene: &'a Scene,
    count: u32,
    pins: &'a Pins,
    loads: &'a Loads,
    contact: &'a Contact,
}

impl Recorder<'_> {
    fn step(&mut self) -> Result<()> {
        for span in spans(self.scene) {
            self.substep(span)?;
        }
        self.pass(&finite::KERNEL, "check", &[])
    }

    fn substep(&mut self, span: Span) -> Result<()> {
        if self.scene.wind.density > 0.0 {
            self.pass(&normals::KERNEL, "normals", &[])?;
        }
        match self.scene.mass_spring.integrator {
            Integrator::SemiImplicitEuler => self.euler(span, 0)?,
            Integrator::Verlet => self.euler(span, span.first)?,
            Integrator::Rk4 => self.rk4(span)?,
        }
        self.contact.bounds(&mut self.recording, &self.buffers, span)?;
        self.contact.finish(&mut self.recording, &self.buffers, span)?;
        self.contact.wrench(&mut self.recording, &self.buffers, span)
    }

    /// One invocation per particle.
    fn pass(&mut self, kernel: &'static Kernel, label: &'static str, others: &[(&str, &str)]) -> Result<()> {
        let buffers = self.buffers.with(kernel, others)?;
        self.recording.dispatch(kernel, label, &buffers, self.count);
        Ok(())
    }

    /// Of springs and loads, where these names say.
    fn forces(&mut self, names: &[(&str, &str)]) -> Result<()> {
        self.pass(&springs::KERNEL, "springs", names)?;
        let x = names.iter().find(|(name, _)| *name == "x").map_or("x", |(_, x)| x);
        self.loads.record(&mut self.recording, &self.buffers, Push::new(ADD, 0.0), [("x", x), ("out", "f")])
    }

    fn euler(&mut self, span: Span, half: u32) -> Result<()> {
        self.pins.record(&mut self.recording, &self.buffers, span.end)?;
        self.forces(&[("offsets", "spring offsets")])?;
        let buffers = self.buffers.of(&euler::KERNEL, None)?;
        let start = Start { half, ..Start::default() };
        self.recording.dispatch_with(&euler::KERNEL, "integrate", &buffers, self.count, start);
        Ok(())
    }

    fn rk4(&mut self, span: Span) -> Result<()> {
        let buffers = self.buffers.of(&rk4::KERNEL, None)?;
        for stage in STAGES {
            let at_stage = [("offsets", "spring offsets"), ("x", "p"), ("v", "u")];
            let names = if stage.first == 1 { &at_stage[..1] } else { &at_stage[..] };
            self.forces(names)?;
            let fraction = span.begin + (span.end - span.begin) * stage.ahead;
            self.pins.record(&mut self.recording, &self.buffers, fraction)?;
            self.recording.dispatch_with(&rk4::KERNEL, "integrate", &buffers, self.count, stage);
        }
        Ok(())
    }
}

impl Method for MassSpring {
    fn recording(&self) -> &Arc<Recording> {
        &self.recording
    }

    fn state(&self) -> StateBuffers {
        self.state
    }

    fn upload(
        &mut self,
        scene: &Scene,
        model: &Model,
        time: f64,
        step: u64,
        executor: &mut dyn Executor,
    ) -> Result<()> {
        let sim = sim_at(scene, time, step);
        executor.write(self.sim, bytemuck::cast_slice(std::slice::from_ref(&sim)))?;
        self.loads.upload(scene, time, executor)?;
        self.pins.upload(scene, model, time, executor)?;
        self.contact.upload(scene, time, executor)
    }

    fn contact(&mut self) -> &mut Contact {
        &mut self.contact
    }

    fn pins(&mut self) -> &mut Pins {
        &mut self.pins
    }

    fn violations(&self, _: &Scene, _: &Model, _: f64, positions: &[Vec3]) -> Vec<(&'static str, Violation)> {
        self.springs.violations(positions)
    }

    fn groups(&self) -> Vec<Group> {
        self.springs.groups().collect()
    }

    fn kinds(&self) -> Vec<KindCount> {
        // Springs need no colours.
        let kind = |(label, count)| KindCount { label, count: Some(count), colors: Vec::new() };
        self.springs.counts().map(kind).collect()
    }
}
