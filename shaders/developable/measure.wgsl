// How far each row is from being kept, its derivative, and its place on the diagonal of J W Jᵀ.

#import common/cg
#import common/developable
#import common/invocation

// A length, or along an axis the difference of two points, or the way to a pin.
struct Row {
    rest: f32,   // length at rest [m]; 0 for a row along an axis
    axis: u32,
    vertex: u32, // whose pin it leads to, or JOINED
    first: u32,  // where its terms begin
}

struct Strain {
    value: f32, // what is to become 0
    error: f32, // of a length, or along an axis by the mean edge
}

const JOINED: u32 = 0xffffffffu;

const TAKE: u32 = 0u; // derivatives are taken where the rows are measured
const KEEP: u32 = 1u; // they stay as they are

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> rows: array<Row>;           // one more than there are
@group(0) @binding(4) var<storage, read> shares: array<Share>;
@group(0) @binding(5) var<storage, read> y: array<vec4<f32>>;        // unknowns [m]
@group(0) @binding(6) var<storage, read> moves: array<vec4<f32>>;    // way of this step; w: softness [1/kg]
@group(0) @binding(7) var<storage, read> p: array<vec4<f32>>;        // where pins lead [m]; w: 0 where they hold
@group(0) @binding(8) var<storage, read_write> ways: array<vec4<f32>>;    // derivative [1/m]; w: of the diagonal [1/kg/m²]
@group(0) @binding(9) var<storage, read_write> strains: array<Strain>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&strains) || is_idle(params.phase)) {
        return;
    }
    let row = rows[i];
    let one = shares[row.first].item;
    var origin = y[one].xyz;
    var moved = moves[2u * one].xyz;
    if (row.vertex != JOINED) {
        origin = p[row.vertex].xyz;
        moved = vec3<f32>(0.0);
    }
    var l = vec3<f32>(0.0);
    var soft = 0.0;
    for (var s = row.first; s < rows[i + 1u].first; s++) {
        let term = shares[s];
        let way = moves[2u * term.item];
        l += ((y[term.item].xyz - origin) + (way.xyz - moved)) * term.share;
        soft += term.share * term.share * way.w;
    }
    // What nothing can change is left out, and so is a pin that does not hold.
    var free = soft > 0.0;
    if (row.vertex != JOINED) {
        free = free && p[row.vertex].w == 0.0;
    }
    if (!free) {
        ways[i] = vec4<f32>(0.0, 0.0, 0.0, 1.0);
        strains[i] = Strain(0.0, 0.0);
        return;
    }
    if (row.rest > 0.0) {
        if (params.mode == TAKE) {
            let way = l * (1.0 / (row.rest * row.rest));
            ways[i] = vec4<f32>(way, soft * dot(way, way));
        }
        strains[i] = Strain((dot(l, l) / (row.rest * row.rest) - 1.0) * 0.5, abs(length(l) / row.rest - 1.0));
        return;
    }
    var way = vec3<f32>(0.0);
    way[row.axis] = 1.0 / developable.edge;
    let apart = dot(way, l);
    ways[i] = vec4<f32>(way, soft * dot(way, way));
    strains[i] = Strain(apart, abs(apart));
}
