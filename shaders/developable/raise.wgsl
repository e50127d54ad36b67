// Where the rest shape is curved, what a place bends at rest goes along the normal that the ghost mesh has there now.

#import common/invocation

struct Curve {
    corners: vec4<u32>, // the edge in the order of one triangle's winding, and the corners opposite to it in both
    height: f32,        // of the Laplacian at rest along the normal [m]
    bend: u32,          // the place
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(0) var<storage, read> curves: array<Curve>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;            // vertices [m]
@group(0) @binding(2) var<storage, read_write> bends: array<vec4<f32>>;  // L x at rest [m]; w: stiffness

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&curves)) {
        return;
    }
    let curve = curves[i];
    let a = x[curve.corners.x].xyz;
    let b = x[curve.corners.y].xyz;
    // The sum of both triangles' normals: they have the edge in common.
    let up = cross(b - a, (x[curve.corners.z].xyz - a) - (x[curve.corners.w].xyz - b));
    let size = length(up);
    var target_at = vec3<f32>(0.0);
    if (size > 0.0) {
        target_at = up * (curve.height / size);
    }
    bends[curve.bend] = vec4<f32>(target_at, bends[curve.bend].w);
}
