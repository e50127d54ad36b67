// sum + a × b, in the order of operations that drivers make of it when they reassociate: the twin adds in the same
// order, so that both give the same bits.
fn add_cross(sum: vec3<f32>, a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return (sum + a.yzx * b.zxy) - a.zxy * b.yzx;
}
