// The start of a Newton step: no multiplier yet, the residual −C, and per workgroup r·z and the largest error.

#import common/cg
#import common/developable
#import common/worst

struct Strain {
    value: f32, // C
    error: f32,
}

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> ways: array<vec4<f32>>;      // w: of the diagonal
@group(0) @binding(4) var<storage, read> strains: array<Strain>;
@group(0) @binding(5) var<storage, read_write> lambda: array<f32>;
@group(0) @binding(6) var<storage, read_write> total: array<f32>; // of all Newton steps; at the start, of the step before
@group(0) @binding(7) var<storage, read_write> r: array<f32>;
@group(0) @binding(8) var<storage, read_write> z: array<f32>;
@group(0) @binding(9) var<storage, read_write> d: array<f32>;
@group(0) @binding(10) var<storage, read_write> sums: array<Sum>; // per workgroup

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if (is_idle(params.phase)) {
        return;
    }
    let i = invocation(id, groups);
    var term = Sum(0.0, 0.0);
    if (i < arrayLength(&strains)) {
        let left = -strains[i].value;
        var along = left / (ways[i].w * (1.0 + developable.easing));
        var sum = total[i] + lambda[i];
        // Where errors are small from the start they may be rounding, which is not to come back step by step.
        if (cg.newton == 0u && cg.residual <= developable.tolerance) {
            sum = 0.0;
        }
        if (cg.state == START) {
            along = total[i];
            sum = 0.0;
        }
        lambda[i] = 0.0;
        total[i] = sum;
        r[i] = left;
        z[i] = along;
        d[i] = 0.0;
        term = Sum(left * along, strains[i].error);
    }
    let worst = sum_and_worst(term, local);
    if (local == 0u && i / WORKGROUP < arrayLength(&sums)) {
        sums[i / WORKGROUP] = worst;
    }
}
