// Contact between the iterations of a solve (Han 2015, section 5): where a particle's way would end inside a body, its velocity is
// changed and, from then on, filtered; whoever the particle touched in the last step it touches from the start. One workgroup
// per patch. Bodies are those that the patch has in reach; a particle that goes farther than was allowed for looks at all.

#import common/cg
#import common/contact
#import common/field
#import common/guide
#import common/implicit

@group(0) @binding(0) var<uniform> params: Span;
@group(0) @binding(1) var<uniform> contact: Contact;
@group(0) @binding(2) var<uniform> implicit: Implicit;
@group(0) @binding(3) var<uniform> cg: Cg;
@group(0) @binding(4) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> fields: array<f32>;
@group(0) @binding(6) var<storage, read> patches: array<u32>;
@group(0) @binding(7) var<storage, read> x: array<vec4<f32>>;              // positions [m], inverse masses [1/kg]
@group(0) @binding(8) var<storage, read_write> u: array<vec4<f32>>;        // velocities [m/s]
@group(0) @binding(9) var<storage, read_write> impulses: array<vec4<f32>>; // of contact [kg m/s]; w: the body's number, from 1, below 0 if it held
@group(0) @binding(10) var<storage, read_write> guides: array<vec4<f32>>;
@group(0) @binding(11) var<storage, read_write> changed: array<atomic<u32>>;

// A particle between iterations.
struct Touch {
    velocity: vec3<f32>,
    name: f32,              // of the body that it touches; 0 for none
    filter_at: vec4<f32>,
    drag: f32,              // of friction [kg]
}

// What the remembered contact may be apart and still be one [m].
const NEAR: f32 = 4e-5;

// The particle after it has met a body. `remembered` is whom it touched in the last step.
fn meet(touch: Touch, b: u32, position: vec4<f32>, remembered: f32) -> Touch {
    let body = bodies[b];
    let pose = pose_at(body, params.end);
    let place = position.xyz + touch.velocity * contact.h;
    let s = field(body, to_local(pose, place));
    let gap = s.distance - contact.keep;
    let name = f32(b + 1u);
    let known = abs(remembered) == name;
    if (!(gap < -contact.band || (known && gap < NEAR))) {
        return touch;
    }
    let n = rotate(pose.rotation, s.normal);
    let push = -gap / contact.h;
    var next = touch;
    next.velocity += n * push;
    if (touch.filter_at.w == HELD || touch.filter_at.w == ALONG) {
        return next;
    }
    if (touch.name == name) {
        // Moved along a curved body.
        next.filter_at = vec4<f32>(n, BESIDE);
        return next;
    }
    next.name = name;
    if (touch.filter_at.w == BESIDE) {
        // Between two bodies: along both.
        let line = add_cross(vec3<f32>(0.0), touch.filter_at.xyz, n);
        let norm = length(line);
        next.filter_at = vec4<f32>(n, BESIDE);
        if (norm > 0.1) {
            next.filter_at = vec4<f32>(line * (1.0 / norm), ALONG);
            next.drag = 0.0;
        }
        return next;
    }
    let relative = next.velocity - velocity_at(body, pose, place);
    let along = relative - n * dot(relative, n);
    let speed = length(along);
    let friction = body.velocity.w;
    next.filter_at = vec4<f32>(n, BESIDE);
    if ((implicit.modes & PRINTED) != 0u) {
        // As printed there is nothing but this change of velocity.
        let held = friction * max(push, 0.0);
        if (speed <= held) {
            next.velocity -= along;
        } else {
            next.velocity -= along * (held / speed);
        }
    } else if (remembered == -name && friction > 0.0) {
        next.velocity -= along;
        next.filter_at = vec4<f32>(n, HELD);
        next.drag = 0.0;
    } else if (!known) {
        next.drag = friction * push / (position.w * max(speed, SLOW));
    }
    return next;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let patch_first = (group.x + group.y * groups.x) * stride_of(contact.count);
    if (is_unseen(params.again) || patch_first + local >= arrayLength(&patches)) {
        return;
    }
    let i = patches[patch_first + local];
    if (i == NOBODY) {
        return;
    }
    let w = x[i].w;
    let before = u[i].xyz;
    let impulse = impulses[i];
    let filter_before = guides[3u * i + 2u];
    let drag_before = guides[3u * i + 1u].w;
    var touch = Touch(before, abs(impulse.w), filter_before, drag_before);
    var remembered = 0.0;
    if (cg.state == START) {
        remembered = impulse.w;
        touch.name = 0.0;
    }
    // Held by a pin, or on a line.
    if (w == 0.0 || (filter_before.w == ALONG && touch.name == 0.0)) {
        return;
    }
    let printed = (implicit.modes & PRINTED) != 0u;
    if (printed) {
        // Every look is the first, and the step begins without one.
        touch.name = 0.0;
        if (cg.state == START) {
            impulses[i].w = 0.0;
            return;
        }
    }
    let far = length(before) * contact.h > contact.slack;
    let words = words_of(contact.count);
    for (var k = 0u; k < words; k++) {
        var bits = patches[patch_first + WORKGROUP + k];
        if (far) {
            bits = 0xffffffffu >> (32u - min(contact.count - 32u * k, 32u));
        }
        while (bits != 0u) {
            let b = 32u * k + firstTrailingBit(bits);
            bits &= bits - 1u;
            touch = meet(touch, b, x[i], remembered);
        }
    }
    let moved = touch.velocity - before;
    if (touch.name == 0.0 && !printed) {
        // Whom it touched in the last step it does not touch any more.
        impulses[i].w = 0.0;
        guides[3u * i + 1u].w = 0.0;
    }
    if (all(moved == vec3<f32>(0.0)) && all(touch.filter_at == filter_before)) {
        return;
    }
    u[i] = vec4<f32>(touch.velocity, 0.0);
    impulses[i] = vec4<f32>(impulse.xyz + moved * (1.0 / w), touch.name);
    if (printed) {
        return;
    }
    guides[3u * i + 1u].w = touch.drag;
    guides[3u * i + 2u] = touch.filter_at;
    atomicOr(&changed[0], ASKED);
}
