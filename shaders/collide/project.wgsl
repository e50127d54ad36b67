// Contact of position-based cloth with bodies, with Coulomb friction in positions, swept: a particle that would come nearer
// to a body than cloth may be is moved out, and what it slid along the body in this substep is held back by up to μ times
// that way. Bodies get the impulse in return.

#import common/sweep

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> fields: array<f32>;
@group(0) @binding(4) var<storage, read> patches: array<u32>;
@group(0) @binding(5) var<storage, read> x: array<vec4<f32>>;           // positions where the substep begins [m]
@group(0) @binding(6) var<storage, read_write> p: array<vec4<f32>>;     // projected positions [m], inverse masses [1/kg]
@group(0) @binding(7) var<storage, read_write> slots: array<vec4<f32>>; // forces on bodies [N]; w: the body's number, from 1

// Where a particle that went from `before` to `aim` may be instead [m].
fn projected(body: Body, before: vec3<f32>, aim: vec3<f32>) -> vec3<f32> {
    let begin = pose_at(body, params.begin);
    let end = pose_at(body, params.end);
    let a = to_local(begin, before);
    let b = to_local(end, aim);
    let s = field(body, a);
    var c = b;
    if (s.distance - contact.keep > contact.band) {
        if (length(b - a) < s.distance - contact.keep) {
            return aim;
        }
        let t = sweep(body, a, b, s, contact.keep, contact.band);
        if (t > 1.0) {
            return aim;
        }
        c = a + (b - a) * t;
    } else if (field(body, a + (b - a) * 0.5).distance < min(contact.keep, field(body, b).distance)) {
        // From one side to the other: it stays where it touched.
        c = a;
    }
    let met = field(body, c);
    // How far the aim is behind the plane that it may not pass.
    let depth = contact.keep - met.distance + dot(c - b, met.normal);
    if (depth <= 0.0) {
        return aim;
    }
    let normal = rotate(end.rotation, met.normal);
    let carried = before + velocity_at(body, begin, before) * contact.h;
    let slip = (aim - carried) + normal * depth;
    let away = dot(slip, normal);
    let along = slip - normal * away;
    let way = length(along);
    let held = body.velocity.w * depth;
    var left = 0.0;
    if (way > held) {
        left = 1.0 - held / way;
    }
    let put = carried + normal * away + along * left;
    let check = field(body, to_local(end, put));
    if (check.distance >= contact.keep) {
        return put;
    }
    return put + rotate(end.rotation, check.normal) * (contact.keep - check.distance);
}

// Adds a force on a body to the particle's contacts.
fn add_force(i: u32, b: u32, force: vec3<f32>) {
    let name = f32(b + 1u);
    for (var slot = 0u; slot < SLOTS; slot++) {
        let at = i * SLOTS + slot;
        if (slots[at].w == name) {
            slots[at] = vec4<f32>(slots[at].xyz + force, name);
            return;
        }
        if (slots[at].w == 0.0) {
            slots[at] = vec4<f32>(force, name);
            if (slot + 1u < SLOTS) {
                slots[at + 1u].w = 0.0;
            }
            return;
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let patch_first = (group.x + group.y * groups.x) * stride_of(contact.count);
    if (patch_first + local >= arrayLength(&patches)) {
        return;
    }
    let i = patches[patch_first + local];
    if (i == NOBODY) {
        return;
    }
    let w = p[i].w;
    let words = words_of(contact.count);
    for (var k = 0u; k < words && w > 0.0; k++) {
        var bits = patches[patch_first + WORKGROUP + k];
        while (bits != 0u) {
            let b = 32u * k + firstTrailingBit(bits);
            bits &= bits - 1u;
            let aim = p[i].xyz;
            let put = projected(bodies[b], x[i].xyz, aim);
            if (any(put != aim)) {
                p[i] = vec4<f32>(put, w);
                add_force(i, b, (aim - put) * (1.0 / (w * contact.h * contact.h)));
            }
        }
    }
}
