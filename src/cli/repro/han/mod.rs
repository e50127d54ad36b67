//! Han 2015: constraints between the iterations of the solver.

mod drape;
mod lines;
mod sample;

use super::experiment::{Experiment, HAN};

/// How deep interleaved cloth may be inside a body [m].
const DEEPEST: f64 = 1e-4;

/// Its figures.
pub fn list() -> Vec<Experiment> {
    let paper = &HAN;
    vec![
        Experiment {
            name: "han-figure-1",
            paper,
            about: "Figure 1: a stiff cloth falls on a ball, with friction",
            seconds: [8, 300],
            run: drape::figure_1,
        },
        Experiment {
            name: "han-figure-2",
            paper,
            about: "Figure 2: iterations by solver",
            seconds: [8, 1000],
            run: drape::figure_2,
        },
        Experiment {
            name: "han-figure-3",
            paper,
            about: "Figure 3: a corner slides on a line",
            seconds: [5, 60],
            run: lines::figure_3,
        },
        Experiment {
            name: "han-figure-4",
            paper,
            about: "Figure 4: an edge slides on a line while the cloth falls over a ring",
            seconds: [10, 500],
            run: lines::figure_4,
        },
    ]
}
