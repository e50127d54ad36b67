//! Contact with rigid bodies, the same for every method: which bodies there are, the passes that methods record, and what
//! goes up and comes back with each step.

use super::buffers::Buffers;
use crate::bodies::{BodyState, Movement, World, Wrench};
use crate::colliders::{Solid, cache};
use crate::engine::layout::Element;
use crate::engine::{BufferId, Executor, Kernel, Recording};
use crate::error::{Error, Result};
use crate::kernels::collide::{bounds, contact, project};
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::body::Body;
use crate::kernels::common::contact::{self as common, Contact as Uniform, NOBODY, SLOTS, Span};
use crate::kernels::common::field::{self, field};
use crate::kernels::rigid::wrench;
use crate::memory;
use crate::mesh::morton::morton_order;
use crate::model::Model;
use crate::real::V3;
use crate::scene::{BodyShape, Estimate, Falloff, MethodName, Part, Scene, Switch};
use glam::Vec3;
use std::path::Path;
use std::sync::Arc;

/// A particle touches a body within this beyond the distance that cloth keeps [m].
pub const BAND: f64 = 1e-5;

/// How far bodies keep from each other, each its share, in thicknesses of the cloth: with one, cloth between them would
/// have just enough room to be still, but not to slide in.
pub const SKIN: f64 = 1.5;

/// How far an implicit step may take a particle before it looks at bodies that its patch does not have in reach [m].
pub const SLACK: f64 = 0.02;

/// How cloth and bodies touch.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Touch {
    /// Deepest that a particle is inside a body [m].
    pub penetration: f64,
    /// Particles that touch a body.
    pub contacts: u64,
}

/// A body's state, and what cloth did to it in the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyReport {
    /// Where it is and how it moves.
    pub state: BodyState,
    /// Mean force of the cloth on it in the last step [N], and torque about its origin [N·m].
    pub wrench: Wrench,
    /// Highest that its centre rose after it bounced off the cloth for the first time [m].
    pub rebound_height: Option<f64>,
}

/// The buffers of bodies and contact, for those who draw them.
#[derive(Debug, Clone, Copy)]
pub struct ContactBuffers {
    /// Bodies, as [`Body`].
    pub bodies: BufferId,
    /// Sampled distances.
    pub fields: BufferId,
    /// [`SLOTS`] forces on bodies per particle [N], each with the body's number from 1; 0 ends the list.
    pub forces: BufferId,
}

/// The bodies of a simulation and their contact with its cloth.
pub struct Contact {
    world: World,
    /// What the kernels see of each body.
    bodies: Vec<Body>,
    /// Files that keep sampled distances, their solid, and where those begin in `fields`.
    caches: Vec<(String, Solid, usize)>,
    /// Sampled distances, once they are known.
    sampled: Vec<f32>,
    count: u32,
    patch_count: u32,
    uniform: BufferId,
    bodies_buffer: BufferId,
    fields: BufferId,
    wrenches: BufferId,
    slots: BufferId,
    /// Whether a step has run that left forces to read.
    ran: bool,
}

