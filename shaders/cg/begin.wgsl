// The start of an implicit substep: velocities decay, held particles get those of their pins, and nothing is solved yet.

#import common/cg
#import common/guide
#import common/implicit
#import common/invocation

@group(0) @binding(0) var<uniform> implicit: Implicit;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;            // positions [m], inverse masses [1/kg]
@group(0) @binding(2) var<storage, read_write> p: array<vec4<f32>>;      // positions aimed at [m]
@group(0) @binding(3) var<storage, read_write> v: array<vec4<f32>>;      // velocities at the start [m/s]
@group(0) @binding(4) var<storage, read_write> u: array<vec4<f32>>;      // velocities solved for [m/s]
@group(0) @binding(5) var<storage, read_write> impulses: array<vec4<f32>>; // of constraints [kg m/s]; w: the body's number, from 1
@group(0) @binding(6) var<storage, read_write> guides: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read_write> cg: Cg;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    if (i == 0u) {
        cg = Cg(0u, 0u, START, 0u, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0u, 0u, 0.0, 0u, 0u, 3.0e38, 0u, 0.0, 0u);
        // √eps, as printed; scaled differences choose their own.
        cg.epsilon = 3.4526698e-4;
    }
    let position = x[i];
    // Whom a particle touched at the end of the last step it may touch still.
    impulses[i] = vec4<f32>(0.0, 0.0, 0.0, select(0.0, impulses[i].w, (implicit.modes & HOOKED) != 0u));
    guides[3u * i].w = 0.0;
    var velocity = v[i].xyz * implicit.damping;
    if (position.w == 0.0) {
        velocity = (p[i].xyz - position.xyz) * (1.0 / implicit.h);
        guides[3u * i + 2u] = vec4<f32>(0.0, 0.0, 0.0, HELD);
    } else {
        p[i] = vec4<f32>(position.xyz + velocity * implicit.h, position.w);
        guides[3u * i + 2u] = vec4<f32>(0.0, 0.0, 0.0, FREE);
    }
    v[i] = vec4<f32>(velocity, 0.0);
    u[i] = vec4<f32>(velocity, 0.0);
}
