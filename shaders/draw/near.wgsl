// How far each vertex is from the nearest body.

#import common/field
#import common/invocation
#import draw/looks

@group(0) @binding(0) var<uniform> count: vec4<u32>;                  // bodies
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;         // positions [m]
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> fields: array<f32>;
@group(0) @binding(4) var<storage, read_write> looks: array<Look>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    var nearest = 1.0e30;
    for (var b = 0u; b < count.x; b++) {
        nearest = min(nearest, field(bodies[b], to_local(pose_at(bodies[b], 1.0), x[i].xyz)).distance);
    }
    looks[i].normal.w = nearest;
}
