// Where a way first comes near a body. Whoever imports this declares `fields`, as for common/field.

#import common/contact
#import common/field

// The share of the way from a to b, in the body's axes, on which the distance first falls to `keep`; 2 if it does not.
// Steps as far as the distance allows (Hart 1996). That from a convex body is convex along the way and never below its
// tangent, so there each step goes to where the tangent meets `keep`. `start` is the sample at a.
fn sweep(body: Body, a: vec3<f32>, b: vec3<f32>, start: Sample, keep: f32, band: f32) -> f32 {
    let way = b - a;
    let norm = length(way);
    let convex = body.shape != TORUS && body.shape != MESH;
    // Interpolated distances may change faster than by one.
    let caution = select(1.0, 0.6, body.shape == MESH);
    var t = 0.0;
    var s = start;
    for (var i = 0; i < 256; i++) {
        let left = s.distance - keep;
        if (left <= band) {
            break;
        }
        let approach = select(norm, -dot(way, s.normal), convex);
        if (approach <= 0.0) {
            return 2.0;
        }
        t += caution * left / approach;
        if (t >= 1.0) {
            return 2.0;
        }
        s = field(body, a + way * t);
    }
    return t;
}
