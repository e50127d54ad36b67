//! Developable surfaces with nonconforming elements (English and Bridson 2008).
//!
//! A step goes where inertia leads, x̂; bending and gravity move it by H f, and projection onto the lengths by H Jᵀ λ, with the
//! same H: a polynomial near (M + θ h² B)⁻¹. So bending is implicit. The first Newton step pulls along derivatives at x̂, which is within h²
//! of where the step ends, and where what rests is: it is in equilibrium whatever H is. Newton steps of the
//! projection solve J H Jᵀ λ = −C by conjugate gradients, with the inverse for the shape at rest as a preconditioner. Contact is that of a ghost mesh, and goes back to the unknowns by its transpose.

mod buffers;
mod step;

use super::buffers::{Buffers, sim_at};
use super::contact::Contact;
use super::loads::Loads;
use super::pins::{Pins, is_held};
use super::transfer::Transfer;
use super::{Isometry, KindCount, Method, Solves, StateBuffers, Surface};
use crate::engine::{BufferId, Executor, Recording};
use crate::error::{Error, Result};
use crate::kernels::common::developable::{Developable, Order};
use crate::kernels::common::tally::Tally;
use crate::kernels::developable::turn::Lengths;
use crate::mesh::topology::Edge;
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::model::elements::{Dof, Elements, Flat};
use crate::model::groups::Group;
use crate::scene::{DevelopableIntegrator, DevelopablePreconditioner, Scene};
use glam::{DVec3, Vec3};
use std::f64::consts::PI;
use std::sync::Arc;
use step::Step;

/// How far H (M + θ h² B) may be from 1. BDF2 is stable up to 0.16.
const SMOOTHNESS: f64 = 0.1;
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
    total: BufferId,
    tally: BufferId,
    lengths: BufferId,
    unknowns: [BufferId; 2],
    middles: [BufferId; 2],
    edges: Vec<[u32; 2]>,
    pins: Pins,
    loads: Loads,
    contact: Contact,
    elements: Elements,
}

