//! Position-based dynamics with triangle bending (Kelager, Niebe, Erleben 2010; Müller 2006).

use super::{KindCount, Method, StateBuffers};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Kernel, Recording};
use crate::error::{Error, Result};
use crate::kernels::check::finite;
use crate::kernels::collide::ground;
use crate::kernels::common::{Range, Sim, WORKGROUP};
use crate::kernels::constraints::{volume_apply, volume_gradient, volume_sum, yarn};
use crate::kernels::integrate::pins::{Fraction, Pin};
use crate::kernels::integrate::{pins, predict, velocity};
use crate::kernels::surface::normals;
use crate::model::constraints::{self, ConstraintSet, Violation};
use crate::model::{Model, Pinned};
use crate::scene::{BendingModel, Scene};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The method: its recording, its constraints and where it uploads to.
pub struct TriangleBending {
    recording: Arc<Recording>,
    state: StateBuffers,
    sim: BufferId,
    pin_buffer: Option<BufferId>,
    pins: Vec<Pin>,
    sets: Vec<ConstraintSet>,
    rest_volume: f64,
}

/// Buffers by the names that the kernels bind.
struct Buffers(BTreeMap<&'static str, BufferId>);

impl Buffers {
    /// The buffer of this name.
    fn get(&self, name: &str) -> Result<BufferId> {
        let missing =
            || Error::Kernel { kernel: name.into(), message: "the method has no such buffer".into() };
        self.0.get(name).copied().ok_or_else(missing)
    }

    /// The buffers of a kernel, with `constraints` in the place of that name.
    fn of(&self, kernel: &Kernel, constraints: Option<BufferId>) -> Result<Vec<BufferId>> {
        let own = |name: &str| constraints.filter(|_| name == "constraints");
        kernel.bindings.iter().map(|name| own(name).map_or_else(|| self.get(name), Ok)).collect()
    }
}

impl TriangleBending {
    /// Creates the constraints and records one step.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self> {
        let p = &scene.triangle_bending;
        if p.volume > 0.0 && !model.topology.is_closed() {
            let advice = "set triangle_bending.volume = 0, or close the mesh";
            return Err(Error::input(
                "triangle_bending.volume",
                "the mesh is open and has no volume",
                advice,
            ));
        }
        let across = [BendingModel::TriangleSigned, BendingModel::TriangleEdge, BendingModel::Dihedral];
        if p.volume > 0.0 || across.contains(&p.bending_model) {
            model.topology.require_manifold("triangle_bending")?;
        }
        let sets = constraints::of(model, p);
        let mut recording = Recording::default();
        let (buffers, pins) = create_buffers(&mut recording, scene, model);
        let mut tips: Vec<u32> = sets.iter().flat_map(ConstraintSet::normal_vertices).collect();
        tips.sort_unstable();
        tips.dedup();
        let tips = (recording.buffer("tips", Element::U32, &tips), tips.len() as u32);
        let count = model.start.len() as u32;
        let mut recorder = Recorder { recording, buffers, scene, count, sets: Vec::new(), tips };
        for set in &sets {
            // What is not projected on its own needs no buffer.
            let words = if set.colors.is_empty() { &[][..] } else { &set.words };
            recorder.sets.push(recorder.recording.buffer(set.label, Element::Struct(set.layout), words));
        }
        recorder.step(&sets, pins.len() as u32)?;
        let Recorder { recording, buffers, .. } = recorder;
        let (positions, velocities, found) = (buffers.get("x")?, buffers.get("v")?, buffers.get("found")?);
        Ok(Self {
            recording: Arc::new(recording),
            state: StateBuffers { positions, velocities, found },
            sim: buffers.get("sim")?,
            pin_buffer: if pins.is_empty() { None } else { Some(buffers.get("pins")?) },
            pins,
            sets,
            rest_volume: model.mesh.volume(),
        })
    }

    /// The uniforms of a step that starts at `time` [s].
    fn sim(&self, scene: &Scene, time: f64, step: u64) -> Sim {
        let (p, solver) = (&scene.triangle_bending, &scene.solver);
        let h = solver.dt / f64::from(solver.substeps);
        // What a keyframe says of the end of the step is what the step aims at.
        let end = time + solver.dt;
        let wind = [0, 1, 2].map(|i| scene.wind.velocity[i].at(end) as f32);
        let iterations = f64::from(solver.iterations.max(1));
        let projections = iterations * f64::from(sweeps(scene, &self.sets));
        let share = |k: f64, times: f64| (1.0 - (1.0 - k).powf(1.0 / times)) as f32;
        let [gx, gy, gz] = scene.gravity.map(|g| g as f32);
        Sim {
            gravity: [gx, gy, gz, 0.0],
            wind: [wind[0], wind[1], wind[2], scene.wind.density as f32],
            h: h as f32,
            damping: (-scene.material.damping * h).exp() as f32,
            stretch: share(p.stretch, projections),
            bending: share(p.k.at(end), projections),
            kappa: p.kappa.at(end) as f32,
            volume: share(p.volume, iterations),
            volume_target: (p.pressure.at(end) * self.rest_volume) as f32,
            ground: (scene.ground.height + scene.material.thickness) as f32,
            friction: scene.ground.friction as f32,
            step: u32::try_from(step).unwrap_or(u32::MAX),
            ..Sim::default()
        }
    }
}

