// Contact: a dot where a particle touches a body, and an arrow for the force that it gets.

#import draw/tone
#import draw/view

// Contacts of a particle that are kept; see common/contact.
const SLOTS: u32 = 4u;

@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;     // positions [m]
@group(0) @binding(7) var<storage, read> slots: array<vec4<f32>>; // forces on bodies [N]; w: the body's number from 1, or 0

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) dot: vec2<f32>,
    @location(1) @interpolate(flat) color: vec3<f32>,
}

// Nine corners of the arrow's three triangles: how far along it and across it, in its length and its width.
const ARROW = array<vec2<f32>, 9>(
    vec2<f32>(0.0, -0.5), vec2<f32>(1.0, -0.5), vec2<f32>(1.0, 0.5),
    vec2<f32>(0.0, -0.5), vec2<f32>(1.0, 0.5), vec2<f32>(0.0, 0.5),
    vec2<f32>(1.0, -1.6), vec2<f32>(2.0, 0.0), vec2<f32>(1.0, 1.6),
);

@vertex
fn vertex(@builtin(vertex_index) v: u32, @builtin(instance_index) instance: u32) -> Corner {
    var corner: Corner;
    corner.clip = nowhere();
    let i = instance / SLOTS;
    let k = instance % SLOTS;
    // The first empty one ends the list.
    for (var n = 0u; n <= k; n++) {
        if (slots[i * SLOTS + n].w == 0.0) {
            return corner;
        }
    }
    let p = x[i].xyz;
    // The cloth gets what the body gives.
    let force = -slots[instance].xyz;
    if (!(is_finite(p) && is_finite(force))) {
        return corner;
    }
    let width = view.force.y;
    let to_eye = normalize(view.eye.xyz - p);
    if (v >= 9u) {
        let at = vec2<f32>(f32((v - 9u) & 1u), f32(((v - 9u) >> 1u) & 1u)) * 2.0 - 1.0;
        corner.dot = at;
        corner.color = vec3<f32>(0.02, 0.03, 0.05);
        corner.clip = clipped(p + (view.right.xyz * at.x + view.up.xyz * at.y) * width + to_eye * width);
        return corner;
    }
    let size = length(force) * view.force.x;
    if (size < 2.0 * width) {
        return corner;
    }
    let along = force / length(force);
    let across = normalize(cross(along, to_eye));
    let head = min(3.6 * width, 0.6 * size);
    let shape = ARROW[v];
    let far = select(shape.x * (size - head), size, shape.x > 1.0);
    corner.color = vec3<f32>(0.95, 0.55, 0.04);
    corner.clip = clipped(p + along * far + across * (shape.y * width) + to_eye * (1.5 * width));
    return corner;
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    if (dot(corner.dot, corner.dot) > 1.0) {
        discard;
    }
    return vec4<f32>(encoded(corner.color), 1.0);
}
