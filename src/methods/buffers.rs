//! What the methods share: buffers by name, and the uniforms of a step.

use super::StateBuffers;
use crate::engine::layout::Element;
use crate::engine::{BufferId, Kernel, Recording};
use crate::error::{Error, Result};
use crate::kernels::check::finite;
use crate::kernels::common::Sim;
use crate::kernels::common::contact::Span;
use crate::model::Model;
use crate::scene::Scene;
use std::collections::BTreeMap;

/// Buffers by the names that the kernels bind.
#[derive(Debug, Default)]
pub struct Buffers(BTreeMap<&'static str, BufferId>);

impl Buffers {
    /// The buffers of any cloth: uniforms, state, triangles and normals.
    pub fn of_cloth(r: &mut Recording, scene: &Scene, model: &Model) -> Self {
        let w = model.inverse_masses(|p| super::pins::is_held(scene, p, 0.0));
        let x: Vec<[f32; 4]> = model.start.iter().zip(&w).map(|(p, &w)| [p.x, p.y, p.z, w]).collect();
        let zero = vec![[0f32; 4]; x.len()];
        let wind = scene.wind.density > 0.0;
        let everyone: Vec<u32> = (0..x.len() as u32).filter(|_| wind).collect();
        let incident = &model.topology.vertex_triangles;
        let mut buffers = Self::default();
        buffers.add([
            ("sim", r.structs("sim", &[Sim::default()])),
            ("x", r.buffer("positions", Element::Vec4, &x)),
            ("v", r.buffer("velocities", Element::Vec4, &zero)),
            ("p", r.buffer("projected positions", Element::Vec4, &x)),
            ("normals", r.buffer("normals", Element::Vec4, &zero)),
            ("listed", r.buffer("all vertices", Element::U32, &everyone)),
            ("corners", r.buffer("triangles", Element::U32, model.mesh.triangles.as_flattened())),
            ("offsets", r.buffer("triangle offsets", Element::U32, &incident.offsets)),
            ("incident", r.buffer("vertex triangles", Element::U32, &incident.items)),
            ("found", r.buffer("non-finite", Element::U32, &finite::NOTHING)),
        ]);
        buffers
    }

    /// Adds buffers under the names that kernels know them by.
    pub fn add<const N: usize>(&mut self, named: [(&'static str, BufferId); N]) {
        self.0.extend(named);
    }

    /// The buffer of this name.
    pub fn get(&self, name: &str) -> Result<BufferId> {
        let missing =
            || Error::Kernel { kernel: name.into(), message: "the method has no such buffer".into() };
        self.0.get(name).copied().ok_or_else(missing)
    }

    /// The buffers of a kernel, with `constraints` in the place of that name.
    pub fn of(&self, kernel: &Kernel, constraints: Option<BufferId>) -> Result<Vec<BufferId>> {
        let own = |name: &str| constraints.filter(|_| name == "constraints");
        kernel.bindings.iter().map(|name| own(name).map_or_else(|| self.get(name), Ok)).collect()
    }

    /// The buffers of a kernel, some under other names.
    pub fn with(&self, kernel: &Kernel, others: &[(&str, &str)]) -> Result<Vec<BufferId>> {
        let name = |n: &str| others.iter().find(|(from, _)| *from == n).map_or(n, |(_, to)| *to).to_string();
        kernel.bindings.iter().map(|n| self.get(&name(n))).collect()
    }

    /// The buffers that every method has.
    pub fn state(&self) -> Result<StateBuffers> {
        let (positions, velocities, found) = (self.get("x")?, self.get("v")?, self.get("found")?);
        Ok(StateBuffers { positions, velocities, found })
    }
}

/// The substeps of a step.
pub fn spans(scene: &Scene) -> impl Iterator<Item = Span> + use<> {
    let count = scene.solver.substeps;
    let part = move |n: u32| n as f32 / count as f32;
    (0..count).map(move |n| Span { begin: part(n), end: part(n + 1), first: u32::from(n == 0), again: 0 })
}

/// What the uniforms of every method say of a step that starts at `time` [s].
pub fn sim_at(scene: &Scene, time: f64, step: u64) -> Sim {
    let solver = &scene.solver;
    let h = solver.dt / f64::from(solver.substeps);
    // What a keyframe says of the end of the step is what the step aims at.
    let wind = [0, 1, 2].map(|i| scene.wind.velocity[i].at(time + solver.dt) as f32);
    let [gx, gy, gz] = scene.leaning_gravity().map(|g| g as f32);
    Sim {
        gravity: [gx, gy, gz, 0.0],
        wind: [wind[0], wind[1], wind[2], scene.wind.density as f32],
        h: h as f32,
        damping: (-scene.material.damping * h).exp() as f32,
        step: u32::try_from(step).unwrap_or(u32::MAX),
        ..Sim::default()
    }
}
