// The preconditioned residual z = W r − Q v, and per workgroup r·z in the place of that by the diagonal alone.

#import common/cg
#import common/dissection
#import common/worst

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;      // where each row's points begin
@group(0) @binding(3) var<storage, read> pushes: array<Push>;      // points
@group(0) @binding(4) var<storage, read> weights: array<f32>;      // W
@group(0) @binding(5) var<storage, read> ways: array<vec4<f32>>;   // derivatives [1/m], 0 where a row is left out
@group(0) @binding(6) var<storage, read> unfolded: array<f32>;     // v
@group(0) @binding(7) var<storage, read> r: array<f32>;
@group(0) @binding(8) var<storage, read_write> z: array<f32>;
@group(0) @binding(9) var<storage, read_write> sums: array<Sum>;   // per workgroup

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if (is_idle(params.phase)) {
        return;
    }
    let i = invocation(id, groups);
    var term = 0.0;
    if (i < arrayLength(&r)) {
        var conditioned = 0.0;
        if (any(ways[i].xyz != vec3<f32>(0.0))) {
            conditioned = weights[i] * r[i];
            for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
                let push = pushes[s];
                conditioned -= push.x * unfolded[2u * push.item] + push.y * unfolded[2u * push.item + 1u];
            }
        }
        z[i] = conditioned;
        term = r[i] * conditioned;
    }
    let total = sum_and_worst(Sum(term, 0.0), local);
    if (local == 0u && i / WORKGROUP < arrayLength(&sums)) {
        sums[i / WORKGROUP].total = total.total;
    }
}
