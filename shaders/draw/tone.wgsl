// From linear light to a pixel.

// Straight up to a knee, then bent towards 1 without a corner, so that bright cloth keeps its shape.
fn shoulder(c: vec3<f32>) -> vec3<f32> {
    let beyond = max((c - 0.6) / 0.4, vec3<f32>(0.0));
    return select(c, 0.6 + 0.4 * beyond / (1.0 + beyond), c > vec3<f32>(0.6));
}

// sRGB of linear light, 0 to 1.
fn encoded(c: vec3<f32>) -> vec3<f32> {
    return select(1.055 * pow(c, vec3<f32>(1.0 / 2.4)) - 0.055, 12.92 * c, c <= vec3<f32>(0.0031308));
}

// Linear light of sRGB, 0 to 1.
fn linear(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3<f32>(2.4)), c / 12.92, c <= vec3<f32>(0.04045));
}

// Bayer's pattern dissolves the steps of faint gradients; it repeats, so that files stay small.
fn dither(at: vec2<f32>) -> f32 {
    let x = u32(at.x) & 3u;
    let y = u32(at.y) & 3u;
    let q = x ^ y;
    let rank = ((q & 1u) << 3u) | ((y & 1u) << 2u) | (q & 2u) | ((y & 2u) >> 1u);
    return (f32(rank) + 0.5) / 16.0;
}

// The pixel at a place of the picture.
fn pixel(light: vec3<f32>, at: vec2<f32>) -> vec4<f32> {
    let srgb = encoded(shoulder(max(light, vec3<f32>(0.0))));
    return vec4<f32>(srgb + (dither(at) - 0.5) / 255.0, 1.0);
}
