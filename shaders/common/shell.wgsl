// What discrete shells read in every pass. Positions are kept in fixed point around an origin, so that differences of them are
// exact: an edge taken from two positions in f32 would turn their rounding into forces. Whoever imports this declares `shell`.

struct Shell {
    origin: vec4<f32>, // [m]
    tick: f32,         // one unit of fixed point, a power of two [m]
    theta: f32,        // what the end of a step counts: 1 for backward Euler, 1/2 for Newmark
    hinges: u32,       // of the members; then faces, then edges
    faces: u32,
}

// A position, in ticks from the origin.
struct Place {
    x: u32,
    y: u32,
    z: u32,
    pad: u32,
}

// What stores energy, K/2 (q − q̄)².
struct Member {
    corners: vec4<u32>, // a hinge's edge and its wings; a face's three; an edge's two
    normal: vec4<f32>,  // where w is 1, the normal of the second wing, which is held: the last corner is then a load's number
    rest: f32,          // q̄ [rad], [m²], [m]
    stiffness: f32,     // K
    damping: f32,       // by the rate of q: K times a time
    torque: f32,        // of a load [N·m]
}

// A particle's part in a member.
struct Slot {
    slope: u32,
    member: u32,
    other: u32, // the other end of an edge; itself in other members
    sign: f32,  // −1 at an edge's second end
}

// Beyond this many ticks a position has left the range.
const RANGE: f32 = 2.0e9;

// From b to a [m].
fn way(a: Place, b: Place) -> vec3<f32> {
    let d = vec3<i32>(bitcast<i32>(a.x - b.x), bitcast<i32>(a.y - b.y), bitcast<i32>(a.z - b.z));
    return vec3<f32>(d) * shell.tick;
}

// In ticks from the origin.
fn counted(a: Place) -> vec3<f32> {
    return vec3<f32>(f32(bitcast<i32>(a.x)), f32(bitcast<i32>(a.y)), f32(bitcast<i32>(a.z)));
}

// [m]
fn shown(a: Place) -> vec3<f32> {
    return counted(a) * shell.tick + shell.origin.xyz;
}

// The nearest place; one out of range is at the end of it.
fn placed(position: vec3<f32>) -> Place {
    let ticks = round((position - shell.origin.xyz) * (1.0 / shell.tick));
    let d = bitcast<vec3<u32>>(vec3<i32>(clamp(ticks, vec3<f32>(-RANGE), vec3<f32>(RANGE))));
    return Place(d.x, d.y, d.z, 0u);
}

// Where a way [m] leads; a step out of range ends where it began.
fn moved(a: Place, by: vec3<f32>) -> Place {
    let ticks = round(by * (1.0 / shell.tick));
    let end = abs(counted(a) + ticks);
    if (!(max(max(end.x, end.y), end.z) < RANGE)) {
        return a;
    }
    let d = bitcast<vec3<u32>>(vec3<i32>(ticks));
    return Place(a.x + d.x, a.y + d.y, a.z + d.z, 0u);
}
