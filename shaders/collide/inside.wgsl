// Contact at points inside triangles and edges: the point of each triangle that would end deepest in a body, so that a corner that
// comes between particles does not come through. Triangles keep half the distance that particles keep: on smooth bodies
// these meet first.

#import common/cg
#import common/contact
#import common/field

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> fields: array<f32>;
@group(0) @binding(5) var<storage, read> corners: array<u32>;             // three per triangle
@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;             // positions [m]
@group(0) @binding(7) var<storage, read> u: array<vec4<f32>>;             // velocities [m/s]
@group(0) @binding(8) var<storage, read_write> inner: array<vec4<f32>>;   // two per triangle: normal and push [m/s]; in w the body

// Speed at which a triangle comes out of a body [m/s].
const RECOVERY: f32 = 0.1;

// A triangle where the substep ends.
struct Triangle {
    a: vec3<f32>,
    b: vec3<f32>,
    c: vec3<f32>,
}

// The lowest point of a triangle: its weights, and its distance from the body [m].
struct Lowest {
    weights: vec3<f32>,
    distance: f32,
}

fn point(t: Triangle, w: vec3<f32>) -> vec3<f32> {
    return t.a + (t.b - t.a) * w.y + (t.c - t.a) * w.z;
}

fn lower(body: Body, pose: Pose, t: Triangle, best: Lowest, w: vec3<f32>) -> Lowest {
    if (min(min(w.x, w.y), w.z) < 0.0) {
        return best;
    }
    let s = field(body, to_local(pose, point(t, w)));
    if (s.distance < best.distance) {
        return Lowest(w, s.distance);
    }
    return best;
}

// The lowest of corners, middles and centre; and of points nearer and nearer to that if the triangle may come below `keep`.
fn lowest(body: Body, pose: Pose, t: Triangle, keep: f32) -> Lowest {
    var best = Lowest(vec3<f32>(0.0), 3.0e38);
    best = lower(body, pose, t, best, vec3<f32>(1.0, 0.0, 0.0));
    best = lower(body, pose, t, best, vec3<f32>(0.0, 1.0, 0.0));
    best = lower(body, pose, t, best, vec3<f32>(0.0, 0.0, 1.0));
    best = lower(body, pose, t, best, vec3<f32>(0.5, 0.5, 0.0));
    best = lower(body, pose, t, best, vec3<f32>(0.0, 0.5, 0.5));
    best = lower(body, pose, t, best, vec3<f32>(0.5, 0.0, 0.5));
    best = lower(body, pose, t, best, vec3<f32>(0.3333, 0.3333, 0.3334));
    let edge = max(max(length(t.b - t.a), length(t.c - t.a)), length(t.c - t.b));
    // No point is farther than this from the nearest of the seven.
    if (best.distance > keep + 0.3 * edge) {
        return best;
    }
    for (var step = 0.25; step > 0.01; step *= 0.5) {
        let w = best.weights;
        best = lower(body, pose, t, best, w + vec3<f32>(step, -step, 0.0));
        best = lower(body, pose, t, best, w + vec3<f32>(-step, step, 0.0));
        best = lower(body, pose, t, best, w + vec3<f32>(0.0, step, -step));
        best = lower(body, pose, t, best, w + vec3<f32>(0.0, -step, step));
        best = lower(body, pose, t, best, w + vec3<f32>(step, 0.0, -step));
        best = lower(body, pose, t, best, w + vec3<f32>(-step, 0.0, step));
    }
    return best;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = invocation(id, groups);
    if (2u * k >= arrayLength(&inner) || is_unseen(params.again)) {
        return;
    }
    let i = vec3<u32>(corners[3u * k], corners[3u * k + 1u], corners[3u * k + 2u]);
    let t = Triangle(
        x[i.x].xyz + u[i.x].xyz * contact.h,
        x[i.y].xyz + u[i.y].xyz * contact.h,
        x[i.z].xyz + u[i.z].xyz * contact.h,
    );
    let keep = 0.5 * contact.keep;
    let centre = point(t, vec3<f32>(0.3333, 0.3333, 0.3334));
    let size = max(max(length(t.a - centre), length(t.b - centre)), length(t.c - centre));
    var deepest = vec4<f32>(0.0);
    var name = 0.0;
    for (var b = 0u; b < contact.count; b++) {
        let body = bodies[b];
        // What has no end has no corner.
        if (body.from_position.w < 0.0) {
            continue;
        }
        let pose = pose_at(body, params.end);
        if (length(centre - pose.position) > body.from_position.w + size + keep) {
            continue;
        }
        let found = lowest(body, pose, t, keep);
        if (found.distance >= keep - contact.band) {
            continue;
        }
        let place = point(t, found.weights);
        let n = rotate(pose.rotation, field(body, to_local(pose, place)).normal);
        let moves = Triangle(u[i.x].xyz, u[i.y].xyz, u[i.z].xyz);
        let into = dot(velocity_at(body, pose, place) - point(moves, found.weights), n);
        // It stops, and comes out slowly: as fast as it takes to be out at once it would be thrown.
        let push = min((keep - found.distance) / contact.h, max(into, 0.0) + RECOVERY);
        if (push > deepest.w) {
            deepest = vec4<f32>(n, push);
            name = f32(b + 1u);
        }
    }
    inner[2u * k] = deepest;
    inner[2u * k + 1u] = vec4<f32>(0.0, 0.0, 0.0, name);
}
