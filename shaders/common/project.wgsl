// What every constraint kernel has: the positions, and an entry point that projects the constraints of one colour, one per
// invocation. Whoever imports this declares `constraints` at binding 2 and `project`.

#import common/invocation
#import common/range
#import common/sim

@group(0) @binding(0) var<uniform> params: Range;
@group(0) @binding(1) var<uniform> sim: Sim;
@group(0) @binding(3) var<storage, read_write> p: array<vec4<f32>>; // positions [m], inverse masses [1/kg]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i < params.count) {
        project(constraints[params.first + i]);
    }
}
