// Contact of explicit cloth with bodies (Kuang 2007, chapter 5), with friction, swept, and the end of a substep: what the
// integrator aims at becomes the state, after
// phase 1, which brings a particle's velocity nearer to that of a body the nearer it comes,
// phase 2, which stops it where it meets a body, holds it by friction, and puts it back outside,
// and with the force that each body gets in return.

#import common/sweep

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> fields: array<f32>;
@group(0) @binding(4) var<storage, read> patches: array<u32>;
@group(0) @binding(5) var<storage, read> p: array<vec4<f32>>;           // positions that the integrator aims at [m]
@group(0) @binding(6) var<storage, read> u: array<vec4<f32>>;           // velocities [m/s]
@group(0) @binding(7) var<storage, read_write> x: array<vec4<f32>>;     // positions [m], inverse masses [1/kg]
@group(0) @binding(8) var<storage, read_write> v: array<vec4<f32>>;     // velocities [m/s]
@group(0) @binding(9) var<storage, read_write> slots: array<vec4<f32>>; // forces on bodies [N]; w: the body's number, from 1

// A particle on its way.
struct Particle {
    before: vec3<f32>,   // where the substep begins [m]
    aim: vec3<f32>,      // where it ends [m]
    velocity: vec3<f32>, // at the end [m/s]
    start: vec3<f32>,    // at the beginning, or after the contact before [m/s]
    pushed: vec3<f32>,   // change by forces other than contact [m/s]
}

// What a contact did.
struct Effect {
    particle: Particle,
    force: vec3<f32>, // on the particle, by its inverse mass [m/s²]
    near: bool,       // whether it met the body at all
}

// Phase 1: the share α of the relative velocity that a particle keeps at this distance from a body.
fn kept(distance: f32) -> f32 {
    let d = min(max(distance / contact.radius, 0.0), 1.0);
    if ((contact.mode & QUADRATIC) != 0u) {
        return d * (2.0 - d);
    }
    return d;
}

// The change of velocity by phase 1 [m/s].
fn alleviation(relative: vec3<f32>, normal: vec3<f32>, distance: f32) -> vec3<f32> {
    let lost = kept(distance) - 1.0;
    if ((contact.mode & WHOLE_VELOCITY) != 0u) {
        return relative * lost;
    }
    return normal * (dot(relative, normal) * lost);
}

// The relative velocity after contact: none into the body, and what Coulomb's law leaves along it. `pressed` is the change
// along the normal that pressed the particle on the body already [m/s].
fn slid(relative: vec3<f32>, normal: vec3<f32>, friction: f32, pressed: f32) -> vec3<f32> {
    let into = dot(relative, normal);
    let along = relative - normal * into;
    let speed = length(along);
    let held = friction * (pressed - into);
    if (speed <= held) {
        return vec3<f32>(0.0);
    }
    return along * (1.0 - held / speed);
}

// The force of the body by the scene's estimate, by the particle's inverse mass [m/s²].
fn estimate(before: Particle, after: Particle, normal: vec3<f32>, relieved: vec3<f32>) -> vec3<f32> {
    if ((contact.mode & SUBFORCE) != 0u) {
        let into = min(dot(before.pushed + relieved, normal), 0.0);
        return (relieved - normal * into) * (1.0 / contact.h);
    }
    if ((contact.mode & ENERGY) != 0u) {
        let d = after.aim - before.before;
        let square = dot(d, d);
        var all = vec3<f32>(0.0);
        if (square > 1e-16) {
            let gained = dot(after.velocity, after.velocity) - dot(before.start, before.start);
            all = d * (0.5 * gained / square);
        }
        return all - before.pushed * (1.0 / contact.h);
    }
    return (after.velocity - before.velocity + relieved) * (1.0 / contact.h);
}

// A point that is nearer to the body than cloth may be is moved out.
fn outside(body: Body, pose: Pose, point: vec3<f32>) -> vec3<f32> {
    let s = field(body, to_local(pose, point));
    if (s.distance >= contact.keep) {
        return point;
    }
    return point + rotate(pose.rotation, s.normal) * (contact.keep - s.distance);
}

