// Constraints as lines between their particles, by colour.

#import draw/tone
#import draw/view

@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;     // positions [m]
@group(0) @binding(7) var<storage, read> links: array<vec4<u32>>; // two particles and a colour
@group(0) @binding(8) var<storage, read> palette: array<vec4<f32>>; // linear light

// Half the width of a line [pixels].
const HALF: f32 = 0.9;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) color: vec3<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) v: u32, @builtin(instance_index) i: u32) -> Corner {
    let link = links[i];
    let p = x[link.x].xyz;
    let q = x[link.y].xyz;
    var corner: Corner;
    let a = clipped(p);
    let b = clipped(q);
    if (!(is_finite(p) && is_finite(q)) || a.w <= 0.0 || b.w <= 0.0) {
        corner.clip = nowhere();
        return corner;
    }
    let size = 0.5 * view.size.xy;
    let along = (b.xy / b.w - a.xy / a.w) * size;
    let across = vec2<f32>(-along.y, along.x) / max(length(along), 1.0e-6);
    let side = select(-1.0, 1.0, (v & 1u) == 1u);
    var at = select(a, b, v >= 2u);
    // Shortened a little, so that neighbours stay apart.
    at = mix(at, select(b, a, v >= 2u), 0.12);
    corner.clip = vec4<f32>(at.xy + across / size * (HALF * side * at.w), at.z * 1.003, at.w);
    corner.color = palette[link.z % arrayLength(&palette)].xyz;
    return corner;
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(encoded(corner.color), 1.0);
}
