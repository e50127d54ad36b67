//! All bodies of a scene, moved together by rapier.

use super::motion::Motion;
use super::rebound::Rebound;
use super::shape::Form;
use super::{BodyState, Mass, Movement, Pose, Wrench};
use crate::error::{Error, Result};
use crate::mesh::Mesh;
use crate::scene::{BODY_LIMIT, Body, BodyKind};
use glam::Vec3;
use rapier3d::prelude::{
    CoefficientCombineRule, Collider, ColliderBuilder, PhysicsWorld, Pose as Placement, RigidBody,
    RigidBodyBuilder, RigidBodyHandle,
};

/// The longest step of rapier: a body that lands sinks into another's skin by about what it falls in one [s].
const LONGEST: f64 = 1.0 / 240.0;

/// All bodies of a scene. The same calls give the same bits.
pub struct World {
    members: Vec<Member>,
    physics: PhysicsWorld,
    movements: Vec<Movement>,
    /// The time that the last step led to [s]; NaN before the first.
    clock: f64,
    fault: Option<usize>,
}

/// A body and what it is made from.
struct Member {
    kind: BodyKind,
    two_way: bool,
    motion: Motion,
    /// Of a dynamic body.
    mass: Option<Mass>,
    /// Centre of mass in the body's axes [m]; the origin for a body that is not dynamic.
    centre: Vec3,
    rebound: Rebound,
    handle: RigidBodyHandle,
    /// As it is put into a new world.
    rigid: RigidBody,
    collider: Collider,
}

impl World {
    /// The bodies of the scene, as [`super::expand`] lists them. `meshes[i]` is the mesh of body `i` as its file
    /// has it: the body's `scale` is applied here. A rabbit may go without; a dynamic body's mesh must be closed.
    ///
    /// Each body keeps other bodies `skin` [m] away from itself, so that two at rest on each other are twice
    /// `skin` apart and cloth has room between them.
    ///
    /// # Errors
    /// [`Error::Input`] for more than [`BODY_LIMIT`], for a dynamic body without mass, volume or inertia, for a
    /// dynamic half-space, a missing or unusable mesh, and for sizes that are not positive.
    pub fn new(bodies: &[Body], meshes: &[Option<&Mesh>], skin: f32) -> Result<Self> {
        if bodies.len() > BODY_LIMIT {
            let what = format!("{} bodies are more than {BODY_LIMIT}", bodies.len());
            return Err(Error::input("body", what, "use fewer bodies or less rain"));
        }
        if !(skin >= 0.0 && skin.is_finite()) {
            return Err(Error::input("contact", format!("the skin is {skin} m"), "give a length from 0 up"));
        }
        let mesh = |i: usize| meshes.get(i).copied().flatten();
        let members: Result<Vec<_>> =
            bodies.iter().enumerate().map(|(i, body)| Member::new(i, body, mesh(i), skin)).collect();
        let members = members?;
        let movements = members.iter().map(|m| Movement::none(m.motion.at(0.0))).collect();
        let mut world =
            Self { members, physics: PhysicsWorld::new(), movements, clock: f64::NAN, fault: None };
        world.assemble();
        Ok(world)
    }

    /// Fills a new physics world from the members.
    fn assemble(&mut self) {
        self.physics = PhysicsWorld::new();
        let parameters = &mut self.physics.integration_parameters;
        // Kept contacts may be stale by centimetres, which is as large as toys are.
        parameters.contact_recycling = false;
        parameters.normalized_max_linear_velocity = f32::MAX;
        for member in &mut self.members {
            (member.handle, _) = self.physics.insert(member.rigid.clone(), member.collider.clone());
        }
    }

    /// Moves everything from `time` to `time + dt` [s] under `gravity` [m/s²]. The wrench of each body acts
    /// during the whole step; one that is missing is zero. A long step is taken in parts, so that bodies give way less where
    /// they meet. A `dt` that is not positive moves nothing.
    pub fn step(&mut self, time: f64, dt: f64, gravity: Vec3, wrenches: &[Wrench]) {
        if !(dt > 0.0 && dt.is_finite()) {
            self.movements.iter_mut().for_each(|m| *m = Movement::none(m.to));
            return;
        }
        let parts = (dt / LONGEST).ceil().max(1.0);
        let mut from = Vec::new();
        for part in 0..parts as u32 {
            self.part(time + dt * f64::from(part) / parts, dt / parts, gravity, wrenches);
            if part == 0 {
                from.extend(self.movements.iter().map(|m| m.from));
            }
        }
        for (movement, from) in self.movements.iter_mut().zip(from) {
            *movement = Movement::between(from, movement.to, dt);
        }
    }

