// The end of an implicit substep: where velocities lead, and what contact does to bodies.

#import common/contact
#import common/guide

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;              // positions [m], inverse masses [1/kg]
@group(0) @binding(4) var<storage, read> r: array<vec4<f32>>;              // residual [kg m/s]
@group(0) @binding(5) var<storage, read> guides: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> u: array<vec4<f32>>;        // velocities [m/s]
@group(0) @binding(7) var<storage, read_write> impulses: array<vec4<f32>>; // of contact [kg m/s]; w: the body's number, from 1
@group(0) @binding(8) var<storage, read_write> p: array<vec4<f32>>;        // positions aimed at [m]
@group(0) @binding(9) var<storage, read_write> slots: array<vec4<f32>>;    // forces on bodies [N]; w: the body's number, from 1

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x) || x[i].w == 0.0) {
        return;
    }
    let name = abs(impulses[i].w);
    let filter_at = guides[3u * i + 2u];
    if (name > 0.0 && filter_at.w == BESIDE) {
        let body = bodies[u32(name) - 1u];
        let place = x[i].xyz + u[i].xyz * contact.h;
        let relative = u[i].xyz - velocity_at(body, pose_at(body, params.end), place);
        let along = relative - filter_at.xyz * dot(relative, filter_at.xyz);
        // Friction brakes, and does no more.
        if (dot(along, impulses[i].xyz) > 0.0) {
            u[i] = vec4<f32>(u[i].xyz - along, 0.0);
        }
    }
    p[i] = vec4<f32>(x[i].xyz + u[i].xyz * contact.h, x[i].w);
    if (contact.count == 0u) {
        return;
    }
    if (name == 0.0) {
        slots[i * SLOTS].w = 0.0;
        return;
    }
    let kept = r[i].xyz - filtered(filter_at, r[i].xyz);
    slots[i * SLOTS] = vec4<f32>((kept - impulses[i].xyz) * (1.0 / contact.h), name);
    slots[i * SLOTS + 1u].w = 0.0;
    // The next step begins with whom was touched, and whether he held.
    impulses[i].w = select(name, -name, filter_at.w == HELD);
}
