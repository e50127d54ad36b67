// Copies a buffer: what all other times are compared with, and the most that memory gives.

#import common/invocation

@group(0) @binding(0) var<storage, read> source: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&result)) {
        return;
    }
    result[i] = source[i];
}
