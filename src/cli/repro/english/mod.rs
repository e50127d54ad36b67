//! English, Bridson 2008: developable surfaces.

mod costs;
mod pendulum;
mod sheets;

use super::context::Context;
use super::experiment::{ENGLISH, Experiment};
use super::finding::Finding;
use crate::error::Result;

/// Its figures and sections.
pub fn list() -> Vec<Experiment> {
    let paper = &ENGLISH;
    vec![
        Experiment {
            name: "english-figure-1",
            paper,
            about: "Figure 1: developable cloth with complex collisions",
            seconds: [0, 0],
            run: figure_1,
        },
        Experiment {
            name: "english-figure-3",
            paper,
            about: "Figure 3: a square pinned at two corners, and a shirt",
            seconds: [20, 120],
            run: sheets::figure_3,
        },
        Experiment {
            name: "english-figure-5",
            paper,
            about: "Figure 5: a developable square falls on a sphere",
            seconds: [20, 200],
            run: sheets::figure_5,
        },
        Experiment {
            name: "english-section-5",
            paper,
            about: "Section 5: order and damping of the two integrators",
            seconds: [1, 2],
            run: pendulum::section_5,
        },
        Experiment {
            name: "english-section-6",
            paper,
            about: "Section 6: Newton steps and seconds per step",
            seconds: [30, 300],
            run: costs::section_6,
        },
    ]
}

fn figure_1(_: &Context) -> Result<Finding> {
    Ok(Finding::not_run(
        "Its cloth collides with itself, which cloth in toile does not; figure 5 shows the same method without that. Figure 2 is a drawing, and what figure 4 shows is measured with figure 5.",
    ))
}
