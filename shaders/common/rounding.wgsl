// Whether a difference of points is nothing but the rounding of their coordinates: four units in the last place of the
// largest. To project it would move a shape that is at rest.

const ROUNDING: f32 = 4.7683716e-7;

fn is_rounding(d: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> bool {
    let largest = max(max(abs(a), abs(b)), abs(c));
    let floor = ROUNDING * max(max(largest.x, largest.y), largest.z);
    return dot(d, d) <= floor * floor;
}
