//! One step of implicit cloth, whatever its forces are: pins, forces, a solve with contact between its iterations, and the end.

use super::buffers::{Buffers, spans};
use super::cg::{Cg, System};
use super::contact::Contact;
use super::pins::Pins;
use crate::engine::{Kernel, Recording};
use crate::error::Result;
use crate::kernels::cg::{begin, residual};
use crate::kernels::check::finite;
use crate::kernels::collide::{inside, interleave, settle, spread};
use crate::kernels::common::cg::{ALWAYS, FORCE, ITERATE, OPERATOR, RENEW, TERM, When};
use crate::kernels::common::contact::Span;
use crate::kernels::forces::faces;
use crate::kernels::integrate::aim;
use crate::scene::{MethodName, Scene};

/// What passes are recorded with.
pub struct Parts<'a> {
    /// The recording.
    pub recording: Recording,
    /// Its buffers.
    pub buffers: Buffers,
    /// The scene.
    pub scene: &'a Scene,
    /// Particles.
    pub count: u32,
    /// Triangles.
    pub triangles: u32,
}

impl Parts<'_> {
    /// One invocation per particle.
    pub fn pass(
        &mut self,
        kernel: &'static Kernel,
        label: &'static str,
        when: When,
        others: &[(&str, &str)],
    ) -> Result<()> {
        self.pass_over(self.count, kernel, label, when, others)
    }

    /// So many invocations.
    pub fn pass_over(
        &mut self,
        count: u32,
        kernel: &'static Kernel,
        label: &'static str,
        when: When,
        others: &[(&str, &str)],
    ) -> Result<()> {
        let buffers = self.buffers.with(kernel, others)?;
        self.recording.dispatch_with(kernel, label, &buffers, count, when);
        Ok(())
    }

    /// What acts on triangles: pressure and wind.
    pub fn faces(&mut self, mode: u32, phase: u32, u: &str, out: &str) -> Result<()> {
        let cloth = self.scene.method == MethodName::ImplicitCg;
        let pressed = cloth && !self.scene.implicit_cg.pressure.is_zero();
        if self.scene.wind.density == 0.0 && !pressed {
            return Ok(());
        }
        self.pass(&faces::KERNEL, "faces", When::new(phase, mode), &[("u", u), ("out", out)])
    }
}

/// The forces of a method.
pub trait Elastic {
    /// What a substep begins with.
    fn begin(&self, _parts: &mut Parts) -> Result<()> {
        Ok(())
    }
    /// All forces, or a product with their derivatives along `u`, into `out`.
    fn forces(&self, parts: &mut Parts, mode: u32, phase: u32, u: &str, out: &str) -> Result<()>;
    /// The blocks of the preconditioner.
    fn blocks(&self, parts: &mut Parts, phase: u32) -> Result<()>;
    /// What may change forces when a solve seems to have ended; it then sets `changed`. False if there is nothing.
    fn review(&self, parts: &mut Parts) -> Result<bool>;
    /// Forces that have changed, when the residual is taken anew.
    fn renew(&self, _parts: &mut Parts) -> Result<()> {
        Ok(())
    }
    /// What is left to do with a residual that was taken anew.
    fn judge(&self, _parts: &mut Parts) -> Result<()> {
        Ok(())
    }
    /// Takes a vector to the velocities that there are, where not all are.
    fn narrow(&self, _parts: &mut Parts, _what: &str, _phase: u32) -> Result<()> {
        Ok(())
    }
    /// What a substep ends with.
    fn end(&self, _parts: &mut Parts) -> Result<()> {
        Ok(())
    }
}

/// How a step is solved.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether contact is looked at between iterations.
    pub interleaved: bool,
    /// Whether the residual sees what contact changes.
    pub corrected: bool,
    /// Iterations between two looks.
    pub interval: u32,
    /// Iterations at which it gives up.
    pub iterations: u32,
    /// Newton steps at which it gives up.
    pub newton: u32,
}

/// Records one step.
pub struct Step<'a, E> {
    /// What passes are recorded with.
    pub parts: Parts<'a>,
    /// The forces.
    pub elastic: &'a E,
    /// How it is solved.
    pub options: Options,
    /// The solver.
    pub cg: &'a Cg,
    /// Held vertices.
    pub pins: &'a Pins,
    /// Contact with bodies.
    pub contact: &'a Contact,
    /// The substep that is being recorded.
    pub span: Span,
}

