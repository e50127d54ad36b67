//! Implicit cloth by matrix-free conjugate gradients, with constraints interleaved (Han 2015).
//!
//! Backward Euler, linearised: (M − h ∂f/∂v − h² ∂f/∂x) Δv = h (f + h ∂f/∂x v0), and the next velocity is v0 + Δv. The solver keeps
//! that sum, u. Constraints change u and, by as much, v0: what they have given is kept as an impulse M (v0 − v), so
//! that the residual, h f + T u − M (u − v0) with T = h ∂f/∂v + h² ∂f/∂x, sees it.

use super::buffers::{Buffers, sim_at};
use super::cg::{Cg, ROUNDS};
use super::contact::Contact;
use super::implicit_step::{Elastic, Options, Parts, Step};
use super::loads::Loads;
use super::pins::Pins;
use super::{KindCount, Method, Solves, StateBuffers};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Recording};
use crate::error::Result;
use crate::kernels::cg::{blocks, curvature, largest, scale};
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::cg::{FORCE, OPERATOR, RENEW, When};
use crate::kernels::common::contact::Span;
use crate::kernels::common::implicit::{self as common, Implicit};
use crate::kernels::forces::loads::{ADD, Push};
use crate::kernels::forces::seams::{self, Seam, Touched};
use crate::kernels::forces::{stiff_springs, strain_limit};
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::model::groups::Group;
use crate::model::springs::Springs;
use crate::real::V3;
use crate::scene::{
    CgSolver, Compressed, Derivative, ImplicitCg as Parameters, Interleaving, Preconditioner, Scene,
};
use glam::Vec3;
use std::sync::Arc;

/// The method: its recording, its springs and where it uploads to.
pub struct ImplicitCg {
    recording: Arc<Recording>,
    state: StateBuffers,
    sim: BufferId,
    implicit: BufferId,
    cg: Cg,
    pins: Pins,
    loads: Loads,
    contact: Contact,
    springs: Springs,
    /// Mean length of an edge at rest [m].
    edge: f32,
    closed: bool,
    /// Whether constraints are looked at between iterations.
    hooked: bool,
    /// What a step takes over from the one before: whom particles touched, their friction, and limits of strain.
    memory: [BufferId; 3],
    seams: Vec<Seam>,
}

impl ImplicitCg {
    /// Creates the springs and records one step.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self> {
        let springs = Springs::new(scene, model);
        let count = model.start.len();
        let mut recording = Recording::default();
        let r = &mut recording;
        let mut buffers = Buffers::of_cloth(r, scene, model);
        let cg = Cg::new(r, &mut buffers, count as u32);
        add(r, &mut buffers, scene, model, &springs);
        let seams: Vec<Seam> = model.seams.iter().map(seam).collect();
        let touched = Touched::new(&seams);
        buffers.add([
            ("seams", r.structs("seams", &seams)),
            ("seam vertices", r.buffer("seam vertices", Element::U32, &touched.listed)),
            ("seam offsets", r.buffer("seam offsets", Element::U32, &touched.offsets)),
            ("seam items", r.buffer("seam items", Element::U32, &touched.items)),
        ]);
        let pins = Pins::new(r, scene, model, &mut buffers);
        let loads = Loads::new(r, scene, model, &mut buffers);
        let contact = Contact::new(r, scene, model, &mut buffers)?;
        let p = &scene.implicit_cg;
        let hooked = p.solver != CgSolver::Mcg && contact.has_bodies();
        let options = Options {
            interleaved: hooked,
            corrected: p.interleaving == Interleaving::Corrected,
            interval: p.interval,
            iterations: p.iterations,
            newton: 0,
        };
        let triangles = model.mesh.triangles.len() as u32;
        let parts = Parts { recording, buffers, scene, count: count as u32, triangles };
        let elastic = &Sheet { sewn: touched.listed.len() as u32, loads: &loads };
        let mut step =
            Step { parts, elastic, options, cg: &cg, pins: &pins, contact: &contact, span: Span::default() };
        step.record()?;
        let Parts { recording, buffers, .. } = step.parts;
        let (state, sim, implicit) = (buffers.state()?, buffers.get("sim")?, buffers.get("implicit")?);
        let memory = [buffers.get("impulses")?, buffers.get("guides")?, buffers.get("limited")?];
        let edges = &model.topology.edges;
        let length = |[a, b]: [u32; 2]| {
            f64::from(model.mesh.positions[a as usize].distance(model.mesh.positions[b as usize]))
        };
        let edge = edges.iter().map(|e| length(e.vertices)).sum::<f64>() / edges.len().max(1) as f64;
        let closed = model.topology.is_closed();
        let recording = Arc::new(recording);
        Ok(Self {
            recording,
            state,
            sim,
            implicit,
            cg,
            pins,
            loads,
            contact,
            springs,
            edge: edge as f32,
            closed,
            hooked,
            memory,
            seams,
        })
    }

    /// The uniforms of the step that starts at `time` [s].
    fn implicit_at(&self, scene: &Scene, time: f64) -> Implicit {
        let p = &scene.implicit_cg;
        let sim = sim_at(scene, time, 0);
        let limit = if p.strain_limit > 0.0 { 1.0 + p.strain_limit as f32 } else { 0.0 };
        Implicit {
            gravity: sim.gravity,
            wind: sim.wind,
            h: sim.h,
            lift: sim.wind[3] * scene.wind.lift as f32,
            pressure: p.pressure.at(time + scene.solver.dt) as f32,
            edge: self.edge,
            limit,
            limit_stiffness: p.limit_stiffness as f32,
            tolerance: (p.tolerance * p.tolerance) as f32,
            damping: sim.damping,
            modes: modes(p, self.closed) | if self.hooked { common::HOOKED } else { 0 },
            iterations: p.iterations,
            rounds: ROUNDS,
            newton: 1,
            ..Implicit::default()
        }
    }
}

