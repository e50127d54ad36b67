//! Ring 3, CPU = mathematics: a twin repeats a wrong formula faithfully, so the twins are checked against finite
//! differences, conservation laws, fixed points, closed forms and the paper's own numbers.
//!
//! A tolerance is written where it is used, with its reason. `cargo test --test physics -- --nocapture` prints what
//! was measured.

#[path = "../common/mod.rs"]
mod common;

mod ball;
mod bending_scenes;
mod conservation;
mod constraints;
mod convergence;
mod creation;
mod degenerate_rest;
mod face_forces;
mod far;
mod fast;
mod field_bake;
mod fields;
mod friction;
mod gradients;
mod ground;
mod implicit;
mod implicit_motion;
mod implicit_scenes;
mod integrators;
mod interleaved;
mod momentum;
mod motion;
mod one_stiffness;
mod penetration;
mod pins;
mod products;
mod projections;
mod rabbit;
mod reactions;
mod rebound;
mod resume;
mod seam_forces;
mod shell_energies;
mod shell_scenes;
mod shell_steps;
mod shell_strips;
mod solve_against_cholesky;
mod springs;
mod stiffness;
mod support;
mod sweep;
mod volume;
mod wind;
