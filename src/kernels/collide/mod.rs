//! Twins of `shaders/collide`.

pub mod ground;
