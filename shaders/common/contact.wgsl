// How cloth meets bodies: what every contact kernel shares.

#import common/body
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
    slack: f32,         // farthest that an implicit step may take a particle before it looks at all bodies [m]
    lasting: f32,       // a lasting contact's impulse in an implicit substep by its force [s]
    pad0: u32,
    pad1: u32,
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

// Below this speed an implicit step's friction grows with it [m/s]; what ends a step slower is held in the next.
const SLOW: f32 = 1e-4;

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
