// What implicit cloth reads in every pass of a step.

struct Implicit {
    gravity: vec4<f32>,   // acceleration [m/s²]
    wind: vec4<f32>,      // velocity of the air [m/s]; w: density times drag coefficient [kg/m³]
    h: f32,               // substep [s]
    lift: f32,            // density of the air times lift coefficient [kg/m³]
    pressure: f32,        // on the back of every triangle [Pa]
    edge: f32,            // mean length of an edge at rest [m]
    limit: f32,           // largest length of a limited spring by its length at rest; 0 for no limit
    limit_stiffness: f32, // of a spring beyond that [N/m]
    tolerance: f32,       // square of the relative residual at which the solver ends
    damping: f32,         // factor on velocities per substep
    modes: u32,           // FINITE and the other bits
    iterations: u32,      // at which the solver gives up
    rounds: u32,          // how often constraints may ask for another solve before the solver gives up
    newton: u32,          // Newton steps at most; 1 for one linearised step
    floor: f32,           // |S r|² that rounding alone may leave
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

const FINITE: u32 = 1u;    // products by differences
const SCALED: u32 = 2u;    // over a length that follows the direction
const SECOND: u32 = 4u;    // of the second order
const WHOLE: u32 = 8u;     // compressed springs act across their direction
const BLOCKS: u32 = 16u;   // preconditioned
const PRINTED: u32 = 32u;  // the residual does not see what constraints change
const CLOSED: u32 = 64u;   // the mesh has no boundary
const HOOKED: u32 = 128u;  // constraints are looked at between iterations
