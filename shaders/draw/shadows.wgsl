// How much of each light arrives.

#import draw/lights

@group(0) @binding(3) var key_maps: texture_depth_2d_array;
@group(0) @binding(4) var dome_maps: texture_depth_2d_array;
@group(0) @binding(5) var nearer: sampler_comparison;

const GOLDEN_ANGLE: f32 = 2.3999632;

// A surface of which a light is asked: where it is looked up in the light's map, and within which depth it is lit. It is
// taken off the surface by some of the map's cells, so that the surface casts no shadow on itself.
fn lookup(lamp: Lamp, p: vec3<f32>, n: vec3<f32>, cell: f32) -> vec3<f32> {
    let cosine = max(dot(n, lamp.direction.xyz), 0.05);
    let steepness = min(sqrt(max(1.0 - cosine * cosine, 0.0)) / cosine, 6.0);
    let q = p + n * (1.2 * cell) + lamp.direction.xyz * (cell * (0.3 + steepness));
    return in_map(lamp, q);
}

// The place in a texture.
fn place(m: vec3<f32>) -> vec2<f32> {
    return vec2<f32>(0.5 + 0.5 * m.x, 0.5 - 0.5 * m.y);
}

fn is_outside(m: vec3<f32>) -> bool {
    return any(abs(m.xy) > vec2<f32>(0.995)) || m.z <= 0.0 || m.z >= 1.0;
}

// The share of one point of the key light that reaches a surface at p with the normal n on the light's side.
fn key_visible(i: u32, p: vec3<f32>, n: vec3<f32>) -> f32 {
    let spread = view.radiance.w * stage.ball.w;
    let cell = 2.0 * stage.ball.w / f32(textureDimensions(key_maps).x) + 0.7 * spread;
    let lamp = lamps[i];
    let m = lookup(lamp, p, n, cell);
    if (is_outside(m)) {
        return 1.0;
    }
    let samples = view.counts.z;
    if (samples == 1u) {
        return textureSampleCompareLevel(key_maps, nearer, place(m), i, m.z);
    }
    var sum = 0.0;
    for (var k = 0u; k < samples; k++) {
        let r = sqrt((f32(k) + 0.5) / f32(samples)) * view.radiance.w * (1.0 / MARGIN);
        let a = f32(k) * GOLDEN_ANGLE;
        let shifted = vec3<f32>(m.xy + r * vec2<f32>(cos(a), sin(a)), m.z);
        sum += textureSampleCompareLevel(key_maps, nearer, place(shifted), i, m.z);
    }
    return sum / f32(samples);
}

// How much of the key light arrives at p, by the cosine; on a thin surface some comes through from behind.
fn key_light(p: vec3<f32>, n: vec3<f32>, translucency: f32) -> f32 {
    var sum = 0.0;
    for (var i = 0u; i < view.counts.x; i++) {
        let cosine = dot(n, lamps[i].direction.xyz);
        if (cosine > 0.0) {
            sum += cosine * key_visible(i, p, n);
        } else if (translucency > 0.0) {
            sum -= cosine * translucency * key_visible(i, p, -n);
        }
    }
    return sum / f32(view.counts.x);
}

// Whether a direction of the dome reaches a surface at p with the normal n on its side.
fn dome_visible(i: u32, p: vec3<f32>, n: vec3<f32>) -> f32 {
    let cell = 2.0 * stage.ball.w / f32(textureDimensions(dome_maps).x);
    let m = lookup(lamps[view.counts.x + i], p, n, cell);
    if (is_outside(m)) {
        return 1.0;
    }
    return textureSampleCompareLevel(dome_maps, nearer, place(m), i, m.z);
}

// The dome's light at p, on a surface with the normal n and on its back.
struct Dome {
    front: vec3<f32>,
    back: vec3<f32>,
}

fn dome_light(p: vec3<f32>, n: vec3<f32>) -> Dome {
    var front = vec3<f32>(0.0);
    var back = vec3<f32>(0.0);
    for (var i = 0u; i < view.counts.y; i++) {
        let lamp = lamps[view.counts.x + i];
        let cosine = dot(n, lamp.direction.xyz);
        if (cosine > 0.0) {
            front += lamp.radiance.xyz * (cosine * dome_visible(i, p, n));
        } else {
            back -= lamp.radiance.xyz * (cosine * dome_visible(i, p, -n));
        }
    }
    // Cosines over the sphere's lit half add up to a quarter of the count.
    let share = 4.0 / f32(view.counts.y);
    return Dome(front * share, back * share);
}
