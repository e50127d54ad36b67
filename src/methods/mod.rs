//! One file per method: one substep read from top to bottom.

mod buffers;
pub mod cg;
pub mod contact;
pub mod discrete_shells;
pub mod hands;
pub mod implicit_cg;
mod implicit_step;
mod loads;
pub mod mass_spring;
pub mod nonconforming;
pub mod pins;
mod transfer;
pub mod triangle_bending;

use crate::engine::{BufferId, Executor, Recording};
use crate::error::Result;
use crate::kernels::common::tally::Tally;
use crate::model::Model;
use crate::model::constraints::Violation;
use crate::model::groups::Group;
use crate::scene::{MethodName, Scene};
use contact::Contact;
use glam::{DVec3, Vec3};
use pins::Pins;
use std::sync::Arc;

/// The buffers that every method has.
#[derive(Debug, Clone, Copy)]
pub struct StateBuffers {
    /// Positions [m] and inverse masses [1/kg].
    pub positions: BufferId,
    /// Velocities [m/s].
    pub velocities: BufferId,
    /// Step and vertex of the first non-finite number.
    pub found: BufferId,
}

/// A surface that a method is drawn by: the model's triangles over rows of positions.
#[derive(Debug, Clone)]
pub struct Surface {
    /// What people choose it by.
    pub name: &'static str,
    /// Positions [m], a vec4 each.
    pub positions: BufferId,
    /// Their velocities [m/s].
    pub velocities: BufferId,
    /// For each triangle the rows of the middles of its sides, in the order of the corners that they are opposite to; none
    /// where each vertex has a row.
    pub sides: Option<Vec<[u32; 3]>>,
}

/// Constraints of one kind, or a grouping of them.
#[derive(Debug, Clone)]
pub struct KindCount {
    /// The kind.
    pub label: &'static str,
    /// How many constraints; none for a grouping, whose constraints count with their kinds.
    pub count: Option<u32>,
    /// Sizes of the colours; none where a grouping projects the constraints.
    pub colors: Vec<u32>,
}

/// How the solves of a run went.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Solves {
    /// How many there were.
    pub count: u64,
    /// Iterations of all.
    pub iterations: u64,
    /// Most iterations of one.
    pub most: u64,
    /// Iterations of the last.
    pub last: u64,
    /// Sum of the relative residuals at their ends.
    pub residual_sum: f64,
    /// Largest of them.
    pub residual_max: f64,
    /// The last one's.
    pub residual: f64,
    /// Solves that ended above the tolerance, with constraints that kept changing, or with a limit not kept.
    pub unconverged: u64,
    /// Of these, solves that met a direction of negative curvature.
    pub negative: u64,
    /// Newton steps of all; 0 for a method that takes none.
    pub newton: u64,
    /// Most Newton steps of one.
    pub newton_most: u64,
    /// Newton steps of the last.
    pub newton_last: u64,
    /// Solves that ended above the tolerance, but not above what rounding may leave of the residual.
    pub floored: u64,
}

impl From<Tally> for Solves {
    fn from(tally: Tally) -> Self {
        Self {
            count: tally.solves.into(),
            iterations: tally.iterations.into(),
            most: tally.most.into(),
            last: tally.last.into(),
            residual_sum: tally.residual_sum.into(),
            residual_max: tally.residual_max.into(),
            residual: tally.residual.into(),
            unconverged: tally.unconverged.into(),
            negative: tally.negative.into(),
            newton: tally.newton.into(),
            newton_most: tally.newton_most.into(),
            newton_last: tally.newton_last.into(),
            floored: tally.floored.into(),
        }
    }
}

/// How well a method that keeps lengths kept them, after the last step and at worst since the beginning.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Isometry {
    /// Relative error of lengths after projection.
    pub length_error: [f64; 2],
    /// The same after contact.
    pub length_error_after_contact: [f64; 2],
    /// From the ghost mesh to where contact has put it [m].
    pub ghost_error: [f64; 2],
    /// Energy of bending now [J].
    pub bending_energy: f64,
    /// Energy of motion, bending and height now [J].
    pub total_energy: f64,
    /// Momentum [kg·m/s] and angular momentum about the origin [kg·m²/s] now, of the unknowns.
    pub momenta: [DVec3; 2],
}

/// A method: a recording of one step, and what the host does before each.
pub trait Method: Send {
    /// The program of one step.
    fn recording(&self) -> &Arc<Recording>;
    /// Its buffers.
    fn state(&self) -> StateBuffers;
    /// Uploads what changes from step to step; `time` is where the step starts [s], `step` counts from 1.
    fn upload(
        &mut self,
        scene: &Scene,
        model: &Model,
        time: f64,
        step: u64,
        executor: &mut dyn Executor,
    ) -> Result<()>;
    /// Its contact with bodies.
    fn contact(&mut self) -> &mut Contact;
    /// Its held vertices.
    fn pins(&mut self) -> &mut Pins;
    /// How far each kind of constraint is from being met at this time [s].
    fn violations(
        &self,
        scene: &Scene,
        model: &Model,
        time: f64,
        positions: &[Vec3],
    ) -> Vec<(&'static str, Violation)>;
    /// Forgets what it remembers of the steps before, beside positions and velocities.
    fn forget(&self, _executor: &mut dyn Executor) -> Result<()> {
        Ok(())
    }
    /// How its solves went since the beginning; none for a method that solves no system.
    fn solves(&self, _executor: &mut dyn Executor) -> Result<Option<Solves>> {
        Ok(None)
    }
    /// Elastic energy at these positions [J]; none for a method without energies.
    fn elastic_energy(&self, _positions: &[Vec3]) -> Option<f64> {
        None
    }
    /// How well lengths were kept since the beginning, and energies; none for a method whose cloth may stretch.
    fn isometry(&self, _scene: &Scene, _executor: &mut dyn Executor) -> Result<Option<Isometry>> {
        Ok(None)
    }
    /// The surfaces that it can be drawn by, the usual one first.
    fn surfaces(&self) -> Vec<Surface> {
        let StateBuffers { positions, velocities, .. } = self.state();
        vec![Surface { name: "cloth", positions, velocities, sides: None }]
    }
    /// Its constraints as lines.
    fn groups(&self) -> Vec<Group>;
    /// What there is of each kind.
    fn kinds(&self) -> Vec<KindCount>;
}

/// Records the scene's method.
pub fn record(scene: &Scene, model: &Model) -> Result<Box<dyn Method>> {
    match scene.method {
        MethodName::TriangleBending => Ok(Box::new(triangle_bending::TriangleBending::new(scene, model)?)),
        MethodName::MassSpring => Ok(Box::new(mass_spring::MassSpring::new(scene, model)?)),
        MethodName::ImplicitCg => Ok(Box::new(implicit_cg::ImplicitCg::new(scene, model)?)),
        MethodName::DiscreteShells => Ok(Box::new(discrete_shells::DiscreteShells::new(scene, model)?)),
        MethodName::Nonconforming => Ok(Box::new(nonconforming::Nonconforming::new(scene, model)?)),
    }
}
