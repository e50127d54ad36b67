//! What is judged: one file per family of closed forms.

mod bending;
mod contact;
mod direction;
mod hanging;
mod motion;

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
}

/// Everything that is judged.
pub const FAMILIES: [Family; 4] = [
    Family { title: "Motion", trials: motion::TRIALS },
    Family { title: "Hanging", trials: hanging::TRIALS },
    Family { title: "Bending", trials: bending::TRIALS },
    Family { title: "Friction", trials: contact::TRIALS },
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
/// The inequality.
const ONE_SIDED: Aside = Aside {
    why: "the inequality lets a shape become more curved than at rest, so that a flat one bends freely",
    most: f64::INFINITY,
};

/// Backward Euler and what turns.
const TURNING: Aside = Aside { why: "backward Euler brakes what turns, as it does what swings", most: 0.1 };
/// Edge-based constraints on other meshes.
const PARALLELOGRAMS: Aside = Aside {
    why: "the edge-based constraint needs pairs of triangles that are parallelograms, which a strip that is cut at an angle has not at its sides",
    most: 1.0,
};
/// Few elements.
const FEW: Aside = Aside {
    why: "elements take so much time that there are four across here, of which two are border",
    most: 0.3,
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
            | "tip-load"
            | "end-moment"
    );
    match (subject.method, subject.model, check.name) {
        (_, "stick", "refinement") => Some(APART),
        (_, "stick", _) if bends => Some(STICKS),
        (_, "springs", _) if bends => Some(SPRINGS),
        (_, "triangle-inequality", _) if bends => Some(ONE_SIDED),
        (M::ImplicitCg | M::TriangleBending, _, "energy") => Some(FIRST_ORDER),
        (M::ImplicitCg, _, "angular-momentum") => Some(TURNING),
        (_, "triangle-edge", "direction") => Some(PARALLELOGRAMS),
        (M::Nonconforming, _, "direction") => Some(FEW),
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
