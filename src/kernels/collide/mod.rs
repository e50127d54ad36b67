//! Twins of `shaders/collide`.

pub mod bounds;
pub mod contact;
pub mod project;
