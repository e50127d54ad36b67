//! Kelager, Niebe, Erleben 2010: triangle bending.

pub mod convergence;
mod cost;
mod fabrics;
mod solids;

use super::experiment::{Experiment, KELAGER};

/// Its table and its figures.
pub fn list() -> Vec<Experiment> {
    let paper = &KELAGER;
    vec![
        Experiment {
            name: "kelager-table-1",
            paper,
            about: "Table 1: what a bending constraint costs",
            seconds: [4, 30],
            run: cost::table_1,
        },
        Experiment {
            name: "kelager-figure-1",
            paper,
            about: "Figure 1: a plant is shaken",
            seconds: [8, 20],
            run: solids::figure_1,
        },
        Experiment {
            name: "kelager-figure-2",
            paper,
            about: "Figure 2: a rabbit collapses as κ rises, and inflates again",
            seconds: [8, 20],
            run: solids::figure_2,
        },
        Experiment {
            name: "kelager-figure-3",
            paper,
            about: "Figure 3: fabrics recover from a crumpled state",
            seconds: [2, 3],
            run: fabrics::figure_3,
        },
        Experiment {
            name: "kelager-figure-7",
            paper,
            about: "Figure 7: how fast bending converges",
            seconds: [1, 5],
            run: convergence::figure_7,
        },
        Experiment {
            name: "kelager-figure-8",
            paper,
            about: "Figure 8: what κ controls, and what k does",
            seconds: [3, 20],
            run: fabrics::figure_8,
        },
        Experiment {
            name: "kelager-figure-9",
            paper,
            about: "Figure 9: solver iterations act as a stiffness",
            seconds: [15, 80],
            run: solids::figure_9,
        },
    ]
}
