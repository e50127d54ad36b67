//! What is judged: one file per family of closed forms.

mod air;
mod bending;
mod closed;
mod contact;
mod damped;
mod direction;
mod hanging;
mod implicit;
mod loaded;
mod motion;
mod swing;

use super::bench::Bench;
use super::judge::{Aside, Found};
use super::subjects::Subject;
use crate::scene::MethodName;

/// A column of the scorecard.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its name for `--only` and in JSON.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The closed form, and what is done.
    pub about: &'static str,
    /// Whether the error is a share, which people read in per cent.
    pub in_percent: bool,
}

/// Checks that share their runs.
pub struct Trial {
    /// Its columns.
    pub checks: &'static [Check],
    /// Whether the quick scorecard leaves it out.
    pub is_long: bool,
    /// Runs it for a subject: a reading for each column.
    pub run: fn(&Bench, &Subject) -> Found,
}

/// Checks of one kind, which make a table.
pub struct Family {
    /// Its heading.
    pub title: &'static str,
    /// Its trials.
    pub trials: &'static [Trial],
    /// Whether a subject knows what is judged: what a method refuses has no row.
    pub has: fn(&Subject) -> bool,
}

/// Everything that is judged.
pub const FAMILIES: [Family; 9] = [
    Family { title: "Motion", trials: motion::TRIALS, has: |_| true },
    Family { title: "Hanging", trials: hanging::TRIALS, has: |_| true },
    Family { title: "Bending", trials: bending::TRIALS, has: |_| true },
    Family { title: "Contact", trials: contact::TRIALS, has: |_| true },
    Family { title: "Air", trials: air::TRIALS, has: |s| s.method != MethodName::Nonconforming },
    Family { title: "Damping of what stretches", trials: damped::STRETCHING, has: damped::stretches },
    Family {
        title: "Damping of what bends",
        trials: damped::BENDING,
        has: |s| s.method == MethodName::DiscreteShells,
    },
    Family {
        title: "Pressure, lift, seams and limits of strain",
        trials: implicit::TRIALS,
        has: |s| s.method == MethodName::ImplicitCg,
    },
    Family {
        title: "Closed meshes",
        trials: closed::TRIALS,
        has: |s| s.method == MethodName::TriangleBending,
    },
];

/// Steps of the first order.
const FIRST_ORDER: Aside = Aside {
    why: "steps of the first order, backward Euler's or those of projected positions, take energy from what swings: here 1/1300 of a period long",
    most: 0.1,
};
/// Sticks, which have an energy of the fourth order.
const STICKS: Aside = Aside {
    why: "distances to second neighbours have an energy of the fourth order, and the material's D at one curvature only, where they ask for more than a projection can correct",
    most: 20.0,
};
/// Springs that do.
const SPRINGS: Aside = Aside {
    why: "distances to second neighbours have an energy of the fourth order, and the material's D at one curvature only; where a strip is as thick as a third of its rows or more, its threads stretch before they give way",
    most: 20.0,
};
/// What does not come nearer with finer rows. The error of the coarser ones has any size, none among them, and so has the ratio.
const APART: Aside = Aside {
    why: "with D at a curvature that grows with its rows, a finer strip is another one, and its error is no part of the coarser one's",
    most: f64::MAX,
};
/// Backward Euler and what turns.
const TURNING: Aside = Aside { why: "backward Euler brakes what turns, as it does what swings", most: 0.1 };
/// Edge-based constraints on other meshes.
const PARALLELOGRAMS: Aside = Aside {
    why: "the edge-based constraint needs pairs of triangles that are parallelograms, which a strip that is cut at an angle has not at its sides",
    most: 1.0,
};
/// Why a subject is not meant to pass a check, if it is not.
pub fn aside(subject: &Subject, check: &Check) -> Option<Aside> {
    use MethodName as M;
    let bends = matches!(
        check.name,
        "elastica-1"
            | "elastica-10"
            | "elastica-100"
            | "beam-frequency"
            | "refinement"
            | "direction"
            | "tip-load-1"
            | "tip-load-4"
            | "end-moment"
    );
    match (subject.method, subject.model, check.name) {
        (_, "stick", "refinement") => Some(APART),
        (_, "stick", _) if bends => Some(STICKS),
        (_, "springs", _) if bends => Some(SPRINGS),
        (M::ImplicitCg | M::TriangleBending, _, "energy") => Some(FIRST_ORDER),
        (M::ImplicitCg, _, "angular-momentum") => Some(TURNING),
        (_, "triangle-edge", "direction") => Some(PARALLELOGRAMS),
        _ => None,
    }
}

/// The checks of a family that a run has, each once.
pub fn checks(family: &Family, is_quick: bool) -> impl Iterator<Item = &'static Check> {
    let trials = family.trials.iter().filter(move |trial| !(is_quick && trial.is_long));
    trials.flat_map(|trial| trial.checks.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_check_has_a_name_of_its_own() {
        let all: Vec<&str> = FAMILIES.iter().flat_map(|f| checks(f, false)).map(|c| c.name).collect();
        let names: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(names.len(), all.len(), "{all:?}");
    }
}
