// The light on the floor around the stage, as a square picture of it: the key light, which has edges, and the dome's.

#import draw/ground
#import draw/shadows

@group(0) @binding(6) var floor_map: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn key(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(floor_map);
    if (any(id.xy >= size)) {
        return;
    }
    let p = floor_point((vec2<f32>(id.xy) + 0.5) / vec2<f32>(size));
    let up = vec3<f32>(0.0, 1.0, 0.0);
    // Where the ball around all covers none of the light, there is no need to look.
    let to_middle = stage.ball.xyz - p;
    let along = dot(to_middle, lamps[0].direction.xyz);
    let aside = length(to_middle - lamps[0].direction.xyz * along);
    var light = 0.0;
    if (aside < 1.05 * stage.ball.w + 0.3 * abs(along)) {
        light = key_light(p, up, 0.0);
    } else {
        for (var i = 0u; i < view.counts.x; i++) {
            light += max(lamps[i].direction.y, 0.0) / f32(view.counts.x);
        }
    }
    let sum = light * (view.radiance.x + view.radiance.y + view.radiance.z);
    textureStore(floor_map, id.xy, vec4<f32>(sum, 0.0, 0.0, 0.0));
}

@compute @workgroup_size(8, 8)
fn dome(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(floor_map);
    if (any(id.xy >= size)) {
        return;
    }
    let p = floor_point((vec2<f32>(id.xy) + 0.5) / vec2<f32>(size));
    let light = dome_light(p, vec3<f32>(0.0, 1.0, 0.0)).front;
    textureStore(floor_map, id.xy, vec4<f32>(light.x + light.y + light.z, 0.0, 0.0, 0.0));
}
