// Triangle bending across an edge (Kelager 2010, section 4.1): the tip is the edge's midpoint, a virtual vertex whose
// correction its two ends share.

#import common/project
#import common/rounding

struct TriangleBendingEdge {
    p1: u32, // the edge
    p2: u32,
    p3: u32, // the wings
    p4: u32,
    rest_height: f32, // h0 [m]
    share: f32,       // what the stiffness is multiplied by: 1, or what the material asks for
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(2) var<storage, read> constraints: array<TriangleBendingEdge>;
@group(0) @binding(4) var<storage, read> normals: array<vec4<f32>>; // area vectors of the vertices [m²]

// C = |d| - (κ + h0), d = m - (p3 + p4 + m)/3, m = (p1 + p2)/2.
fn project(c: TriangleBendingEdge) {
    let p1 = p[c.p1];
    let p2 = p[c.p2];
    let p3 = p[c.p3];
    let p4 = p[c.p4];
    let m = p1.xyz + (p2.xyz - p1.xyz) * 0.5;
    let d = ((m - p3.xyz) + (m - p4.xyz)) / 3.0;
    let l = length(d);
    let rest = sim.kappa + c.rest_height;
    if (rest == 0.0 && is_rounding(d, p3.xyz, p4.xyz, m)) {
        return;
    }
    var push = vec3<f32>(0.0); // C times the direction
    if (l > 1e-6 * rest) {
        push = d * ((l - rest) / l);
    } else {
        let n = normals[c.p1].xyz + normals[c.p2].xyz;
        push = n * ((l - rest) / max(length(n), 1e-20));
    }
    let w = p1.w + p2.w + p3.w + p4.w;
    if (w == 0.0) {
        return;
    }
    let s = push * (sim.bending * c.share * 3.0 / w);
    p[c.p1] = vec4<f32>(p1.xyz - s * p1.w, p1.w);
    p[c.p2] = vec4<f32>(p2.xyz - s * p2.w, p2.w);
    p[c.p3] = vec4<f32>(p3.xyz + s * p3.w, p3.w);
    p[c.p4] = vec4<f32>(p4.xyz + s * p4.w, p4.w);
}
