//! toile simulates cloth and thin shells on any GPU, and proves each kernel twice: against a CPU twin and against
//! mathematics.
//!
//! ```text
//! Scene ──build──▶ Model ──▶ Method ──record──▶ Recording ──▶ Executor ──▶ State ──▶ Recorder
//! what the user    immutable:   one substep,      passes as     cpu: Rust twins    x, v     files, metrics,
//! asks for         topology,    pass by pass,     data, built   gpu: wgpu                   pictures
//! (TOML or code)   masses,      as in its paper   once
//!                  pins
//! ```
//!
//! - [`scene`]: a [`Scene`] is what a user asks for, in SI units; [`scene::catalog`] has the built-in ones.
//! - [`mesh`]: triangles and topology, OBJ files, shapes by code, colouring.
//! - [`colliders`]: meshes that cloth collides with, as fields of signed distance.
//! - [`model`]: what never changes during a run, and the constraints made from it.
//! - [`methods`]: each method records one step as passes; it never calls a GPU.
//! - [`kernels`]: each kernel's structs, its WGSL and its twin in Rust, side by side.
//! - [`engine`]: runs recordings, on the CPU or through wgpu, and knows no physics.
//! - [`simulation`]: a scene that runs; all that a program which embeds toile has to hold.
//! - [`compare`]: both executors on the same program.
//! - [`document`]: reports with tables, plots and pictures.
//! - [`truth`]: closed forms, for `toile validate` and for the tests.
//! - [`record`]: frames as OBJ, PLY and PC2, metrics, pictures without a GPU.
//!
//! ```
//! use toile::{Backend, Simulation, scene::catalog};
//!
//! let scene = catalog::resolve("rigid-fabric")?;
//! // `Backend::gpu(None)?` for the best GPU, `Backend::Gpu(Device::share(device, queue, …))` for your own.
//! let mut simulation = Simulation::new(&scene, &Backend::Cpu)?;
//! for _ in 0..10 {
//!     simulation.frame()?;
//! }
//! simulation.check()?;
//! assert_eq!(simulation.state()?.positions.len(), 100);
//! # Ok::<(), toile::Error>(())
//! ```
#![warn(missing_docs)]
#![allow(rustdoc::broken_intra_doc_links, reason = "units are written in brackets")]

pub mod bodies;
pub mod cli;
pub mod colliders;
pub mod compare;
pub mod document;
pub mod engine;
pub mod error;
pub mod kernels;
pub mod memory;
pub mod mesh;
pub mod methods;
pub mod model;
pub mod real;
pub mod record;
pub mod render;
pub mod scene;
pub mod simulation;
pub mod truth;
#[cfg(feature = "viewer")]
pub mod viewer;

pub use error::{Error, Result};
pub use scene::Scene;
pub use simulation::{Backend, Simulation, State};
