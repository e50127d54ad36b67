// The enclosed volume's gradient at each vertex, and per workgroup the sums that the volume constraint needs:
// V = Σ x·g/3 (V is homogeneous of degree three) and Σ w|g|².

#import common/cross
#import common/reduce

@group(0) @binding(0) var<storage, read> p: array<vec4<f32>>;              // positions [m], inverse masses [1/kg]
@group(0) @binding(1) var<storage, read> corners: array<u32>;              // three per triangle
@group(0) @binding(2) var<storage, read> offsets: array<u32>;              // where a vertex's triangles start
@group(0) @binding(3) var<storage, read> incident: array<u32>;             // triangles of the vertices
@group(0) @binding(4) var<storage, read_write> gradient: array<vec4<f32>>; // [m²]
@group(0) @binding(5) var<storage, read_write> sums: array<vec4<f32>>;     // per workgroup: V [m³], Σ w|g|² [m⁴/kg]

fn volume_gradient(i: u32) -> vec3<f32> {
    // Relative to one vertex, so that a mesh far from the origin loses no digits.
    let origin = p[0].xyz;
    var sum = vec3<f32>(0.0);
    for (var k = offsets[i]; k < offsets[i + 1u]; k++) {
        let t = incident[k];
        let a = p[corners[3u * t]].xyz - origin;
        let b = p[corners[3u * t + 1u]].xyz - origin;
        let c = p[corners[3u * t + 2u]].xyz - origin;
        if (corners[3u * t] == i) {
            sum = add_cross(sum, b, c);
        } else if (corners[3u * t + 1u] == i) {
            sum = add_cross(sum, c, a);
        } else {
            sum = add_cross(sum, a, b);
        }
    }
    return sum * (1.0 / 6.0);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = invocation(id, groups);
    var term = vec2<f32>(0.0);
    if (i < arrayLength(&p)) {
        let g = volume_gradient(i);
        gradient[i] = vec4<f32>(g, 0.0);
        term = vec2<f32>(dot(p[i].xyz - p[0].xyz, g) * (1.0 / 3.0), p[i].w * dot(g, g));
    }
    let total = reduce(term, local);
    if (local == 0u && i / WORKGROUP < arrayLength(&sums)) {
        sums[i / WORKGROUP] = vec4<f32>(total, 0.0, 0.0);
    }
}
