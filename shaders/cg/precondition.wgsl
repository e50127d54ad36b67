// After a residual taken anew: z = S P S r, the first direction, and per workgroup r·z and |S r|².

#import common/cg
#import common/guide
#import common/reduce

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> r: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> z: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> d: array<vec4<f32>>;    // direction
@group(0) @binding(6) var<storage, read_write> sums: array<vec4<f32>>; // per workgroup: r·z, |S r|²

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
    var term = vec2<f32>(0.0);
    if (i < arrayLength(&r)) {
        let free = filtered(guides[3u * i + 2u], r[i].xyz);
        let zi = preconditioned(guides[3u * i], guides[3u * i + 1u], guides[3u * i + 2u], r[i].xyz);
        z[i] = vec4<f32>(zi, 0.0);
        d[i] = vec4<f32>(zi, 0.0);
        term = vec2<f32>(dot(free, zi), dot(free, free));
    }
    let total = reduce(term, local);
    if (local == 0u && i / WORKGROUP < arrayLength(&sums)) {
        sums[i / WORKGROUP] = vec4<f32>(total, 0.0, 0.0);
    }
}
