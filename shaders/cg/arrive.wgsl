// The velocities arrive where the iterations lead: u += s, and s begins anew. That is when a residual is about to be taken or
// contact looks at u, and at last with the mode ENDED; until then s adds up apart, where small steps keep their digits.

#import common/cg
#import common/implicit
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read_write> u: array<vec4<f32>>;     // velocities [m/s]
@group(0) @binding(4) var<storage, read_write> steps: array<vec4<f32>>; // s [m/s]

const ENDED: u32 = 1u; // the loop is over

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    let looked = (implicit.modes & HOOKED) != 0u && !is_unseen(0u);
    let underway = cg.state == RUN && !looked && params.mode != ENDED;
    if (i >= arrayLength(&u) || cg.done != 0u || underway) {
        return;
    }
    u[i] = vec4<f32>(u[i].xyz + steps[i].xyz, 0.0);
    steps[i] = vec4<f32>(0.0);
}
