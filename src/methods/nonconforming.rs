//! Developable surfaces with nonconforming elements (English and Bridson 2008).
//!
//! A step goes where inertia leads, x̂; bending and gravity move it by H f, and projection onto the lengths by H Jᵀ λ, with the
//! same H: a polynomial near (M + θ h² B)⁻¹. So bending is implicit, and what rests is in equilibrium whatever H is. Newton steps of the
//! projection solve J H Jᵀ λ = −C by conjugate gradients. Contact is that of a ghost mesh, and goes back to the unknowns by its transpose.

use super::buffers::{Buffers, sim_at, spans};
use super::contact::Contact;
use super::pins::Pins;
use super::transfer::Transfer;
use super::{Isometry, KindCount, Method, Solves, StateBuffers, Surface};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Kernel, Recording};
use crate::error::{Error, Result};
use crate::kernels::check::finite;
use crate::kernels::common::cg::{ALWAYS, Cg as Scalars, FORCE, ITERATE, OPERATOR, RENEW, When};
use crate::kernels::common::contact::Span;
use crate::kernels::common::developable::Developable;
use crate::kernels::common::tally::Tally;
use crate::kernels::common::{Sum, WORKGROUP};
use crate::kernels::developable::turn::{self, BEGIN, CUT, ITERATED, Lengths, OVER, RENEWED};
use crate::kernels::developable::{
    apply, bend, finish, ghost, measure, middle, product, pull, raise, renew, smooth, start, update,
};
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::model::elements::{Elements, Sparse};
use crate::model::groups::Group;
use crate::scene::{DevelopableIntegrator, Scene};
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// How far H (M + θ h² B) may be from 1.
const SMOOTHNESS: f64 = 0.02;
/// So many steps of Chebyshev's iteration would be a stiffness that the time step is far too long for.
const MOST: usize = 600;

/// Passes of the loop over iterations and Newton steps; each of these has its own end before that.
const MOST_PASSES: u32 = 4_000_000;

/// The method: its recording, its elements and where it uploads to.
pub struct Nonconforming {
    recording: Arc<Recording>,
    state: StateBuffers,
    sim: BufferId,
    developable: BufferId,
    history: BufferId,
    tally: BufferId,
    lengths: BufferId,
    unknowns: [BufferId; 2],
    middles: [BufferId; 2],
    edges: Vec<[u32; 2]>,
    pins: Pins,
    contact: Contact,
    elements: Elements,
}

impl Nonconforming {
    /// Takes the mesh apart and records one step.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self> {
        let elements = Elements::new(scene, model)?;
        let h = scene.solver.dt / f64::from(scene.solver.substeps);
        let coefficients = chebyshev(h * h * elements.stiffest())?;
        let mut recording = Recording::default();
        let r = &mut recording;
        let mut buffers = Buffers::of_cloth(r, scene, model);
        add(r, &mut buffers, model, &elements);
        let pins = Pins::new(r, scene, model, &mut buffers);
        let contact = Contact::new(r, scene, model, &mut buffers)?;
        let counts = [model.start.len() as u32, elements.dofs.len() as u32];
        let transfer =
            if contact.has_bodies() { Some(Transfer::new(r, &buffers, SHARED, counts)?) } else { None };
        if let Some(transfer) = &transfer {
            buffers.add([("transfer cg", transfer.buffers.get("cg")?)]);
        }
        let mut step = Step {
            recording,
            buffers,
            pins: &pins,
            contact: &contact,
            transfer: transfer.as_ref(),
            elements: &elements,
            coefficients: &coefficients,
        };
        for span in spans(scene) {
            step.substep(span)?;
        }
        let middles = elements.middles.len() as u32;
        let names = [("offsets", "middle offsets"), ("shares", "middle dofs")];
        step.over(&middle::KERNEL, "ghost", middles, &names)?;
        step.over(&finite::KERNEL, "check", counts[0], &[])?;
        let Step { recording, buffers, .. } = step;
        Ok(Self {
            recording: Arc::new(recording),
            state: buffers.state()?,
            sim: buffers.get("sim")?,
            developable: buffers.get("developable")?,
            history: buffers.get("history")?,
            tally: buffers.get("tally")?,
            lengths: buffers.get("lengths")?,
            unknowns: [buffers.get("y")?, buffers.get("rates")?],
            middles: [buffers.get("middles")?, buffers.get("middle_rates")?],
            edges: model.edges(),
            pins,
            contact,
            elements,
        })
    }

    /// The elements.
    pub fn elements(&self) -> &Elements {
        &self.elements
    }
}

