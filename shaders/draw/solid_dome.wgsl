// The dome's light on every vertex of the solids.

#import common/invocation
#import draw/shadows
#import draw/solids

@group(0) @binding(8) var<storage, read_write> lit: array<vec4<f32>>; // the dome's light

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&solids)) {
        return;
    }
    let at = placed_solid(i);
    lit[i] = vec4<f32>(dome_light(at.point, at.normal).front, 0.0);
}