    /// Part of a step.
    fn part(&mut self, time: f64, dt: f64, gravity: Vec3, wrenches: &[Wrench]) {
        self.drive(time, dt);
        self.push(wrenches);
        self.physics.gravity = gravity;
        self.physics.integration_parameters.dt = dt as f32;
        self.physics.integration_parameters.min_ccd_dt = dt as f32 / 100.0;
        self.physics.step();
        self.clock = time + dt;
        self.follow(dt, wrenches);
    }

    /// Says where kinematic bodies go.
    fn drive(&mut self, time: f64, dt: f64) {
        let follows_on = (time - self.clock).abs() <= 1e-6 * dt;
        for (member, movement) in self.members.iter().zip(&mut self.movements) {
            movement.from = movement.to;
            if member.kind != BodyKind::Kinematic {
                continue;
            }
            if !follows_on {
                movement.from = member.motion.after(movement.to, time);
            }
            movement.to = member.motion.after(movement.from, time + dt);
            let rigid = &mut self.physics.bodies[member.handle];
            if pose(rigid) != movement.from {
                rigid.set_position(placement(movement.from), true);
            }
            rigid.set_next_kinematic_position(placement(movement.to));
        }
    }

    /// Hands the wrenches to rapier, shifted from the origins to the centres of mass.
    fn push(&mut self, wrenches: &[Wrench]) {
        for (i, member) in self.members.iter().enumerate() {
            if !member.takes_wrench() {
                continue;
            }
            let wrench = wrenches.get(i).copied().unwrap_or_default();
            let rigid = &mut self.physics.bodies[member.handle];
            rigid.reset_forces(true);
            rigid.reset_torques(true);
            if !wrench.is_finite() {
                self.fault = self.fault.or(Some(i));
                continue;
            }
            let arm = self.movements[i].from.rotation * member.centre;
            rigid.add_force(wrench.force, true);
            rigid.add_torque(wrench.torque - arm.cross(wrench.force), true);
        }
    }

    /// Reads back where dynamic bodies went.
    fn follow(&mut self, dt: f64, wrenches: &[Wrench]) {
        for (i, (member, movement)) in self.members.iter_mut().zip(&mut self.movements).enumerate() {
            if member.kind == BodyKind::Dynamic {
                let rigid = &self.physics.bodies[member.handle];
                movement.to = pose(rigid);
                // rapier disables what became non-finite, and puts it back where it was.
                if !rigid.is_enabled() || !movement.to.is_finite() {
                    self.fault = self.fault.or(Some(i));
                }
                let pushed = member.two_way && wrenches.get(i).is_some_and(|w| !w.is_zero());
                let height = movement.to.point(member.centre).y;
                member.rebound = member.rebound.observe(pushed, height.into(), rigid.linvel().y.into());
            }
            *movement = Movement::between(movement.from, movement.to, dt);
        }
    }

    /// What each body did in the last step; before the first, where it is.
    pub fn movements(&self) -> &[Movement] {
        &self.movements
    }

    /// Where each body is and how it moves.
    pub fn states(&self) -> Vec<BodyState> {
        let state = |(member, movement): (&Member, &Movement)| {
            if member.kind == BodyKind::Dynamic {
                let rigid = &self.physics.bodies[member.handle];
                BodyState { pose: movement.to, velocity: rigid.linvel(), spin: rigid.angvel() }
            } else {
                BodyState { pose: movement.to, velocity: movement.velocity, spin: movement.spin }
            }
        };
        self.members.iter().zip(&self.movements).map(state).collect()
    }

