// The angle between two triangles (Müller 2006, section 3.4), for comparison with triangle bending. The printed arccos
// is taken by an arctangent, in the same range of 0 to π: a shape and its mirror image look the same to it.

#import common/angle
#import common/project

struct Dihedral {
    p1: u32, // the shared edge
    p2: u32,
    p3: u32, // the wings
    p4: u32,
    rest_angle: f32, // φ0 [rad], π where flat
    share: f32,       // what the stiffness is multiplied by: 1, or what the material asks for
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(2) var<storage, read> constraints: array<Dihedral>;

// C = φ - φ0, φ = π - |θ|, θ the angle from one triangle's normal to the other's.
fn project(c: Dihedral) {
    let p1 = p[c.p1];
    let p2 = p[c.p2];
    let p3 = p[c.p3];
    let p4 = p[c.p4];
    let e = p2.xyz - p1.xyz;
    let n1 = cross(e, p3.xyz - p1.xyz);
    let n2 = cross(p4.xyz - p1.xyz, e);
    let l = length(e);
    let area1 = dot(n1, n1);
    let area2 = dot(n2, n2);
    if (l == 0.0 || area1 == 0.0 || area2 == 0.0) {
        return;
    }
    // Of unit length: products of four edges would leave the range of f32 on small and on large meshes.
    let a = n1 / sqrt(area1);
    let b = n2 / sqrt(area2);
    let turn = cross(a, b);
    let angle = PI - angle_of(length(turn), dot(a, b));
    var side = 1.0;
    if (dot(turn, e) < 0.0) {
        side = -1.0;
    }
    // Gradients of φ: each wing moves about the edge, and the edge's ends balance it.
    let u1 = n1 * (side / area1);
    let u2 = n2 * (side / area2);
    let g3 = u1 * l;
    let g4 = u2 * l;
    let g1 = u1 * (dot(p3.xyz - p2.xyz, e) / l) + u2 * (dot(p4.xyz - p2.xyz, e) / l);
    let g2 = (g1 + g3 + g4) * -1.0;
    let w = p1.w * dot(g1, g1) + p2.w * dot(g2, g2) + p3.w * dot(g3, g3) + p4.w * dot(g4, g4);
    if (w == 0.0) {
        return;
    }
    let s = sim.bending * c.share * (angle - c.rest_angle) / w;
    p[c.p1] = vec4<f32>(p1.xyz - g1 * (s * p1.w), p1.w);
    p[c.p2] = vec4<f32>(p2.xyz - g2 * (s * p2.w), p2.w);
    p[c.p3] = vec4<f32>(p3.xyz - g3 * (s * p3.w), p3.w);
    p[c.p4] = vec4<f32>(p4.xyz - g4 * (s * p4.w), p4.w);
}
