// The residual taken anew: r = h f + T u − M (u − v) + I, where `r` comes with T u, the term of all forces. I is what constraints
// have given: v + I/M is the velocity v0 that they change (Han 2015, algorithm 5), and u − v0 is the Δv that is solved for.

#import common/cg
#import common/implicit
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;        // positions [m], inverse masses [1/kg]
@group(0) @binding(4) var<storage, read> v: array<vec4<f32>>;        // velocities at the start [m/s]
@group(0) @binding(5) var<storage, read> u: array<vec4<f32>>;        // velocities solved for [m/s]
@group(0) @binding(6) var<storage, read> f: array<vec4<f32>>;        // forces at the start [N]
@group(0) @binding(7) var<storage, read> impulses: array<vec4<f32>>; // of constraints [kg m/s]
@group(0) @binding(8) var<storage, read_write> r: array<vec4<f32>>;  // [kg m/s]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&r) || is_idle(params.phase)) {
        return;
    }
    let w = x[i].w;
    if (w == 0.0) {
        r[i] = vec4<f32>(0.0);
        return;
    }
    let gained = (u[i].xyz - v[i].xyz) * (1.0 / w);
    let pushed = r[i].xyz + f[i].xyz * implicit.h;
    r[i] = vec4<f32>(pushed - gained + impulses[i].xyz, 0.0);
}
