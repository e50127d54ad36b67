// Normals of the vertices: those of the triangles around each, by the angle at it, so that it does not matter which way a
// quad was cut.

#import common/invocation
#import draw/looks

@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;        // positions [m]
@group(0) @binding(1) var<storage, read> triangles: array<vec4<u32>>; // corners; w: which sides are lines
@group(0) @binding(2) var<storage, read> offsets: array<u32>;        // where a vertex's triangles start
@group(0) @binding(3) var<storage, read> incident: array<u32>;       // triangles of the vertices
@group(0) @binding(4) var<storage, read_write> looks: array<Look>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    var sum = vec3<f32>(0.0);
    for (var n = offsets[i]; n < offsets[i + 1u]; n++) {
        let t = turned(triangles[incident[n]].xyz, i);
        let a = x[t.y].xyz - x[t.x].xyz;
        let b = x[t.z].xyz - x[t.x].xyz;
        let c = cross(a, b);
        let sine = length(c);
        if (sine > 0.0 && sine < 1.0e30) {
            sum += c * (atan2(sine, dot(a, b)) / sine);
        }
    }
    let size = length(sum);
    var normal = vec3<f32>(0.0);
    if (size > 0.0) {
        normal = sum / size;
    }
    looks[i].normal = vec4<f32>(normal, looks[i].normal.w);
}
