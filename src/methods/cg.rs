//! Conjugate gradients on the device, over an operator given as recorded passes.
//!
//! All scalars stay on the device. The loop's body is a few iterations, then a look at the constraints; when the residual seems
//! small enough, or constraints have changed something, it is taken anew from the unknowns, and the search starts again
//! from there. So the residual that is reported is the true one.
//!
//! Two roundings would hide it. The steps of the iterations are far smaller than the unknowns, and are added up apart; and the
//! residual of the iterations leaves out what pins and contact hold, which is far larger than what is left to solve.

use super::Solves;
use super::buffers::Buffers;
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Kernel, Recording};
use crate::error::Result;
use crate::kernels::cg::turn::{self, CUT, ITERATED, LOOKED, RENEWED};
use crate::kernels::cg::{arrive, curvature, direction, precondition, update};
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::cg::{ALWAYS, Cg as Scalars, ITERATE, RENEW, When};
use crate::kernels::common::guide::GUIDES;
use crate::kernels::common::tally::Tally;

/// How often constraints may ask for another solve.
pub const ROUNDS: u32 = 40;

/// Reviews beyond those that constraints ask for: each must come nearer by a factor.
const REVIEWS: u32 = 64;

/// A system to be solved: what records the passes that are its own.
pub trait System {
    /// The recording and its buffers.
    fn parts(&mut self) -> (&mut Recording, &Buffers);
    /// q = A d, in passes of the phase [`ITERATE`].
    fn product(&mut self) -> Result<()>;
    /// The residual r of the unknowns u, in passes of the phase [`RENEW`].
    fn residual(&mut self) -> Result<()>;
    /// What may change u, and the filter, between iterations; it then sets `changed`. False if there is nothing.
    fn constraints(&mut self) -> Result<bool>;
    /// Takes a vector to the unknowns that there are, where they are fewer than the particles have.
    fn narrow(&mut self, _what: &str, _phase: u32) -> Result<()> {
        Ok(())
    }
}

/// A solver.
#[derive(Debug, Clone, Copy)]
pub struct Cg {
    count: u32,
    tally: BufferId,
    flag: BufferId,
}

impl Cg {
    /// Creates the buffers for `count` particles.
    pub fn new(r: &mut Recording, buffers: &mut Buffers, count: u32) -> Self {
        let zero = vec![[0f32; 4]; count as usize];
        let groups = count.div_ceil(WORKGROUP) as usize;
        let chunks = count.div_ceil(curvature::PER_GROUP) as usize;
        let flag = r.structs("solve", &[Scalars::default()]);
        let tally = r.structs("solves", &[Tally::default()]);
        buffers.add([
            ("cg", flag),
            ("tally", tally),
            ("u", r.buffer("velocities solved for", Element::Vec4, &zero)),
            ("steps", r.buffer("velocities gained since the last were looked at", Element::Vec4, &zero)),
            ("r", r.buffer("residual", Element::Vec4, &zero)),
            ("z", r.buffer("preconditioned residual", Element::Vec4, &zero)),
            ("d", r.buffer("direction", Element::Vec4, &zero)),
            ("q", r.buffer("product", Element::Vec4, &zero)),
            ("guides", r.buffer("blocks and filters", Element::Vec4, &vec![[0f32; 4]; GUIDES * zero.len()])),
            ("sums", r.buffer("sums", Element::Vec4, &zero[..groups])),
            ("curvatures", r.buffer("curvatures", Element::F32, &vec![0f32; chunks])),
            ("changed", r.buffer("changed", Element::U32, &[0u32; 2])),
        ]);
        Self { count, tally, flag }
    }

    /// Records a solve of up to so many iterations and Newton steps, with a look at the constraints every `interval`.
    pub fn solve(&self, system: &mut impl System, interval: u32, iterations: u32, newton: u32) -> Result<()> {
        self.renew(system)?;
        system.parts().0.open_loop();
        for _ in 0..interval {
            system.product()?;
            self.pass(system, &curvature::KERNEL, self.count.div_ceil(4), ITERATE)?;
            self.pass(system, &update::KERNEL, self.count, ITERATE)?;
            system.narrow("z", ITERATE)?;
            self.turn(system, ITERATED)?;
            self.pass(system, &direction::KERNEL, self.count, ITERATE)?;
        }
        self.arrive(system, 0)?;
        if system.constraints()? {
            self.turn(system, LOOKED)?;
        }
        self.renew(system)?;
        let max = iterations.div_ceil(interval) + 2 * ROUNDS + REVIEWS + 4 * newton;
        system.parts().0.close_loop(max, Some(self.flag), 32u32.div_ceil(interval));
        self.arrive(system, arrive::ENDED)?;
        self.turn(system, CUT)
    }

    /// Takes the residual anew, where there is a reason.
    fn renew(&self, system: &mut impl System) -> Result<()> {
        system.residual()?;
        self.pass(system, &precondition::KERNEL, self.count, RENEW)?;
        system.narrow("d", RENEW)?;
        self.turn(system, RENEWED)
    }

    fn pass(&self, system: &mut impl System, kernel: &'static Kernel, count: u32, phase: u32) -> Result<()> {
        let (recording, buffers) = system.parts();
        recording.dispatch_with(kernel, "cg", &buffers.of(kernel, None)?, count, When::new(phase, 0));
        Ok(())
    }

    /// Takes the velocities to where the iterations have led, where somebody is about to look at them.
    fn arrive(&self, system: &mut impl System, mode: u32) -> Result<()> {
        let (recording, buffers) = system.parts();
        let (buffers, when) = (buffers.of(&arrive::KERNEL, None)?, When::new(ALWAYS, mode));
        recording.dispatch_with(&arrive::KERNEL, "cg", &buffers, self.count, when);
        Ok(())
    }

    fn turn(&self, system: &mut impl System, mode: u32) -> Result<()> {
        let (recording, buffers) = system.parts();
        let when = When::new(ALWAYS, mode);
        recording.dispatch_with(&turn::KERNEL, "cg", &buffers.of(&turn::KERNEL, None)?, WORKGROUP, when);
        Ok(())
    }

    /// How the solves went so far; waits for the device.
    pub fn solves(&self, executor: &mut dyn Executor) -> Result<Solves> {
        let words = executor.read(self.tally)?;
        let tally: Tally = bytemuck::pod_read_unaligned(bytemuck::cast_slice(&words));
        Ok(Solves::from(tally))
    }
}
