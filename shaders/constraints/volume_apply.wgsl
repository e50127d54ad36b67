// Moves the vertices along the volume's gradient.

#import common/invocation

@group(0) @binding(0) var<storage, read> gradient: array<vec4<f32>>;  // [m²]
@group(0) @binding(1) var<storage, read> multiplier: array<f32>;      // λ, V
@group(0) @binding(2) var<storage, read_write> p: array<vec4<f32>>;   // positions [m], inverse masses [1/kg]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&p)) {
        return;
    }
    p[i] = vec4<f32>(p[i].xyz + gradient[i].xyz * (multiplier[0] * p[i].w), p[i].w);
}
