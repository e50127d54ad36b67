// The velocities that members are asked about: in TERM, how much more than those they were taken at; in FORCE, those at the end of
// the step if it went as they were taken, (w − (1 − θ) v)/θ.

#import common/cg
#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> shell: Shell;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> u: array<vec4<f32>>;        // velocities solved for [m/s]
@group(0) @binding(4) var<storage, read> base: array<vec4<f32>>;     // velocities that members were taken at [m/s]
@group(0) @binding(5) var<storage, read> before: array<vec4<f32>>;   // velocities at the start [m/s]
@group(0) @binding(6) var<storage, read_write> ways: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&ways) || is_idle(params.phase)) {
        return;
    }
    if (params.mode == TERM) {
        ways[i] = vec4<f32>(u[i].xyz - base[i].xyz, 0.0);
        return;
    }
    let end = base[i].xyz - before[i].xyz * (1.0 - shell.theta);
    ways[i] = vec4<f32>(end * (1.0 / shell.theta), 0.0);
}
