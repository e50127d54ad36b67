// The angle of a point in the upper half-plane, the same on every device: WGSL's own atan2 may be off by 4096 ulp.

const PI: f32 = 3.1415927;

// atan of t >= 0 (Cephes, atanf): reduced to |x| <= tan(π/8), then an odd polynomial; within 2 ulp.
fn arctangent(t: f32) -> f32 {
    var base = 0.0;
    var x = t;
    if (t > 2.4142137) {
        base = 1.5707964;
        x = -1.0 / t;
    } else if (t > 0.41421357) {
        base = 0.7853982;
        x = (t - 1.0) / (t + 1.0);
    }
    let z = x * x;
    let tail = (((0.080537446 * z - 0.13877686) * z + 0.19977711) * z - 0.3333295) * z * x;
    return base + (tail + x);
}

// 0 to π [rad], for y >= 0.
fn angle_of(y: f32, x: f32) -> f32 {
    if (x > 0.0) {
        return arctangent(y / x);
    }
    if (x < 0.0) {
        return PI - arctangent(y / -x);
    }
    return 0.5 * PI;
}
