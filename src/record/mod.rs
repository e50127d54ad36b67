//! What a run leaves behind: frames in files, numbers and a hash.

pub mod faces;
pub mod hash;
pub mod metrics;
pub mod normals;
pub mod obj;
pub mod pc2;
pub mod ply;
mod recorder;
pub mod whole;

pub use hash::state_hash;
pub use metrics::{Measure, Metrics, Overhang, Rest, Series};
pub use recorder::{Format, Frame, Recorder};
pub use whole::{create_folder, write_whole};
