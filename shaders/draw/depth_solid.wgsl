// What a light sees of the solids; the instance is the light's number.

#import draw/lights
#import draw/solids

@vertex
fn vertex(@builtin(vertex_index) v: u32, @builtin(instance_index) lamp: u32) -> @builtin(position) vec4<f32> {
    let p = placed_solid(v).point;
    if (!is_finite(p)) {
        return nowhere();
    }
    return vec4<f32>(in_map(lamps[lamp], p), 1.0);
}
