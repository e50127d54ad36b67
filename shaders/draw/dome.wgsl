// The dome's light on every vertex of the cloth.

#import common/invocation
#import draw/looks
#import draw/shadows

@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>; // positions [m]
@group(0) @binding(7) var<storage, read_write> looks: array<Look>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    let light = dome_light(x[i].xyz, looks[i].normal.xyz);
    looks[i].front = vec4<f32>(light.front, 0.0);
    looks[i].back = vec4<f32>(light.back, 0.0);
}
