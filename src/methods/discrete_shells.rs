//! Discrete shells with implicit steps (Grinspun 2003; Mi).
//!
//! The unknown is the mean velocity w of a step, x' = x + h w: with M (w − v) = h θ ((1 − θ) f + θ f') and v' = (w − (1 − θ) v)/θ,
//! θ = 1 is backward Euler and θ = 1/2 Newmark's method with β = 1/4 and γ = 1/2. A step is linearised once, or Newton steps follow
//! until the residual itself is small. Products take the positive part of the stiffness: of a member K ∇q ∇qᵀ, and the
//! tension of edges that are drawn; what is left out, (q − q̄) ∇²q, may be negative.

use super::buffers::{Buffers, sim_at};
use super::cg::{Cg, ROUNDS};
use super::contact::Contact;
use super::implicit_step::{Elastic, Options, Parts, Step};
use super::loads::ramps;
use super::pins::Pins;
use super::{KindCount, Method, Solves, StateBuffers};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Recording};
use crate::error::Result;
use crate::kernels::common::cg::{ALWAYS, FORCE, OPERATOR, RENEW, When};
use crate::kernels::common::contact::Span;
use crate::kernels::common::implicit::{self as common, Implicit};
use crate::kernels::common::shell::{Place, Shell};
use crate::kernels::shell::{blocks, finish, gather, loads, members, newton, rates, slope, start, tie, ways};
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::model::groups::Group;
use crate::model::members::{Members, vector};
use crate::scene::{Preconditioner, Scene, ShellIntegrator};
use glam::Vec3;
use std::sync::Arc;

/// How far from its middle at the start a shell may go at least [m].
const REACH: f64 = 4.0;

/// The method: its recording, its members and where it uploads to.
pub struct DiscreteShells {
    recording: Arc<Recording>,
    state: StateBuffers,
    sim: BufferId,
    implicit: BufferId,
    ramps: BufferId,
    loads: BufferId,
    cg: Cg,
    pins: Pins,
    contact: Contact,
    members: Members,
    hooked: bool,
    /// |S r|² that rounding alone may leave of a residual.
    floor: f32,
    /// What a step takes over from the one before: whom particles touched, their friction, and places in fixed point.
    memory: [BufferId; 3],
}

impl DiscreteShells {
    /// Creates the members and records one step.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self> {
        let members = Members::new(scene, model);
        let count = model.start.len();
        let mut recording = Recording::default();
        let r = &mut recording;
        let mut buffers = Buffers::of_cloth(r, scene, model);
        let cg = Cg::new(r, &mut buffers, count as u32);
        let inner = if model.bodies.is_empty() { 0 } else { 2 * model.mesh.triangles.len() };
        let implicit = r.structs("implicit", &[Implicit::default()]);
        let zero = vec![[0f32; 4]; count];
        buffers.add([
            ("implicit", implicit),
            ("f", r.buffer("forces", Element::Vec4, &zero)),
            ("impulses", r.buffer("impulses of constraints", Element::Vec4, &zero)),
            ("inner", r.buffer("contact inside triangles", Element::Vec4, &vec![[0f32; 4]; inner])),
        ]);
        add(r, &mut buffers, scene, model, &members);
        let pins = Pins::new(r, scene, model, &mut buffers);
        let contact = Contact::new(r, scene, model, &mut buffers)?;
        let p = &scene.discrete_shells;
        let hooked = contact.has_bodies();
        let options = Options {
            interleaved: hooked,
            corrected: true,
            interval: p.interval,
            iterations: p.iterations,
            newton: p.newton,
        };
        let triangles = model.mesh.triangles.len() as u32;
        let mut step = Step {
            parts: Parts { recording, buffers, scene, count: count as u32, triangles },
            elastic: &Sheet::new(scene, model, &members),
            options,
            cg: &cg,
            pins: &pins,
            contact: &contact,
            span: Span::default(),
        };
        step.record()?;
        let Parts { recording, buffers, .. } = step.parts;
        let (state, sim) = (buffers.state()?, buffers.get("sim")?);
        let memory = [buffers.get("impulses")?, buffers.get("guides")?, buffers.get("places")?];
        let (ramps, loads) = (buffers.get("ramps")?, buffers.get("loads")?);
        let recording = Arc::new(recording);
        let floor = members.floor(
            sim_at(scene, 0.0, 0).h.into(),
            scene.discrete_shells.theta(scene.method),
            fixed_point(model).1.into(),
        ) as f32;
        Ok(Self {
            recording,
            state,
            sim,
            implicit,
            ramps,
            loads,
            cg,
            pins,
            contact,
            members,
            hooked,
            floor,
            memory,
        })
    }

    /// The uniforms of the step that starts at `time` [s].
    fn implicit_at(&self, scene: &Scene, time: f64) -> Implicit {
        let p = &scene.discrete_shells;
        let sim = sim_at(scene, time, 0);
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        Implicit {
            gravity: sim.gravity,
            wind: sim.wind,
            h: sim.h,
            lift: sim.wind[3] * scene.wind.lift as f32,
            tolerance: (p.tolerance * p.tolerance) as f32,
            damping: sim.damping,
            modes: bit(p.preconditioner == Preconditioner::Block, common::BLOCKS)
                | bit(self.hooked, common::HOOKED),
            iterations: p.iterations,
            rounds: ROUNDS,
            newton: p.newton,
            floor: self.floor,
            ..Implicit::default()
        }
    }

    /// Uploads how much of each load acts at the end of the step that starts at `time` [s].
    fn load(&self, scene: &Scene, model: &Model, time: f64, executor: &mut dyn Executor) -> Result<()> {
        if scene.load.is_empty() {
            return Ok(());
        }
        let ramps = ramps(scene, time);
        executor.write(self.ramps, bytemuck::cast_slice(&ramps))?;
        let mut forces = vec![[0f32; 4]; model.start.len()];
        for loaded in &model.loaded {
            let force = scene.load[loaded.load].force.map(|f| (f * loaded.share) as f32);
            let all = &mut forces[loaded.vertex as usize];
            (0..3).for_each(|k| all[k] += force[k] * ramps[loaded.load]);
        }
        executor.write(self.loads, bytemuck::cast_slice(&forces))
    }
}