impl Contact {
    /// Creates the bodies and their buffers.
    pub fn new(
        recording: &mut Recording,
        scene: &Scene,
        model: &Model,
        buffers: &mut Buffers,
    ) -> Result<Self> {
        let meshes: Vec<_> = model.solids.iter().map(|s| s.as_ref().map(Solid::mesh)).collect();
        let skin = SKIN * scene.material.thickness;
        let world = World::new(&model.bodies, &meshes, skin as f32)?;
        let count = model.bodies.len() as u32;
        let (sampled, firsts) = headers(model)?;
        let fields = recording.buffer("distance fields", Element::F32, &sampled);
        let mut sampled = sampled;
        let mut caches = Vec::new();
        for (i, solid) in model.solids.iter().enumerate() {
            let Some(solid) = solid else { continue };
            let file = &model.bodies[i].cache;
            let known = match solid.values() {
                Some(values) => Some(values.to_vec()),
                None if file.is_empty() => None,
                None => cache::load(Path::new(file), solid)?,
            };
            match known {
                Some(values) => {
                    let start = firsts[i] as usize + field::HEADER as usize;
                    sampled[start..start + values.len()].copy_from_slice(&values);
                    let words = &mut recording.buffers[fields.0].contents;
                    words[start..start + values.len()].copy_from_slice(bytemuck::cast_slice(&values));
                }
                None => {
                    solid.record(recording, fields, firsts[i]);
                    if !file.is_empty() {
                        caches.push((file.clone(), solid.clone(), firsts[i] as usize));
                    }
                }
            }
        }
        let mut bodies: Vec<Body> = (0..model.bodies.len()).map(|i| body(model, i, firsts[i])).collect();
        bodies.iter_mut().zip(world.movements()).for_each(|(body, movement)| place(body, movement));
        let patches = patches(model, count);
        let patch_count = (patches.len() / common::stride_of(count) as usize) as u32;
        let slots = if count > 0 { model.start.len() * SLOTS as usize } else { 0 };
        let uniform = recording.structs("contact", &[Uniform::default()]);
        let bodies_buffer = recording.structs("bodies", &bodies);
        let wrenches = recording.buffer("wrenches", Element::Vec4, &vec![[0f32; 4]; 2 * bodies.len()]);
        buffers.add([
            ("contact", uniform),
            ("bodies", bodies_buffer),
            ("fields", fields),
            ("patches", recording.buffer("patches", Element::U32, &patches)),
            ("slots", recording.buffer("contact forces", Element::Vec4, &vec![[0f32; 4]; slots])),
            ("wrenches", wrenches),
        ]);
        Ok(Self {
            world,
            bodies,
            caches,
            sampled,
            count,
            patch_count,
            uniform,
            bodies_buffer,
            fields,
            wrenches,
            slots: buffers.get("slots")?,
            ran: false,
        })
    }

    /// The buffers of bodies, of sampled distances and of contact forces.
    pub fn buffers(&self) -> ContactBuffers {
        let Self { bodies_buffer: bodies, fields, slots: forces, .. } = *self;
        ContactBuffers { bodies, fields, forces }
    }

    /// Shows the kernels where the bodies go.
    fn place(&mut self) {
        for (body, movement) in self.bodies.iter_mut().zip(self.world.movements()) {
            place(body, movement);
        }
    }

    /// One invocation per particle of each patch.
    fn patch_pass(
        &self,
        r: &mut Recording,
        buffers: &Buffers,
        kernel: &'static Kernel,
        label: &'static str,
        span: Span,
    ) -> Result<()> {
        let buffers = buffers.of(kernel, None)?;
        r.dispatch_with(kernel, label, &buffers, self.patch_count * WORKGROUP, span);
        Ok(())
    }

