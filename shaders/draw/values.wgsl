// The value that each vertex shows: strain, curvature or speed.

#import common/invocation
#import draw/looks

const STRETCH: u32 = 1u;
const BENDING: u32 = 2u;
const SPEED: u32 = 3u;
// Curvature of the rest shape, into the rest shape itself.
const REST: u32 = 4u;

@group(0) @binding(0) var<uniform> mode: vec4<u32>;                   // x: one of the above
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;         // positions [m]
@group(0) @binding(2) var<storage, read> v: array<vec4<f32>>;         // velocities [m/s]
@group(0) @binding(3) var<storage, read> triangles: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> offsets: array<u32>;
@group(0) @binding(5) var<storage, read> incident: array<u32>;
@group(0) @binding(6) var<storage, read> rest: array<Rest>;
@group(0) @binding(7) var<storage, read_write> looks: array<Look>;

// The principal strain of a triangle that is farther from zero.
fn strain(t: vec3<u32>) -> f32 {
    let r1 = rest[t.y].position.xyz - rest[t.x].position.xyz;
    let r2 = rest[t.z].position.xyz - rest[t.x].position.xyz;
    let length1 = length(r1);
    let along = dot(r2, r1) / length1;
    let height = sqrt(max(dot(r2, r2) - along * along, 0.0));
    let a = (x[t.y].xyz - x[t.x].xyz) / length1;
    let b = ((x[t.z].xyz - x[t.x].xyz) - a * along) / height;
    // Eigenvalues of the right Cauchy–Green tensor are the squares of the principal stretches.
    let mean = 0.5 * (dot(a, a) + dot(b, b));
    let radius = sqrt(pow(0.5 * (dot(a, a) - dot(b, b)), 2.0) + pow(dot(a, b), 2.0));
    let most = sqrt(mean + radius) - 1.0;
    let least = sqrt(max(mean - radius, 0.0)) - 1.0;
    return select(least, most, most >= -least);
}

fn mean_strain(i: u32) -> f32 {
    var sum = 0.0;
    for (var n = offsets[i]; n < offsets[i + 1u]; n++) {
        sum += strain(triangles[incident[n]].xyz);
    }
    return sum / f32(max(offsets[i + 1u] - offsets[i], 1u));
}

fn cotangent(a: vec3<f32>, b: vec3<f32>) -> f32 {
    return dot(a, b) / max(length(cross(a, b)), 1.0e-20);
}

// Mean curvature [1/m] inside the surface, from the cotangent Laplacian; positive where the front is hollow.
fn inner_curvature(i: u32) -> f32 {
    let p = x[i].xyz;
    var laplacian = vec3<f32>(0.0);
    var normal = vec3<f32>(0.0);
    for (var n = offsets[i]; n < offsets[i + 1u]; n++) {
        let t = turned(triangles[incident[n]].xyz, i);
        let a = x[t.y].xyz - p;
        let b = x[t.z].xyz - p;
        laplacian += a * cotangent(-b, a - b) + b * cotangent(-a, b - a);
        normal += cross(a, b);
    }
    // The sum of the cross products is six times a third of the area around.
    let area = length(normal) / 6.0;
    return 0.25 * dot(laplacian, normalize(normal)) / max(area, 1.0e-20);
}

// On the boundary, the mean of the neighbours inside.
fn curvature(i: u32) -> f32 {
    if (rest[i].position.w == 0.0) {
        return inner_curvature(i);
    }
    var sum = 0.0;
    var count = 0.0;
    for (var n = offsets[i]; n < offsets[i + 1u]; n++) {
        let t = turned(triangles[incident[n]].xyz, i);
        if (rest[t.y].position.w == 0.0) {
            sum += inner_curvature(t.y);
            count += 1.0;
        }
        if (rest[t.z].position.w == 0.0) {
            sum += inner_curvature(t.z);
            count += 1.0;
        }
    }
    return sum / max(count, 1.0);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    var value = 0.0;
    switch (mode.x) {
        case STRETCH: { value = mean_strain(i); }
        case BENDING: { value = curvature(i) - rest[i].normal.w; }
        case SPEED: { value = length(v[i].xyz); }
        case REST: { value = curvature(i); }
        default: {}
    }
    looks[i].normal.w = value;
}
