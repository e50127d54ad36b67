// Where a way first comes near a body. Whoever imports this declares `fields`, as for common/field.

#import common/contact
#import common/field

// The share of the way from a to b, in the body's axes, on which the distance first falls to `keep`; 2 if it does not.
// Steps as far as the distance allows (Hart 1996); `distance` is the one at a.
fn sweep(body: Body, a: vec3<f32>, b: vec3<f32>, distance: f32, keep: f32, band: f32) -> f32 {
    let way = b - a;
    let norm = length(way);
    // Interpolated distances may change faster than by one.
    let caution = select(1.0, 0.6, body.shape == MESH);
    var t = 0.0;
    var d = distance;
    for (var i = 0; i < 64; i++) {
        if (d - keep <= band) {
            break;
        }
        t += caution * (d - keep) / norm;
        if (t >= 1.0) {
            return 2.0;
        }
        d = field(body, a + way * t).distance;
    }
    return t;
}