    /// Finds which bodies each patch of the cloth may meet, and forgets the forces of the substep before.
    pub fn bounds(&self, r: &mut Recording, buffers: &Buffers, span: Span) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        self.patch_pass(r, buffers, &bounds::KERNEL, "bounds", span)
    }

    /// The same once more for positions that have changed; forces stay.
    pub fn bounds_again(&self, r: &mut Recording, buffers: &Buffers, span: Span) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        self.patch_pass(r, buffers, &bounds::KERNEL, "bounds", Span { again: 1, ..span })
    }

    /// Moves position-based cloth out of bodies.
    pub fn project(&self, r: &mut Recording, buffers: &Buffers, span: Span) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        self.patch_pass(r, buffers, &project::KERNEL, "contact", span)
    }

    /// Ends a substep of explicit cloth, with both phases of contact.
    pub fn finish(&self, r: &mut Recording, buffers: &Buffers, span: Span) -> Result<()> {
        self.patch_pass(r, buffers, &contact::KERNEL, "contact", span)
    }

    /// Whether there is anything to touch.
    pub fn has_bodies(&self) -> bool {
        self.count > 0
    }

    /// Records a pass of contact between the iterations of a solve.
    pub fn interleave(
        &self,
        r: &mut Recording,
        buffers: &Buffers,
        kernel: &'static Kernel,
        span: Span,
    ) -> Result<()> {
        self.patch_pass(r, buffers, kernel, "contact", span)
    }

    /// Sums the forces on each body.
    pub fn wrench(&self, r: &mut Recording, buffers: &Buffers, span: Span) -> Result<()> {
        let buffers = buffers.of(&wrench::KERNEL, None)?;
        r.dispatch_with(&wrench::KERNEL, "wrench", &buffers, self.count * WORKGROUP, span);
        Ok(())
    }

    /// Reads the sampled distances that the setup has found, and keeps them in the files that ask for it.
    pub fn prepare(&mut self, model: &Model, executor: &mut dyn Executor) -> Result<()> {
        if self.sampled.is_empty() {
            return Ok(());
        }
        self.sampled = bytemuck::cast_slice(&executor.read(self.fields)?).to_vec();
        for (body, solid) in self.bodies.iter().zip(&model.solids) {
            let start = (body.field + field::HEADER) as usize;
            if let Some(solid) = solid {
                solid.keep(&Arc::new(self.sampled[start..start + solid.grid().nodes()].to_vec()));
            }
        }
        for (file, solid, first) in self.caches.drain(..) {
            let start = first + field::HEADER as usize;
            cache::store(Path::new(&file), &solid, &self.sampled[start..first + solid.words()])?;
        }
        Ok(())
    }

    /// Moves the bodies through the step that starts at `time` [s], pushed by the cloth's forces of the step before, and
    /// uploads where they go.
    pub fn upload(&mut self, scene: &Scene, time: f64, executor: &mut dyn Executor) -> Result<()> {
        let dt = scene.solver.dt;
        let mut uniform = uniform(scene, self.count);
        if self.count > 0 {
            let wrenches = if self.is_two_way() { self.wrenches(executor)? } else { Vec::new() };
            let gravity = Vec3::from_array(scene.leaning_gravity().map(|g| g as f32));
            self.world.step(time, dt, gravity, &wrenches);
            if let Some(i) = self.world.fault() {
                return Err(Error::BodyLost { body: i, time });
            }
            self.place();
            uniform.reach = self.bodies.iter().map(farthest).fold(0.0, f32::max) * uniform.h + uniform.slack;
            // The ground's friction may change while the simulation runs.
            if let Some(ground) = self.bodies.last_mut().filter(|_| scene.ground.on) {
                ground.velocity[3] = scene.ground.friction as f32;
            }
            executor.write(self.bodies_buffer, bytemuck::cast_slice(&self.bodies))?;
            self.ran = true;
        }
        executor.write(self.uniform, bytemuck::cast_slice(std::slice::from_ref(&uniform)))
    }

    fn is_two_way(&self) -> bool {
        (0..self.world.len()).any(|i| self.world.takes_wrench(i))
    }

    /// Waits for the mean forces and torques of the last step.
    fn wrenches(&self, executor: &mut dyn Executor) -> Result<Vec<Wrench>> {
        if !self.ran {
            return Ok(vec![Wrench::default(); self.count as usize]);
        }
        let words = executor.read(self.wrenches)?;
        let vector = |w: &[u32]| Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(w[i])));
        let wrench = |w: &[u32]| Wrench { force: vector(w), torque: vector(&w[4..]) };
        Ok(words.chunks_exact(8).take(self.count as usize).map(wrench).collect())
    }

    /// The mass of body `i` [kg]; none unless it is dynamic.
    pub fn mass(&self, i: usize) -> Option<f64> {
        self.world.mass(i).map(|m| m.mass)
    }

    /// Where the bodies are and how they move.
    pub fn states(&self) -> Vec<BodyState> {
        self.world.states()
    }

    /// Puts the bodies elsewhere; forces that are on their way are forgotten.
    pub fn set_states(&mut self, states: &[BodyState], executor: &mut dyn Executor) -> Result<()> {
        self.world.set_states(states);
        self.place();
        self.ran = false;
        if self.count == 0 {
            return Ok(());
        }
        // The next step does it again; until then, those who draw them look here.
        executor.write(self.bodies_buffer, bytemuck::cast_slice(&self.bodies))
    }

    /// The bodies, and what the cloth did to them in the last step.
    pub fn reports(&self, executor: &mut dyn Executor) -> Result<Vec<BodyReport>> {
        if self.count == 0 {
            return Ok(Vec::new());
        }
        let wrenches = self.wrenches(executor)?;
        let report =
            |(i, (state, wrench))| BodyReport { state, wrench, rebound_height: self.world.rebound_height(i) };
        Ok(self.world.states().into_iter().zip(wrenches).enumerate().map(report).collect())
    }

    /// The signed distance from each body to a point, where the bodies are at the end of the last step [m].
    pub fn distances(&self, point: Vec3) -> impl Iterator<Item = f64> {
        let point = V3(f64::from(point.x), f64::from(point.y), f64::from(point.z));
        self.bodies.iter().map(move |body| {
            let pose = body.pose_at(1.0);
            let radius = f64::from(body.from_position[3]);
            let away = (point - pose.position).length() - radius;
            // Far away, the distance from the sphere around it will do.
            if radius >= 0.0 && away > 0.1 + radius {
                return away;
            }
            field(body, pose.to_local(point), &self.sampled).distance
        })
    }

    /// How the cloth touches the bodies; `thickness` is what it keeps away [m]. None where there are no bodies.
    pub fn touch(&self, positions: &[Vec3], thickness: f64) -> Option<Touch> {
        if self.count == 0 {
            return None;
        }
        let mut touch = Touch::default();
        for &p in positions {
            let nearest = self.distances(p).fold(f64::INFINITY, f64::min);
            touch.penetration = touch.penetration.max(-nearest);
            // Beside the band, the rounding of positions.
            touch.contacts += u64::from(nearest <= thickness + 1.5 * BAND);
        }
        Some(touch)
    }
}

