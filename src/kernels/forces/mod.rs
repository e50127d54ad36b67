//! Twins of `shaders/forces`.

pub mod faces;
pub mod loads;
pub mod seams;
pub mod springs;
pub mod stiff_springs;
pub mod strain_limit;
