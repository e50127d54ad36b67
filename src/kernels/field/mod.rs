//! Twins of `shaders/field`.

pub mod bake;