/// How often a constraint is projected per iteration: once, unless yarns are swept several times.
fn sweeps(scene: &Scene, sets: &[ConstraintSet]) -> u32 {
    if sets.iter().any(|s| s.kernel == &yarn::KERNEL) { scene.triangle_bending.sweeps } else { 1 }
}

/// Whether a scene's pin holds at this time [s].
fn held(scene: &Scene, pinned: &Pinned, time: f64) -> bool {
    scene.pin.get(pinned.pin).is_some_and(|p| time < p.until)
}

fn create_buffers(r: &mut Recording, scene: &Scene, model: &Model) -> (Buffers, Vec<Pin>) {
    let w = model.inverse_masses(|p| held(scene, p, 0.0));
    let x: Vec<[f32; 4]> = model.start.iter().zip(&w).map(|(p, &w)| [p.x, p.y, p.z, w]).collect();
    let zero = vec![[0f32; 4]; x.len()];
    let wind = scene.wind.density > 0.0;
    let everyone: Vec<u32> = (0..x.len() as u32).filter(|_| wind).collect();
    let pins: Vec<Pin> = model
        .pinned
        .iter()
        .map(|p| Pin {
            vertex: p.vertex,
            inverse_mass: (1.0 / model.masses[p.vertex as usize]) as f32,
            ..Pin::default()
        })
        .collect();
    let incident = &model.topology.vertex_triangles;
    let groups = x.len().div_ceil(WORKGROUP as usize);
    let volume = if scene.triangle_bending.volume > 0.0 { x.len() } else { 0 };
    let table = [
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
        ("pins", r.structs("pins", &pins)),
        ("gradient", r.buffer("volume gradient", Element::Vec4, &zero[..volume])),
        ("sums", r.buffer("volume sums", Element::Vec4, &zero[..groups.min(volume)])),
        ("multiplier", r.buffer("volume multiplier", Element::F32, &[0f32; 2])),
    ];
    (Buffers(table.into()), pins)
}

/// Records one step.
struct Recorder<'a> {
    recording: Recording,
    buffers: Buffers,
    scene: &'a Scene,
    count: u32,
    sets: Vec<BufferId>,
    /// The vertices whose bending may ask for a normal, and how many.
    tips: (BufferId, u32),
}

