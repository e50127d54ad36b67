//! Twins of `shaders/integrate`.

pub mod pins;
pub mod predict;
pub mod velocity;