/// The fixed point of a model: its middle at the start, and ticks as fine as its reach allows.
fn fixed_point(model: &Model) -> ([f32; 4], f32) {
    let (low, high) = (model.start.iter()).fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(*p), h.max(*p)));
    let reach = REACH.max(4.0 * f64::from((high - low).max_element()));
    let tick = 2f64.powi(reach.log2().ceil() as i32 - 31);
    ((0.5 * (low + high)).extend(0.0).to_array(), tick as f32)
}

/// Adds the buffers of a shell.
fn add(r: &mut Recording, buffers: &mut Buffers, scene: &Scene, model: &Model, members: &Members) {
    let count = model.start.len();
    let zero = vec![[0f32; 4]; count];
    let (origin, tick) = fixed_point(model);
    let theta = scene.discrete_shells.theta(scene.method) as f32;
    let Members { hinges, faces, .. } = *members;
    let shell = Shell { origin, tick, theta, hinges, faces };
    let places = vec![Place::default(); count];
    let (offsets, slots) = members.by_particle(count);
    let mut tie_offsets = vec![0u32];
    for group in &model.ties {
        tie_offsets.push(tie_offsets[tie_offsets.len() - 1] + group.len() as u32);
    }
    let tied = tie::Tied { direction: model.tie_direction.extend(0.0).to_array() };
    buffers.add([
        ("shell", r.structs("shell", &[shell])),
        ("members", r.structs("members", &members.list)),
        ("member offsets", r.buffer("member offsets", Element::U32, &offsets)),
        ("member slots", r.structs("member slots", &slots)),
        ("slopes", r.buffer("slopes", Element::Vec4, &vec![[0f32; 4]; members.slopes()])),
        ("strains", r.buffer("strains", Element::Vec4, &vec![[0f32; 4]; members.list.len()])),
        ("pulls", r.buffer("pulls", Element::F32, &vec![0f32; members.list.len()])),
        ("places", r.structs("places", &places)),
        ("at", r.structs("places of members", &places)),
        ("before", r.buffer("velocities before", Element::Vec4, &zero)),
        ("base", r.buffer("velocities of members", Element::Vec4, &zero)),
        ("last", r.buffer("velocities of members before", Element::Vec4, &zero)),
        ("ways", r.buffer("ways", Element::Vec4, &zero)),
        ("kept", r.buffer("forces of the beginning", Element::Vec4, &zero)),
        ("loads", r.buffer("loads", Element::Vec4, &zero)),
        ("ramps", r.buffer("shares of loads", Element::F32, &vec![0f32; scene.load.len().max(1)])),
        ("tied", r.structs("tied", &[tied])),
        ("tie offsets", r.buffer("tie offsets", Element::U32, &tie_offsets)),
        ("tie items", r.buffer("tie items", Element::U32, &model.ties.concat())),
    ]);
}

/// The members as the passes of a step see them.
struct Sheet {
    members: u32,
    ties: u32,
    newton: bool,
    newmark: bool,
    h: f32,
}

impl Sheet {
    fn new(scene: &Scene, model: &Model, members: &Members) -> Self {
        let p = &scene.discrete_shells;
        Self {
            members: members.list.len() as u32,
            ties: model.ties.len() as u32,
            newton: p.newton > 1,
            newmark: p.integrator == ShellIntegrator::Newmark,
            h: sim_at(scene, 0.0, 0).h,
        }
    }

    fn members(&self, parts: &mut Parts, phase: u32) -> Result<()> {
        parts.pass_over(self.members, &members::KERNEL, "members", When::new(phase, 0), &[])
    }

    /// Takes a Newton step, or the first.
    fn newton(&self, parts: &mut Parts, phase: u32) -> Result<()> {
        parts.pass(&newton::KERNEL, "newton", When::new(phase, 0), &[])
    }

