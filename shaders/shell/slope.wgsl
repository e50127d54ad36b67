// How the residual points along the last Newton step, S r·(u − u_last), S the filter of who is held: per workgroup, over four particles per invocation.

#import common/cg
#import common/guide
#import common/reduce

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> r: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> u: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> last: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> curvatures: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if (is_idle(params.phase)) {
        return;
    }
    let g = group.x + group.y * groups.x;
    var term = 0.0;
    for (var k = 0u; k < 4u; k++) {
        let i = (g * 4u + k) * WORKGROUP + local;
        if (i < arrayLength(&r)) {
            term += dot(filtered(guides[3u * i + 2u], r[i].xyz), u[i].xyz - last[i].xyz);
        }
    }
    let total = reduce(vec2<f32>(term, 0.0), local);
    if (local == 0u && g < arrayLength(&curvatures)) {
        curvatures[g] = total.x;
    }
}
