// Area-weighted normals of the listed vertices: each gathers a third of the area vectors of its triangles.

#import common/cross
#import common/invocation

@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;             // positions [m]
@group(0) @binding(1) var<storage, read> corners: array<u32>;             // three per triangle
@group(0) @binding(2) var<storage, read> offsets: array<u32>;             // where a vertex's triangles start
@group(0) @binding(3) var<storage, read> incident: array<u32>;            // triangles of the vertices
@group(0) @binding(4) var<storage, read> listed: array<u32>;              // the vertices that need one
@group(0) @binding(5) var<storage, read_write> normals: array<vec4<f32>>; // area vectors [m²]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = invocation(id, groups);
    if (k >= arrayLength(&listed)) {
        return;
    }
    let i = listed[k];
    var sum = vec3<f32>(0.0);
    for (var n = offsets[i]; n < offsets[i + 1u]; n++) {
        let t = incident[n];
        let a = x[corners[3u * t]].xyz;
        let b = x[corners[3u * t + 1u]].xyz;
        let c = x[corners[3u * t + 2u]].xyz;
        sum = add_cross(sum, b - a, c - a);
    }
    normals[i] = vec4<f32>(sum * (1.0 / 6.0), 0.0);
}
