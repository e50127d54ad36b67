// The limit of strain, looked at when a solve seems to have ended: a spring whose way would end beyond its limit is stiffer from
// then on, until it is not drawn any more. Each particle looks at its own springs; both ends find the same. A spring that would
// end beyond all the same, since it turns or since the rounds are used up, is reported.

#import common/cg
#import common/implicit
#import common/invocation

struct Spring {
    other: u32,       // the particle at its other end
    rest_length: f32, // [m]
    stiffness: f32,   // [N/m]
    damping: f32,     // [N·s/m]
}

@group(0) @binding(0) var<uniform> implicit: Implicit;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;           // where each particle's springs begin
@group(0) @binding(3) var<storage, read> springs: array<Spring>;
@group(0) @binding(4) var<storage, read> x: array<vec4<f32>>;           // positions [m]
@group(0) @binding(5) var<storage, read> u: array<vec4<f32>>;           // velocities [m/s]
@group(0) @binding(6) var<storage, read_write> limited: array<u32>;     // NEVER and the other states
@group(0) @binding(7) var<storage, read_write> changed: array<atomic<u32>>; // whether something changed; whether a limit is not kept

// How often springs may come to their limit in a step; after that they only come back, so that the step ends and none pushes.
const REACHES: u32 = 16u;

// Further beyond its limit than this share of the allowed way, a spring has not kept it.
const MISSED: f32 = 0.1;

const NEVER: u32 = 0u;  // has no limit
const BEYOND: u32 = 1u;
const BELOW: u32 = 2u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x) || cg.done != 0u || cg.state != REVIEW) {
        return;
    }
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        if (limited[s] == NEVER) {
            continue;
        }
        let spring = springs[s];
        let l = x[i].xyz - x[spring.other].xyz;
        let du = u[i].xyz - u[spring.other].xyz;
        let norm = length(l);
        if (norm == 0.0) {
            continue;
        }
        // As long as the force is linear in the velocities, so is what it is judged by.
        let drawn = norm + implicit.h * dot(l, du) / norm - implicit.limit * spring.rest_length;
        let allowed = limited[s] == BEYOND || cg.rounds < REACHES;
        let next = select(BELOW, BEYOND, drawn > 0.0 && allowed);
        if (next != limited[s]) {
            limited[s] = next;
            atomicMax(&changed[0], 1u);
        }
        let missed = MISSED * (implicit.limit - 1.0) * spring.rest_length;
        if (length(l + du * implicit.h) > implicit.limit * spring.rest_length + missed) {
            atomicMax(&changed[1], 1u);
        }
    }
}
