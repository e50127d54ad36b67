//! Pictures: what is drawn, from where and in which light.
//!
//! [`gpu`] draws from a simulation's own buffers on its device, [`software`] on the CPU where there is none, the same pixels
//! on every machine. Both draw the same [`studio`].

pub mod camera;
pub mod color;
pub mod crease;
pub mod gif;
pub mod gpu;
pub mod legend;
pub mod look;
pub mod outline;
pub mod pick;
pub mod picture;
pub mod shot;
pub mod software;
pub mod solids;
pub mod studio;

pub use camera::{Camera, bounds, near_cloth};
pub use look::{Coloring, Look, Slice};
pub use picture::Picture;
pub use shot::{Moment, Shot};
