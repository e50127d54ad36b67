// The next Newton step: members are taken where the solution leads. A step that went too far is cut instead. In ALWAYS, the
// first: members are taken where the velocities at the start lead.

#import common/cg
#import common/implicit
#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> shell: Shell;
@group(0) @binding(3) var<uniform> cg: Cg;
@group(0) @binding(4) var<storage, read> x: array<vec4<f32>>;             // w: inverse masses [1/kg]
@group(0) @binding(5) var<storage, read> places: array<Place>;            // of the positions
@group(0) @binding(6) var<storage, read_write> at: array<Place>;          // where members are taken
@group(0) @binding(7) var<storage, read_write> base: array<vec4<f32>>;    // velocities that members are taken at [m/s]
@group(0) @binding(8) var<storage, read_write> last: array<vec4<f32>>;    // those before [m/s]
@group(0) @binding(9) var<storage, read_write> u: array<vec4<f32>>;       // velocities solved for [m/s]
@group(0) @binding(10) var<storage, read_write> changed: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    if (params.phase == ALWAYS) {
        base[i] = vec4<f32>(u[i].xyz, 0.0);
        at[i] = moved(places[i], u[i].xyz * implicit.h);
        return;
    }
    if (cg.done != 0u || cg.state != REVIEW) {
        return;
    }
    if (cg.cuts == 0u) {
        last[i] = base[i];
    } else if (x[i].w > 0.0) {
        u[i] = vec4<f32>(last[i].xyz + (u[i].xyz - last[i].xyz) * cg.share, 0.0);
    }
    base[i] = vec4<f32>(u[i].xyz, 0.0);
    at[i] = moved(places[i], u[i].xyz * implicit.h);
    if (i == 0u) {
        atomicOr(&changed[0], MOVED);
    }
}