/// What the way back from the ghost mesh shares with the surface.
const SHARED: &[&str] = &[
    "developable",
    "x",
    "p",
    "y",
    "rates",
    "moves",
    "vertex offsets",
    "vertex dofs",
    "dof vertex offsets",
    "dof vertices",
];

/// What each step of Chebyshev's iteration keeps of the last change, and takes of what is left, for eigenvalues of M⁻¹ K from
/// 1 to 1 + z. It begins with M⁻¹ t, which is exact for all that does not bend.
fn chebyshev(z: f64) -> Result<Vec<[f32; 2]>> {
    let mut coefficients: Vec<[f64; 2]> = Vec::new();
    if z <= 0.0 {
        return Ok(Vec::new());
    }
    let (middle, radius) = (1.0 + 0.5 * z, 0.5 * z);
    let (ratio, mut rho) = (middle / radius, radius / middle);
    // What the first guess leaves is at most z, and every step multiplies it by a ratio of Chebyshev's polynomials.
    let left = |steps: usize| z / (steps as f64 * ratio.acosh()).cosh();
    while left(coefficients.len()) > SMOOTHNESS {
        if coefficients.len() == MOST {
            let what = format!("bending is {z:.0} times stiffer than inertia in one substep");
            return Err(Error::input("solver.dt", what, "lower dt, raise substeps, or use a coarser mesh"));
        }
        if coefficients.is_empty() {
            coefficients.push([0.0, 1.0 / middle]);
            continue;
        }
        let next = 1.0 / (2.0 * ratio - rho);
        coefficients.push([next * rho, 2.0 * next / radius]);
        rho = next;
    }
    Ok(coefficients.iter().map(|c| c.map(|c| c as f32)).collect())
}

/// Adds the buffers of a surface.
fn add(r: &mut Recording, buffers: &mut Buffers, model: &Model, elements: &Elements) {
    let (dofs, rows) = (elements.dofs.len(), elements.rows.len());
    let vertices = model.start.len();
    let groups = |count: usize| count.div_ceil(WORKGROUP as usize);
    let list: Vec<start::Dof> = (elements.dofs.iter())
        .map(|dof| start::Dof {
            a: dof.ends[0],
            b: dof.ends[1],
            inverse_mass: (1.0 / dof.mass) as f32,
            stiffness: dof.stiffness as f32,
        })
        .collect();
    let firsts = elements.row_terms.offsets.iter().copied();
    let mut row_list: Vec<measure::Row> = (elements.rows.iter().zip(firsts))
        .map(|(row, first)| measure::Row { rest: row.rest as f32, axis: row.axis, vertex: row.vertex, first })
        .collect();
    // One more, where the last one's terms end.
    row_list.push(measure::Row { first: elements.row_terms.terms.len() as u32, ..measure::Row::default() });
    let bends: Vec<[f32; 4]> =
        elements.bends.iter().map(|b| b.target.extend(b.weight).to_array().map(|f| f as f32)).collect();
    let curves: Vec<raise::Curve> = (elements.bends.iter().enumerate())
        .filter(|(_, bend)| bend.height != 0.0)
        .map(|(i, bend)| raise::Curve {
            corners: bend.corners,
            height: bend.height as f32,
            bend: i as u32,
            ..raise::Curve::default()
        })
        .collect();
    let zero = |count: usize| vec![[0f32; 4]; count];
    buffers.add([
        ("developable", r.structs("developable", &[Developable::default()])),
        ("history", r.buffer("history", Element::U32, &[0u32])),
        ("dofs", r.structs("unknowns", &list)),
        ("y", r.buffer("places of unknowns", Element::Vec4, &zero(dofs))),
        ("rates", r.buffer("velocities of unknowns", Element::Vec4, &zero(2 * dofs))),
        ("moves", r.buffer("ways of unknowns", Element::Vec4, &zero(2 * dofs))),
        ("given", r.buffer("forces on unknowns", Element::Vec4, &zero(2 * dofs))),
        ("w", r.buffer("changes of unknowns", Element::Vec4, &zero(dofs))),
        ("u", r.buffer("velocities of the ghost mesh", Element::Vec4, &zero(vertices))),
        ("gaps", r.buffer("gaps", Element::F32, &vec![0f32; groups(vertices)])),
        ("rows", r.structs("rows", &row_list)),
        ("ways", r.buffer("derivatives of rows", Element::Vec4, &zero(rows))),
        ("strains", r.structs("strains", &vec![measure::Strain::default(); rows])),
        ("bends", r.buffer("places that bend", Element::Vec4, &bends)),
        ("bent", r.buffer("how they bend", Element::Vec4, &zero(bends.len()))),
        ("curves", r.structs("places that are curved", &curves)),
        ("cg", r.structs("projection", &[Scalars::default()])),
        ("tally", r.structs("projections", &[Tally::default()])),
        ("lengths", r.structs("errors of lengths", &[Lengths::default()])),
        ("sums", r.structs("sums", &vec![Sum::default(); groups(rows)])),
        ("curvatures", r.buffer("curvatures", Element::F32, &vec![0f32; groups(rows)])),
    ]);
    for (name, label) in [
        ("lambda", "multipliers"),
        ("r", "residual"),
        ("z", "preconditioned residual"),
        ("d", "direction"),
        ("q", "product"),
    ] {
        buffers.add([(name, r.buffer(label, Element::F32, &vec![0f32; rows]))]);
    }
    let start: Vec<DVec3> = model.start.iter().map(|p| p.as_dvec3()).collect();
    let start = elements.unknowns(&start);
    let middles: Vec<[f32; 4]> = (0..elements.middles.len())
        .map(|i| elements.middles.of(i, &start).as_vec3().extend(0.0).to_array())
        .collect();
    buffers.add([
        ("middle_rates", r.buffer("velocities of middles", Element::Vec4, &zero(middles.len()))),
        ("middles", r.buffer("middles", Element::Vec4, &middles)),
    ]);
    let mut sparse = |offsets: &'static str, shares: &'static str, matrix: &Sparse| {
        buffers.add([
            (offsets, r.buffer(offsets, Element::U32, &matrix.offsets)),
            (shares, r.structs(shares, &matrix.shares())),
        ]);
    };
    sparse("row offsets", "row dofs", &elements.row_terms);
    sparse("dof row offsets", "dof rows", &elements.row_terms.transposed(dofs));
    sparse("bend offsets", "bend dofs", &elements.bend_terms);
    sparse("dof bend offsets", "dof bends", &elements.bend_terms.transposed(dofs));
    sparse("vertex offsets", "vertex dofs", &elements.ghost);
    sparse("middle offsets", "middle dofs", &elements.middles);
    sparse("dof vertex offsets", "dof vertices", &elements.ghost.transposed(dofs));
}

