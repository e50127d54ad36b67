//! Twins of `shaders/check`.

pub mod finite;
