// One iteration: s += α d, r = S (r − α q), z = S P S r, and per workgroup r·z and |r|². Every workgroup adds up the curvatures
// itself, in the same order. Along a direction without positive curvature nothing moves. What pins and contact take of r is far
// larger than what is left to solve, and would leave its rounding in it.

#import common/cg
#import common/guide
#import common/reduce

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> curvatures: array<f32>;        // per workgroup: d·q
@group(0) @binding(3) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> d: array<vec4<f32>>;           // direction
@group(0) @binding(5) var<storage, read> q: array<vec4<f32>>;           // A d
@group(0) @binding(6) var<storage, read_write> steps: array<vec4<f32>>; // s, since u was looked at [m/s]
@group(0) @binding(7) var<storage, read_write> r: array<vec4<f32>>;     // residual [kg m/s]
@group(0) @binding(8) var<storage, read_write> z: array<vec4<f32>>;
@group(0) @binding(9) var<storage, read_write> sums: array<vec4<f32>>;  // per workgroup: r·z, |r|²

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
    workgroupBarrier();
    var alpha = 0.0;
    if (curvature > 0.0) {
        alpha = cg.rho / curvature;
    }
    let i = invocation(id, groups);
    term = vec2<f32>(0.0);
    if (i < arrayLength(&steps)) {
        steps[i] = vec4<f32>(steps[i].xyz + d[i].xyz * alpha, 0.0);
        let ri = filtered(guides[3u * i + 2u], r[i].xyz - q[i].xyz * alpha);
        let zi = preconditioned(guides[3u * i], guides[3u * i + 1u], guides[3u * i + 2u], ri);
        r[i] = vec4<f32>(ri, 0.0);
        z[i] = vec4<f32>(zi, 0.0);
        term = vec2<f32>(dot(ri, zi), dot(ri, ri));
    }
    let total = reduce(term, local);
    if (local == 0u && i / WORKGROUP < arrayLength(&sums)) {
        sums[i / WORKGROUP] = vec4<f32>(total, 0.0, 0.0);
    }
}
