// On to the ghost mesh, A t: the product A M⁻¹ Aᵀ d, or what is left of the way from the ghost mesh to where contact has
// put it, or of its change of velocity.

#import common/cg
#import common/developable
#import common/invocation

const CLEAR: u32 = 3u; // nothing

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;         // where each vertex's terms begin
@group(0) @binding(3) var<storage, read> shares: array<Share>;
@group(0) @binding(4) var<storage, read> lifted: array<vec4<f32>>;    // t
@group(0) @binding(5) var<storage, read> x: array<vec4<f32>>;         // vertices [m], inverse masses [1/kg]
@group(0) @binding(6) var<storage, read> after: array<vec4<f32>>;     // positions or velocities with contact
@group(0) @binding(7) var<storage, read> before: array<vec4<f32>>;    // and without it
@group(0) @binding(8) var<storage, read_write> out: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x) || is_idle(params.phase)) {
        return;
    }
    var sum = vec3<f32>(0.0);
    if (x[i].w > 0.0 && params.mode != CLEAR) {
        for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
            sum += lifted[shares[s].item].xyz * shares[s].share;
        }
        if (params.mode == TERM) {
            sum = (after[i].xyz - before[i].xyz) - sum;
        }
    }
    out[i] = vec4<f32>(sum, 0.0);
}
