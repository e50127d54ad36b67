// What the rows do to each unknown, t = Jᵀ q, of the next direction q = z + β d, or of the multipliers z; and Chebyshev's iteration
// for (M + θ h² B) u = t begins.

#import common/cg
#import common/developable
#import common/invocation

const DIRECTION: u32 = 0u;

@group(0) @binding(0) var<uniform> params: Smooth;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;           // where each unknown's rows begin
@group(0) @binding(3) var<storage, read> shares: array<Share>;
@group(0) @binding(4) var<storage, read> ways: array<vec4<f32>>;        // derivatives [1/m]
@group(0) @binding(5) var<storage, read> z: array<f32>;
@group(0) @binding(6) var<storage, read> d: array<f32>;
@group(0) @binding(7) var<storage, read> y: array<vec4<f32>>;           // w: inverse masses [1/kg], −w on a line
@group(0) @binding(8) var<storage, read_write> given: array<vec4<f32>>; // t, the last change of u, and the line
@group(0) @binding(9) var<storage, read_write> u: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&y) || is_idle(params.phase)) {
        return;
    }
    var sum = vec3<f32>(0.0);
    if (y[i].w != 0.0) {
        for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
            let row = shares[s].item;
            var q = z[row];
            if (params.mode == DIRECTION) {
                q += d[row] * cg.beta;
            }
            sum += ways[row].xyz * (q * shares[s].share);
        }
    }
    sum = kept_to(given[3u * i + 2u].xyz, y[i].w, sum);
    let first = vec4<f32>(sum * (abs(y[i].w) * params.take), 0.0);
    given[3u * i] = vec4<f32>(sum, 0.0);
    given[3u * i + 1u] = first;
    u[i] = first;
}