/// A seam as its kernel has it.
fn seam(s: &crate::model::seams::Seam) -> Seam {
    let corners = s.corners.map(|[a, b, c]| [a, b, c, 0]);
    let weights = s.weights.map(|[a, b, c]| [a, b, c, 0.0]);
    Seam {
        first: corners[0],
        second: corners[1],
        first_weights: weights[0],
        second_weights: weights[1],
        stiffness: s.stiffness,
        damping: s.damping,
        ..Seam::default()
    }
}

fn modes(p: &Parameters, closed: bool) -> u32 {
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    bit(p.derivative != Derivative::Exact, common::FINITE)
        | bit(p.derivative == Derivative::Scaled, common::SCALED)
        | bit(p.solver == CgSolver::Jmcg2, common::SECOND)
        | bit(p.compressed == Compressed::Whole, common::WHOLE)
        | bit(p.preconditioner == Preconditioner::Block, common::BLOCKS)
        | bit(p.interleaving == Interleaving::Printed, common::PRINTED)
        | bit(closed, common::CLOSED)
}

/// Adds the buffers of springs and their solver.
fn add(r: &mut Recording, buffers: &mut Buffers, scene: &Scene, model: &Model, springs: &Springs) {
    let count = model.start.len();
    let (offsets, list, limited) = springs.by_particle(count);
    let limited: &[u32] = if scene.implicit_cg.strain_limit > 0.0 { &limited } else { &[] };
    let zero = vec![[0f32; 4]; count];
    let inner = if model.bodies.is_empty() { 0 } else { 2 * model.mesh.triangles.len() };
    let chunks = count.div_ceil(curvature::PER_GROUP as usize);
    buffers.add([
        ("implicit", r.structs("implicit", &[Implicit::default()])),
        ("f", r.buffer("forces", Element::Vec4, &zero)),
        ("impulses", r.buffer("impulses of constraints", Element::Vec4, &zero)),
        ("springs", r.structs("springs", &list)),
        ("spring offsets", r.buffer("spring offsets", Element::U32, &offsets)),
        ("limited", r.buffer("springs at their limit", Element::U32, limited)),
        ("inner", r.buffer("contact inside triangles", Element::Vec4, &vec![[0f32; 4]; inner])),
        ("maxima", r.buffer("largest relative velocities", Element::F32, &vec![0f32; chunks])),
    ]);
}

/// The springs of cloth, with all else that acts on it.
struct Sheet<'a> {
    /// Vertices that seams touch.
    sewn: u32,
    loads: &'a Loads,
}

impl Sheet<'_> {
    /// The length of differences for this direction.
    fn scale(&self, parts: &mut Parts, phase: u32, u: &str) -> Result<()> {
        let when = When::new(phase, 0);
        let names = [("offsets", "spring offsets"), ("u", u)];
        parts.pass_over(parts.count.div_ceil(4), &largest::KERNEL, "scale", when, &names)?;
        parts.pass_over(WORKGROUP, &scale::KERNEL, "scale", when, &[])
    }
}

impl Elastic for Sheet<'_> {
    fn forces(&self, parts: &mut Parts, mode: u32, phase: u32, u: &str, out: &str) -> Result<()> {
        if mode == OPERATOR && parts.scene.implicit_cg.derivative == Derivative::Scaled {
            self.scale(parts, phase, u)?;
        }
        let when = When::new(phase, mode);
        let names = [("offsets", "spring offsets"), ("u", u), ("out", out)];
        parts.pass(&stiff_springs::KERNEL, "springs", when, &names)?;
        parts.faces(mode, phase, u, out)?;
        if mode == FORCE {
            let names = [("x", "x"), ("out", out)];
            self.loads.record(&mut parts.recording, &parts.buffers, Push::new(ADD, 0.0), names)?;
        }
        let names = [
            ("listed", "seam vertices"),
            ("offsets", "seam offsets"),
            ("items", "seam items"),
            ("u", u),
            ("out", out),
        ];
        parts.pass_over(self.sewn, &seams::KERNEL, "seams", when, &names)
    }

    fn blocks(&self, parts: &mut Parts, phase: u32) -> Result<()> {
        parts.pass(&blocks::KERNEL, "blocks", When::new(phase, 0), &[("offsets", "spring offsets")])
    }

    fn review(&self, parts: &mut Parts) -> Result<bool> {
        if parts.scene.implicit_cg.strain_limit == 0.0 {
            return Ok(false);
        }
        let buffers = parts.buffers.with(&strain_limit::KERNEL, &[("offsets", "spring offsets")])?;
        parts.recording.dispatch(&strain_limit::KERNEL, "strain", &buffers, parts.count);
        self.blocks(parts, RENEW)?;
        Ok(true)
    }
}

impl Method for ImplicitCg {
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
        let sewn = |seam: &Seam| {
            let at = |v: u32| positions[v as usize].as_dvec3();
            seam.spring().energy(seam.way(seam.corners().map(|v| V3(at(v).x, at(v).y, at(v).z))))
        };
        Some(self.springs.energy(positions) + self.seams.iter().map(sewn).sum::<f64>())
    }

    fn violations(
        &self,
        scene: &Scene,
        _: &Model,
        _: f64,
        positions: &[Vec3],
    ) -> Vec<(&'static str, Violation)> {
        let mut violations = self.springs.violations(positions);
        let limit = scene.implicit_cg.strain_limit;
        if limit > 0.0 {
            violations.push(("strain limit", self.springs.beyond(limit, positions)));
        }
        violations
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
