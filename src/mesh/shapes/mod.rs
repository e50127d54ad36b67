//! Meshes made from a few numbers: sheets, discs, tubes, spheres, bowls, leaves, shirts, and two figures.

mod builder;
mod cut;
mod irregular;
mod leaf;
mod pattern;
mod plant;
pub mod rabbit;
mod random;
pub(crate) use random::Random;
mod roll;
mod round;
mod sheet;
mod shirt;
mod triangle;

#[cfg(test)]
mod tests;

pub use cut::cut;
pub use leaf::leaf;
pub use pattern::Pattern;
pub use plant::plant;
pub use rabbit::rabbit;
pub use roll::Roll;
pub use round::{Tube, bowl, cylinder, disc, icosphere, torus};
pub use sheet::{ribbon, sheet};
pub use shirt::shirt;
pub use triangle::triangle;
