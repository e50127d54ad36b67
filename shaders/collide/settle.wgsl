// When a solve seems to have ended, contact is judged by its impulse J = I − r, what it has given and what the filter keeps from
// acting: a particle that is drawn to its body is let go, one that is held with more than Coulomb's law allows slides, and
// one that slides gets the friction of its pressure. The residual follows.

#import common/cg
#import common/contact
#import common/guide
#import common/invocation

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> x: array<vec4<f32>>;              // positions [m], inverse masses [1/kg]
@group(0) @binding(5) var<storage, read> u: array<vec4<f32>>;              // velocities [m/s]
@group(0) @binding(6) var<storage, read_write> impulses: array<vec4<f32>>; // of contact [kg m/s]; w: the body's number, from 1
@group(0) @binding(7) var<storage, read_write> r: array<vec4<f32>>;        // residual [kg m/s]
@group(0) @binding(8) var<storage, read_write> guides: array<vec4<f32>>;
@group(0) @binding(9) var<storage, read_write> changed: array<atomic<u32>>;

// Changes of velocity that do not matter [m/s].
const SMALL: f32 = 1e-4;
// Friction may be off by this share.
const CLOSE: f32 = 0.1;
// How often contact is judged in a step; after that bodies can only be met, not left.
const RUBS: u32 = 3u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&r) || cg.done != 0u || cg.state != REVIEW || cg.rounds >= RUBS) {
        return;
    }
    let w = x[i].w;
    let impulse = impulses[i];
    let filter_at = guides[3u * i + 2u];
    if (w == 0.0 || impulse.w == 0.0 || (filter_at.w != BESIDE && filter_at.w != HELD)) {
        return;
    }
    let small = SMALL / w;
    let body = bodies[u32(abs(impulse.w)) - 1u];
    let friction = body.velocity.w;
    let n = filter_at.xyz;
    let given = n * dot(impulse.xyz, n);
    let pressure = dot(impulse.xyz, n) - dot(r[i].xyz, n);
    var next = impulse.xyz;
    var kind = filter_at.w;
    var name = impulse.w;
    var marks = guides[3u * i].w;
    let released = marks == RELEASED || marks == RELEASED + SLIPPED;
    if (pressure < -small && !released) {
        next = vec3<f32>(0.0);
        kind = FREE;
        name = 0.0;
        marks += RELEASED;
    } else if (kind == HELD) {
        let whole = impulse.xyz - r[i].xyz;
        let along = whole - n * dot(whole, n);
        let norm = length(along);
        let most = friction * max(pressure, 0.0);
        if (norm > most + small && marks < SLIPPED) {
            marks += SLIPPED;
            next = given + along * (most / norm);
            kind = BESIDE;
        }
    } else if (friction > 0.0) {
        let own = velocity_at(body, pose_at(body, params.end), x[i].xyz + u[i].xyz * contact.h);
        let relative = u[i].xyz - own;
        let along = relative - n * dot(relative, n);
        let speed = length(along);
        if (speed > SMALL) {
            let most = friction * max(pressure, 0.0);
            let wanted = given - along * (most / speed);
            if (length(wanted - impulse.xyz) > CLOSE * most + small) {
                next = wanted;
            }
        }
    }
    if (kind == filter_at.w && all(next == impulse.xyz)) {
        return;
    }
    r[i] = vec4<f32>(r[i].xyz + (next - impulse.xyz), 0.0);
    impulses[i] = vec4<f32>(next, name);
    guides[3u * i].w = marks;
    guides[3u * i + 2u] = vec4<f32>(n, kind);
    atomicMax(&changed[0], 1u);
}