    /// Puts the bodies into `states`, in their order; static ones stay, kinematic ones return to their path in
    /// the next step. What follows depends on the states alone: what rapier remembers of contacts is forgotten,
    /// which is why a run that goes on from a snapshot may differ in the last digits from one that was not
    /// interrupted. Rebounds and faults are forgotten. Nothing happens unless there is a state for every body.
    pub fn set_states(&mut self, states: &[BodyState]) {
        if states.len() != self.members.len() {
            return;
        }
        self.fault = None;
        for (i, (member, state)) in self.members.iter_mut().zip(states).enumerate() {
            member.rebound = Rebound::default();
            if member.kind == BodyKind::Static {
                continue;
            }
            if !state.is_finite() {
                self.fault = self.fault.or(Some(i));
                continue;
            }
            self.movements[i] = Movement::none(state.pose);
            member.rigid.set_position(placement(state.pose), true);
            if member.kind == BodyKind::Dynamic {
                member.rigid.set_linvel(state.velocity, true);
                member.rigid.set_angvel(state.spin, true);
            }
        }
        self.clock = f64::NAN;
        self.assemble();
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// What moves body `i`; none where there is no such body.
    pub fn kind(&self, i: usize) -> Option<BodyKind> {
        self.members.get(i).map(|m| m.kind)
    }

    /// Whether forces move body `i`.
    pub fn is_dynamic(&self, i: usize) -> bool {
        self.kind(i) == Some(BodyKind::Dynamic)
    }

    /// Whether cloth pushes body `i`: the wrenches of others have no effect.
    pub fn takes_wrench(&self, i: usize) -> bool {
        self.members.get(i).is_some_and(Member::takes_wrench)
    }

    /// Mass, centre of mass and inertia of body `i`; none unless it is dynamic.
    pub fn mass(&self, i: usize) -> Option<&Mass> {
        self.members.get(i).and_then(|m| m.mass.as_ref())
    }

    /// How high the centre of mass of body `i` came in its first rebound after cloth had touched it [m]; none
    /// before, and for a body that is not dynamic.
    pub fn rebound_height(&self, i: usize) -> Option<f64> {
        self.members.get(i).and_then(|m| m.rebound.height())
    }

    /// The first body whose wrench or state was not finite; it is no longer simulated faithfully.
    pub fn fault(&self) -> Option<usize> {
        self.fault
    }

    /// What rapier has as body `i`.
    #[cfg(test)]
    pub(super) fn rigid(&self, i: usize) -> &RigidBody {
        &self.physics.bodies[self.members[i].handle]
    }
}

impl Member {
    fn new(index: usize, body: &Body, mesh: Option<&Mesh>, skin: f32) -> Result<Self> {
        let form = Form::new(index, body, mesh)?;
        let motion = Motion::new(body);
        let mass = (body.kind == BodyKind::Dynamic).then(|| form.mass()).transpose()?;
        let mut collider = ColliderBuilder::new(form.collider()?)
            .friction(body.friction as f32)
            .restitution(body.restitution as f32)
            .friction_combine_rule(CoefficientCombineRule::Average)
            .restitution_combine_rule(CoefficientCombineRule::Average)
            .contact_skin(skin + body.thickness.max(0.0) as f32);
        collider = match mass.and_then(|m| m.properties()) {
            Some(properties) => collider.mass_properties(properties),
            None => collider.density(0.0),
        };
        Ok(Self {
            kind: body.kind,
            two_way: body.two_way,
            rigid: rigid(body, motion.at(0.0)),
            collider: collider.build(),
            centre: mass.map_or(Vec3::ZERO, |m| m.centre.as_vec3()),
            mass,
            motion,
            rebound: Rebound::default(),
            handle: RigidBodyHandle::invalid(),
        })
    }

    fn takes_wrench(&self) -> bool {
        self.kind == BodyKind::Dynamic && self.two_way
    }
}

/// The body without its shape, which brings the mass.
fn rigid(body: &Body, pose: Pose) -> RigidBody {
    let [velocity, spin] = [body.velocity, body.spin].map(|v| Vec3::from_array(v.map(|x| x as f32)));
    let builder = match body.kind {
        BodyKind::Static => RigidBodyBuilder::fixed(),
        BodyKind::Kinematic => RigidBodyBuilder::kinematic_position_based(),
        BodyKind::Dynamic => RigidBodyBuilder::dynamic().linvel(velocity).angvel(spin).ccd_enabled(true),
    };
    builder.pose(placement(pose)).can_sleep(false).allow_fast_rotation(true).build()
}

fn placement(pose: Pose) -> Placement {
    Placement::from_parts(pose.position, pose.rotation)
}

fn pose(rigid: &RigidBody) -> Pose {
    Pose { position: rigid.translation(), rotation: *rigid.rotation() }
}
