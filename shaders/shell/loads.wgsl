// Forces at the end of a step, weighed as the integrator does: θ² (f + loads + weight) + what the step began with. In BEGIN that
// share of the beginning is kept, θ (1 − θ) of the forces then.

#import common/cg
#import common/implicit
#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> shell: Shell;
@group(0) @binding(3) var<uniform> cg: Cg;
@group(0) @binding(4) var<storage, read> x: array<vec4<f32>>;            // w: inverse masses [1/kg]
@group(0) @binding(5) var<storage, read> loads: array<vec4<f32>>;        // [N]
@group(0) @binding(6) var<storage, read_write> kept: array<vec4<f32>>;   // [N]
@group(0) @binding(7) var<storage, read_write> f: array<vec4<f32>>;      // [N]

const END: u32 = 0u;
const BEGIN: u32 = 1u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&f) || is_idle(params.phase)) {
        return;
    }
    var weight = vec3<f32>(0.0);
    if (x[i].w > 0.0) {
        weight = implicit.gravity.xyz * (1.0 / x[i].w);
    }
    let all = f[i].xyz + weight + loads[i].xyz;
    if (params.mode == BEGIN) {
        kept[i] = vec4<f32>(all * (shell.theta * (1.0 - shell.theta)), 0.0);
        return;
    }
    f[i] = vec4<f32>(all * (shell.theta * shell.theta) + kept[i].xyz, 0.0);
}
