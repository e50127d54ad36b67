// Triangle bending that knows its side: a tip found on the other side of its base is projected through to its own.

#import common/project
#import common/rounding

struct TriangleBendingSigned {
    b0: u32,
    b1: u32,
    v: u32,
    rest_height: f32, // h0 [m]
    side: f32,        // 1 where the tip lies in front of the surface at rest, -1 behind it, 0 where it has no side
    share: f32,       // what the stiffness is multiplied by: 1, or what the material asks for
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(2) var<storage, read> constraints: array<TriangleBendingSigned>;
@group(0) @binding(4) var<storage, read> normals: array<vec4<f32>>; // area vectors of the vertices [m²]

// C = σ|d| - (κ + h0) along σ d/|d|, with σ = 1 on the rest shape's side and -1 on the other.
fn project(c: TriangleBendingSigned) {
    let b0 = p[c.b0];
    let b1 = p[c.b1];
    let v = p[c.v];
    let d = ((v.xyz - b0.xyz) + (v.xyz - b1.xyz)) / 3.0;
    let n = normals[c.v].xyz;
    let l = length(d);
    let rest = sim.kappa + c.rest_height;
    if (rest == 0.0 && is_rounding(d, b0.xyz, b1.xyz, v.xyz)) {
        return;
    }
    var outward = 1.0;
    if (c.side < 0.0) {
        outward = -1.0;
    }
    var push = vec3<f32>(0.0); // C times the direction
    if (l <= 1e-6 * rest) {
        push = n * (outward * (l - rest) / max(length(n), 1e-20));
    } else if (dot(d, n) * c.side < 0.0) {
        push = d * ((l + rest) / l);
    } else {
        push = d * ((l - rest) / l);
    }
    let w = b0.w + b1.w + 4.0 * v.w;
    if (w == 0.0) {
        return;
    }
    let s = push * (sim.bending * c.share * 3.0 / w);
    p[c.b0] = vec4<f32>(b0.xyz + s * b0.w, b0.w);
    p[c.b1] = vec4<f32>(b1.xyz + s * b1.w, b1.w);
    p[c.v] = vec4<f32>(v.xyz - s * (2.0 * v.w), v.w);
}
