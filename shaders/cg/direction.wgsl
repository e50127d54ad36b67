// The next direction: d = z + β d.

#import common/cg
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> z: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> d: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&d) || is_idle(params.phase)) {
        return;
    }
    d[i] = vec4<f32>(z[i].xyz + d[i].xyz * cg.beta, 0.0);
}
