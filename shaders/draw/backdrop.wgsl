// The background, and a floor that runs into it, with the shadows on it.

#import draw/ground
#import draw/tone

@group(0) @binding(6) var key_floor: texture_2d<f32>;
@group(0) @binding(7) var dome_floor: texture_2d<f32>;
@group(0) @binding(8) var smooth_sampler: sampler;

@vertex
fn vertex(@builtin(vertex_index) v: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((v << 1u) & 2u), f32(v & 2u));
    return vec4<f32>(2.0 * corner - 1.0, 0.0, 1.0);
}

// The share of the open floor's light at a point of it: 1 far away.
fn share_at(p: vec3<f32>) -> f32 {
    let place = floor_place(p);
    let fade = 1.0 - smoothstep(0.7, 0.98, length(2.0 * place - 1.0));
    if (fade <= 0.0) {
        return 1.0;
    }
    let key = textureSampleLevel(key_floor, smooth_sampler, place, 0.0).x;
    let dome = textureSampleLevel(dome_floor, smooth_sampler, place, 0.0).x;
    return 1.0 + ((key + dome) / view.floor.w - 1.0) * fade * (1.0 - view.floor.z);
}

@fragment
fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let from_middle = at.xy - 0.5 * view.size.xy;
    let aside = from_middle / max(view.size.x, view.size.y);
    let down = at.y / view.size.y;
    let plain = mix(view.sky_top.xyz, view.sky_bottom.xyz, smoothstep(0.0, 1.0, down));
    var light = plain * (1.0 - 0.45 * dot(aside, aside));
    if (view.floor.y > 0.0) {
        let slope = from_middle / view.size.z;
        let ray = view.right.xyz * slope.x - view.up.xyz * slope.y + view.forward.xyz;
        let along = (view.floor.x - view.eye.y) / ray.y;
        if (along > 0.0 && along < 1.0e30) {
            let share = share_at(view.eye.xyz + ray * along);
            // A shadow is lit by the dome alone, which is cooler than the key light.
            let cool = vec3<f32>(0.96, 1.0, 1.06);
            light *= share * mix(vec3<f32>(1.0), cool, max(1.0 - share, 0.0));
        }
    }
    return pixel(light, at.xy);
}
