// Friction in a residual taken anew; and when a solve seems to have ended, contact is judged by its impulse J = I − r, what it has
// given and what the filter keeps from acting: a particle that is drawn to its body is let go, one that is held with more
// than Coulomb's law allows slides, and one that slides gets the friction of its pressure. That friction is a drag, c = μ J·n
// over the speed of sliding: it brakes and never pushes, whatever the pressure becomes.

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

// Changes of velocity that do not matter [m/s]: what is slower than SLOW is caught without slipping.
const SMALL: f32 = 1e-4;
// Friction may be off by this share, and by this change of velocity [m/s].
const CLOSE: f32 = 0.005;
const ROUGH: f32 = 2e-6;
// How often contact is judged in a step; after that bodies can only be met, not left.
const RUBS: u32 = 3u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&r) || is_idle(RENEW)) {
        return;
    }
    let w = x[i].w;
    let impulse = impulses[i];
    let filter_at = guides[3u * i + 2u];
    if (w == 0.0 || impulse.w == 0.0 || (filter_at.w != BESIDE && filter_at.w != HELD)) {
        return;
    }
    let body = bodies[u32(abs(impulse.w)) - 1u];
    let n = filter_at.xyz;
    let relative = u[i].xyz - velocity_at(body, pose_at(body, params.end), x[i].xyz + u[i].xyz * contact.h);
    let sliding = relative - n * dot(relative, n);
    let before = r[i].xyz;
    let pressure = dot(impulse.xyz, n) - dot(before, n);
    var drag = guides[3u * i + 1u].w;
    var next = impulse;
    var kind = filter_at.w;
    var marks = guides[3u * i].w;
    if (cg.state == REVIEW && cg.rounds < RUBS) {
        let small = SMALL / w;
        let most = body.velocity.w * max(pressure, 0.0);
        let released = marks == RELEASED || marks == RELEASED + SLIPPED;
        if (pressure < -small && !released) {
            next = vec4<f32>(0.0);
            kind = FREE;
            drag = 0.0;
            marks += RELEASED;
        } else if (kind == HELD) {
            let whole = impulse.xyz - before;
            let along = whole - n * dot(whole, n);
            if (length(along) > most + small && marks < SLIPPED) {
                next = vec4<f32>(n * dot(impulse.xyz, n), impulse.w);
                kind = BESIDE;
                drag = most / SLOW;
                marks += SLIPPED;
            }
        } else {
            let speed = length(sliding);
            let wanted = most / max(speed, SLOW);
            if (abs(wanted - drag) * speed > CLOSE * most + ROUGH / w) {
                drag = wanted;
            }
        }
        if (kind != filter_at.w || drag != guides[3u * i + 1u].w) {
            guides[3u * i].w = marks;
            guides[3u * i + 1u].w = drag;
            guides[3u * i + 2u] = vec4<f32>(n, kind);
            impulses[i] = next;
            atomicOr(&changed[0], ASKED);
        }
    }
    r[i] = vec4<f32>(before + (next.xyz - impulse.xyz) - sliding * drag, 0.0);
}
