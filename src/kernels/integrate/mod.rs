//! Twins of `shaders/integrate`.

pub mod aim;
pub mod euler;
pub mod pins;
pub mod predict;
pub mod rails;
pub mod rk4;
pub mod velocity;
