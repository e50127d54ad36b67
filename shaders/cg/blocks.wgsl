// The 3 × 3 block of each particle on the diagonal of M − h ∂f/∂v − h² ∂f/∂x, from masses and springs, as L D Lᵀ.

#import common/block
#import common/cg
#import common/invocation
#import common/spring

struct Spring {
    other: u32,       // the particle at its other end
    rest_length: f32, // [m]
    stiffness: f32,   // [N/m]
    damping: f32,     // [N·s/m]
}

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> offsets: array<u32>;           // where each particle's springs begin
@group(0) @binding(4) var<storage, read> springs: array<Spring>;
@group(0) @binding(5) var<storage, read> limited: array<u32>;           // 1 where a spring is beyond its limit
@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;           // positions [m], inverse masses [1/kg]
@group(0) @binding(7) var<storage, read_write> guides: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x) || is_idle(params.phase)) {
        return;
    }
    let marks = guides[3u * i].w;
    let drag = guides[3u * i + 1u].w;
    if ((implicit.modes & BLOCKS) == 0u || x[i].w == 0.0) {
        guides[3u * i] = vec4<f32>(1.0, 1.0, 1.0, marks);
        guides[3u * i + 1u] = vec4<f32>(0.0, 0.0, 0.0, drag);
        return;
    }
    let mass = 1.0 / x[i].w;
    // xx, yy, zz; xy, xz, yz.
    var diagonal = vec3<f32>(mass);
    var beside = vec3<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let spring = springs[s];
        let l = x[i].xyz - x[spring.other].xyz;
        let norm = length(l);
        if (norm == 0.0) {
            continue;
        }
        let n = l * (1.0 / norm);
        let k = implicit.h * implicit.h * spring.stiffness;
        var across = k * max(norm - spring.rest_length, 0.0) / norm;
        var along = k - across + implicit.h * spring.damping;
        if (implicit.limit > 0.0 && limited[s] == 1u) {
            let more = implicit.h * implicit.h * implicit.limit_stiffness;
            let drawn = more * max(norm - implicit.limit * spring.rest_length, 0.0) / norm;
            along += more - drawn;
            across += drawn;
        }
        diagonal += n * n * along + vec3<f32>(across);
        beside += n.xxy * n.yzz * along;
    }
    if (drag > 0.0) {
        let n = guides[3u * i + 2u].xyz;
        diagonal += (vec3<f32>(1.0) - n * n) * drag;
        beside -= n.xxy * n.yzz * drag;
    }
    let factors = factored(Block(diagonal, beside), mass);
    guides[3u * i] = vec4<f32>(factors.diagonal, marks);
    guides[3u * i + 1u] = vec4<f32>(factors.beside, drag);
}
