// From the leaves up, the parts of one height: what is given to a part's own unknowns, g, and what it gives on to those
// around it, c = g − E g of its own.

#import common/cg
#import common/dissection
#import common/invocation

@group(0) @binding(0) var<uniform> params: Lines;
@group(0) @binding(1) var<uniform> cg: Cg;
@group(0) @binding(2) var<storage, read> lines: array<Line>;
@group(0) @binding(3) var<storage, read> places: array<Place>;
@group(0) @binding(4) var<storage, read> origins: array<Origin>;
@group(0) @binding(5) var<storage, read> blocks: array<f32>;
@group(0) @binding(6) var<storage, read> pressed: array<f32>;
@group(0) @binding(7) var<storage, read_write> folded: array<f32>; // g
@group(0) @binding(8) var<storage, read_write> passed: array<f32>; // c, part after part

fn gathered(place: Place, unknown: u32) -> f32 {
    var sum = 0.0;
    if (unknown < place.count) {
        sum = pressed[place.own + unknown];
    }
    let origin = origins[place.origins + unknown];
    if (origin.near != NOWHERE) {
        sum += passed[origin.near];
    }
    if (origin.far != NOWHERE) {
        sum += passed[origin.far];
    }
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= params.count || is_idle(params.phase)) {
        return;
    }
    let line = lines[params.first + i];
    let place = places[line.part];
    var sum = gathered(place, line.unknown);
    if (line.unknown < place.count) {
        folded[place.own + line.unknown] = sum;
        return;
    }
    let rim = line.unknown - place.count;
    let column = place.blocks + place.count * place.count + rim;
    for (var k = 0u; k < place.count; k++) {
        sum -= blocks[column + k * place.rim] * gathered(place, k);
    }
    passed[place.around + rim] = sum;
}
