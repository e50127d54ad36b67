// Keeps two particles at their rest distance: stretch along edges, and stick bending between every second vertex
// (Müller 2006, section 3.3).

#import common/project

const STICK: u32 = 1u; // mode: the stiffness of bending, not of stretch

struct Distance {
    i: u32,
    j: u32,
    rest_length: f32, // [m]
    share: f32,       // what k is multiplied by: 1, or what the material asks for
}

@group(0) @binding(2) var<storage, read> constraints: array<Distance>;

// C = |d| - rest_length, d = p_j - p_i.
fn project(c: Distance) {
    let a = p[c.i];
    let b = p[c.j];
    let d = b.xyz - a.xyz;
    let l = length(d);
    let w = a.w + b.w;
    if (l == 0.0 || w == 0.0) {
        return;
    }
    var k = sim.stretch;
    if ((params.mode & STICK) != 0u) {
        k = sim.bending;
    }
    let s = k * c.share * (l - c.rest_length) / (l * w);
    p[c.i] = vec4<f32>(a.xyz + d * (a.w * s), a.w);
    p[c.j] = vec4<f32>(b.xyz - d * (b.w * s), b.w);
}
