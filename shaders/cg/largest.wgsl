// The largest velocity of a spring's one end as seen from its other: per workgroup, over four particles per invocation.

#import common/cg
#import common/invocation

struct Spring {
    other: u32,       // the particle at its other end
    rest_length: f32, // [m]
    stiffness: f32,   // [N/m]
    damping: f32,     // [N·s/m]
}

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;      // where each particle's springs begin
@group(0) @binding(3) var<storage, read> springs: array<Spring>;
@group(0) @binding(4) var<storage, read> u: array<vec4<f32>>;      // velocities [m/s]
@group(0) @binding(5) var<storage, read_write> maxima: array<f32>; // of the squares [m²/s²]

var<workgroup> partial: array<f32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if (is_idle(params.phase)) {
        return;
    }
    let g = group.x + group.y * groups.x;
    var own = 0.0;
    for (var k = 0u; k < 4u; k++) {
        let i = (g * 4u + k) * WORKGROUP + local;
        if (i < arrayLength(&u)) {
            for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
                let du = u[i].xyz - u[springs[s].other].xyz;
                own = max(own, dot(du, du));
            }
        }
    }
    partial[local] = own;
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local < half) {
            partial[local] = max(partial[local], partial[local + half]);
        }
    }
    workgroupBarrier();
    if (local == 0u && g < arrayLength(&maxima)) {
        maxima[g] = partial[0];
    }
}