    /// What members make of the velocities `u`, into `out`.
    fn pull(&self, parts: &mut Parts, when: When, u: &str, out: &str) -> Result<()> {
        parts.pass_over(self.members, &rates::KERNEL, "members", when, &[("u", u)])?;
        let names = [("offsets", "member offsets"), ("slots", "member slots"), ("u", u), ("out", out)];
        parts.pass(&gather::KERNEL, "gather", when, &names)
    }
}

impl Elastic for Sheet {
    fn begin(&self, parts: &mut Parts) -> Result<()> {
        let buffers = parts.buffers.of(&start::KERNEL, None)?;
        parts.recording.dispatch(&start::KERNEL, "start", &buffers, parts.count);
        self.members(parts, ALWAYS)?;
        if self.newmark {
            self.pull(parts, When::new(ALWAYS, FORCE), "before", "f")?;
            parts.pass(&loads::KERNEL, "loads", When::new(ALWAYS, loads::BEGIN), &[])?;
        }
        if self.newton {
            self.newton(parts, ALWAYS)?;
            self.members(parts, ALWAYS)?;
        }
        Ok(())
    }

    fn forces(&self, parts: &mut Parts, mode: u32, phase: u32, u: &str, out: &str) -> Result<()> {
        let when = When::new(phase, mode);
        if mode == OPERATOR {
            self.pull(parts, when, u, out)?;
        } else {
            parts.pass(&ways::KERNEL, "ways", when, &[])?;
            self.pull(parts, when, "ways", out)?;
        }
        parts.faces(mode, phase, u, out)?;
        if mode == FORCE {
            parts.pass(&loads::KERNEL, "loads", When::new(phase, loads::END), &[])?;
        }
        Ok(())
    }

    fn blocks(&self, parts: &mut Parts, phase: u32) -> Result<()> {
        let names = [("offsets", "member offsets"), ("slots", "member slots")];
        parts.pass(&blocks::KERNEL, "blocks", When::new(phase, 0), &names)
    }

    fn review(&self, parts: &mut Parts) -> Result<bool> {
        if self.newton {
            self.newton(parts, RENEW)?;
        }
        Ok(self.newton)
    }

    fn renew(&self, parts: &mut Parts) -> Result<()> {
        if self.newton {
            self.members(parts, RENEW)?;
            self.forces(parts, FORCE, RENEW, "v", "f")?;
            self.blocks(parts, RENEW)?;
        }
        Ok(())
    }

    fn judge(&self, parts: &mut Parts) -> Result<()> {
        if self.newton {
            let quarter = parts.count.div_ceil(4);
            parts.pass_over(quarter, &slope::KERNEL, "slope", When::new(RENEW, 0), &[])?;
        }
        Ok(())
    }

    fn narrow(&self, parts: &mut Parts, what: &str, phase: u32) -> Result<()> {
        if self.ties > 0 {
            let names = [("offsets", "tie offsets"), ("items", "tie items"), ("u", what)];
            parts.pass_over(self.ties, &tie::KERNEL, "tie", When::new(phase, 0), &names)?;
        }
        Ok(())
    }

    fn end(&self, parts: &mut Parts) -> Result<()> {
        let buffers = parts.buffers.of(&finish::KERNEL, None)?;
        let time = finish::Time::new(self.h);
        parts.recording.dispatch_with(&finish::KERNEL, "finish", &buffers, parts.count, time);
        Ok(())
    }
}

impl Method for DiscreteShells {
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
        let implicit = self.implicit_at(scene, time);
        executor.write(self.implicit, bytemuck::cast_slice(std::slice::from_ref(&implicit)))?;
        self.load(scene, model, time, executor)?;
        self.pins.upload(scene, model, time, executor)?;
        self.contact.upload(scene, time, executor)
    }

    fn contact(&mut self) -> &mut Contact {
        &mut self.contact
    }

    fn pins(&mut self) -> &mut Pins {
        &mut self.pins
    }

    fn forget(&self, executor: &mut dyn Executor) -> Result<()> {
        for buffer in self.memory {
            executor.write(buffer, &self.recording.buffers[buffer.0].contents)?;
        }
        Ok(())
    }

    fn solves(&self, executor: &mut dyn Executor) -> Result<Option<Solves>> {
        self.cg.solves(executor).map(Some)
    }

    fn elastic_energy(&self, positions: &[Vec3]) -> Option<f64> {
        let positions: Vec<_> = positions.iter().map(|p| vector(*p)).collect();
        Some(self.members.energy(&positions))
    }

    fn violations(&self, _: &Scene, _: &Model, _: f64, positions: &[Vec3]) -> Vec<(&'static str, Violation)> {
        self.members.violations(positions)
    }

    fn groups(&self) -> Vec<Group> {
        self.members.groups().collect()
    }

    fn kinds(&self) -> Vec<KindCount> {
        let Members { list, hinges, faces } = &self.members;
        let kind = |(label, count)| KindCount { label, count: Some(count), colors: Vec::new() };
        let edges = list.len() as u32 - hinges - faces;
        let kinds = [("bending", *hinges), ("area", *faces), ("stretch", edges)];
        kinds.into_iter().filter(|(_, count)| *count > 0).map(kind).collect()
    }
}
