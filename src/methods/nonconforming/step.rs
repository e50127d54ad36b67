//! One substep from top to bottom.

use super::MOST_PASSES;
use crate::engine::{Kernel, Recording};
use crate::error::Result;
use crate::kernels::check::finite;
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::cg::{ALWAYS, FORCE, ITERATE, OPERATOR, RENEW, When};
use crate::kernels::common::contact::Span;
use crate::kernels::common::developable::Smooth;
use crate::kernels::common::dissection::Lines;
use crate::kernels::developable::turn::{self, BEGIN, CUT, ITERATED, OVER, RENEWED};
use crate::kernels::developable::{
    apply, bend, condition, finish, fold, ghost, lift, measure, middle, press, product, pull, raise, renew,
    smooth, start, unfold, update,
};
use crate::kernels::forces::loads::{Push, WRITE};
use crate::methods::buffers::{Buffers, spans};
use crate::methods::contact::Contact;
use crate::methods::loads::Loads;
use crate::methods::pins::Pins;
use crate::methods::transfer::Transfer;
use crate::model::dissection::Level;
use crate::model::elements::{Elements, Flat};
use crate::scene::Scene;
use std::ops::Range;

/// The label of what preconditions.
const CONDITION: &str = "preconditioner";

/// What passes are recorded with.
pub(super) struct Step<'a> {
    pub recording: Recording,
    pub buffers: Buffers,
    pub pins: &'a Pins,
    pub loads: &'a Loads,
    pub contact: &'a Contact,
    pub transfer: Option<&'a Transfer>,
    pub elements: &'a Elements,
    pub flat: Option<&'a Flat>,
    pub coefficients: &'a [[f32; 2]],
}

impl Step<'_> {
    /// Records all substeps, and what is drawn and checked at their end.
    pub fn record(&mut self, scene: &Scene) -> Result<()> {
        for span in spans(scene) {
            self.substep(span)?;
        }
        let middles = self.elements.middles.len() as u32;
        let names = [("offsets", "middle offsets"), ("shares", "middle dofs")];
        self.over(&middle::KERNEL, "ghost", middles, &names)?;
        self.over(&finite::KERNEL, "check", self.vertices(), &[])
    }

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
        // Before forces have moved anything: what rests is pulled along where it is.
        self.measure(measure::TAKE, ALWAYS)?;
        let curves = self.elements.bends.iter().filter(|b| b.height != 0.0).count() as u32;
        self.over(&raise::KERNEL, "bending", curves, &[])?;
        self.bend(FORCE, ALWAYS)?;
        let push = Push::new(WRITE, 0.0);
        self.loads.record(&mut self.recording, &self.buffers, push, [("x", "x"), ("out", "pushes")])?;
        self.smooth(FORCE, ALWAYS, self.coefficients[0])?;
        self.iterate(ALWAYS)?;
        self.apply(ALWAYS)?;
        self.renew(measure::KEEP, ALWAYS)?;
        // As few looks at the end as its passes are worth.
        let levels = self.flat.map_or(0, |flat| flat.inverse.levels.len());
        let interval = 16 / ((self.coefficients.len() + levels) as u32).min(16);
        self.recording.open_loop();
        for _ in 0..interval {
            self.pull(pull::DIRECTION, ITERATE, "z")?;
            self.iterate(ITERATE)?;
            let names = [("offsets", "row offsets"), ("shares", "row dofs"), ("u", "w")];
            let when = When::new(ITERATE, 0);
            self.pass(&product::KERNEL, "projection", self.rows(), when, &names)?;
            self.pass(&update::KERNEL, "projection", self.rows(), when, &[])?;
            self.condition(ITERATE)?;
            self.turn(ITERATED)?;
        }
        self.pull(pull::MULTIPLIERS, RENEW, "lambda")?;
        self.iterate(RENEW)?;
        self.apply(RENEW)?;
        self.renew(measure::TAKE, RENEW)?;
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

    fn smooth(&mut self, mode: u32, phase: u32, step: [f32; 2]) -> Result<()> {
        let names = [("offsets", "dof bend offsets"), ("shares", "dof bends"), ("u", "w")];
        self.smoothing(&smooth::KERNEL, "bending", &names, When::new(phase, mode), step)
    }

    /// A pass of Chebyshev's iteration.
    fn smoothing(
        &mut self,
        kernel: &'static Kernel,
        label: &'static str,
        names: &[(&str, &str)],
        When { phase, mode, .. }: When,
        [keep, take]: [f32; 2],
    ) -> Result<()> {
        let buffers = self.buffers.with(kernel, names)?;
        let params = Smooth { phase, mode, keep, take };
        self.recording.dispatch_with(kernel, label, &buffers, self.dofs(), params);
        Ok(())
    }

    /// To H t from its first term.
    fn iterate(&mut self, phase: u32) -> Result<()> {
        for &step in &self.coefficients[1..] {
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
        self.smoothing(&pull::KERNEL, "projection", &names, When::new(phase, mode), self.coefficients[0])
    }

    /// How far the rows are from being kept, and their derivatives there.
    fn measure(&mut self, mode: u32, phase: u32) -> Result<()> {
        let when = When::new(phase, mode);
        self.pass(&measure::KERNEL, "projection", self.rows(), when, &[("shares", "row dofs")])
    }

    /// The residual of that.
    fn residual(&mut self, mode: u32, phase: u32) -> Result<()> {
        self.measure(mode, phase)?;
        self.pass(&renew::KERNEL, "projection", self.rows(), When::new(phase, 0), &[])
    }

    /// A Newton step begins, or none is needed.
    fn renew(&mut self, mode: u32, phase: u32) -> Result<()> {
        self.residual(mode, phase)?;
        // The first search of all goes along former multipliers.
        if phase != ALWAYS {
            self.condition(phase)?;
        }
        self.turn(RENEWED)
    }

    /// Preconditions the residual.
    fn condition(&mut self, phase: u32) -> Result<()> {
        let Some(flat) = self.flat else { return Ok(()) };
        let when = When::new(phase, 0);
        let points = flat.inverse.order.len() as u32;
        let names = [("offsets", "point row offsets"), ("pushes", "point rows")];
        self.pass(&press::KERNEL, CONDITION, points, when, &names)?;
        for Level { own, rim } in &flat.inverse.levels {
            self.lines(&fold::KERNEL, phase, own.start..rim.end)?;
        }
        for Level { own, .. } in flat.inverse.levels.iter().rev() {
            self.lines(&unfold::KERNEL, phase, own.clone())?;
        }
        let names = [("offsets", "row point offsets"), ("pushes", "row points")];
        self.pass(&condition::KERNEL, CONDITION, self.rows(), when, &names)
    }

    fn lines(&mut self, kernel: &'static Kernel, phase: u32, lines: Range<u32>) -> Result<()> {
        let buffers = self.buffers.with(kernel, &[])?;
        let count = lines.len() as u32;
        let params = Lines { phase, first: lines.start, count, ..Lines::default() };
        self.recording.dispatch_with(kernel, CONDITION, &buffers, count, params);
        Ok(())
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
            for (change, mode) in [(["x", "p"], lift::MOVE), (["v", "ghost velocities"], lift::HASTEN)] {
                self.pass(&turn::KERNEL, "transfer", WORKGROUP, When::new(ALWAYS, BEGIN), &names)?;
                transfer.record(&mut self.recording, change, mode)?;
            }
            self.ghost(ghost::AFTER, "v")?;
            self.residual(measure::TAKE, ALWAYS)?;
        }
        self.turn(OVER)?;
        self.contact.wrench(&mut self.recording, &self.buffers, span)
    }
}
