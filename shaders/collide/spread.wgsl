// Contact of triangles, as their corners feel it: the deepest of a particle's triangles moves it out, all its corners by the same
// way, and from then on they move only beside that contact's normal.

#import common/cg
#import common/contact
#import common/cross
#import common/guide
#import common/implicit

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> offsets: array<u32>;              // where a vertex's triangles start
@group(0) @binding(4) var<storage, read> incident: array<u32>;             // triangles of the vertices
@group(0) @binding(5) var<storage, read> inner: array<vec4<f32>>;          // two per triangle: normal and push [m/s]; in w the body
@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;              // positions [m], inverse masses [1/kg]
@group(0) @binding(7) var<storage, read_write> u: array<vec4<f32>>;        // velocities [m/s]
@group(0) @binding(8) var<storage, read_write> impulses: array<vec4<f32>>; // of contact [kg m/s]; w: the body's number, from 1
@group(0) @binding(9) var<storage, read_write> guides: array<vec4<f32>>;
@group(0) @binding(10) var<storage, read_write> changed: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x) || is_unseen(params.again)) {
        return;
    }
    let filter_at = guides[3u * i + 2u];
    if (x[i].w == 0.0 || (filter_at.w == ALONG && impulses[i].w == 0.0)) {
        return;
    }
    var deepest = vec4<f32>(0.0);
    var name = 0.0;
    for (var k = offsets[i]; k < offsets[i + 1u]; k++) {
        let contact_at = inner[2u * incident[k]];
        if (contact_at.w > deepest.w) {
            deepest = contact_at;
            name = inner[2u * incident[k] + 1u].w;
        }
    }
    if (deepest.w == 0.0) {
        return;
    }
    let n = deepest.xyz;
    u[i] = vec4<f32>(u[i].xyz + n * deepest.w, 0.0);
    impulses[i] = vec4<f32>(impulses[i].xyz + n * (deepest.w / x[i].w), name);
    if ((implicit.modes & PRINTED) != 0u) {
        return;
    }
    if (filter_at.w == FREE) {
        guides[3u * i + 2u] = vec4<f32>(n, BESIDE);
    }
    if (filter_at.w == BESIDE) {
        let line = add_cross(vec3<f32>(0.0), filter_at.xyz, n);
        let norm = length(line);
        if (norm > 0.1) {
            guides[3u * i + 1u].w = 0.0;
            guides[3u * i + 2u] = vec4<f32>(line * (1.0 / norm), ALONG);
        }
    }
    if (params.again == 0u) {
        atomicOr(&changed[0], ASKED);
    }
}
