// Cloth: two-sided, with the weave of its rest shape, or with values as colours.

#import draw/looks
#import draw/shadows
#import draw/tone
#import draw/weave

@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;         // positions [m]
@group(0) @binding(7) var<storage, read> triangles: array<vec4<u32>>; // corners; w: which sides are lines
@group(0) @binding(8) var<storage, read> looks: array<Look>;
@group(0) @binding(9) var<storage, read> rest: array<Rest>;
@group(0) @binding(10) var<uniform> colors: array<vec4<f32>, 256>;    // the colour map, linear light

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(perspective, centroid) point: vec3<f32>,
    @location(1) @interpolate(perspective, centroid) normal: vec3<f32>,
    @location(2) @interpolate(perspective, centroid) weights: vec3<f32>,
    @location(3) @interpolate(perspective, centroid) rest: vec3<f32>,
    @location(4) @interpolate(perspective, centroid) rest_normal: vec3<f32>,
    @location(5) @interpolate(perspective, centroid) front: vec4<f32>, // the dome's light; w: the value
    @location(6) @interpolate(perspective, centroid) back: vec3<f32>,
    @location(7) @interpolate(flat) a: vec3<f32>,
    @location(8) @interpolate(flat) b: vec3<f32>,
    @location(9) @interpolate(flat) c: vec3<f32>,
    @location(10) @interpolate(flat) normal_a: vec3<f32>,
    @location(11) @interpolate(flat) normal_b: vec3<f32>,
    @location(12) @interpolate(flat) normal_c: vec3<f32>,
    @location(13) @interpolate(flat) sides: u32,
}

@vertex
fn vertex(@builtin(vertex_index) v: u32) -> Corner {
    let t = triangles[v / 3u];
    let k = v % 3u;
    var corner: Corner;
    corner.a = x[t.x].xyz;
    corner.b = x[t.y].xyz;
    corner.c = x[t.z].xyz;
    if (!(is_finite(corner.a) && is_finite(corner.b) && is_finite(corner.c))) {
        corner.clip = nowhere();
        return corner;
    }
    corner.normal_a = looks[t.x].normal.xyz;
    corner.normal_b = looks[t.y].normal.xyz;
    corner.normal_c = looks[t.z].normal.xyz;
    let look = looks[t[k]];
    corner.point = x[t[k]].xyz;
    corner.clip = clipped(corner.point);
    corner.normal = look.normal.xyz;
    corner.weights = vec3<f32>(f32(k == 0u), f32(k == 1u), f32(k == 2u));
    corner.rest = rest[t[k]].position.xyz;
    corner.rest_normal = rest[t[k]].normal.xyz;
    corner.front = vec4<f32>(look.front.xyz, look.normal.w);
    corner.back = look.back.xyz;
    corner.sides = t.w;
    return corner;
}

// How far a point is lifted from the flat triangle to the smooth surface that the normals describe, where neighbours
// cast no shadow on it (Hanika, "Hacking the shadow terminator", 2021).
fn lift(to_corner: vec3<f32>, n: vec3<f32>) -> vec3<f32> {
    return n * max(dot(to_corner, n), 0.0);
}

// 1, or less on the lines along the triangle's sides.
fn lines(corner: Corner, face: vec3<f32>) -> f32 {
    if (view.map.w == 0.0) {
        return 1.0;
    }
    let scale = view.size.z / max(dot(corner.point - view.eye.xyz, view.forward.xyz), 1.0e-9);
    let sides = vec3<f32>(distance(corner.b, corner.c), distance(corner.c, corner.a), distance(corner.a, corner.b));
    let heights = scale * length(face) / max(sides, vec3<f32>(1.0e-12));
    var darkness = 0.0;
    for (var i = 0u; i < 3u; i++) {
        if ((corner.sides & (1u << i)) != 0u) {
            let line = 1.0 - smoothstep(0.2, 1.1, corner.weights[i] * heights[i]);
            // Lines that would run together are left out.
            darkness = max(darkness, line * smoothstep(2.0, 7.0, heights[i]));
        }
    }
    return 1.0 - darkness * view.map.w;
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    if (is_buried(corner.point)) {
        discard;
    }
    let face = cross(corner.b - corner.a, corner.c - corner.a);
    let to_eye = normalize(view.eye.xyz - corner.point);
    let is_front = dot(face, to_eye) >= 0.0;
    let sign = select(-1.0, 1.0, is_front);
    var normal = corner.normal * sign;
    if (dot(normal, normal) < 1.0e-12) {
        normal = face * sign;
    }
    normal = normalize(normal);
    let lifted = lift(corner.a - corner.point, corner.normal_a * sign) * corner.weights.x
        + lift(corner.b - corner.point, corner.normal_b * sign) * corner.weights.y
        + lift(corner.c - corner.point, corner.normal_c * sign) * corner.weights.z;
    let dome = select(corner.back, corner.front.xyz, is_front);
    let shown = view.map.z > 0.0;
    var albedo = select(view.back.xyz, view.front.xyz, is_front);
    if (shown) {
        let t = clamp((corner.front.w - view.map.x) * view.map.y, 0.0, 1.0);
        albedo = colors[u32(255.0 * t + 0.5)].xyz;
    } else if (view.pattern.w > 0.0) {
        albedo = vec3<f32>(0.42);
    }
    let key = view.radiance.xyz * key_light(corner.point + lifted, normal, view.front.w);
    let woven = weave(corner.rest, corner.rest_normal, shown);
    let surface = albedo * (woven * lines(corner, face));
    if (shown) {
        // A gloss would be read as a value, and so would a deep shadow.
        return pixel(surface * (0.42 + 0.5 * (key + dome)), corner.clip.xy);
    }
    let diffuse = surface * (key + dome);
    // Fibres that stand off the cloth catch light at grazing angles, most of all from behind.
    let grazing = 1.0 - clamp(dot(normal, to_eye), 0.0, 1.0);
    let sheen = view.back.w * pow(grazing, 5.0) * (0.18 + 0.7 * max(dot(normal, view.rim.xyz), 0.0));
    return pixel(diffuse + mix(albedo, vec3<f32>(1.0), 0.3) * dome * sheen, corner.clip.xy);
}
