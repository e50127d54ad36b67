//! Twins of `shaders/rigid`.

pub mod wrench;
