// The midpoints of every triangle, for drawing: where they are, and how they move.

#import common/developable
#import common/invocation

@group(0) @binding(0) var<storage, read> offsets: array<u32>;                // where each midpoint's terms begin
@group(0) @binding(1) var<storage, read> shares: array<Share>;
@group(0) @binding(2) var<storage, read> y: array<vec4<f32>>;                // unknowns [m]
@group(0) @binding(3) var<storage, read> rates: array<vec4<f32>>;            // their velocities, and those before [m/s]
@group(0) @binding(4) var<storage, read_write> middles: array<vec4<f32>>;      // [m]
@group(0) @binding(5) var<storage, read_write> middle_rates: array<vec4<f32>>; // [m/s]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&middles)) {
        return;
    }
    var place = vec3<f32>(0.0);
    var rate = vec3<f32>(0.0);
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let term = shares[s];
        place += y[term.item].xyz * term.share;
        rate += rates[2u * term.item].xyz * term.share;
    }
    middles[i] = vec4<f32>(place, 0.0);
    middle_rates[i] = vec4<f32>(rate, 0.0);
}
