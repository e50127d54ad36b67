//! What the window can see of the simulations.

use super::reading::Reading;
use crate::engine::Timings;
use crate::render::gpu::Subject;
use crate::scene::Scene;
use glam::Vec3;
use std::sync::Arc;

/// What the window can see of the simulations.
#[derive(Default)]
pub struct Board {
    /// One simulation, or two side by side.
    pub sides: Vec<Side>,
    /// Whether they run.
    pub playing: bool,
    /// Simulated seconds per second that are wanted.
    pub speed: f64,
    /// Simulated seconds per second that there are.
    pub rate: f64,
    /// Whether there is a moment to come back to.
    pub has_snapshot: bool,
    /// What the thread is at, if that is not simulating.
    pub busy: Option<String>,
    /// What happened; the window takes them.
    pub notices: Vec<Notice>,
    /// Whether a picture is to be taken before simulations go on.
    pub wants_picture: bool,
    /// Scenes that were opened so far.
    pub opened: u64,
    /// Orders that were sent and not obeyed yet.
    pub pending: u64,
    /// The step that simulations run to, if they do.
    pub until: Option<u64>,
    /// Whether a simulation became something that is no number, or its device was lost.
    pub broken: bool,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// Something that was asked for.
    Done(String),
    /// Something that went wrong; nothing has changed.
    Failed(String),
    /// The state is not finite any more: the simulation has stopped.
    Broken(String),
    /// The device is gone, with everything on it.
    Lost(String),
    /// The hash of a state, after so many steps.
    Hash(u64, String),
}

/// One simulation.
#[derive(Clone)]
pub struct Side {
    /// Its scene as it is now.
    pub scene: Arc<Scene>,
    /// What is drawn.
    pub subject: Arc<Subject>,
    /// The state to be drawn, where it is not on the renderer's device; the window takes it.
    pub words: Option<Arc<Vec<Vec<u32>>>>,
    /// Steps so far.
    pub steps: u64,
    /// Simulated time [s].
    pub time: f64,
    /// Median time of the last steps, without what they waited for whoever draws [ms].
    pub ms_per_step: f64,
    /// Vertices that are held.
    pub held: Arc<Vec<u32>>,
    /// A box around the cloth, from time to time [m].
    pub bounds: (Vec3, Vec3),
    /// Numbers over time.
    pub readings: Arc<Vec<Reading>>,
    /// Times per pass, and the steps that they are of.
    pub timings: Arc<(Timings, u64)>,
    /// Where it runs.
    pub place: String,
}
