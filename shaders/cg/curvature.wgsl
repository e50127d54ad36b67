// The drag of particles that slide on bodies, the last part of q = A d, and the curvature d·q along the direction: per
// workgroup, over four particles per invocation.

#import common/cg
#import common/reduce

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> d: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> q: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> curvatures: array<f32>;

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
        if (i < arrayLength(&d)) {
            let drag = guides[3u * i + 1u].w;
            if (drag > 0.0) {
                let n = guides[3u * i + 2u].xyz;
                let along = d[i].xyz - n * dot(n, d[i].xyz);
                q[i] = vec4<f32>(q[i].xyz + along * drag, 0.0);
            }
            term += dot(d[i].xyz, q[i].xyz);
        }
    }
    let total = reduce(vec2<f32>(term, 0.0), local);
    if (local == 0u && g < arrayLength(&curvatures)) {
        curvatures[g] = total.x;
    }
}
