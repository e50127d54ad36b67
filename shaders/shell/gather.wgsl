// What the members do to each particle: each of its slots in their order, and the tension of its edges. With the masses, all of
// A d in OPERATOR.

#import common/cg
#import common/implicit
#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> shell: Shell;
@group(0) @binding(3) var<uniform> cg: Cg;
@group(0) @binding(4) var<storage, read> offsets: array<u32>;         // where each particle's slots begin
@group(0) @binding(5) var<storage, read> slots: array<Slot>;
@group(0) @binding(6) var<storage, read> slopes: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read> strains: array<vec4<f32>>;   // force, stiffness, damping, tension
@group(0) @binding(8) var<storage, read> pulls: array<f32>;
@group(0) @binding(9) var<storage, read> x: array<vec4<f32>>;         // w: inverse masses [1/kg]
@group(0) @binding(10) var<storage, read> u: array<vec4<f32>>;        // velocities [m/s]
@group(0) @binding(11) var<storage, read_write> out: array<vec4<f32>>; // forces [N], or momenta [kg m/s]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&out) || is_idle(params.phase)) {
        return;
    }
    let own = u[i].xyz;
    var sum = vec3<f32>(0.0);
    var drawn = vec3<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let slot = slots[s];
        sum += slopes[slot.slope].xyz * (pulls[slot.member] * slot.sign);
        let tension = strains[slot.member].w;
        if (tension > 0.0) {
            drawn += (own - u[slot.other].xyz) * tension;
        }
    }
    if (params.mode == FORCE) {
        out[i] = vec4<f32>(sum, 0.0);
        return;
    }
    let step = shell.theta * implicit.h;
    drawn *= step * step;
    if (params.mode == TERM) {
        out[i] = vec4<f32>(sum - drawn, 0.0);
        return;
    }
    var mass = 0.0;
    if (x[i].w > 0.0) {
        mass = 1.0 / x[i].w;
    }
    out[i] = vec4<f32>(sum + drawn + own * mass, 0.0);
}
