//! How many bytes passes have to move, by the buffers that they bind.

use crate::engine::recording::{Loop, Step};
use crate::engine::{Dispatch, Recording};
use crate::kernels::common::cg::RENEW;
use std::collections::BTreeMap;
use std::ops::Range;

/// What each dispatch of a recording moves at least: every buffer that it binds once. A pass over a part of the constraints, or of
/// the lines of a preconditioner, counts that part of its buffers; a pass that waits for a residual to be taken anew, as few do,
/// counts nothing.
#[derive(Debug)]
pub struct Traffic {
    kernels: Vec<&'static str>,
    /// [bytes].
    bytes: Vec<f64>,
    /// Whether the dispatch is in a loop that may have ended before its last repetition.
    may_rest: Vec<bool>,
}

impl Traffic {
    /// Of a recording.
    pub fn new(recording: &Recording) -> Self {
        let mut may_rest = vec![false; recording.dispatches.len()];
        mark(&recording.steps, false, &mut may_rest);
        let kernels = recording.dispatches.iter().map(|d| d.kernel.name).collect();
        let bytes = recording.dispatches.iter().map(|d| bytes(recording, d)).collect();
        Self { kernels, bytes, may_rest }
    }

    /// What was moved per kernel [bytes], by how often each dispatch was run; of the repetitions of loops that end by a flag,
    /// the share `used` came before that.
    pub fn moved(&self, calls: &[u64], used: f64) -> BTreeMap<&'static str, f64> {
        let mut moved = BTreeMap::new();
        for (i, &calls) in calls.iter().enumerate() {
            let share = if self.may_rest[i] { used } else { 1.0 };
            *moved.entry(self.kernels[i]).or_default() += self.bytes[i] * calls as f64 * share;
        }
        moved
    }
}

/// Marks the dispatches in loops that end by a flag.
fn mark(steps: &[Step], inside: bool, may_rest: &mut [bool]) {
    for step in steps {
        match step {
            Step::Dispatch(id) => may_rest[id.0] = inside,
            Step::Loop(Loop { body, done, .. }) => mark(body, inside || done.is_some(), may_rest),
        }
    }
}

fn bytes(recording: &Recording, dispatch: &Dispatch) -> f64 {
    if phase(recording, dispatch) == Some(RENEW) {
        return 0.0;
    }
    let of_one = |b: &crate::engine::BufferId| 4.0 * recording.buffers[b.0].contents.len() as f64;
    part(recording, dispatch) * dispatch.buffers.iter().map(of_one).sum::<f64>()
}

/// When a dispatch has something to do, if its parameters begin with that.
fn phase(recording: &Recording, dispatch: &Dispatch) -> Option<u32> {
    let begins = |f: &fn() -> &'static crate::engine::layout::StructLayout| f().fields[0].name == "phase";
    let at = dispatch.params.filter(|_| dispatch.kernel.structs.iter().any(begins))? as usize;
    Some(bytemuck::pod_read_unaligned(&recording.params[at..at + 4]))
}

/// The share of its constraints that a dispatch projects; 1 for everything else.
fn part(recording: &Recording, dispatch: &Dispatch) -> f64 {
    let Some(own) = range(recording, dispatch) else { return 1.0 };
    let same = |d: &&Dispatch| d.kernel == dispatch.kernel && d.buffers == dispatch.buffers;
    let ends = recording.dispatches.iter().filter(same).filter_map(|d| range(recording, d));
    let all = ends.map(|range| range.end).max().unwrap_or(own.end);
    f64::from(own.end - own.start) / f64::from(all.max(1))
}

/// What a dispatch works on, if its parameters have a first and a count.
fn range(recording: &Recording, dispatch: &Dispatch) -> Option<Range<u32>> {
    let params = dispatch.params? as usize;
    dispatch.kernel.structs.iter().find_map(|layout| {
        let of = |name: &str| {
            let at = params + layout().fields.iter().find(|field| field.name == name)?.offset;
            Some(bytemuck::pod_read_unaligned::<u32>(recording.params.get(at..at + 4)?))
        };
        let (first, count) = (of("first")?, of("count")?);
        Some(first..first + count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::layout::Element;
    use crate::kernels::cg::direction;
    use crate::kernels::common::Range;
    use crate::kernels::common::cg::{Cg, ITERATE, When};
    use crate::kernels::constraints::distance;
    use crate::kernels::measure::copy;

    #[test]
    fn a_copy_moves_what_it_reads_and_writes() {
        let traffic = Traffic::new(&copy::Copies::new(10, 3).recording);
        assert_eq!(traffic.moved(&[3], 1.0), BTreeMap::from([("measure/copy", 3.0 * 320.0)]));
        assert_eq!(copy::Copies::bytes(10), 320.0);
    }

    #[test]
    fn parts_of_constraints_add_up_and_passes_that_rest_do_not_count() {
        let mut r = Recording::default();
        let [sim, p, c] = ["sim", "p", "c"].map(|name| r.buffer(name, Element::F32, &[0f32; 25]));
        let range = |first, count| Range { first, count, ..Range::default() };
        for range in [range(0, 6), range(6, 4)] {
            r.dispatch_with(&distance::KERNEL, "stretch", &[sim, p, c], range.count, range);
        }
        let [z, d] = ["z", "d"].map(|name| r.buffer(name, Element::F32, &[0f32; 5]));
        let flag = r.structs("cg", &[Cg::default()]);
        r.open_loop();
        for phase in [ITERATE, RENEW] {
            r.dispatch_with(&direction::KERNEL, "cg", &[flag, z, d], 5, When::new(phase, 0));
        }
        r.close_loop(9, Some(flag), 1);
        let moved = Traffic::new(&r).moved(&[1, 1, 8, 8], 0.75);
        assert_eq!(moved["constraints/distance"], 300.0);
        assert_eq!(moved["cg/direction"], 6.0 * (40.0 + size_of::<Cg>() as f64));
    }
}
