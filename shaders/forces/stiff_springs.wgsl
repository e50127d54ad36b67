// Damped springs of implicit cloth: with the masses, the first of its forces. Each particle sums over its own springs in
// their order. Springs beyond their limit of strain are stiffer: what pulls them back counts from that length on, and is
// part of the term, since a spring may come to its limit between two iterations.

#import common/cg
#import common/invocation
#import common/spring

struct Spring {
    other: u32,       // the particle at its other end
    rest_length: f32, // [m]
    stiffness: f32,   // [N/m]
    damping: f32,     // [N·s/m]
}

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> offsets: array<u32>;       // where each particle's springs begin
@group(0) @binding(4) var<storage, read> springs: array<Spring>;
@group(0) @binding(5) var<storage, read> limited: array<u32>;       // 1 where a spring is beyond its limit
@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;       // positions [m], inverse masses [1/kg]
@group(0) @binding(7) var<storage, read> u: array<vec4<f32>>;       // velocities [m/s]
@group(0) @binding(8) var<storage, read_write> out: array<vec4<f32>>; // forces [N], or momenta [kg m/s]

// What a spring beyond its limit adds to the term: its force, and the change of that along du.
fn beyond(rest: f32, l: vec3<f32>, du: vec3<f32>, constant: f32) -> vec3<f32> {
    let norm = length(l);
    if (norm == 0.0) {
        return vec3<f32>(0.0);
    }
    let n = l * (1.0 / norm);
    let k = implicit.h * implicit.limit_stiffness;
    let over = norm - implicit.limit * rest;
    let along = dot(n, du);
    // Drawn, it is stiff across its direction too.
    let across = (du - n * along) * (k * implicit.h * max(over, 0.0) / norm);
    return n * (k * (constant * over + implicit.h * along)) + across;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&out) || is_idle(params.phase)) {
        return;
    }
    let position = x[i].xyz;
    let velocity = u[i].xyz;
    let epsilon = epsilon_of(params.mode, (implicit.modes & FINITE) != 0u);
    var sum = vec3<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let spring = springs[s];
        let l = position - x[spring.other].xyz;
        let du = velocity - u[spring.other].xyz;
        if (params.mode == FORCE) {
            // Damping is linear in velocities: the term has all of it.
            sum -= pull(spring.rest_length, spring.stiffness, l, l);
            continue;
        }
        sum -= pull_term(spring.rest_length, spring.stiffness, spring.damping, l, du, epsilon);
        if (implicit.limit > 0.0 && limited[s] == 1u) {
            sum -= beyond(spring.rest_length, l, du, select(0.0, 1.0, params.mode == TERM));
        }
    }
    var mass = 0.0;
    if (x[i].w > 0.0) {
        mass = 1.0 / x[i].w;
    }
    if (params.mode == FORCE) {
        sum += implicit.gravity.xyz * mass;
    }
    if (params.mode == OPERATOR) {
        sum = velocity * mass - sum;
    }
    out[i] = vec4<f32>(sum, 0.0);
}