impl Recorder<'_> {
    fn step(&mut self, sets: &[ConstraintSet], pin_count: u32) -> Result<()> {
        let substeps = self.scene.solver.substeps;
        for substep in 1..=substeps {
            let fraction = substep as f32 / substeps as f32;
            self.substep(sets, pin_count, fraction)?;
        }
        self.pass(&finite::KERNEL, "check")
    }

    fn substep(&mut self, sets: &[ConstraintSet], pin_count: u32, fraction: f32) -> Result<()> {
        let parameters = &self.scene.triangle_bending;
        let signed = parameters.bending_model == BendingModel::TriangleSigned;
        let bent = !parameters.kappa.is_zero() || sets.iter().any(|s| s.curved);

        if self.scene.wind.density > 0.0 {
            self.all_normals()?;
        }
        // Pins first: a vertex that is let go here is predicted from the velocity it had.
        let pins = self.buffers.of(&pins::KERNEL, None)?;
        let part = Fraction { fraction, ..Fraction::default() };
        self.recording.dispatch_with(&pins::KERNEL, "pins", &pins, pin_count, part);
        self.pass(&predict::KERNEL, "predict")?;
        if bent && !signed {
            self.tip_normals()?;
        }
        let (iterations, sweeps) = (self.scene.solver.iterations, sweeps(self.scene, sets));
        self.repeat(iterations, |r| {
            if signed {
                r.tip_normals()?;
            }
            sets.iter().enumerate().try_for_each(|(i, set)| r.project(set, i, sweeps))?;
            if parameters.volume > 0.0 {
                r.volume()?;
            }
            if r.scene.ground.on { r.pass(&ground::KERNEL, "ground") } else { Ok(()) }
        })?;
        self.pass(&velocity::KERNEL, "velocity")
    }

    /// One invocation per particle.
    fn pass(&mut self, kernel: &'static Kernel, label: &'static str) -> Result<()> {
        let buffers = self.buffers.of(kernel, None)?;
        self.recording.dispatch(kernel, label, &buffers, self.count);
        Ok(())
    }

    /// Normals at `x` of all vertices, for the wind.
    fn all_normals(&mut self) -> Result<()> {
        let buffers = self.buffers.of(&normals::KERNEL, None)?;
        self.recording.dispatch(&normals::KERNEL, "normals", &buffers, self.count);
        Ok(())
    }

    /// Normals at `p` of the vertices whose bending may ask for one.
    fn tip_normals(&mut self) -> Result<()> {
        let mut buffers = self.buffers.of(&normals::KERNEL, None)?;
        (buffers[0], buffers[4]) = (self.buffers.get("p")?, self.tips.0);
        self.recording.dispatch(&normals::KERNEL, "normals", &buffers, self.tips.1);
        Ok(())
    }

    /// Every colour of a set, one after the other. Yarns are swept several times while they are at hand; what could not be
    /// woven into them is projected as often.
    fn project(&mut self, set: &ConstraintSet, index: usize, sweeps: u32) -> Result<()> {
        let buffers = self.buffers.of(set.kernel, Some(self.sets[index]))?;
        let times = if set.kernel == &yarn::KERNEL { 1 } else { sweeps };
        for color in (0..times).flat_map(|_| &set.colors) {
            let count = color.end - color.start;
            let range = Range { first: color.start, count, mode: set.mode, sweeps };
            self.recording.dispatch_with(set.kernel, set.label, &buffers, count, range);
        }
        Ok(())
    }

    fn volume(&mut self) -> Result<()> {
        self.pass(&volume_gradient::KERNEL, "volume")?;
        let buffers = self.buffers.of(&volume_sum::KERNEL, None)?;
        self.recording.dispatch(&volume_sum::KERNEL, "volume", &buffers, WORKGROUP);
        self.pass(&volume_apply::KERNEL, "volume")
    }

    fn repeat(&mut self, count: u32, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.recording.open_loop();
        let result = body(self);
        self.recording.close_loop(count, None, 1);
        result
    }
}

impl Method for TriangleBending {
    fn recording(&self) -> &Arc<Recording> {
        &self.recording
    }

    fn state(&self) -> StateBuffers {
        self.state
    }

    fn upload(
        &mut self,
        scene: &Scene,
        model: &Model,
        time: f64,
        step: u64,
        executor: &mut dyn Executor,
    ) -> Result<()> {
        let sim = self.sim(scene, time, step);
        executor.write(self.sim, bytemuck::cast_slice(std::slice::from_ref(&sim)))?;
        let Some(buffer) = self.pin_buffer else { return Ok(()) };
        for (pin, pinned) in self.pins.iter_mut().zip(&model.pinned) {
            let from = model.start[pinned.vertex as usize];
            let at = |time: f64| {
                let moved =
                    [0, 1, 2].map(|i| scene.pin.get(pinned.pin).map_or(0.0, |p| p.motion[i].at(time)) as f32);
                (from + Vec3::from_array(moved)).extend(0.0).to_array()
            };
            pin.from_position = at(time);
            pin.to_position = at(time + scene.solver.dt);
            pin.held = u32::from(held(scene, pinned, time));
        }
        executor.write(buffer, bytemuck::cast_slice(&self.pins))
    }

    fn violations(
        &self,
        scene: &Scene,
        model: &Model,
        time: f64,
        positions: &[Vec3],
    ) -> Vec<(&'static str, Violation)> {
        let sim = self.sim(scene, time - scene.solver.dt, 0);
        let signed = scene.triangle_bending.bending_model == BendingModel::TriangleSigned;
        let normals = if signed { constraints::normals(model, positions) } else { Vec::new() };
        self.sets.iter().filter_map(|s| Some((s.label, s.violation(positions, &normals, &sim)?))).collect()
    }

    fn kinds(&self) -> Vec<KindCount> {
        let one = |s: &ConstraintSet| KindCount {
            label: s.label,
            count: s.is_counted().then(|| s.count() as u32),
            colors: s.colors.iter().map(|c| c.end - c.start).collect(),
        };
        self.sets.iter().map(one).collect()
    }
}
