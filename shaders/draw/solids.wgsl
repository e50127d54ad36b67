// Vertices of bodies, which are where the simulation has their axes.

#import common/body

struct SolidVertex {
    position: vec4<f32>, // in the body's axes [m]; w: the body's number
    normal: vec4<f32>,   // in the body's axes
}

// A vertex in the scene.
struct Placed {
    point: vec3<f32>,
    normal: vec3<f32>,
    body: u32,
}

@group(0) @binding(6) var<storage, read> solids: array<SolidVertex>;
@group(0) @binding(7) var<storage, read> bodies: array<Body>;

fn placed_solid(i: u32) -> Placed {
    let vertex = solids[i];
    let b = u32(vertex.position.w);
    let pose = pose_at(bodies[b], 1.0);
    return Placed(pose.position + rotate(pose.rotation, vertex.position.xyz), rotate(pose.rotation, vertex.normal.xyz), b);
}
