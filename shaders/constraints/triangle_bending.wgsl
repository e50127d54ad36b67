// Triangle bending (Kelager 2010): the tip v of a virtual triangle keeps its distance from the centroid.

#import common/project
#import common/rounding

const INEQUALITY: u32 = 1u; // mode: project only where the height is too small
const PRINTED: u32 = 2u;    // mode: the paper's weights instead of the gradient's

struct TriangleBending {
    b0: u32,
    b1: u32,
    v: u32,
    rest_height: f32, // h0 [m]
    share: f32,       // what the stiffness is multiplied by: 1, or what the material asks for
}

@group(0) @binding(2) var<storage, read> constraints: array<TriangleBending>;
@group(0) @binding(4) var<storage, read> normals: array<vec4<f32>>; // area vectors of the vertices [m²]

// C = |d| - (κ + h0), d = v - (b0 + b1 + v)/3.
fn project(c: TriangleBending) {
    let b0 = p[c.b0];
    let b1 = p[c.b1];
    let v = p[c.v];
    let d = ((v.xyz - b0.xyz) + (v.xyz - b1.xyz)) / 3.0;
    let l = length(d);
    let rest = sim.kappa + c.rest_height;
    let violation = l - rest;
    if ((params.mode & INEQUALITY) != 0u && violation >= 0.0) {
        return;
    }
    if (rest == 0.0 && is_rounding(d, b0.xyz, b1.xyz, v.xyz)) {
        return;
    }
    var push = vec3<f32>(0.0); // C times the direction
    if (l > 1e-6 * rest) {
        push = d * (violation / l);
    } else {
        // A flat neighbourhood has no direction of its own.
        let n = normals[c.v].xyz;
        push = n * (violation / max(length(n), 1e-20));
    }
    var share = vec2<f32>(3.0, 4.0);
    if ((params.mode & PRINTED) != 0u) {
        share = vec2<f32>(2.0, 2.0);
    }
    let w = b0.w + b1.w + share.y * v.w;
    if (w == 0.0) {
        return;
    }
    let s = push * (sim.bending * c.share * share.x / w);
    p[c.b0] = vec4<f32>(b0.xyz + s * b0.w, b0.w);
    p[c.b1] = vec4<f32>(b1.xyz + s * b1.w, b1.w);
    p[c.v] = vec4<f32>(v.xyz - s * (2.0 * v.w), v.w);
}
