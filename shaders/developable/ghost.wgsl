// The ghost mesh: where its vertices are, and how they move; after contact, how far that is from where contact has put them.

#import common/developable
#import common/worst

struct Stage {
    mode: u32,
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

const AFTER: u32 = 1u;

@group(0) @binding(0) var<uniform> params: Stage;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;         // where each vertex's terms begin
@group(0) @binding(3) var<storage, read> shares: array<Share>;
@group(0) @binding(4) var<storage, read> y: array<vec4<f32>>;         // unknowns [m]
@group(0) @binding(5) var<storage, read> rates: array<vec4<f32>>;     // their velocities, and those before [m/s]
@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;         // vertices [m], inverse masses [1/kg]
@group(0) @binding(7) var<storage, read_write> p: array<vec4<f32>>;   // vertices aimed at [m]
@group(0) @binding(8) var<storage, read_write> u: array<vec4<f32>>;   // their velocities [m/s]
@group(0) @binding(9) var<storage, read_write> gaps: array<f32>;      // per workgroup [m]

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = invocation(id, groups);
    var gap = 0.0;
    if (i < arrayLength(&x)) {
        var place = vec3<f32>(0.0);
        var velocity = vec3<f32>(0.0);
        let origin = y[shares[offsets[i]].item].xyz;
        for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
            let term = shares[s];
            place += (y[term.item].xyz - origin) * term.share;
            velocity += rates[2u * term.item].xyz * term.share;
        }
        place += origin;
        if (x[i].w > 0.0) {
            u[i] = vec4<f32>(velocity, 0.0);
            if (params.mode == AFTER) {
                gap = length(place - x[i].xyz);
            } else {
                p[i] = vec4<f32>(place, x[i].w);
            }
        } else if (params.mode != AFTER) {
            // A held vertex is where its pin is.
            u[i] = vec4<f32>((p[i].xyz - x[i].xyz) * (1.0 / developable.h), 0.0);
        }
    }
    let worst = sum_and_worst(Sum(0.0, gap), local).worst;
    if (local == 0u && i / WORKGROUP < arrayLength(&gaps)) {
        gaps[i / WORKGROUP] = worst;
    }
}
