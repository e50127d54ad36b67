//! Position-based dynamics with triangle bending (Kelager, Niebe, Erleben 2010; Müller 2006).

use super::buffers::{Buffers, sim_at, spans};
use super::contact::Contact;
use super::loads::Loads;
use super::pins::Pins;
use super::{KindCount, Method, StateBuffers};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Kernel, Recording};
use crate::error::{Error, Result};
use crate::kernels::check::finite;
use crate::kernels::common::contact::Span;
use crate::kernels::common::{Range, Sim, WORKGROUP};
use crate::kernels::constraints::{volume_apply, volume_gradient, volume_sum, yarn};
use crate::kernels::forces::loads::{KICK, Push};
use crate::kernels::integrate::{predict, velocity};
use crate::kernels::surface::normals;
use crate::model::Model;
use crate::model::constraints::{self, ConstraintSet, Violation};
use crate::model::groups::Group;
use crate::model::shares;
use crate::scene::{BendingModel, Scene};
use glam::Vec3;
use std::sync::Arc;

/// The method: its recording, its constraints and where it uploads to.
pub struct TriangleBending {
    recording: Arc<Recording>,
    state: StateBuffers,
    sim: BufferId,
    pins: Pins,
    loads: Loads,
    contact: Contact,
    sets: Vec<ConstraintSet>,
    rest_volume: f64,
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
        let sets = constraints::of(model, scene);
        if let Some(warning) = sets.iter().find_map(|set| shares::warning(scene, set.asked)) {
            log::warn!("{warning}");
        }
        let mut recording = Recording::default();
        let mut buffers = create_buffers(&mut recording, scene, model);
        let pins = Pins::new(&mut recording, scene, model, &mut buffers);
        let loads = Loads::new(&mut recording, scene, model, &mut buffers);
        let contact = Contact::new(&mut recording, scene, model, &mut buffers)?;
        let mut tips: Vec<u32> = sets.iter().flat_map(ConstraintSet::normal_vertices).collect();
        tips.sort_unstable();
        tips.dedup();
        let tips = (recording.buffer("tips", Element::U32, &tips), tips.len() as u32);
        let count = model.start.len() as u32;
        let mut recorder = Recorder {
            recording,
            buffers,
            scene,
            count,
            sets: Vec::new(),
            tips,
            pins: &pins,
            loads: &loads,
            contact: &contact,
        };
        for set in &sets {
            // What is not projected on its own needs no buffer.
            let words = if set.colors.is_empty() { &[][..] } else { &set.words };
            recorder.sets.push(recorder.recording.buffer(set.label, Element::Struct(set.layout), words));
        }
        recorder.step(&sets)?;
        let Recorder { recording, buffers, .. } = recorder;
        Ok(Self {
            recording: Arc::new(recording),
            state: buffers.state()?,
            sim: buffers.get("sim")?,
            pins,
            loads,
            contact,
            sets,
            rest_volume: model.mesh.volume(),
        })
    }

    /// The uniforms of a step that starts at `time` [s].
    fn sim(&self, scene: &Scene, time: f64, step: u64) -> Sim {
        let p = &scene.triangle_bending;
        let end = time + scene.solver.dt;
        let iterations = f64::from(scene.solver.iterations.max(1));
        let projections = iterations * f64::from(sweeps(scene, &self.sets));
        let share = |k: f64, times: f64| (1.0 - (1.0 - k).powf(1.0 / times)) as f32;
        Sim {
            stretch: share(p.stretch, projections),
            // Each constraint has its own, from the material.
            bending: if scene.material.young > 0.0 { 1.0 } else { share(p.k.at(end), projections) },
            kappa: p.kappa.at(end) as f32,
            volume: share(p.volume, iterations),
            volume_target: (p.pressure.at(end) * self.rest_volume) as f32,
            ..sim_at(scene, time, step)
        }
    }
}

/// How often a constraint is projected per iteration: once, unless yarns are swept several times.
fn sweeps(scene: &Scene, sets: &[ConstraintSet]) -> u32 {
    if sets.iter().any(|s| s.kernel == &yarn::KERNEL) { scene.triangle_bending.sweeps } else { 1 }
}

/// Creates the buffers, those that every method has among them.
fn create_buffers(r: &mut Recording, scene: &Scene, model: &Model) -> Buffers {
    let count = model.start.len();
    let zero = vec![[0f32; 4]; count];
    let groups = count.div_ceil(WORKGROUP as usize);
    let volume = if scene.triangle_bending.volume > 0.0 { count } else { 0 };
    let mut buffers = Buffers::of_cloth(r, scene, model);
    buffers.add([
        ("gradient", r.buffer("volume gradient", Element::Vec4, &zero[..volume])),
        ("sums", r.buffer("volume sums", Element::Vec4, &zero[..groups.min(volume)])),
        ("multiplier", r.buffer("volume multiplier", Element::F32, &[0f32; 2])),
    ]);
    buffers
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
    pins: &'a Pins,
    loads: &'a Loads,
    contact: &'a Contact,
}

impl Recorder<'_> {
    fn step(&mut self, sets: &[ConstraintSet]) -> Result<()> {
        for span in spans(self.scene) {
            self.substep(sets, span)?;
        }
        self.pass(&finite::KERNEL, "check")
    }

    fn substep(&mut self, sets: &[ConstraintSet], span: Span) -> Result<()> {
        let parameters = &self.scene.triangle_bending;
        let signed = parameters.bending_model == BendingModel::TriangleSigned;
        let bent = !parameters.kappa.is_zero() || sets.iter().any(|s| s.curved);

        if self.scene.wind.density > 0.0 {
            self.all_normals()?;
        }
        // Pins first: a vertex that is let go here is predicted from the velocity it had.
        self.pins.record(&mut self.recording, &self.buffers, span.end)?;
        let push = Push::new(KICK, sim_at(self.scene, 0.0, 0).h);
        self.loads.record(&mut self.recording, &self.buffers, push, [("x", "x"), ("out", "v")])?;
        self.pass(&predict::KERNEL, "predict")?;
        self.contact.bounds(&mut self.recording, &self.buffers, span)?;
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
            r.contact.project(&mut r.recording, &r.buffers, span)
        })?;
        // Corrections may have led to bodies that were out of reach before.
        self.contact.bounds_again(&mut self.recording, &self.buffers, span)?;
        self.contact.project(&mut self.recording, &self.buffers, span)?;
        self.pass(&velocity::KERNEL, "velocity")?;
        self.contact.wrench(&mut self.recording, &self.buffers, span)
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
        self.loads.upload(scene, time, executor)?;
        self.pins.upload(scene, model, time, executor)?;
        self.contact.upload(scene, time, executor)
    }

    fn contact(&mut self) -> &mut Contact {
        &mut self.contact
    }

    fn pins(&mut self) -> &mut Pins {
        &mut self.pins
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

    fn groups(&self) -> Vec<Group> {
        self.sets.iter().flat_map(ConstraintSet::groups).collect()
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
