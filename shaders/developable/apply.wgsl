// The unknowns go on by u.

#import common/cg
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> u: array<vec4<f32>>;           // [m]
@group(0) @binding(3) var<storage, read_write> moves: array<vec4<f32>>; // way of this step, and of the one before [m]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&u) || is_idle(params.phase)) {
        return;
    }
    let moved = moves[2u * i];
    moves[2u * i] = vec4<f32>(moved.xyz + u[i].xyz, moved.w);
}
