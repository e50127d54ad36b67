// Velocities after gravity, wind and damping, and the positions they lead to (Müller 2006, lines 5 to 7).

#import common/drag
#import common/invocation

@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;       // positions [m], inverse masses [1/kg]
@group(0) @binding(2) var<storage, read> normals: array<vec4<f32>>; // area vectors of the vertices [m²]
@group(0) @binding(3) var<storage, read_write> v: array<vec4<f32>>; // velocities [m/s]
@group(0) @binding(4) var<storage, read_write> p: array<vec4<f32>>; // predicted positions [m]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    let position = x[i];
    if (position.w == 0.0) {
        return; // held: p is where its pin goes
    }
    var velocity = v[i].xyz + sim.gravity.xyz * sim.h;
    if (sim.wind.w > 0.0) {
        velocity += drag(velocity, position.w, normals[i].xyz);
    }
    velocity *= sim.damping;
    v[i] = vec4<f32>(velocity, 0.0);
    p[i] = vec4<f32>(position.xyz + velocity * sim.h, position.w);
}