/// The uniforms of a step, but for how far bodies reach.
fn uniform(scene: &Scene, count: u32) -> Uniform {
    let c = &scene.contact;
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    let alleviates = c.alleviation == Switch::On && scene.method == MethodName::MassSpring;
    let implicit = matches!(scene.method, MethodName::ImplicitCg | MethodName::DiscreteShells);
    Uniform {
        keep: scene.material.thickness as f32,
        band: BAND as f32,
        radius: if alleviates { c.radius as f32 } else { 0.0 },
        reach: 0.0,
        h: (scene.solver.dt / f64::from(scene.solver.substeps)) as f32,
        share: 1.0 / scene.solver.substeps as f32,
        lasting: (scene.discrete_shells.theta(scene.method) * scene.solver.dt
            / f64::from(scene.solver.substeps)) as f32,
        slack: if implicit { SLACK as f32 } else { 0.0 },
        mode: bit(c.falloff == Falloff::Quadratic, common::QUADRATIC)
            | bit(c.alleviated == Part::Whole, common::WHOLE_VELOCITY)
            | bit(c.force_part == Part::Normal, common::NORMAL_FORCE)
            | bit(c.contact_force == Estimate::Subforce, common::SUBFORCE)
            | bit(c.contact_force == Estimate::Energy, common::ENERGY),
        count,
        ..Uniform::default()
    }
}

