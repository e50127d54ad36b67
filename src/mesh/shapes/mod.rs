//! Meshes made from a few numbers: sheets, discs, tubes, spheres, and two figures.

mod builder;
mod irregular;
mod pattern;
mod plant;
pub mod rabbit;
mod random;
pub(crate) use random::Random;
mod round;
mod sheet;

#[cfg(test)]
mod tests;

pub use pattern::Pattern;
pub use plant::plant;
pub use rabbit::rabbit;
pub use round::{cylinder, disc, icosphere, torus};
pub use sheet::{ribbon, sheet};
