//! Contact of explicit cloth with bodies (Kuang 2007, chapter 5), with friction, swept, and the end of a substep.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::WORKGROUP;
use crate::kernels::common::body::{Body, Pose};
use crate::kernels::common::contact::{
    Contact, ENERGY, NOBODY, NORMAL_FORCE, QUADRATIC, SLOTS, SUBFORCE, Span, WHOLE_VELOCITY, in_reach,
    stride_of, sweep,
};
use crate::kernels::common::field::field;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "collide/contact",
    bindings: &["contact", "bodies", "fields", "patches", "p", "u", "x", "v", "slots"],
    structs: [Span, Contact, Body],
    cpu: cpu
);

/// A particle on its way.
#[derive(Debug, Clone, Copy)]
pub struct Particle<R> {
    /// Where the substep begins [m].
    pub before: V3<R>,
    /// Where it ends [m].
    pub aim: V3<R>,
    /// Velocity at the end [m/s].
    pub velocity: V3<R>,
    /// Velocity at the beginning, or after the contact before [m/s].
    pub start: V3<R>,
    /// Change of velocity by forces other than contact [m/s].
    pub pushed: V3<R>,
}

/// What a contact did.
#[derive(Debug, Clone, Copy)]
pub struct Effect<R> {
    /// The particle after it.
    pub particle: Particle<R>,
    /// The force on the particle, by its inverse mass [m/s²].
    pub force: V3<R>,
    /// Whether it met the body at all.
    pub near: bool,
}

/// A body, and how and when it is met.
pub struct Encounter<'a> {
    /// The body.
    pub body: &'a Body,
    /// Sampled distances.
    pub fields: &'a [f32],
    /// The scene's contact.
    pub contact: &'a Contact,
    /// The substep.
    pub span: &'a Span,
}

/// Phase 1: the share α of the relative velocity that a particle keeps at this distance from a body.
pub fn kept<R: Real>(contact: &Contact, distance: R) -> R {
    let d = (distance / R::of(contact.radius.into())).max(R::zero()).min(R::of(1.0));
    if contact.mode & QUADRATIC != 0 { d * (R::of(2.0) - d) } else { d }
}

/// The change of velocity by phase 1 [m/s].
fn alleviation<R: Real>(contact: &Contact, relative: V3<R>, normal: V3<R>, distance: R) -> V3<R> {
    let lost = kept(contact, distance) - R::of(1.0);
    if contact.mode & WHOLE_VELOCITY != 0 {
        return relative * lost;
    }
    normal * (relative.dot(normal) * lost)
}

/// The relative velocity after contact [m/s]: none into the body, and what Coulomb's law leaves along it. `pressed` is
/// the change along the normal that pressed the particle on the body already [m/s].
pub fn slid<R: Real>(relative: V3<R>, normal: V3<R>, friction: R, pressed: R) -> V3<R> {
    let into = relative.dot(normal);
    let along = relative - normal * into;
    let speed = along.length();
    let held = friction * (pressed - into);
    if speed <= held {
        return V3::zero();
    }
    along * (R::of(1.0) - held / speed)
}

/// The force of the body by the scene's estimate, by the particle's inverse mass [m/s²].
fn estimate<R: Real>(
    contact: &Contact,
    before: &Particle<R>,
    after: &Particle<R>,
    normal: V3<R>,
    relieved: V3<R>,
) -> V3<R> {
    let h = R::of(contact.h.into());
    if contact.mode & SUBFORCE != 0 {
        let into = (before.pushed + relieved).dot(normal).min(R::zero());
        return (relieved - normal * into) * (R::of(1.0) / h);
    }
    if contact.mode & ENERGY != 0 {
        let d = after.aim - before.before;
        let square = d.dot(d);
        let mut all = V3::zero();
        if square > R::of(f64::from(1e-16f32)) {
            let gained = after.velocity.dot(after.velocity) - before.start.dot(before.start);
            all = d * (R::of(0.5) * gained / square);
        }
        return all - before.pushed * (R::of(1.0) / h);
    }
    (after.velocity - before.velocity + relieved) * (R::of(1.0) / h)
}

