// The next direction d = z + β d, the product q = J u + ε D d with u = K⁻¹ Jᵀ d, and per workgroup the curvature d·q.

#import common/cg
#import common/developable
#import common/reduce

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> offsets: array<u32>;            // where each row's terms begin
@group(0) @binding(4) var<storage, read> shares: array<Share>;
@group(0) @binding(5) var<storage, read> ways: array<vec4<f32>>;         // derivatives [1/m]; w: of the diagonal
@group(0) @binding(6) var<storage, read> u: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read> z: array<f32>;
@group(0) @binding(8) var<storage, read_write> d: array<f32>;
@group(0) @binding(9) var<storage, read_write> q: array<f32>;
@group(0) @binding(10) var<storage, read_write> curvatures: array<f32>;  // per workgroup

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
    if (i < arrayLength(&z)) {
        var sum = vec3<f32>(0.0);
        for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
            sum += u[shares[s].item].xyz * shares[s].share;
        }
        let direction = z[i] + d[i] * cg.beta;
        let product = dot(ways[i].xyz, sum) + direction * (developable.easing * ways[i].w);
        d[i] = direction;
        q[i] = product;
        term = direction * product;
    }
    let total = reduce(vec2<f32>(term, 0.0), local);
    if (local == 0u && i / WORKGROUP < arrayLength(&curvatures)) {
        curvatures[i / WORKGROUP] = total.x;
    }
}
