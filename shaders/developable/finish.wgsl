// The end of a step, before contact: unknowns go their way, and get the velocity of it.

#import common/developable
#import common/invocation

@group(0) @binding(0) var<uniform> developable: Developable;
@group(0) @binding(1) var<storage, read> history: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;     // unknowns [m], inverse masses [1/kg]
@group(0) @binding(3) var<storage, read_write> rates: array<vec4<f32>>; // velocities, and those before [m/s]
@group(0) @binding(4) var<storage, read_write> moves: array<vec4<f32>>; // way of this step, and of the one before [m]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&y)) {
        return;
    }
    let order = order_of(history[0], developable.first_order);
    let moved = moves[2u * i].xyz;
    let last = moves[2u * i + 1u].xyz;
    rates[2u * i] = vec4<f32>((moved - last * order.carry) * (1.0 / (order.part * developable.h)), 0.0);
    y[i] = vec4<f32>(y[i].xyz + moved, y[i].w);
    // What is measured from here on is at the end of the way.
    moves[2u * i] = vec4<f32>(0.0, 0.0, 0.0, moves[2u * i].w);
    moves[2u * i + 1u] = vec4<f32>(moved, 0.0);
}