impl Encounter<'_> {
    /// A point that is nearer to the body than cloth may be is moved out.
    fn outside<R: Real>(&self, pose: &Pose<R>, point: V3<R>) -> V3<R> {
        let keep = R::of(self.contact.keep.into());
        let s = field(self.body, pose.to_local(point), self.fields);
        if s.distance >= keep {
            return point;
        }
        point + pose.turn(s.normal) * (keep - s.distance)
    }

    /// Both phases for one particle.
    pub fn meet<R: Real>(&self, particle: Particle<R>) -> Effect<R> {
        let Self { body, fields, contact, span } = *self;
        let [keep, band, radius, h] =
            [contact.keep, contact.band, contact.radius, contact.h].map(|c| R::of(c.into()));
        let per_h = R::of(1.0) / h;
        let mut q = particle;
        let begin = body.pose_at(R::of(span.begin.into()));
        let end = body.pose_at(R::of(span.end.into()));
        let a = begin.to_local(q.before);
        let s = field(body, a, fields);
        let (mut relieved, mut given, mut pressed) = (V3::zero(), V3::zero(), R::zero());
        if radius > R::zero() && s.distance < radius {
            let n = begin.turn(s.normal);
            let own = body.velocity_at(&begin, q.before - n * s.distance);
            relieved = alleviation(contact, q.velocity - own, n, s.distance);
            q.velocity += relieved;
            q.aim += relieved * h;
            pressed = relieved.dot(n).max(R::zero());
            let normal_only = contact.mode & NORMAL_FORCE != 0;
            given = if normal_only { n * relieved.dot(n) } else { relieved };
        }
        let touches = s.distance - keep <= band;
        let b = end.to_local(q.aim);
        let far = Effect { particle: q, force: given * per_h, near: false };
        if !touches && (b - a).length() < s.distance - keep {
            return far;
        }
        let t = if touches { R::zero() } else { sweep(body, fields, [a, b], s, keep, band) };
        if t > R::of(1.0) {
            return far;
        }
        let normal = end.turn(field(body, a + (b - a) * t, fields).normal);
        let own = body.velocity_at(&begin, q.before);
        let relative = q.velocity - own;
        if relative.dot(normal) >= R::zero() {
            q.aim = self.outside(&end, q.aim);
            return Effect { particle: q, near: true, ..far };
        }
        let before = q;
        q.velocity = own + slid(relative, normal, R::of(body.velocity[3].into()), pressed);
        q.aim = q.before + (q.aim - q.before) * t + q.velocity * (h * (R::of(1.0) - t));
        q.aim = self.outside(&end, q.aim);
        let mut force = estimate(contact, &before, &q, normal, relieved);
        q.start = q.velocity;
        q.pushed = V3::zero();
        if contact.mode & NORMAL_FORCE != 0 {
            force = normal * force.dot(normal);
        }
        Effect { particle: q, force, near: true }
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact): (Span, Contact) = (b.params(), b.uniform(0));
    let (bodies, fields, patches) = (b.read::<Body>(1), b.read::<f32>(2), b.read::<u32>(3));
    let (p, u) = (b.read::<[f32; 4]>(4), b.read::<[f32; 4]>(5));
    let (mut x, mut v, mut slots) = (b.write::<[f32; 4]>(6), b.write::<[f32; 4]>(7), b.write::<[f32; 4]>(8));
    let encounter =
        |b: usize| Encounter { body: &bodies[b], fields: &fields, contact: &contact, span: &span };
    let stride = stride_of(contact.count) as usize;
    for patch in patches.chunks_exact(stride).take(invocations.div_ceil(WORKGROUP) as usize) {
        let (particles, words) = patch.split_at(WORKGROUP as usize);
        for i in particles.iter().filter(|i| **i != NOBODY).map(|i| *i as usize) {
            let w = x[i][3];
            let [before, aim, velocity, start] = [x[i], p[i], u[i], v[i]].map(V3::<f32>::of);
            let mut q = Particle { before, aim, velocity, start, pushed: velocity - start };
            let own = slots.chunks_exact_mut(SLOTS as usize).nth(i).unwrap_or_default();
            // Whom contact between iterations has dealt with already in this substep.
            let solved = own.first().filter(|_| span.again == 1).map_or(0.0, |s| s[3]);
            let (mut slot, mut met) = (usize::from(solved > 0.0), 0);
            for b in in_reach(words).filter(|_| w > 0.0) {
                if (b + 1) as f32 == solved {
                    q.aim = encounter(b).outside(&bodies[b].pose_at(span.end), q.aim);
                    met += 1;
                    continue;
                }
                let effect = encounter(b).meet(q);
                q = effect.particle;
                met += u32::from(effect.near);
                if slot < own.len() && effect.force != V3::zero() {
                    own[slot] = (effect.force * (-1.0 / w)).vec4((b + 1) as f32);
                    slot += 1;
                }
            }
            for _ in (0..8).filter(|_| met > 1) {
                for b in in_reach(words) {
                    q.aim = encounter(b).outside(&bodies[b].pose_at(span.end), q.aim);
                }
            }
            if let Some(next) = own.get_mut(slot) {
                next[3] = 0.0;
            }
            x[i] = q.aim.vec4(w);
            v[i] = q.velocity.vec4(0.0);
        }
    }
}
