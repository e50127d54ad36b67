// Corners of triangles that are known by the middles of their sides: each corner is the sum of the middles of the two sides
// that meet there, less the third.

#import common/invocation

@group(0) @binding(0) var<storage, read> middles: array<vec4<f32>>;     // of the sides [m]
@group(0) @binding(1) var<storage, read> sides: array<vec4<u32>>;       // three of a triangle
@group(0) @binding(2) var<storage, read_write> x: array<vec4<f32>>;     // three corners of each, opposite their sides [m]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    let s = sides[i / 3u];
    let sum = middles[s.x].xyz + middles[s.y].xyz + middles[s.z].xyz;
    x[i] = vec4<f32>(sum - 2.0 * middles[s[i % 3u]].xyz, 0.0);
}
