// Cross-sections that move as one: every particle of a group gets the mean of all, without what is along the direction in which
// none moves. A projection: what is kept of a residual is what the group as a whole feels.

#import common/cg
#import common/invocation

struct Tied {
    direction: vec4<f32>,
}

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<uniform> tied: Tied;
@group(0) @binding(3) var<storage, read> offsets: array<u32>; // where each group begins
@group(0) @binding(4) var<storage, read> items: array<u32>;   // its particles
@group(0) @binding(5) var<storage, read_write> u: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i + 1u >= arrayLength(&offsets) || is_idle(params.phase)) {
        return;
    }
    var sum = vec3<f32>(0.0);
    for (var k = offsets[i]; k < offsets[i + 1u]; k++) {
        sum += u[items[k]].xyz;
    }
    let mean = sum * (1.0 / f32(offsets[i + 1u] - offsets[i]));
    let n = tied.direction.xyz;
    let kept = vec4<f32>(mean - n * dot(n, mean), 0.0);
    for (var k = offsets[i]; k < offsets[i + 1u]; k++) {
        u[items[k]] = kept;
    }
}