impl Nonconforming {
    /// Takes the mesh apart and records one step.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self> {
        let elements = Elements::new(scene, model)?;
        let h = scene.solver.dt / f64::from(scene.solver.substeps);
        let first_order = scene.nonconforming.integrator == DevelopableIntegrator::FirstOrder;
        let time = Order::new(1, first_order.into()).lasting(h);
        let coefficients = chebyshev(time * elements.stiffest())?;
        let mut recording = Recording::default();
        let r = &mut recording;
        let mut buffers = Buffers::of_cloth(r, scene, model);
        buffers::add(r, &mut buffers, model, &elements);
        let flat = match scene.nonconforming.preconditioner {
            DevelopablePreconditioner::Flat => {
                let held = model.inverse_masses(|p| is_held(scene, p, 0.0));
                let is_free = |dof: &Dof| dof.ends.iter().any(|&v| held[v as usize] > 0.0);
                Some(Flat::new(&elements, model, is_free, time)?)
            }
            DevelopablePreconditioner::Diagonal => None,
        };
        if let Some(flat) = &flat {
            buffers::flat(r, &mut buffers, flat);
        }
        let pins = Pins::yielding(r, scene, model, &mut buffers);
        let loads = Loads::on_unknowns(r, scene, model, &mut buffers, &elements.ghost);
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
            loads: &loads,
            contact: &contact,
            transfer: transfer.as_ref(),
            elements: &elements,
            flat: flat.as_ref(),
            coefficients: &coefficients,
        };
        step.record(scene)?;
        let Step { recording, buffers, .. } = step;
        Ok(Self {
            recording: Arc::new(recording),
            state: buffers.state()?,
            sim: buffers.get("sim")?,
            developable: buffers.get("developable")?,
            history: buffers.get("history")?,
            total: buffers.get("total")?,
            tally: buffers.get("tally")?,
            lengths: buffers.get("lengths")?,
            unknowns: [buffers.get("y")?, buffers.get("rates")?],
            middles: [buffers.get("middles")?, buffers.get("middle_rates")?],
            edges: model.edges(),
            pins,
            loads,
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
    "v",
    "y",
    "rates",
    "moves",
    "vertex offsets",
    "vertex dofs",
    "dof vertex offsets",
    "dof vertices",
];

/// What each step of Chebyshev's iteration from 0 keeps of the last change, and takes of what is left, for eigenvalues of M⁻¹ K from
/// 1 to 1 + z. What is left of a part in the end is a polynomial of its eigenvalue whose first zero is at 1: H is exact for all that
/// does not bend, and off by a share of z for what bends slowly, which is less than what a step of the second order is off by.
fn chebyshev(z: f64) -> Result<Vec<[f32; 2]>> {
    if z <= 0.0 {
        return Ok(vec![[0.0, 1.0]]);
    }
    let high = 1.0 + z;
    for steps in 1..=MOST {
        let zero = (0.5 * PI / steps as f64).cos();
        let low = (2.0 - high * (1.0 - zero)) / (1.0 + zero);
        let (middle, radius) = (0.5 * (high + low), 0.5 * (high - low));
        let ratio = middle / radius;
        if ratio <= 1.0 || (steps as f64 * ratio.acosh()).cosh().recip() > SMOOTHNESS {
            continue;
        }
        let mut rho = ratio.recip();
        let mut coefficients = vec![[0.0, middle.recip()]];
        for _ in 1..steps {
            let next = (2.0 * ratio - rho).recip();
            coefficients.push([next * rho, 2.0 * next / radius]);
            rho = next;
        }
        return Ok(coefficients.iter().map(|c| c.map(|c| c as f32)).collect());
    }
    let what = format!("bending is {z:.0} times stiffer than inertia in one substep");
    Err(Error::input("solver.dt", what, "lower dt, raise substeps, or use a coarser mesh"))
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
        executor.write(self.total, &vec![0; self.elements.rows.len()])?;
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
            let velocity = vector(rate);
            isometry.total_energy += dof.mass * (0.5 * velocity.length_squared() - gravity.dot(*place));
            isometry.momenta[0] += velocity * dof.mass;
            isometry.momenta[1] += place.cross(velocity) * dof.mass;
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
        let off = |edge: &Edge| {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// H of one eigenvalue, as kernels make it.
    fn applied(coefficients: &[[f32; 2]], eigenvalue: f64) -> f64 {
        let (mut sum, mut change) = (0.0, 0.0);
        for &[keep, take] in coefficients {
            change = f64::from(keep) * change + f64::from(take) * (1.0 - eigenvalue * sum);
            sum += change;
        }
        sum
    }

    #[test]
    fn what_does_not_bend_is_exact_and_the_rest_is_near() {
        for z in [0.0, 0.03, 1.0, 30.0, 1e3, 1e5] {
            let coefficients = chebyshev(z).unwrap();
            let off = |share: f64| 1.0 - (1.0 + share * z) * applied(&coefficients, 1.0 + share * z);
            assert!(off(0.0).abs() < 1e-5, "{z}: {}", off(0.0));
            for k in 0..=1000 {
                let share = f64::from(k) / 1000.0;
                assert!(off(share * share).abs() < 1.001 * SMOOTHNESS, "{z} {k}: {}", off(share * share));
            }
            // Slow bending is off by its own z at most, as much as a step of the second order is.
            let slow = (0.01 / z.max(0.01)).min(1.0);
            assert!(off(slow).abs() < slow * z + 1e-5, "{z}: {}", off(slow));
            let steps = coefficients.len() as f64;
            assert!(steps < 2.0 + 1.7 * (1.0 + z).sqrt(), "{z}: {steps} steps");
        }
    }

    /// Whatever bends swings on without growing: BDF2 with H, for 3000 steps.
    #[test]
    fn no_bending_grows() {
        for z in [0.03, 1.0, 30.0, 1e3, 1e5] {
            let coefficients = chebyshev(z).unwrap();
            for k in 1..=200 {
                let bent = z * (f64::from(k) / 200.0).powi(2);
                let order = Order::<f64>::new(1, 0);
                let (mut x, mut last, mut rates) = (1.0, 0.0, [0.0; 2]);
                let mut most: f64 = 0.0;
                for step in 0..3000 {
                    let way =
                        order.carry * last + order.part * (order.keep * rates[0] - order.old * rates[1]);
                    let moved = way - applied(&coefficients, 1.0 + bent) * bent * (x + way);
                    rates = [(moved - order.carry * last) / order.part, rates[0]];
                    (x, last) = (x + moved, moved);
                    most = if step < 20 { most.max(x.abs()) } else { most };
                }
                assert!(x.abs() <= most, "{z} {bent}: {x} after {most}");
            }
        }
    }

    #[test]
    fn what_is_far_too_stiff_is_refused() {
        assert!(chebyshev(1e9).unwrap_err().to_string().contains("solver.dt"));
    }
}
