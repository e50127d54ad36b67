// A yarn: up to eight vertices in a row that run straight through the mesh. Its edges keep their lengths (stretch), and each inner
// vertex stays on the line between its neighbours (triangle bending with h0 = 0 and κ = 0, where C times its direction
// is d itself). The particles are read once, projected one constraint after the other, in one sweep or several, and written
// once.

#import common/project
#import common/rounding

const PRINTED: u32 = 2u; // mode: the paper's weights of triangle bending instead of the gradient's

struct Yarn {
    vertices0: vec4<u32>,
    vertices1: vec4<u32>,
    lengths0: vec4<f32>, // rest lengths of the edges [m]; negative where another yarn owns the edge
    lengths1: vec4<f32>, // three more; w: the number of vertices
}

@group(0) @binding(2) var<storage, read> constraints: array<Yarn>;

fn stretch(a: ptr<function, vec4<f32>>, b: ptr<function, vec4<f32>>, rest_length: f32) {
    let d = (*b).xyz - (*a).xyz;
    let l = length(d);
    let w = (*a).w + (*b).w;
    if (rest_length >= 0.0 && l > 0.0 && w > 0.0) {
        let s = sim.stretch * (l - rest_length) / (l * w);
        *a = vec4<f32>((*a).xyz + d * ((*a).w * s), (*a).w);
        *b = vec4<f32>((*b).xyz - d * ((*b).w * s), (*b).w);
    }
}

fn bend(b0: ptr<function, vec4<f32>>, v: ptr<function, vec4<f32>>, b1: ptr<function, vec4<f32>>, inner: bool, share: vec2<f32>, floor: f32) {
    let d = (((*v).xyz - (*b0).xyz) + ((*v).xyz - (*b1).xyz)) / 3.0;
    let w = (*b0).w + (*b1).w + share.y * (*v).w;
    if (inner && w > 0.0 && dot(d, d) > floor) {
        let s = d * (sim.bending * share.x / w);
        *b0 = vec4<f32>((*b0).xyz + s * (*b0).w, (*b0).w);
        *b1 = vec4<f32>((*b1).xyz + s * (*b1).w, (*b1).w);
        *v = vec4<f32>((*v).xyz - s * (2.0 * (*v).w), (*v).w);
    }
}

fn project(c: Yarn) {
    var q0 = p[c.vertices0.x];
    var q1 = p[c.vertices0.y];
    var q2 = p[c.vertices0.z];
    var q3 = p[c.vertices0.w];
    var q4 = p[c.vertices1.x];
    var q5 = p[c.vertices1.y];
    var q6 = p[c.vertices1.z];
    var q7 = p[c.vertices1.w];
    let count = c.lengths1.w;
    var share = vec2<f32>(3.0, 4.0);
    if ((params.mode & PRINTED) != 0u) {
        share = vec2<f32>(2.0, 2.0);
    }
    let floor = rounding_floor(max(
        max(max(abs(q0.xyz), abs(q1.xyz)), max(abs(q2.xyz), abs(q3.xyz))),
        max(max(abs(q4.xyz), abs(q5.xyz)), max(abs(q6.xyz), abs(q7.xyz))),
    ));
    for (var sweep = 0u; sweep < params.sweeps; sweep++) {
        stretch(&q0, &q1, c.lengths0.x);
        stretch(&q1, &q2, c.lengths0.y);
        bend(&q0, &q1, &q2, count > 2.0, share, floor);
        stretch(&q2, &q3, c.lengths0.z);
        bend(&q1, &q2, &q3, count > 3.0, share, floor);
        stretch(&q3, &q4, c.lengths0.w);
        bend(&q2, &q3, &q4, count > 4.0, share, floor);
        stretch(&q4, &q5, c.lengths1.x);
        bend(&q3, &q4, &q5, count > 5.0, share, floor);
        stretch(&q5, &q6, c.lengths1.y);
        bend(&q4, &q5, &q6, count > 6.0, share, floor);
        stretch(&q6, &q7, c.lengths1.z);
        bend(&q5, &q6, &q7, count > 7.0, share, floor);
    }
    p[c.vertices0.x] = q0;
    p[c.vertices0.y] = q1;
    if (count > 2.0) { p[c.vertices0.z] = q2; }
    if (count > 3.0) { p[c.vertices0.w] = q3; }
    if (count > 4.0) { p[c.vertices1.x] = q4; }
    if (count > 5.0) { p[c.vertices1.y] = q5; }
    if (count > 6.0) { p[c.vertices1.z] = q6; }
    if (count > 7.0) { p[c.vertices1.w] = q7; }
}
