//! Kuang 2007: cloth and rigid bodies.

mod crowd;
mod falls;
pub mod hardness;
mod rebound;
mod region;

use super::experiment::{Experiment, KUANG};

/// Its figures.
pub fn list() -> Vec<Experiment> {
    let paper = &KUANG;
    vec![
        Experiment {
            name: "kuang-figure-6.2",
            paper,
            about: "Figure 6.2: a repulsion region made large",
            seconds: [6, 60],
            run: region::figure_6_2,
        },
        Experiment {
            name: "kuang-figure-6.3",
            paper,
            about: "Figure 6.3: with and without collision alleviation",
            seconds: [4, 15],
            run: hardness::figure_6_3,
        },
        Experiment {
            name: "kuang-figure-6.4",
            paper,
            about: "Figure 6.4: a body that cloth does not move",
            seconds: [5, 50],
            run: falls::figure_6_4,
        },
        Experiment {
            name: "kuang-figure-6.5",
            paper,
            about: "Figure 6.5: three estimates of the contact force",
            seconds: [7, 15],
            run: rebound::figure_6_5,
        },
        Experiment {
            name: "kuang-figure-6.6",
            paper,
            about: "Figure 6.6: a rain of twenty bodies",
            seconds: [15, 120],
            run: falls::figure_6_6,
        },
        Experiment {
            name: "kuang-figure-6.7",
            paper,
            about: "Figure 6.7: time against the number of bodies",
            seconds: [20, 120],
            run: crowd::figure_6_7,
        },
    ]
}
