// Vertices that are held, as dots of the same size on every picture.

#import draw/tone
#import draw/view

@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>; // positions [m]
@group(0) @binding(7) var<storage, read> marks: array<u32>;   // vertices

// Radius of a dot [pixels].
const RADIUS: f32 = 5.0;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) at: vec2<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) v: u32, @builtin(instance_index) i: u32) -> Corner {
    let p = x[min(marks[i], arrayLength(&x) - 1u)].xyz;
    let at = vec2<f32>(f32(v & 1u), f32(v >> 1u)) * 2.0 - 1.0;
    var clip = clipped(p);
    if (!is_finite(p) || clip.w <= 0.0) {
        return Corner(nowhere(), at);
    }
    clip = vec4<f32>(clip.xy + at * (2.0 * RADIUS * clip.w) / view.size.xy, clip.z * 1.01, clip.w);
    return Corner(clip, at);
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    let r = length(corner.at);
    if (r > 1.0) {
        discard;
    }
    let ring = smoothstep(0.5, 0.65, r);
    return vec4<f32>(encoded(mix(vec3<f32>(0.85, 0.82, 0.7), vec3<f32>(0.03, 0.04, 0.06), ring)), 1.0);
}
