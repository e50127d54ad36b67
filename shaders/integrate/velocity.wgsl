// Velocities from the projected positions, which become the positions (Müller 2006, lines 12 to 15). Only what the
// projection changed is divided by the substep: (p - x)/h in one go would add the rounding of x, times 1/h, to every
// velocity in every substep.

#import common/invocation
#import common/sim

@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read> p: array<vec4<f32>>;       // projected positions [m]
@group(0) @binding(2) var<storage, read_write> x: array<vec4<f32>>; // positions [m]
@group(0) @binding(3) var<storage, read_write> v: array<vec4<f32>>; // velocities [m/s]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    let velocity = v[i].xyz;
    let predicted = x[i].xyz + velocity * sim.h;
    v[i] = vec4<f32>(velocity + (p[i].xyz - predicted) / sim.h, 0.0);
    x[i] = p[i];
}
