//! Twins of `shaders/forces`.

pub mod faces;
pub mod seams;
pub mod springs;