/// What passes are recorded with.
struct Step<'a> {
    recording: Recording,
    buffers: Buffers,
    pins: &'a Pins,
    contact: &'a Contact,
    transfer: Option<&'a Transfer>,
    elements: &'a Elements,
    coefficients: &'a [[f32; 2]],
}

impl Step<'_> {
    fn dofs(&self) -> u32 {
        self.elements.dofs.len() as u32
    }

    fn rows(&self) -> u32 {
        self.elements.rows.len() as u32
    }

    fn vertices(&self) -> u32 {
        self.elements.ghost.len() as u32
    }

    /// A pass without parameters.
    fn over(
        &mut self,
        kernel: &'static Kernel,
        label: &'static str,
        count: u32,
        names: &[(&str, &str)],
    ) -> Result<()> {
        let buffers = self.buffers.with(kernel, names)?;
        self.recording.dispatch(kernel, label, &buffers, count);
        Ok(())
    }

    fn pass(
        &mut self,
        kernel: &'static Kernel,
        label: &'static str,
        count: u32,
        when: When,
        names: &[(&str, &str)],
    ) -> Result<()> {
        let buffers = self.buffers.with(kernel, names)?;
        self.recording.dispatch_with(kernel, label, &buffers, count, when);
        Ok(())
    }

    fn turn(&mut self, mode: u32) -> Result<()> {
        self.pass(&turn::KERNEL, "projection", WORKGROUP, When::new(ALWAYS, mode), &[])
    }

    fn substep(&mut self, span: Span) -> Result<()> {
        self.pins.record(&mut self.recording, &self.buffers, span.end)?;
        self.turn(BEGIN)?;
        self.over(&start::KERNEL, "start", self.dofs(), &[])?;
        let curves = self.elements.bends.iter().filter(|b| b.height != 0.0).count() as u32;
        self.over(&raise::KERNEL, "bending", curves, &[])?;
        self.bend(FORCE, ALWAYS)?;
        self.smooth(FORCE, ALWAYS, [0.0; 2])?;
        self.iterate(ALWAYS)?;
        self.apply(ALWAYS)?;
        self.renew(ALWAYS)?;
        // As few looks at the end as its passes are worth.
        let interval = 16 / (1 + self.coefficients.len() as u32).min(16);
        self.recording.open_loop();
        for _ in 0..interval {
            self.pull(pull::DIRECTION, ITERATE, "z")?;
            self.iterate(ITERATE)?;
            let names = [("offsets", "row offsets"), ("shares", "row dofs"), ("u", "w")];
            let when = When::new(ITERATE, 0);
            self.pass(&product::KERNEL, "projection", self.rows(), when, &names)?;
            self.pass(&update::KERNEL, "projection", self.rows(), when, &[])?;
            self.turn(ITERATED)?;
        }
        self.pull(pull::MULTIPLIERS, RENEW, "lambda")?;
        self.iterate(RENEW)?;
        self.apply(RENEW)?;
        self.renew(RENEW)?;
        let flag = self.buffers.get("cg")?;
        self.recording.close_loop(MOST_PASSES, Some(flag), 64 / interval);
        self.turn(CUT)?;
        self.end(span)
    }

    /// How places bend, of the positions or of the changes.
    fn bend(&mut self, mode: u32, phase: u32) -> Result<()> {
        let names = [("offsets", "bend offsets"), ("shares", "bend dofs"), ("u", "w")];
        let count = self.elements.bends.len() as u32;
        self.pass(&bend::KERNEL, "bending", count, When::new(phase, mode), &names)
    }

    fn smooth(&mut self, mode: u32, phase: u32, [keep, take]: [f32; 2]) -> Result<()> {
        let names = [("offsets", "dof bend offsets"), ("shares", "dof bends"), ("u", "w")];
        let buffers = self.buffers.with(&smooth::KERNEL, &names)?;
        let params = smooth::Smooth { phase, mode, keep, take };
        self.recording.dispatch_with(&smooth::KERNEL, "bending", &buffers, self.dofs(), params);
        Ok(())
    }

    /// From M⁻¹ t to H t.
    fn iterate(&mut self, phase: u32) -> Result<()> {
        for &step in self.coefficients {
            self.bend(OPERATOR, phase)?;
            self.smooth(OPERATOR, phase, step)?;
        }
        Ok(())
    }

    fn apply(&mut self, phase: u32) -> Result<()> {
        self.pass(&apply::KERNEL, "projection", self.dofs(), When::new(phase, 0), &[("u", "w")])
    }

    /// What rows do to the unknowns.
    fn pull(&mut self, mode: u32, phase: u32, what: &str) -> Result<()> {
        let names = [("offsets", "dof row offsets"), ("shares", "dof rows"), ("u", "w"), ("z", what)];
        self.pass(&pull::KERNEL, "projection", self.dofs(), When::new(phase, mode), &names)
    }

    /// How far the rows are from being kept.
    fn measure(&mut self, phase: u32) -> Result<()> {
        let when = When::new(phase, 0);
        self.pass(&measure::KERNEL, "projection", self.rows(), when, &[("shares", "row dofs")])?;
        self.pass(&renew::KERNEL, "projection", self.rows(), when, &[])
    }

    /// A Newton step begins, or none is needed.
    fn renew(&mut self, phase: u32) -> Result<()> {
        self.measure(phase)?;
        self.turn(RENEWED)
    }

    fn ghost(&mut self, mode: u32, velocities: &str) -> Result<()> {
        let names = [("offsets", "vertex offsets"), ("shares", "vertex dofs"), ("u", velocities)];
        let buffers = self.buffers.with(&ghost::KERNEL, &names)?;
        let stage = ghost::Stage { mode, ..ghost::Stage::default() };
        self.recording.dispatch_with(&ghost::KERNEL, "ghost", &buffers, self.vertices(), stage);
        Ok(())
    }

    /// The end of a substep: velocities, contact of the ghost mesh, and its way back.
    fn end(&mut self, span: Span) -> Result<()> {
        self.over(&finish::KERNEL, "finish", self.dofs(), &[])?;
        self.ghost(ghost::BEFORE, "u")?;
        self.contact.bounds(&mut self.recording, &self.buffers, span)?;
        self.contact.finish(&mut self.recording, &self.buffers, span)?;
        if let Some(transfer) = self.transfer {
            let names = [("cg", "transfer cg")];
            self.pass(&turn::KERNEL, "transfer", WORKGROUP, When::new(ALWAYS, BEGIN), &names)?;
            transfer.record(&mut self.recording)?;
            self.ghost(ghost::AFTER, "v")?;
            self.measure(ALWAYS)?;
        }
        self.turn(OVER)?;
        self.contact.wrench(&mut self.recording, &self.buffers, span)
    }
}

