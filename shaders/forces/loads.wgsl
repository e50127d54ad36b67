// Loads: forces on vertices, and moments that turn triangles about an edge of the boundary. Each point that is loaded sums over its
// parts of loads, in their order.

#import common/invocation

// A share that a point has in a load.
struct Part {
    corners: vec4<u32>, // of a moment: the ends of the edge, the third corner, and which of these three it pushes
    force: vec4<f32>,   // [N]; w: the moment [N·m]
    load: u32,          // whose ramp it follows
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

struct Push {
    mode: u32,
    h: f32, // [s]
    pad0: u32,
    pad1: u32,
}

const ADD: u32 = 0u;   // forces are added to others [N]
const WRITE: u32 = 1u; // they stand alone [N]
const KICK: u32 = 2u;  // they change velocities [m/s]

@group(0) @binding(0) var<uniform> params: Push;
@group(0) @binding(1) var<storage, read> listed: array<u32>;          // the points that are loaded
@group(0) @binding(2) var<storage, read> offsets: array<u32>;         // where the parts of each begin
@group(0) @binding(3) var<storage, read> parts: array<Part>;
@group(0) @binding(4) var<storage, read> ramps: array<f32>;           // how much of each load acts now
@group(0) @binding(5) var<storage, read> x: array<vec4<f32>>;         // vertices [m], inverse masses [1/kg]
@group(0) @binding(6) var<storage, read_write> out: array<vec4<f32>>; // what the mode says

// The push on a corner of a triangle a b c by a unit moment that turns it about a b towards its front [1/m]: by 1/height on the third
// corner, and against that on the ends of the edge, by where its foot is. So it moves nothing as a whole.
fn couple(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, corner: u32) -> vec3<f32> {
    let along = b - a;
    let side = c - a;
    let normal = cross(along, side);
    let square = dot(along, along);
    let area = dot(normal, normal);
    if (square == 0.0 || area == 0.0) {
        return vec3<f32>(0.0);
    }
    let push = normal * (sqrt(square) / area);
    let foot = dot(side, along) / square;
    if (corner == 0u) {
        return push * (foot - 1.0);
    }
    if (corner == 1u) {
        return push * -foot;
    }
    return push;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&listed)) {
        return;
    }
    var sum = vec3<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let part = parts[s];
        var force = part.force.xyz;
        if (part.force.w != 0.0) {
            let corners = part.corners;
            force = couple(x[corners.x].xyz, x[corners.y].xyz, x[corners.z].xyz, corners.w) * part.force.w;
        }
        sum += force * ramps[part.load];
    }
    let point = listed[i];
    if (params.mode == KICK) {
        sum = sum * (x[point].w * params.h);
    }
    if (params.mode != WRITE) {
        sum += out[point].xyz;
    }
    out[point] = vec4<f32>(sum, 0.0);
}
