// Signed distances to bodies in their own axes, negative inside. Whoever imports this declares `fields`, an array of f32
// with the sampled distances of meshes.

#import common/body

const SPHERE: u32 = 0u;
const BOX: u32 = 1u;
const CAPSULE: u32 = 2u;
const CYLINDER: u32 = 3u;
const TORUS: u32 = 4u;
const HALF_SPACE: u32 = 5u;
const MESH: u32 = 6u;

// Words before a sampled field's values: origin, cell, counts and how far beyond its box the mesh is at least.
const HEADER: u32 = 8u;

// A distance [m] and the unit normal, its gradient.
struct Sample {
    normal: vec3<f32>,
    distance: f32,
}

// The direction of v, or up where it has none.
fn direction(v: vec3<f32>, norm: f32) -> vec3<f32> {
    if (norm == 0.0) {
        return vec3<f32>(0.0, 1.0, 0.0);
    }
    return v * (1.0 / norm);
}

fn sign_of(a: f32) -> f32 {
    return select(1.0, -1.0, a < 0.0);
}

fn ball(l: vec3<f32>, radius: f32) -> Sample {
    let r = length(l);
    return Sample(direction(l, r), r - radius);
}

fn cuboid(l: vec3<f32>, half_size: vec3<f32>) -> Sample {
    let q = abs(l) - half_size;
    let signs = vec3<f32>(sign_of(l.x), sign_of(l.y), sign_of(l.z));
    let largest = max(max(q.x, q.y), q.z);
    if (largest > 0.0) {
        let m = max(q, vec3<f32>(0.0));
        let r = length(m);
        return Sample(signs * m * (1.0 / r), r);
    }
    if (q.x == largest) {
        return Sample(vec3<f32>(signs.x, 0.0, 0.0), largest);
    }
    if (q.y == largest) {
        return Sample(vec3<f32>(0.0, signs.y, 0.0), largest);
    }
    return Sample(vec3<f32>(0.0, 0.0, signs.z), largest);
}

// What is `q.x` beyond the round wall and `q.y` beyond the flat ends.
fn can(l: vec3<f32>, radius: f32, half_length: f32) -> Sample {
    let r = sqrt(l.x * l.x + l.z * l.z);
    let outward = direction(vec3<f32>(l.x, 0.0, l.z), r);
    let along = vec3<f32>(0.0, sign_of(l.y), 0.0);
    let q = vec2<f32>(r - radius, abs(l.y) - half_length);
    if (q.x > 0.0 && q.y > 0.0) {
        let d = sqrt(q.x * q.x + q.y * q.y);
        return Sample(outward * (q.x / d) + along * (q.y / d), d);
    }
    if (q.x > q.y) {
        // On the axis of a flat can there is no way outward.
        return Sample(select(outward, vec3<f32>(1.0, 0.0, 0.0), r == 0.0), q.x);
    }
    return Sample(along, q.y);
}

fn ring(l: vec3<f32>, radius: f32, tube: f32) -> Sample {
    let r = sqrt(l.x * l.x + l.z * l.z);
    var outward = vec3<f32>(1.0, 0.0, 0.0);
    if (r > 0.0) {
        outward = vec3<f32>(l.x, 0.0, l.z) * (1.0 / r);
    }
    let q = vec2<f32>(r - radius, l.y);
    let d = sqrt(q.x * q.x + q.y * q.y);
    let n = outward * q.x + vec3<f32>(0.0, q.y, 0.0);
    return Sample(direction(n, d), d - tube);
}

// Trilinear distance and the gradient of the trilinear function. Outside the samples' box the distance is a lower bound.
fn sampled(l: vec3<f32>, first: u32) -> Sample {
    let origin = vec3<f32>(fields[first], fields[first + 1u], fields[first + 2u]);
    let cell = fields[first + 3u];
    let counts = vec3<f32>(fields[first + 4u], fields[first + 5u], fields[first + 6u]);
    let g = (l - origin) * (1.0 / cell);
    let inside = min(max(g, vec3<f32>(0.0)), counts - 1.0);
    let beyond = (g - inside) * cell;
    let out = length(beyond);
    if (out > 0.0) {
        return Sample(beyond * (1.0 / out), out + fields[first + 7u]);
    }
    let corner = min(floor(g), counts - 2.0);
    let f = g - corner;
    let n = vec3<u32>(counts);
    let c = vec3<u32>(corner);
    let at = first + HEADER + c.x + n.x * (c.y + n.y * c.z);
    let row = n.x;
    let layer = n.x * n.y;
    let v000 = fields[at];
    let v100 = fields[at + 1u];
    let v010 = fields[at + row];
    let v110 = fields[at + row + 1u];
    let v001 = fields[at + layer];
    let v101 = fields[at + layer + 1u];
    let v011 = fields[at + layer + row];
    let v111 = fields[at + layer + row + 1u];
    let x00 = v000 + (v100 - v000) * f.x;
    let x10 = v010 + (v110 - v010) * f.x;
    let x01 = v001 + (v101 - v001) * f.x;
    let x11 = v011 + (v111 - v011) * f.x;
    let y0 = x00 + (x10 - x00) * f.y;
    let y1 = x01 + (x11 - x01) * f.y;
    let along_z = y1 - y0;
    let along_y = (x10 - x00) + ((x11 - x01) - (x10 - x00)) * f.z;
    let low = (v100 - v000) + ((v110 - v010) - (v100 - v000)) * f.y;
    let high = (v101 - v001) + ((v111 - v011) - (v101 - v001)) * f.y;
    let gradient = vec3<f32>(low + (high - low) * f.z, along_y, along_z);
    return Sample(direction(gradient, length(gradient)), y0 + along_z * f.z);
}

// The distance from a body to a point in the body's axes.
fn field(body: Body, l: vec3<f32>) -> Sample {
    switch (body.shape) {
        case SPHERE: { return ball(l, body.size.x); }
        case BOX: { return cuboid(l, body.size.xyz); }
        case CAPSULE: {
            let nearest = min(max(l.y, -body.size.y), body.size.y);
            return ball(vec3<f32>(l.x, l.y - nearest, l.z), body.size.x);
        }
        case CYLINDER: { return can(l, body.size.x, body.size.y); }
        case TORUS: { return ring(l, body.size.x, body.size.y); }
        case HALF_SPACE: { return Sample(vec3<f32>(0.0, 1.0, 0.0), l.y); }
        default: { return sampled(l, body.field); }
    }
}