impl Method for Nonconforming {
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
        let p = &scene.nonconforming;
        let developable = Developable {
            gravity: sim.gravity,
            h: sim.h,
            damping: scene.material.damping as f32,
            tolerance: p.tolerance as f32,
            easing: p.easing as f32,
            edge: self.elements.edge as f32,
            first_order: (p.integrator == DevelopableIntegrator::FirstOrder).into(),
            newton: p.newton,
            iterations: p.iterations,
        };
        executor.write(self.developable, bytemuck::cast_slice(std::slice::from_ref(&developable)))?;
        self.pins.upload(scene, model, time, executor)?;
        self.contact.upload(scene, time, executor)
    }

    fn contact(&mut self) -> &mut Contact {
        &mut self.contact
    }

    fn pins(&mut self) -> &mut Pins {
        &mut self.pins
    }

    fn surfaces(&self) -> Vec<Surface> {
        let StateBuffers { positions, velocities, .. } = self.state;
        let [middles, rates] = self.middles;
        let sides =
            (0..self.elements.middles.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        vec![
            Surface { name: "ghost mesh", positions, velocities, sides: None },
            Surface { name: "elements", positions: middles, velocities: rates, sides: Some(sides) },
        ]
    }

    fn groups(&self) -> Vec<Group> {
        vec![Group { name: "lengths".into(), lines: self.edges.clone() }]
    }

    fn forget(&self, executor: &mut dyn Executor) -> Result<()> {
        executor.write(self.history, &[0])
    }

    fn solves(&self, executor: &mut dyn Executor) -> Result<Option<Solves>> {
        let words = executor.read(self.tally)?;
        Ok(Some(Solves::from(bytemuck::pod_read_unaligned::<Tally>(bytemuck::cast_slice(&words)))))
    }

    fn isometry(&self, scene: &Scene, executor: &mut dyn Executor) -> Result<Option<Isometry>> {
        let [y, rates] = self.unknowns;
        let words = executor.read_all(&[self.lengths, self.history, y, rates])?;
        let all: Lengths = bytemuck::pod_read_unaligned(bytemuck::cast_slice(&words[0]));
        let of = |now: f32, most: f32| [now.into(), most.into()];
        let mut isometry = Isometry {
            length_error: of(all.error, all.error_max),
            length_error_after_contact: of(all.after, all.after_max),
            ghost_error: of(all.ghost, all.ghost_max),
            ..Isometry::default()
        };
        if words[1] == [0] {
            return Ok(Some(isometry));
        }
        let vector = |w: &[u32]| DVec3::from_array([0, 1, 2].map(|k| f64::from(f32::from_bits(w[k]))));
        let places: Vec<DVec3> = words[2].chunks_exact(4).map(vector).collect();
        let gravity = DVec3::from_array(scene.leaning_gravity());
        isometry.bending_energy = self.elements.energy(&places);
        isometry.total_energy = isometry.bending_energy;
        for ((dof, place), rate) in self.elements.dofs.iter().zip(&places).zip(words[3].chunks_exact(8)) {
            isometry.total_energy += dof.mass * (0.5 * vector(rate).length_squared() - gravity.dot(*place));
        }
        Ok(Some(isometry))
    }

    fn violations(
        &self,
        _: &Scene,
        model: &Model,
        _: f64,
        positions: &[Vec3],
    ) -> Vec<(&'static str, Violation)> {
        // Of the ghost mesh: the lengths that are kept are those of `isometry`.
        let edges = &model.topology.edges;
        let off = |edge: &crate::mesh::topology::Edge| {
            let [a, b] = edge.vertices.map(|v| positions[v as usize].as_dvec3());
            (a.distance(b) / model.rest_length(edge.vertices) - 1.0).abs()
        };
        vec![("ghost stretch", Violation::of(edges.iter().map(off)))]
    }

    fn kinds(&self) -> Vec<KindCount> {
        let kind =
            |(label, count): (_, usize)| KindCount { label, count: Some(count as u32), colors: Vec::new() };
        [("lengths", self.elements.rows.len()), ("bending", self.elements.bends.len())].map(kind).to_vec()
    }
}
