// A rigid body as it moves through one step.

#import common/cross

struct Body {
    from_position: vec4<f32>, // its origin at the start of the step [m]; w: radius of a sphere around it [m], below 0: endless
    from_rotation: vec4<f32>, // unit quaternion, the real part last
    to_position: vec4<f32>,   // the same at the end
    to_rotation: vec4<f32>,   // in the same half of the sphere as the first
    velocity: vec4<f32>,      // of the origin [m/s]; w: coefficient of friction
    spin: vec4<f32>,          // angular velocity [rad/s]
    size: vec4<f32>,          // the shape's lengths [m]
    shape: u32,
    field: u32,               // where a mesh's distances begin in `fields`
    pad0: u32,
    pad1: u32,
}

// Where a body's axes are.
struct Pose {
    position: vec3<f32>,
    rotation: vec4<f32>,
}

// v + 2 q × (q × v + w v).
fn rotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return add_cross(v, q.xyz * 2.0, add_cross(v * q.w, q.xyz, v));
}

// The pose at a fraction of the step.
fn pose_at(body: Body, fraction: f32) -> Pose {
    let from_position = body.from_position.xyz;
    let q = body.from_rotation + (body.to_rotation - body.from_rotation) * fraction;
    let norm = sqrt(((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w);
    return Pose(from_position + (body.to_position.xyz - from_position) * fraction, q * (1.0 / norm));
}

fn to_local(pose: Pose, p: vec3<f32>) -> vec3<f32> {
    return rotate(vec4<f32>(-pose.rotation.xyz, pose.rotation.w), p - pose.position);
}

// The velocity of the body's point at p [m/s].
fn velocity_at(body: Body, pose: Pose, p: vec3<f32>) -> vec3<f32> {
    return add_cross(body.velocity.xyz, body.spin.xyz, p - pose.position);
}
