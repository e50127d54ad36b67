// What a residual does to the points of the shape at rest, along their tangents: t = Qᵀ r.

#import common/cg
#import common/dissection
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;       // where each point's rows begin
@group(0) @binding(3) var<storage, read> pushes: array<Push>;       // rows
@group(0) @binding(4) var<storage, read> r: array<f32>;
@group(0) @binding(5) var<storage, read_write> pressed: array<f32>; // two per point

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (2u * i >= arrayLength(&pressed) || is_idle(params.phase)) {
        return;
    }
    var sum = vec2<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let push = pushes[s];
        sum += vec2<f32>(push.x, push.y) * r[push.item];
    }
    pressed[2u * i] = sum.x;
    pressed[2u * i + 1u] = sum.y;
}
