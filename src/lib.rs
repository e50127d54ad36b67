//! toile simulates cloth and thin shells on any GPU, and proves each kernel twice: against a CPU twin and against
//! mathematics.
#![allow(rustdoc::broken_intra_doc_links, reason = "units are written in brackets")]

pub mod cli;
pub mod compare;
pub mod engine;
pub mod error;
pub mod kernels;
pub mod memory;
pub mod mesh;
pub mod methods;
pub mod model;
pub mod real;
pub mod record;
pub mod scene;
pub mod simulation;

pub use error::{Error, Result};
pub use scene::Scene;
pub use simulation::{Backend, Simulation, State};
