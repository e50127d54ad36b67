//! Twins of `shaders/integrate`.

pub mod euler;
pub mod pins;
pub mod predict;
pub mod rk4;
pub mod velocity;
