//! Twins of `shaders/collide`.

pub mod bounds;
pub mod contact;
pub mod inside;
pub mod interleave;
pub mod project;
pub mod settle;
pub mod spread;
