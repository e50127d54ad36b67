// The start of a shell's substep: positions in fixed point, unless they are known, and members are taken there.

#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> shell: Shell;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;             // positions [m], inverse masses [1/kg]
@group(0) @binding(2) var<storage, read> v: array<vec4<f32>>;             // velocities [m/s]
@group(0) @binding(3) var<storage, read_write> places: array<Place>;      // of the positions
@group(0) @binding(4) var<storage, read_write> at: array<Place>;          // where members are taken
@group(0) @binding(5) var<storage, read_write> before: array<vec4<f32>>;  // velocities at the start [m/s]
@group(0) @binding(6) var<storage, read_write> base: array<vec4<f32>>;    // velocities that members are taken at [m/s]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    // What has moved otherwise than by the last step has a new place.
    if (any(shown(places[i]) != x[i].xyz)) {
        places[i] = placed(x[i].xyz);
    }
    at[i] = places[i];
    before[i] = vec4<f32>(v[i].xyz, 0.0);
    base[i] = vec4<f32>(0.0);
}
