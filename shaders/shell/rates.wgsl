// What each member makes of a velocity: the rate of its number along it, and from that its pull in FORCE, TERM and OPERATOR.

#import common/cg
#import common/implicit
#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> shell: Shell;
@group(0) @binding(3) var<uniform> cg: Cg;
@group(0) @binding(4) var<storage, read> members: array<Member>;
@group(0) @binding(5) var<storage, read> slopes: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read> strains: array<vec4<f32>>; // force, stiffness, damping, tension
@group(0) @binding(7) var<storage, read> u: array<vec4<f32>>;       // velocities [m/s]
@group(0) @binding(8) var<storage, read_write> pulls: array<f32>;

fn rate(i: u32) -> f32 {
    let c = members[i].corners;
    if (i >= shell.hinges + shell.faces) {
        let slot = 4u * shell.hinges + 3u * shell.faces + i - shell.hinges - shell.faces;
        return dot(slopes[slot].xyz, u[c.x].xyz - u[c.y].xyz);
    }
    if (i >= shell.hinges) {
        let first = 4u * shell.hinges + 3u * (i - shell.hinges);
        let sum = dot(slopes[first].xyz, u[c.x].xyz) + dot(slopes[first + 1u].xyz, u[c.y].xyz);
        return sum + dot(slopes[first + 2u].xyz, u[c.z].xyz);
    }
    let edge = dot(slopes[4u * i].xyz, u[c.x].xyz) + dot(slopes[4u * i + 1u].xyz, u[c.y].xyz);
    let sum = edge + dot(slopes[4u * i + 2u].xyz, u[c.z].xyz);
    if (members[i].normal.w != 0.0) {
        return sum;
    }
    return sum + dot(slopes[4u * i + 3u].xyz, u[c.w].xyz);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&pulls) || is_idle(params.phase)) {
        return;
    }
    let q = rate(i);
    let strain = strains[i];
    if (params.mode == FORCE) {
        pulls[i] = strain.x - strain.z * q;
        return;
    }
    let step = shell.theta * implicit.h;
    let pull = step * (step * strain.y + strain.z) * q;
    pulls[i] = select(-pull, pull, params.mode == OPERATOR);
}
