// Particles below the ground are lifted onto it, and what they slid in this substep is held back by friction: by at most
// μ times the lift (Coulomb's law in positions).

#import common/invocation
#import common/sim

@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;       // positions at the start of the substep [m]
@group(0) @binding(2) var<storage, read_write> p: array<vec4<f32>>; // projected positions [m]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&p)) {
        return;
    }
    let position = p[i];
    let depth = sim.ground - position.y;
    if (depth <= 0.0 || position.w == 0.0) {
        return;
    }
    let slid = position.xz - x[i].xz;
    let distance = length(slid);
    var share = 1.0;
    if (distance > sim.friction * depth) {
        share = sim.friction * depth / distance;
    }
    let held = position.xz - slid * share;
    p[i] = vec4<f32>(held.x, sim.ground, held.y, position.w);
}
