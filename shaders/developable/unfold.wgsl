// From the top down, the parts of one height: v = G g − Eᵀ v of those around.

#import common/cg
#import common/dissection
#import common/invocation

@group(0) @binding(0) var<uniform> params: Lines;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> lines: array<Line>;
@group(0) @binding(3) var<storage, read> places: array<Place>;
@group(0) @binding(4) var<storage, read> around: array<u32>;
@group(0) @binding(5) var<storage, read> blocks: array<f32>;
@group(0) @binding(6) var<storage, read> folded: array<f32>;        // g
@group(0) @binding(7) var<storage, read_write> unfolded: array<f32>; // v

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= params.count || is_idle(params.phase)) {
        return;
    }
    let line = lines[params.first + i];
    let place = places[line.part];
    var sum = 0.0;
    for (var k = 0u; k < place.count; k++) {
        sum += blocks[place.blocks + k * place.count + line.unknown] * folded[place.own + k];
    }
    let rows = place.blocks + place.count * (place.count + place.rim) + line.unknown;
    for (var k = 0u; k < place.rim; k++) {
        sum -= blocks[rows + k * place.count] * unfolded[around[place.around + k]];
    }
    unfolded[place.own + line.unknown] = sum;
}
