// What a light sees of the cloth; the instance is the light's number.

#import draw/lights

@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;        // positions [m]
@group(0) @binding(7) var<storage, read> triangles: array<vec4<u32>>;

@vertex
fn vertex(@builtin(vertex_index) v: u32, @builtin(instance_index) lamp: u32) -> @builtin(position) vec4<f32> {
    let t = triangles[v / 3u];
    let p = x[t[v % 3u]].xyz;
    if (!is_finite(p)) {
        return nowhere();
    }
    return vec4<f32>(in_map(lamps[lamp], p), 1.0);
}
