// The length of differences (Knoll and Keyes 2004): the largest displacement h ε |u| of a spring's one end as seen from its
// other becomes 4 √eps of the mean edge: over √eps, rounding was the larger error. One workgroup.

#import common/cg
#import common/implicit
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<storage, read> maxima: array<f32>;     // squares of relative velocities [m²/s²]
@group(0) @binding(3) var<storage, read_write> cg: Cg;

var<workgroup> partial: array<f32, WORKGROUP>;

const ROOT_EPSILON: f32 = 3.4526698e-4;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    var own = 0.0;
    for (var k = local; k < arrayLength(&maxima); k += WORKGROUP) {
        own = max(own, maxima[k]);
    }
    partial[local] = own;
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local < half) {
            partial[local] = max(partial[local], partial[local + half]);
        }
    }
    workgroupBarrier();
    if (local > 0u || is_idle(params.phase)) {
        return;
    }
    cg.epsilon = ROOT_EPSILON;
    if (partial[0] > 0.0) {
        cg.epsilon = 4.0 * ROOT_EPSILON * implicit.edge / (implicit.h * sqrt(partial[0]));
    }
}
