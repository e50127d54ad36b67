// Force and torque of the cloth on each body, about the body's origin, in a fixed order. One workgroup per body: each
// invocation takes every 64th patch that has the body in reach.

#import common/contact

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> patches: array<u32>;
@group(0) @binding(4) var<storage, read> x: array<vec4<f32>>;             // positions where the substep ends [m]
@group(0) @binding(5) var<storage, read> slots: array<vec4<f32>>;         // forces on bodies [N]
@group(0) @binding(6) var<storage, read_write> wrenches: array<vec4<f32>>; // mean force [N] and torque [N·m] of the step

var<workgroup> forces: array<vec4<f32>, WORKGROUP>;
var<workgroup> torques: array<vec4<f32>, WORKGROUP>;

// The force of a particle on a body, which it may have met twice in a substep: between iterations, and on its way. No loop, for a
// driver may limit how many rounds an invocation makes in all.
fn force_on(i: u32, name: f32) -> vec3<f32> {
    var sum = vec3<f32>(0.0);
    let first = slots[i * SLOTS];
    if (first.w == name) {
        sum = first.xyz;
    }
    if (first.w == 0.0) {
        return sum;
    }
    let second = slots[i * SLOTS + 1u];
    if (second.w == name) {
        sum += second.xyz;
    }
    if (second.w == 0.0) {
        return sum;
    }
    let third = slots[i * SLOTS + 2u];
    if (third.w == name) {
        sum += third.xyz;
    }
    if (third.w == 0.0) {
        return sum;
    }
    let fourth = slots[i * SLOTS + 3u];
    if (fourth.w == name) {
        sum += fourth.xyz;
    }
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let b = group.x + group.y * groups.x;
    var force = vec3<f32>(0.0);
    var torque = vec3<f32>(0.0);
    if (b < contact.count) {
        let origin = pose_at(bodies[b], params.end).position;
        let stride = stride_of(contact.count);
        let name = f32(b + 1u);
        for (var at = local * stride; at < arrayLength(&patches); at += WORKGROUP * stride) {
            if ((patches[at + WORKGROUP + b / 32u] & (1u << (b % 32u))) == 0u) {
                continue;
            }
            for (var k = 0u; k < WORKGROUP; k++) {
                let i = patches[at + k];
                if (i == NOBODY) {
                    break;
                }
                let f = force_on(i, name);
                force += f;
                torque = add_cross(torque, x[i].xyz - origin, f);
            }
        }
    }
    forces[local] = vec4<f32>(force, 0.0);
    torques[local] = vec4<f32>(torque, 0.0);
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local < half) {
            forces[local] += forces[local + half];
            torques[local] += torques[local + half];
        }
    }
    workgroupBarrier();
    if (local > 0u || b >= contact.count) {
        return;
    }
    let f = forces[0] * contact.share;
    let t = torques[0] * contact.share;
    if (params.first == 1u) {
        wrenches[2u * b] = f;
        wrenches[2u * b + 1u] = t;
    } else {
        wrenches[2u * b] += f;
        wrenches[2u * b + 1u] += t;
    }
}
