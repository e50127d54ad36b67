// Broad phase: the box around each patch of the cloth over a substep, enlarged, against each body; a bit is set where they
// may meet. One workgroup per patch.

#import common/contact

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;            // positions where the substep begins [m]
@group(0) @binding(4) var<storage, read> p: array<vec4<f32>>;            // positions that it aims at [m]
@group(0) @binding(5) var<storage, read_write> patches: array<u32>;      // particles and bits
@group(0) @binding(6) var<storage, read_write> slots: array<vec4<f32>>;  // contact forces [N]; w: the body's number, from 1

var<workgroup> lowest: array<vec4<f32>, WORKGROUP>;
var<workgroup> highest: array<vec4<f32>, WORKGROUP>;
var<workgroup> reached: array<u32, WORKGROUP>;

fn is_in_reach(body: Body, low: vec3<f32>, high: vec3<f32>) -> bool {
    let begin = pose_at(body, params.begin);
    let end = pose_at(body, params.end);
    let margin = max(contact.radius, contact.keep + contact.band) + contact.reach;
    let radius = body.from_position.w;
    if (radius < 0.0) {
        // The corner of the box that is deepest in a half-space, at either end of the substep.
        let n0 = rotate(begin.rotation, vec3<f32>(0.0, 1.0, 0.0));
        let n1 = rotate(end.rotation, vec3<f32>(0.0, 1.0, 0.0));
        let c0 = select(high, low, n0 > vec3<f32>(0.0));
        let c1 = select(high, low, n1 > vec3<f32>(0.0));
        return min(dot(n0, c0 - begin.position), dot(n1, c1 - end.position)) < margin;
    }
    let far = vec3<f32>(radius + margin);
    let body_low = min(begin.position, end.position) - far;
    let body_high = max(begin.position, end.position) + far;
    return all(low <= body_high) && all(high >= body_low);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let patch_first = (group.x + group.y * groups.x) * stride_of(contact.count);
    var particle = NOBODY;
    if (patch_first + local < arrayLength(&patches)) {
        particle = patches[patch_first + local];
    }
    lowest[local] = vec4<f32>(3.0e38);
    highest[local] = vec4<f32>(-3.0e38);
    if (particle != NOBODY) {
        lowest[local] = min(x[particle], p[particle]);
        highest[local] = max(x[particle], p[particle]);
        if (params.again == 0u) {
            slots[particle * SLOTS].w = 0.0;
        }
    }
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local < half) {
            lowest[local] = min(lowest[local], lowest[local + half]);
            highest[local] = max(highest[local], highest[local + half]);
        }
    }
    workgroupBarrier();
    // Each invocation tests every 64th body.
    var own = 0u;
    var round = 0u;
    for (var b = local; b < contact.count; b += WORKGROUP) {
        if (is_in_reach(bodies[b], lowest[0].xyz, highest[0].xyz)) {
            own |= 1u << round;
        }
        round++;
    }
    reached[local] = own;
    workgroupBarrier();
    let at = patch_first + WORKGROUP + local;
    if (local >= words_of(contact.count) || at >= arrayLength(&patches)) {
        return;
    }
    // Whom a patch has met in this substep stays in reach: it has forces for them.
    var bits = select(0u, patches[at], params.again == 1u);
    for (var i = 0u; i < 32u; i++) {
        let b = local * 32u + i;
        bits |= ((reached[b % WORKGROUP] >> (b / WORKGROUP)) & 1u) << i;
    }
    patches[at] = bits;
}
