// How cloth meets bodies: what every contact kernel shares.

#import common/field
#import common/invocation

struct Contact {
    keep: f32,          // distance that cloth keeps from bodies: its thickness [m]
    band: f32,          // within this beyond `keep`, a particle touches [m]
    radius: f32,        // where alleviation begins [m]; 0 for none
    reach: f32,         // farthest that contact may move a particle beyond its own way in a substep [m]
    h: f32,             // substep [s]
    share: f32,         // of the step, one substep's
    mode: u32,          // the bits below
    count: u32,         // bodies
}

// Part of the step that a substep covers.
struct Span {
    begin: f32,
    end: f32,
    first: u32, // 1 in the first substep
    again: u32, // 1 where a pass goes on from an earlier one of the same substep
}

const QUADRATIC: u32 = 1u;     // α = 2d/R − d²/R² instead of d/R
const WHOLE_VELOCITY: u32 = 2u; // alleviate the whole velocity, not its normal part
const NORMAL_FORCE: u32 = 4u;  // bodies get the normal part of the force
const SUBFORCE: u32 = 8u;
const ENERGY: u32 = 16u;

// Contacts of a particle in a substep that are passed on to bodies.
const SLOTS: u32 = 4u;

// A patch of the cloth: WORKGROUP particles, then a bit for each body in reach.
fn words_of(count: u32) -> u32 {
    return (count + 31u) / 32u;
}

fn stride_of(count: u32) -> u32 {
    return WORKGROUP + words_of(count);
}

// No particle has this index: the last patch is filled up with it.
const NOBODY: u32 = 0xffffffffu;

// The share of the way from a to b, in the body's axes, on which the distance first falls to `keep`; 2 if it does not.
// Steps as far as the distance allows (Hart 1996); `distance` is the one at a.
fn sweep(body: Body, a: vec3<f32>, b: vec3<f32>, distance: f32, keep: f32, band: f32) -> f32 {
    let way = b - a;
    let norm = length(way);
    // Interpolated distances may change faster than by one.
    let caution = select(1.0, 0.6, body.shape == MESH);
    var t = 0.0;
    var d = distance;
    for (var i = 0; i < 64; i++) {
        if (d - keep <= band) {
            break;
        }
        t += caution * (d - keep) / norm;
        if (t >= 1.0) {
            return 2.0;
        }
        d = field(body, a + way * t).distance;
    }
    return t;
}