fn meet(body: Body, particle: Particle) -> Effect {
    var q = particle;
    let begin = pose_at(body, params.begin);
    let end = pose_at(body, params.end);
    let a = to_local(begin, q.before);
    let s = field(body, a);
    var relieved = vec3<f32>(0.0);
    var pressed = 0.0;
    var given = vec3<f32>(0.0);
    if (contact.radius > 0.0 && s.distance < contact.radius) {
        let n = rotate(begin.rotation, s.normal);
        let own = velocity_at(body, begin, q.before - n * s.distance);
        relieved = alleviation(q.velocity - own, n, s.distance);
        q.velocity += relieved;
        q.aim += relieved * contact.h;
        pressed = max(dot(relieved, n), 0.0);
        given = relieved;
        if ((contact.mode & NORMAL_FORCE) != 0u) {
            given = n * dot(relieved, n);
        }
    }
    let touches = s.distance - contact.keep <= contact.band;
    let b = to_local(end, q.aim);
    if (!touches && length(b - a) < s.distance - contact.keep) {
        return Effect(q, given * (1.0 / contact.h), false);
    }
    var t = 0.0;
    if (!touches) {
        t = sweep(body, a, b, s, contact.keep, contact.band);
    }
    if (t > 1.0) {
        return Effect(q, given * (1.0 / contact.h), false);
    }
    let normal = rotate(end.rotation, field(body, a + (b - a) * t).normal);
    let own = velocity_at(body, begin, q.before);
    let relative = q.velocity - own;
    if (dot(relative, normal) >= 0.0) {
        // On its way out already.
        q.aim = outside(body, end, q.aim);
        return Effect(q, given * (1.0 / contact.h), true);
    }
    let before = q;
    q.velocity = own + slid(relative, normal, body.velocity.w, pressed);
    q.aim = q.before + (q.aim - q.before) * t + q.velocity * (contact.h * (1.0 - t));
    q.aim = outside(body, end, q.aim);
    let force = estimate(before, q, normal, relieved);
    q.start = q.velocity;
    q.pushed = vec3<f32>(0.0);
    if ((contact.mode & NORMAL_FORCE) != 0u) {
        return Effect(q, normal * dot(force, normal), true);
    }
    return Effect(q, force, true);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let patch_first = (group.x + group.y * groups.x) * stride_of(contact.count);
    if (patch_first + local >= arrayLength(&patches)) {
        return;
    }
    let i = patches[patch_first + local];
    if (i == NOBODY) {
        return;
    }
    let w = x[i].w;
    var q = Particle(x[i].xyz, p[i].xyz, u[i].xyz, v[i].xyz, u[i].xyz - v[i].xyz);
    var slot = 0u;
    // Whom contact between iterations has dealt with already in this substep.
    var solved = 0.0;
    if (params.again == 1u && contact.count > 0u) {
        solved = slots[i * SLOTS].w;
        slot = select(0u, 1u, solved > 0.0);
    }
    var met = 0u;
    let words = words_of(contact.count);
    for (var k = 0u; k < words && w > 0.0; k++) {
        var bits = patches[patch_first + WORKGROUP + k];
        while (bits != 0u) {
            let b = 32u * k + firstTrailingBit(bits);
            bits &= bits - 1u;
            if (f32(b + 1u) == solved) {
                q.aim = outside(bodies[b], pose_at(bodies[b], params.end), q.aim);
                met++;
                continue;
            }
            let effect = meet(bodies[b], q);
            q = effect.particle;
            met += select(0u, 1u, effect.near);
            if (slot < SLOTS && any(effect.force != vec3<f32>(0.0))) {
                slots[i * SLOTS + slot] = vec4<f32>(effect.force * (-1.0 / w), f32(b + 1u));
                slot++;
            }
        }
    }
    // Between several bodies, what one moves out may be moved into another.
    for (var again = 0u; again < 8u && met > 1u; again++) {
        for (var k = 0u; k < words; k++) {
            var bits = patches[patch_first + WORKGROUP + k];
            while (bits != 0u) {
                let b = 32u * k + firstTrailingBit(bits);
                bits &= bits - 1u;
                q.aim = outside(bodies[b], pose_at(bodies[b], params.end), q.aim);
            }
        }
    }
    if (slot < SLOTS && contact.count > 0u) {
        slots[i * SLOTS + slot].w = 0.0;
    }
    x[i] = vec4<f32>(q.aim, w);
    v[i] = vec4<f32>(q.velocity, 0.0);
}
