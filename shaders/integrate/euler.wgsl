// Explicit step by forces: velocities decay and are pushed, in this order, so that what is at rest is carried in full; then
// positions go with the new ones. So is Störmer and Verlet's method, if the velocities stand half a substep behind the
// positions: its very first substep takes half of the forces.

#import common/drag
#import common/invocation

struct Start {
    half: u32, // 1 where the first step takes half of the forces
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

@group(0) @binding(0) var<uniform> params: Start;
@group(0) @binding(1) var<uniform> sim: Sim;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;       // positions [m], inverse masses [1/kg]
@group(0) @binding(3) var<storage, read> v: array<vec4<f32>>;       // velocities [m/s]
@group(0) @binding(4) var<storage, read> f: array<vec4<f32>>;       // forces [N]
@group(0) @binding(5) var<storage, read> normals: array<vec4<f32>>; // area vectors of the vertices [m²]
@group(0) @binding(6) var<storage, read_write> p: array<vec4<f32>>; // positions aimed at [m]
@group(0) @binding(7) var<storage, read_write> u: array<vec4<f32>>; // velocities aimed at [m/s]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    let position = x[i];
    if (position.w == 0.0) {
        // Held: p is where its pin goes.
        u[i] = vec4<f32>((p[i].xyz - position.xyz) * (1.0 / sim.h), 0.0);
        return;
    }
    var kick = sim.h;
    if (params.half == 1u && sim.step == 1u) {
        kick = 0.5 * sim.h;
    }
    var velocity = v[i].xyz * sim.damping + (sim.gravity.xyz + f[i].xyz * position.w) * kick;
    if (sim.wind.w > 0.0) {
        velocity += drag(velocity, position.w, normals[i].xyz);
    }
    u[i] = vec4<f32>(velocity, 0.0);
    p[i] = vec4<f32>(position.xyz + velocity * sim.h, position.w);
}
