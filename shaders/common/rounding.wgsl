// Whether a difference of points is nothing but the rounding of their coordinates: eight units in the last place of the
// largest. To project it would move a shape that is at rest.

const ROUNDING: f32 = 9.536743e-7;

// The square of the length below which differences of points with coordinates up to `largest` are rounding [m²].
fn rounding_floor(largest: vec3<f32>) -> f32 {
    let floor = ROUNDING * max(max(largest.x, largest.y), largest.z);
    return floor * floor;
}

fn is_rounding(d: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> bool {
    return dot(d, d) <= rounding_floor(max(max(abs(a), abs(b)), abs(c)));
}
