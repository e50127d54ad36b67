// What bending does to the unknowns. FORCE: t of a whole step, bending, gravity and loads. OPERATOR: one step of
// Chebyshev's iteration for (M + θ h² B) u = t, which the other has begun.

#import common/cg
#import common/developable
#import common/invocation

@group(0) @binding(0) var<uniform> params: Smooth;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> history: array<u32>;
@group(0) @binding(4) var<storage, read> offsets: array<u32>;           // where each unknown's places begin
@group(0) @binding(5) var<storage, read> shares: array<Share>;
@group(0) @binding(6) var<storage, read> bent: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read> y: array<vec4<f32>>;           // w: inverse masses [1/kg], −w on a line
@group(0) @binding(8) var<storage, read_write> given: array<vec4<f32>>; // t, the last change of u, and the line
@group(0) @binding(9) var<storage, read_write> u: array<vec4<f32>>;
@group(0) @binding(10) var<storage, read> pushes: array<vec4<f32>>;     // loads [N]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&y) || is_idle(params.phase)) {
        return;
    }
    let w = abs(y[i].w);
    if (w == 0.0) {
        given[3u * i] = vec4<f32>(0.0);
        u[i] = vec4<f32>(0.0);
        return;
    }
    var sum = vec3<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        sum += bent[shares[s].item].xyz * shares[s].share;
    }
    if (params.mode == FORCE) {
        let time = lasting(order_of(history[0], developable.first_order), developable.h);
        let push = (developable.gravity.xyz * (1.0 / w) + pushes[i].xyz - sum) * time;
        let t = kept_to(given[3u * i + 2u].xyz, y[i].w, push);
        given[3u * i] = vec4<f32>(t, 0.0);
        let first = vec4<f32>(t * (w * params.take), 0.0);
        given[3u * i + 1u] = first;
        u[i] = first;
        return;
    }
    // As in all steps but the first, which its coefficients are for.
    let time = lasting(order_of(1u, developable.first_order), developable.h);
    sum = kept_to(given[3u * i + 2u].xyz, y[i].w, sum);
    let left = (given[3u * i].xyz - sum * time) * w - u[i].xyz;
    let change = given[3u * i + 1u].xyz * params.keep + left * params.take;
    given[3u * i + 1u] = vec4<f32>(change, 0.0);
    u[i] = vec4<f32>(u[i].xyz + change, 0.0);
}
