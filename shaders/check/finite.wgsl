// The first step in which a coordinate became NaN or infinite, and the lowest vertex in it.

#import common/invocation
#import common/sim

struct Found {
    step: atomic<u32>,
    vertex: atomic<u32>,
}

@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>; // positions [m]
@group(0) @binding(2) var<storage, read> v: array<vec4<f32>>; // velocities [m/s]
@group(0) @binding(3) var<storage, read_write> found: Found;

// Infinities and NaNs have all bits of the exponent set; comparisons may be optimised away.
fn non_finite(a: vec3<f32>) -> bool {
    let bits = bitcast<vec3<u32>>(a) & vec3<u32>(0x7f800000u);
    return any(bits == vec3<u32>(0x7f800000u));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    if (non_finite(x[i].xyz) || non_finite(v[i].xyz)) {
        if (atomicLoad(&found.step) < sim.step) {
            return;
        }
        atomicMin(&found.step, sim.step);
        atomicMin(&found.vertex, i);
    }
}
