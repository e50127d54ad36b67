//! Loads as methods take them that push particles or unknowns by forces.

use super::buffers::Buffers;
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Recording};
use crate::error::Result;
use crate::kernels::forces::loads::{KERNEL, Part, Push};
use crate::model::Model;
use crate::model::elements::Sparse;
use crate::scene::{Load, Scene};
use std::collections::BTreeMap;

/// The loads of a scene.
pub struct Loads {
    ramps: BufferId,
    /// Points that are loaded.
    count: u32,
}

impl Loads {
    /// Creates the buffers of loads on vertices.
    pub fn new(r: &mut Recording, scene: &Scene, model: &Model, buffers: &mut Buffers) -> Self {
        let mut points: BTreeMap<u32, Vec<Part>> = BTreeMap::new();
        parts(scene, model).for_each(|(v, part)| points.entry(v).or_default().push(part));
        Self::with(r, scene, buffers, points)
    }

    /// Creates the buffers of loads on unknowns that the vertices are made of: a force goes to them by their shares.
    pub fn on_unknowns(
        r: &mut Recording,
        scene: &Scene,
        model: &Model,
        buffers: &mut Buffers,
        vertices: &Sparse,
    ) -> Self {
        let mut points: BTreeMap<u32, Vec<Part>> = BTreeMap::new();
        for (vertex, part) in parts(scene, model) {
            for &(unknown, share) in vertices.row(vertex as usize) {
                let force = part.force.map(|f| (f64::from(f) * share) as f32);
                points.entry(unknown).or_default().push(Part { force, ..part });
            }
        }
        Self::with(r, scene, buffers, points)
    }

    fn with(
        r: &mut Recording,
        scene: &Scene,
        buffers: &mut Buffers,
        points: BTreeMap<u32, Vec<Part>>,
    ) -> Self {
        let listed: Vec<u32> = points.keys().copied().collect();
        let mut offsets = vec![0];
        offsets.extend(points.values().scan(0, |end, parts| {
            *end += parts.len() as u32;
            Some(*end)
        }));
        let parts: Vec<Part> = points.into_values().flatten().collect();
        let ramps = r.buffer("shares of loads", Element::F32, &vec![0f32; scene.load.len().max(1)]);
        buffers.add([
            ("loaded", r.buffer("loaded points", Element::U32, &listed)),
            ("load offsets", r.buffer("load offsets", Element::U32, &offsets)),
            ("load parts", r.structs("parts of loads", &parts)),
            ("ramps", ramps),
        ]);
        Self { ramps, count: listed.len() as u32 }
    }

    /// Records the forces of where things are now; `names` says what kernels know as `x` and `out`.
    pub fn record(
        &self,
        recording: &mut Recording,
        buffers: &Buffers,
        push: Push,
        names: [(&str, &str); 2],
    ) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        let own = [("listed", "loaded"), ("offsets", "load offsets"), ("parts", "load parts")];
        let buffers = buffers.with(&KERNEL, &[&own[..], &names].concat())?;
        recording.dispatch_with(&KERNEL, "loads", &buffers, self.count, push);
        Ok(())
    }

    /// Uploads how much of each acts in the step that starts at `time` [s].
    pub fn upload(&self, scene: &Scene, time: f64, executor: &mut dyn Executor) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        executor.write(self.ramps, bytemuck::cast_slice(&ramps(scene, time)))
    }
}

/// How much of each load acts at the end of the step that starts at `time` [s].
pub fn ramps(scene: &Scene, time: f64) -> Vec<f32> {
    let end = time + scene.solver.dt;
    let share = |load: &Load| match end {
        t if t > load.until => 0.0,
        t if t < load.ramp => t / load.ramp,
        _ => 1.0,
    };
    scene.load.iter().map(|load| share(load) as f32).collect()
}

/// What acts on each vertex.
fn parts(scene: &Scene, model: &Model) -> impl Iterator<Item = (u32, Part)> {
    let forces = model.loaded.iter().map(|loaded| {
        let [x, y, z] = scene.load[loaded.load].force.map(|f| (f * loaded.share) as f32);
        (loaded.vertex, Part { force: [x, y, z, 0.0], load: loaded.load as u32, ..Part::default() })
    });
    let moments = model.turned.iter().flat_map(|wing| {
        let moment = (scene.load[wing.by].moment * wing.share) as f32;
        let [a, b, c] = wing.corners;
        wing.corners.into_iter().zip(0..).map(move |(vertex, corner)| {
            let (corners, load) = ([a, b, c, corner], wing.by as u32);
            (vertex, Part { corners, force: [0.0, 0.0, 0.0, moment], load, ..Part::default() })
        })
    });
    forces.chain(moments)
}
