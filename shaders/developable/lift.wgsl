// Back from the ghost mesh, t = M⁻¹ Aᵀ λ: for the product A M⁻¹ Aᵀ λ, or at last, when the unknowns are moved by it, or made
// faster.
//
// Contact is a blow at the end of a step. What was before is moved along, as if the way after it had always been gone: else BDF2
// would take the blow for an acceleration, and go on with it.

#import common/cg
#import common/developable
#import common/invocation

const PRODUCT: u32 = 0u;
const MOVE: u32 = 1u;
const HASTEN: u32 = 2u;

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> offsets: array<u32>;           // where each unknown's vertices begin
@group(0) @binding(4) var<storage, read> shares: array<Share>;
@group(0) @binding(5) var<storage, read> u: array<vec4<f32>>;           // λ, or a direction
@group(0) @binding(6) var<storage, read_write> y: array<vec4<f32>>;     // unknowns [m], inverse masses [1/kg]
@group(0) @binding(7) var<storage, read_write> rates: array<vec4<f32>>; // velocities, and those before [m/s]
@group(0) @binding(8) var<storage, read_write> moves: array<vec4<f32>>; // way of this step, and of the one before [m]
@group(0) @binding(9) var<storage, read_write> lifted: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&y) || is_idle(params.phase)) {
        return;
    }
    var sum = vec3<f32>(0.0);
    if (y[i].w > 0.0) {
        for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
            sum += u[shares[s].item].xyz * shares[s].share;
        }
    }
    sum *= y[i].w;
    lifted[i] = vec4<f32>(sum, 0.0);
    // What nothing has touched keeps its bits.
    if (params.mode == PRODUCT || all(sum == vec3<f32>(0.0))) {
        return;
    }
    if (params.mode == MOVE) {
        y[i] = vec4<f32>(y[i].xyz + sum, y[i].w);
        return;
    }
    rates[2u * i] = vec4<f32>(rates[2u * i].xyz + sum, 0.0);
    rates[2u * i + 1u] = vec4<f32>(rates[2u * i + 1u].xyz + sum, 0.0);
    moves[2u * i + 1u] = vec4<f32>(moves[2u * i + 1u].xyz + sum * developable.h, 0.0);
}
