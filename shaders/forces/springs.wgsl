// Forces of damped springs (Kuang 2007, 4.12): F = −[k (|l| − R) + c (l̇·l)/|l|] l/|l|. Each particle sums over its own
// springs in their order, so a spring is taken at both ends: the two are equal and opposite to the last bit.

#import common/invocation

struct Spring {
    other: u32,       // the particle at its other end
    rest_length: f32, // [m]
    stiffness: f32,   // [N/m]
    damping: f32,     // [N·s/m]
}

@group(0) @binding(0) var<storage, read> offsets: array<u32>;     // where each particle's springs begin
@group(0) @binding(1) var<storage, read> springs: array<Spring>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;     // positions [m]
@group(0) @binding(3) var<storage, read> v: array<vec4<f32>>;     // velocities [m/s]
@group(0) @binding(4) var<storage, read_write> f: array<vec4<f32>>; // forces [N]

fn force(spring: Spring, l: vec3<f32>, speed: vec3<f32>) -> vec3<f32> {
    let norm = length(l);
    if (norm == 0.0) {
        return vec3<f32>(0.0);
    }
    let n = l * (1.0 / norm);
    return n * (spring.stiffness * (norm - spring.rest_length) + spring.damping * dot(speed, n));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&f)) {
        return;
    }
    let position = x[i].xyz;
    let velocity = v[i].xyz;
    var sum = vec3<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let spring = springs[s];
        sum -= force(spring, position - x[spring.other].xyz, velocity - v[spring.other].xyz);
    }
    f[i] = vec4<f32>(sum, 0.0);
}
