// One iteration: λ += α d, r −= α q, z = D⁻¹ r, and per workgroup r·z and the largest of r. Every workgroup adds up the
// curvatures itself, in the same order. Along a direction without positive curvature nothing moves.

#import common/cg
#import common/developable
#import common/reduce
#import common/worst

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> curvatures: array<f32>;       // per workgroup: d·q
@group(0) @binding(4) var<storage, read> ways: array<vec4<f32>>;       // w: of the diagonal
@group(0) @binding(5) var<storage, read> d: array<f32>;
@group(0) @binding(6) var<storage, read> q: array<f32>;
@group(0) @binding(7) var<storage, read_write> lambda: array<f32>;
@group(0) @binding(8) var<storage, read_write> r: array<f32>;
@group(0) @binding(9) var<storage, read_write> z: array<f32>;
@group(0) @binding(10) var<storage, read_write> sums: array<Sum>; // per workgroup

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if (is_idle(params.phase)) {
        return;
    }
    var term = vec2<f32>(0.0);
    for (var k = local; k < arrayLength(&curvatures); k += WORKGROUP) {
        term.x += curvatures[k];
    }
    let curvature = reduce(term, local).x;
    var alpha = 0.0;
    if (curvature > 0.0) {
        alpha = cg.rho / curvature;
    }
    let i = invocation(id, groups);
    var sum = Sum(0.0, 0.0);
    if (i < arrayLength(&r)) {
        lambda[i] = lambda[i] + d[i] * alpha;
        let left = r[i] - q[i] * alpha;
        let conditioned = left / (ways[i].w * (1.0 + developable.easing));
        r[i] = left;
        z[i] = conditioned;
        sum = Sum(left * conditioned, abs(left));
    }
    let total = sum_and_worst(sum, local);
    if (local == 0u && i / WORKGROUP < arrayLength(&sums)) {
        sums[i / WORKGROUP] = total;
    }
}
