// Springs between points inside two triangles. Each vertex that a seam touches sums over its own corners of seams, in their
// order; a vertex may be a corner of both triangles of one.

#import common/cg
#import common/invocation
#import common/spring

struct Seam {
    first: vec4<u32>,          // corners of the first triangle; the fourth is not used
    second: vec4<u32>,         // of the second
    first_weights: vec4<f32>,  // what the corners count in the point inside; their sum is 1
    second_weights: vec4<f32>,
    rest_length: f32,          // [m]
    stiffness: f32,            // [N/m]
    damping: f32,              // [N s/m]
    pad: u32,
}

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> seams: array<Seam>;
@group(0) @binding(4) var<storage, read> listed: array<u32>;          // the vertices that a seam touches
@group(0) @binding(5) var<storage, read> offsets: array<u32>;         // where a listed vertex's items start
@group(0) @binding(6) var<storage, read> items: array<u32>;           // 8 times the seam, and the corner from 0 to 5
@group(0) @binding(7) var<storage, read> x: array<vec4<f32>>;         // positions [m]
@group(0) @binding(8) var<storage, read> u: array<vec4<f32>>;         // velocities, or direction of the product [m/s]
@group(0) @binding(9) var<storage, read_write> out: array<vec4<f32>>; // what the mode says is added

// The way from the second point to the first, from how far the corners are from the first of them, whose own is nothing:
// a seam far from the origin loses no digits. The same of velocities.
fn between(seam: Seam, a1: vec3<f32>, a2: vec3<f32>, b0: vec3<f32>, b1: vec3<f32>, b2: vec3<f32>) -> vec3<f32> {
    let a = seam.first_weights;
    let b = seam.second_weights;
    return a1 * a.y + a2 * a.z - b0 * b.x - b1 * b.y - b2 * b.z;
}

fn way(seam: Seam) -> vec3<f32> {
    let o = x[seam.first.x].xyz;
    return between(
        seam,
        x[seam.first.y].xyz - o,
        x[seam.first.z].xyz - o,
        x[seam.second.x].xyz - o,
        x[seam.second.y].xyz - o,
        x[seam.second.z].xyz - o,
    );
}

fn speed(seam: Seam) -> vec3<f32> {
    let o = u[seam.first.x].xyz;
    return between(
        seam,
        u[seam.first.y].xyz - o,
        u[seam.first.z].xyz - o,
        u[seam.second.x].xyz - o,
        u[seam.second.y].xyz - o,
        u[seam.second.z].xyz - o,
    );
}

// What draws the two points together [N], or the term of that [kg m/s].
fn drawn(seam: Seam) -> vec3<f32> {
    let l = way(seam);
    if (params.mode == FORCE) {
        // Damping is linear in velocities: the term has all of it.
        return pull(seam.rest_length, seam.stiffness, l, l);
    }
    let epsilon = epsilon_of(params.mode, (implicit.modes & FINITE) != 0u);
    return pull_term(seam.rest_length, seam.stiffness, seam.damping, l, speed(seam), epsilon);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = invocation(id, groups);
    if (k >= arrayLength(&listed) || is_idle(params.phase)) {
        return;
    }
    var sum = vec3<f32>(0.0);
    for (var n = offsets[k]; n < offsets[k + 1u]; n++) {
        let seam = items[n] / 8u;
        let corner = items[n] % 8u;
        var weight = 0.0;
        if (corner < 3u) {
            weight = -seams[seam].first_weights[corner];
        } else {
            weight = seams[seam].second_weights[corner - 3u];
        }
        sum += drawn(seams[seam]) * weight;
    }
    if (params.mode == OPERATOR) {
        sum = -sum;
    }
    let i = listed[k];
    out[i] = vec4<f32>(out[i].xyz + sum, 0.0);
}