impl<E: Elastic> Step<'_, E> {
    /// Records all substeps.
    pub fn record(&mut self) -> Result<()> {
        for span in spans(self.parts.scene) {
            self.span = span;
            self.substep()?;
        }
        let buffers = self.parts.buffers.of(&finite::KERNEL, None)?;
        self.parts.recording.dispatch(&finite::KERNEL, "check", &buffers, self.parts.count);
        Ok(())
    }

    fn substep(&mut self) -> Result<()> {
        let Parts { recording, buffers, count, .. } = &mut self.parts;
        self.pins.record(recording, buffers, self.span.end)?;
        recording.dispatch(&begin::KERNEL, "begin", &buffers.of(&begin::KERNEL, None)?, *count);
        self.pins.rails(recording, buffers, self.span.end, false)?;
        self.elastic.begin(&mut self.parts)?;
        self.elastic.forces(&mut self.parts, FORCE, ALWAYS, "v", "f")?;
        self.elastic.blocks(&mut self.parts, ALWAYS)?;
        self.contact.bounds(&mut self.parts.recording, &self.parts.buffers, self.span)?;
        self.touch()?;
        let cg = *self.cg;
        let Options { interval, iterations, newton, .. } = self.options;
        cg.solve(self, interval, iterations, newton)?;
        let again = Span { again: 1, ..self.span };
        if self.contact.has_bodies() {
            self.touch_inside(again)?;
        }
        let Parts { recording, buffers, count, .. } = &mut self.parts;
        recording.dispatch_with(&aim::KERNEL, "aim", &buffers.of(&aim::KERNEL, None)?, *count, self.span);
        self.contact.bounds_again(recording, buffers, self.span)?;
        self.contact.finish(recording, buffers, again)?;
        // Not even a body moves what slides on a line off it.
        self.pins.rails(recording, buffers, self.span.end, true)?;
        self.elastic.end(&mut self.parts)?;
        self.contact.wrench(&mut self.parts.recording, &self.parts.buffers, self.span)
    }

    /// Contact between iterations.
    fn touch(&mut self) -> Result<()> {
        let Parts { recording, buffers, .. } = &mut self.parts;
        if self.options.interleaved {
            self.contact.interleave(recording, buffers, &interleave::KERNEL, self.span)?;
        }
        Ok(())
    }

    /// Contact at points inside triangles, between iterations or at last.
    fn touch_inside(&mut self, span: Span) -> Result<()> {
        let Parts { recording, buffers, count, triangles, .. } = &mut self.parts;
        let inner = buffers.of(&inside::KERNEL, None)?;
        recording.dispatch_with(&inside::KERNEL, "contact", &inner, *triangles, span);
        recording.dispatch_with(
            &spread::KERNEL,
            "contact",
            &buffers.of(&spread::KERNEL, None)?,
            *count,
            span,
        );
        Ok(())
    }
}

impl<E: Elastic> System for Step<'_, E> {
    fn parts(&mut self) -> (&mut Recording, &Buffers) {
        (&mut self.parts.recording, &self.parts.buffers)
    }

    fn product(&mut self) -> Result<()> {
        self.elastic.forces(&mut self.parts, OPERATOR, ITERATE, "d", "q")?;
        self.elastic.narrow(&mut self.parts, "q", ITERATE)
    }

    fn residual(&mut self) -> Result<()> {
        self.elastic.renew(&mut self.parts)?;
        self.elastic.forces(&mut self.parts, TERM, RENEW, "u", "r")?;
        self.parts.pass(&residual::KERNEL, "residual", When::new(RENEW, 0), &[])?;
        self.elastic.narrow(&mut self.parts, "r", RENEW)?;
        if self.options.interleaved && self.options.corrected {
            let buffers = self.parts.buffers.of(&settle::KERNEL, None)?;
            self.parts.recording.dispatch_with(
                &settle::KERNEL,
                "contact",
                &buffers,
                self.parts.count,
                self.span,
            );
            self.elastic.blocks(&mut self.parts, RENEW)?;
        }
        self.elastic.judge(&mut self.parts)
    }

    fn constraints(&mut self) -> Result<bool> {
        self.touch()?;
        if self.options.interleaved {
            self.touch_inside(self.span)?;
        }
        let changes = self.elastic.review(&mut self.parts)?;
        Ok(changes || self.options.interleaved)
    }

    fn narrow(&mut self, what: &str, phase: u32) -> Result<()> {
        self.elastic.narrow(&mut self.parts, what, phase)
    }
}
