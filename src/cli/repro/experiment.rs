//! The tables and figures that are run again.

use super::context::Context;
use super::finding::Finding;
use super::{english, han, kelager, kuang, mi};
use crate::error::{Error, Result};

/// A paper.
#[derive(Debug, PartialEq, Eq)]
pub struct Paper {
    /// What `--only` calls it.
    pub name: &'static str,
    /// Who wrote what, and where it appeared.
    pub title: &'static str,
    /// The method of toile that it describes.
    pub method: &'static str,
}

/// The papers.
pub const KELAGER: Paper = Paper {
    name: "kelager",
    title: "Kelager, Niebe, Erleben: A Triangle Bending Constraint Model for Position-Based Dynamics, VRIPHYS 2010",
    method: "triangle-bending",
};
/// Interleaved constraints.
pub const HAN: Paper =
    Paper { name: "han", title: "Han: Interleaved Cloth Simulation, VRIPHYS 2015", method: "implicit-cg" };
/// Cloth and rigid bodies.
pub const KUANG: Paper = Paper {
    name: "kuang",
    title: "Kuang: An Efficient Scheme for Cloth and Rigid Body Interaction with Collision Alleviation, National Chiao Tung University 2007",
    method: "mass-spring",
};
/// Nonconforming elements.
pub const ENGLISH: Paper = Paper {
    name: "english",
    title: "English, Bridson: Animating Developable Surfaces using Nonconforming Elements, SIGGRAPH 2008",
    method: "nonconforming",
};
/// Derivatives of shells.
pub const MI: Paper =
    Paper { name: "mi", title: "Mi: Discrete Shells Simulation (report)", method: "discrete-shells" };

/// A table, a figure or a section that is run again.
pub struct Experiment {
    /// What `--only` calls it.
    pub name: &'static str,
    /// Where it is from.
    pub paper: &'static Paper,
    /// What it is there, and what it is about.
    pub about: &'static str,
    /// How long it takes on two cores, with `--quick` and without, about [s].
    pub seconds: [u64; 2],
    /// Runs it.
    pub run: fn(&Context) -> Result<Finding>,
}

/// All experiments, paper by paper.
pub fn all() -> Vec<Experiment> {
    let lists = [kelager::list(), han::list(), kuang::list(), english::list(), mi::list()];
    lists.into_iter().flatten().collect()
}

/// Those that were asked for by a paper's name, by their own or by its beginning; all where nothing was.
pub fn select(only: &[String]) -> Result<Vec<Experiment>> {
    let known = all();
    let matches = |experiment: &Experiment, wanted: &str| {
        experiment.paper.name == wanted || experiment.name == wanted || begins(experiment.name, wanted)
    };
    for wanted in only {
        if !known.iter().any(|experiment| matches(experiment, wanted)) {
            let advice = "use kelager, han, kuang, english, mi, or a name that `toile repro --list` shows";
            return Err(Error::input(format!("--only {wanted}"), "no experiment has that name", advice));
        }
    }
    let asked = |e: &Experiment| only.is_empty() || only.iter().any(|wanted| matches(e, wanted));
    Ok(known.into_iter().filter(asked).collect())
}

/// Whether a name begins with some of its words: `kuang-figure` with `kuang-figure-6.5`.
fn begins(name: &str, wanted: &str) -> bool {
    name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(only: &[&str]) -> Vec<&'static str> {
        let only: Vec<String> = only.iter().map(|text| text.to_string()).collect();
        select(&only).unwrap().into_iter().map(|e| e.name).collect()
    }

    #[test]
    fn names_are_of_their_papers_and_differ() {
        let mut all = names(&[]);
        assert!(super::all().iter().all(|e| e.name.starts_with(&format!("{}-", e.paper.name))));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn experiments_are_chosen_by_paper_or_name() {
        assert_eq!(names(&["kelager-figure-7", "kelager-table-1"]), ["kelager-table-1", "kelager-figure-7"]);
        assert!(names(&["kuang"]).iter().all(|name| name.starts_with("kuang-")));
        assert!(names(&["kuang"]).len() >= 6);
        let error = select(&["figure-99".into()]).err().unwrap();
        assert_eq!(error.exit_code(), 4);
    }
}
