//! Twins of `shaders/measure`.

pub mod copy;
