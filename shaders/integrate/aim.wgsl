// The end of an implicit substep: where velocities lead, and what contact does to bodies.

#import common/contact
#import common/guide

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;              // positions [m], inverse masses [1/kg]
@group(0) @binding(4) var<storage, read> r: array<vec4<f32>>;              // residual [kg m/s]
@group(0) @binding(5) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read> u: array<vec4<f32>>;        // velocities [m/s]
@group(0) @binding(7) var<storage, read_write> impulses: array<vec4<f32>>; // of contact [kg m/s]; w: the body's number, from 1
@group(0) @binding(8) var<storage, read_write> p: array<vec4<f32>>;        // positions aimed at [m]
@group(0) @binding(9) var<storage, read_write> slots: array<vec4<f32>>;    // forces on bodies [N]; w: the body's number, from 1

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x) || x[i].w == 0.0) {
        return;
    }
    p[i] = vec4<f32>(x[i].xyz + u[i].xyz * contact.h, x[i].w);
    if (contact.count == 0u) {
        return;
    }
    let name = abs(impulses[i].w);
    if (name == 0.0) {
        slots[i * SLOTS].w = 0.0;
        return;
    }
    let filter_at = guides[3u * i + 2u];
    let body = bodies[u32(name) - 1u];
    let relative = u[i].xyz - velocity_at(body, pose_at(body, params.end), p[i].xyz);
    let sliding = relative - filter_at.xyz * dot(relative, filter_at.xyz);
    let kept = r[i].xyz - filtered(filter_at, r[i].xyz);
    let given = impulses[i].xyz - kept - sliding * guides[3u * i + 1u].w;
    slots[i * SLOTS] = vec4<f32>(given * (-1.0 / contact.lasting), name);
    slots[i * SLOTS + 1u].w = 0.0;
    // The next step begins with whom was touched, and whether he held.
    let slow = filter_at.w == HELD || (filter_at.w == BESIDE && length(sliding) < SLOW);
    impulses[i].w = select(name, -name, slow);
}
