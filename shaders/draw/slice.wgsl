// A plane through the bodies' distance fields: colours by distance, and lines of equal distance.

#import common/field
#import draw/tone
#import draw/view

@group(0) @binding(6) var<storage, read> bodies: array<Body>;
@group(0) @binding(7) var<storage, read> fields: array<f32>;
@group(0) @binding(8) var<uniform> slice_colors: array<vec4<f32>, 256>; // from inside to outside, linear light

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) point: vec3<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) v: u32) -> Corner {
    let n = view.slice.xyz;
    let a = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), abs(n.y) > 0.5);
    let b = cross(n, a);
    let at = vec2<f32>(f32(v & 1u), f32(v >> 1u)) * 2.4 - 1.2;
    let middle = stage.ball.xyz + n * (view.slice.w - dot(n, stage.ball.xyz));
    let p = middle + (a * at.x + b * at.y) * stage.ball.w;
    return Corner(clipped(p), p);
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    // Taken before the loop, in which a driver need not run the pixels beside an edge. A distance changes no faster than its
    // place.
    let width = length(fwidth(corner.point)) * 0.6;
    var nearest = 1.0e30;
    for (var b = 0u; b < view.counts.w; b++) {
        nearest = min(nearest, field(bodies[b], to_local(pose_at(bodies[b], 1.0), corner.point)).distance);
    }
    let spacing = view.force.z;
    if (is_buried(corner.point)) {
        discard;
    }
    let t = clamp(0.5 + nearest / (20.0 * spacing), 0.0, 1.0);
    var color = slice_colors[u32(255.0 * t + 0.5)].xyz;
    let from_line = abs(fract(nearest / spacing + 0.5) - 0.5) * spacing;
    let line = 1.0 - smoothstep(0.4, 1.3, from_line / max(width, 1.0e-9));
    let surface = 1.0 - smoothstep(1.0, 2.2, abs(nearest) / max(width, 1.0e-9));
    color = mix(color, color * 0.55, line * (1.0 - smoothstep(0.15, 0.4, width / spacing)));
    color = mix(color, vec3<f32>(0.01), surface);
    return vec4<f32>(encoded(color), 0.82);
}
