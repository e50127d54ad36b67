//! What cloth collides with: closed meshes as fields of signed distance, sampled on a grid by the device.

pub mod cache;
pub mod solid;

pub use solid::{Grid, Solid};
