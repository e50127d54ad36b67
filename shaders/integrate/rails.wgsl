// Held particles that slide on a line: at the start of a substep they move along it only, and towards it if they are beside it;
// at its end they are put on it.

#import common/guide
#import common/implicit
#import common/invocation

struct Rail {
    from_position: vec4<f32>, // a point of the line where the step starts [m]
    to_position: vec4<f32>,   // where it ends [m]
    direction: vec4<f32>,     // unit vector along it
    vertex: u32,
    held: u32,
    pad0: u32,
    pad1: u32,
}

// Where a substep ends.
struct Stretch {
    end: f32,  // of the step
    last: u32, // 1 at the end of the substep
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(0) var<uniform> params: Stretch;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<storage, read> rails: array<Rail>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> p: array<vec4<f32>>; // positions aimed at [m]
@group(0) @binding(5) var<storage, read_write> v: array<vec4<f32>>; // velocities at the start [m/s]
@group(0) @binding(6) var<storage, read_write> u: array<vec4<f32>>; // velocities solved for [m/s]
@group(0) @binding(7) var<storage, read_write> guides: array<vec4<f32>>;

// The way from a point to the line through `origin`.
fn to_line(rail: Rail, origin: vec3<f32>, point: vec3<f32>) -> vec3<f32> {
    let away = origin - point;
    return away - rail.direction.xyz * dot(rail.direction.xyz, away);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = invocation(id, groups);
    if (k >= arrayLength(&rails) || rails[k].held == 0u) {
        return;
    }
    let rail = rails[k];
    let i = rail.vertex;
    let from_position = rail.from_position.xyz;
    let origin = from_position + (rail.to_position.xyz - from_position) * params.end;
    if (params.last == 1u) {
        p[i] = vec4<f32>(p[i].xyz + to_line(rail, origin, p[i].xyz), p[i].w);
        return;
    }
    let along = rail.direction.xyz * dot(rail.direction.xyz, v[i].xyz);
    let velocity = along + to_line(rail, origin, x[i].xyz) * (1.0 / implicit.h);
    v[i] = vec4<f32>(velocity, 0.0);
    u[i] = vec4<f32>(velocity, 0.0);
    guides[3u * i + 2u] = vec4<f32>(rail.direction.xyz, ALONG);
}