/// The headers of all sampled fields, with room for their values, and where each body's begins.
fn headers(model: &Model) -> Result<(Vec<f32>, Vec<u32>)> {
    let words: usize = model.solids.iter().flatten().map(Solid::words).sum();
    let bytes = 4 * words as u64;
    // The recording, the executor and this list each hold them once.
    if u32::try_from(words).is_err() || memory::available().is_some_and(|free| 3 * bytes > free) {
        return Err(Error::OutOfMemory { what: "the distance fields of all bodies".into(), bytes });
    }
    let mut fields = Vec::with_capacity(words);
    let mut firsts = Vec::new();
    for solid in &model.solids {
        let first = fields.len();
        firsts.push(first as u32);
        if let Some(solid) = solid {
            fields.extend(solid.header());
            fields.resize(first + solid.words(), 0.0);
        }
    }
    Ok((fields, firsts))
}

/// A body as the kernels see it, before it moves.
fn body(model: &Model, i: usize, first: u32) -> Body {
    let b = &model.bodies[i];
    let half = b.size.map(|s| 0.5 * s);
    let (shape, size, radius) = match b.shape {
        BodyShape::Sphere => (field::SPHERE, [b.radius, 0.0, 0.0], b.radius),
        BodyShape::Box => (field::BOX, half, half.iter().map(|s| s * s).sum::<f64>().sqrt()),
        BodyShape::Capsule => (field::CAPSULE, [b.radius, 0.5 * b.length, 0.0], b.radius + 0.5 * b.length),
        BodyShape::Cylinder => {
            (field::CYLINDER, [b.radius, 0.5 * b.length, 0.0], b.radius.hypot(0.5 * b.length))
        }
        BodyShape::Torus => (field::TORUS, [b.radius, b.tube, 0.0], b.radius + b.tube),
        BodyShape::HalfSpace => (field::HALF_SPACE, [0.0; 3], -1.0),
        BodyShape::Mesh | BodyShape::Rabbit => {
            let corners = model.solids[i].iter().flat_map(|s| &s.mesh().positions);
            let radius = corners.map(|p| f64::from(p.length())).fold(0.0, f64::max) + b.thickness;
            (field::MESH, [0.0; 3], radius)
        }
    };
    let [x, y, z] = size.map(|s| s as f32);
    Body {
        // A little more, so that rounding leaves nothing out.
        from_position: [0.0, 0.0, 0.0, (radius * (1.0 + 1e-6)) as f32],
        velocity: [0.0, 0.0, 0.0, b.friction as f32],
        size: [x, y, z, 0.0],
        shape,
        field: first,
        ..Body::default()
    }
}

/// Where a body goes in a step.
fn place(body: &mut Body, movement: &Movement) {
    let (from, to) = (movement.from, movement.to);
    let near = if from.rotation.dot(to.rotation) < 0.0 { -to.rotation } else { to.rotation };
    body.from_position = from.position.extend(body.from_position[3]).to_array();
    body.to_position = to.position.extend(0.0).to_array();
    (body.from_rotation, body.to_rotation) = (from.rotation.to_array(), near.to_array());
    body.velocity = movement.velocity.extend(body.velocity[3]).to_array();
    body.spin = movement.spin.extend(0.0).to_array();
}

/// The largest speed of any of a body's points [m/s].
fn farthest(body: &Body) -> f32 {
    let length = |v: [f32; 4]| Vec3::new(v[0], v[1], v[2]).length();
    length(body.velocity) + length(body.spin) * body.from_position[3].max(0.0)
}

/// Patches of neighbouring particles, each followed by room for a bit per body: along a curve that stays near itself, so
/// that the boxes around them are small.
fn patches(model: &Model, body_count: u32) -> Vec<u32> {
    let points: Vec<_> = model.mesh.positions.iter().map(|p| p.as_dvec3()).collect();
    let order = morton_order(&points);
    let mut patches = Vec::new();
    for patch in order.chunks(WORKGROUP as usize) {
        let first = patches.len();
        patches.extend_from_slice(patch);
        patches.resize(first + WORKGROUP as usize, NOBODY);
        patches.resize(first + common::stride_of(body_count) as usize, 0);
    }
    patches
}
