// Adds the workgroups' sums and takes the volume constraint's multiplier: λ = -k (V - V_target) / Σ w|g|².

#import common/reduce
#import common/sim

@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read> sums: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> multiplier: array<f32>; // λ, V [m³]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    var term = vec2<f32>(0.0);
    for (var i = local; i < arrayLength(&sums); i += WORKGROUP) {
        term += sums[i].xy;
    }
    let total = reduce(term, local);
    if (local == 0u) {
        multiplier[0] = -sim.volume * (total.x - sim.volume_target) / max(total.y, 1e-30);
        multiplier[1] = total.x;
    }
}
