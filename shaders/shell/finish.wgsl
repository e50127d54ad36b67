// The end of a shell's substep: places move by what was solved for, unless contact has put the particle elsewhere, and
// velocities are those at the end, (w − (1 − θ) v)/θ = w + (w − v) (1 − θ)/θ. Where contact or a pin holds, the velocity is the
// one that was solved for: it would bounce.

#import common/guide
#import common/invocation
#import common/shell

struct Time {
    h: f32,    // substep [s]
    lost: u32, // the bits of a number that is none
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(0) var<uniform> params: Time;
@group(0) @binding(1) var<uniform> shell: Shell;
@group(0) @binding(2) var<storage, read> p: array<vec4<f32>>;        // positions aimed at [m]
@group(0) @binding(3) var<storage, read> u: array<vec4<f32>>;        // velocities solved for [m/s]
@group(0) @binding(4) var<storage, read> before: array<vec4<f32>>;   // velocities at the start [m/s]
@group(0) @binding(5) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> places: array<Place>;
@group(0) @binding(7) var<storage, read_write> x: array<vec4<f32>>;  // positions [m], inverse masses [1/kg]
@group(0) @binding(8) var<storage, read_write> v: array<vec4<f32>>;  // velocities [m/s]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    let from_origin = abs(x[i].xyz - shell.origin.xyz) * (1.0 / shell.tick);
    if (max(max(from_origin.x, from_origin.y), from_origin.z) >= RANGE) {
        // Out of range: the state is not finite any more.
        x[i].x = bitcast<f32>(params.lost);
        return;
    }
    if (x[i].w == 0.0 || any(x[i].xyz != p[i].xyz)) {
        return;
    }
    let by = u[i].xyz * params.h;
    let end = abs(counted(places[i]) + by * (1.0 / shell.tick));
    if (!(max(max(end.x, end.y), end.z) < RANGE)) {
        x[i].x = bitcast<f32>(params.lost);
        return;
    }
    places[i] = moved(places[i], by);
    x[i] = vec4<f32>(shown(places[i]), x[i].w);
    let more = filtered(guides[3u * i + 2u], u[i].xyz - before[i].xyz);
    v[i] = vec4<f32>(u[i].xyz + more * ((1.0 - shell.theta) / shell.theta), 0.0);
}
