//! Twins of `shaders/forces`.

pub mod springs;
