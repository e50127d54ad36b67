// What a picture knows of a vertex, beside its position.

struct Look {
    normal: vec4<f32>, // unit, or zero where there is none; w: the value that is shown
    front: vec4<f32>,  // the dome's light on the front
    back: vec4<f32>,   // and on the back
}

struct Rest {
    position: vec4<f32>, // in the rest shape [m]; w: 1 on the boundary
    normal: vec4<f32>,   // w: mean curvature [1/m]
}

// A triangle's corners, beginning with this one.
fn turned(t: vec3<u32>, first: u32) -> vec3<u32> {
    if (t.y == first) {
        return t.yzx;
    }
    if (t.z == first) {
        return t.zxy;
    }
    return t;
}
