//! What may change while a simulation runs, in three classes that the types tell apart.

use super::{Backend, Simulation, State, record};
use crate::error::Result;
use crate::methods::hands::Hands;
use crate::scene::{Effect, Scene};
use std::sync::Arc;

/// A changed scene, by what it takes to go on with it.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Steps read it anew: the next one has it.
    Live(Box<Scene>),
    /// The steps are recorded anew, for the same mesh.
    Record(Box<Scene>),
    /// Everything is built anew. The state is taken along where it fits.
    Rebuild(Box<Scene>),
}

impl Change {
    /// The change from one scene to another.
    pub fn between(old: &Scene, new: Scene) -> Result<Self> {
        let new_scene = Box::new(new);
        Ok(match old.effect_of(&new_scene)? {
            Effect::Live => Self::Live(new_scene),
            Effect::Record => Self::Record(new_scene),
            Effect::Rebuild => Self::Rebuild(new_scene),
        })
    }
}

/// A moment of a simulation, to come back to.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Positions, velocities and bodies.
    pub state: State,
    /// Steps until then.
    steps: u64,
    /// Simulated time [s].
    time: f64,
    hands: Hands,
}

impl Simulation {
    /// Goes on with a changed scene. Positions, velocities, bodies, time and held vertices stay, unless the mesh has another
    /// number of vertices: then it begins from the start. On an error nothing has changed.
    pub fn change(&mut self, change: Change, backend: &Backend) -> Result<()> {
        let mut next = match change {
            Change::Live(scene) => {
                self.scene = *scene;
                return Ok(());
            }
            Change::Record(scene) => record(*scene, Arc::clone(&self.model), backend)?,
            Change::Rebuild(scene) => {
                let next = Simulation::with_fields_of(&scene, &self.model, backend)?;
                if next.model.start.len() != self.model.start.len() {
                    *self = next;
                    return Ok(());
                }
                next
            }
        };
        next.go_on_from(self)?;
        *self = next;
        Ok(())
    }

    /// The same scene from its start, with what was built of it.
    pub fn restarted(&self, backend: &Backend) -> Result<Self> {
        record(self.scene.clone(), Arc::clone(&self.model), backend)
    }

    /// Goes on where another simulation of as many vertices is. What integrators and bodies remember beside their state is
    /// forgotten.
    pub fn go_on_from(&mut self, other: &mut Simulation) -> Result<()> {
        self.restore(&other.snapshot()?)
    }

    /// This moment, to come back to; waits for the device.
    pub fn snapshot(&mut self) -> Result<Snapshot> {
        let state = self.state()?;
        let hands = self.method.pins().hands().clone();
        Ok(Snapshot { state, steps: self.steps, time: self.time(), hands })
    }

    /// Comes back to a moment.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<()> {
        let Snapshot { state, steps, time, hands } = snapshot;
        self.set_state(state)?;
        // The time stays, even if steps have another length now; if not, this is 0 to the bit.
        self.steps = *steps;
        self.start = time - *steps as f64 * self.scene.solver.dt;
        self.method.pins().set_hands(hands.clone());
        Ok(())
    }
}
