// How much each place bends, times its stiffness: of the positions, less what it is at rest, or of a vector u.

#import common/cg
#import common/developable
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;        // where each place's terms begin
@group(0) @binding(3) var<storage, read> shares: array<Share>;
@group(0) @binding(4) var<storage, read> bends: array<vec4<f32>>;    // L x at rest [m]; w: stiffness [N/m³ of it]
@group(0) @binding(5) var<storage, read> y: array<vec4<f32>>;        // unknowns [m]
@group(0) @binding(6) var<storage, read> moves: array<vec4<f32>>;    // way of this step, and of the one before [m]
@group(0) @binding(7) var<storage, read> u: array<vec4<f32>>;
@group(0) @binding(8) var<storage, read_write> bent: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&bends) || is_idle(params.phase)) {
        return;
    }
    let first = shares[offsets[i]].item;
    var sum = vec3<f32>(0.0);
    // A Laplacian is made of differences: taken first, they lose nothing.
    for (var s = offsets[i] + 1u; s < offsets[i + 1u]; s++) {
        let term = shares[s];
        if (params.mode == FORCE) {
            let apart = y[term.item].xyz - y[first].xyz;
            sum += (apart + (moves[2u * term.item].xyz - moves[2u * first].xyz)) * term.share;
        } else {
            sum += (u[term.item].xyz - u[first].xyz) * term.share;
        }
    }
    if (params.mode == FORCE) {
        sum -= bends[i].xyz;
    }
    bent[i] = vec4<f32>(sum * bends[i].w, 0.0);
}
