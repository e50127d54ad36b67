// A fine weave and a checker over the rest shape, so that stretch and shear can be seen.

#import draw/view

// The share of a pixel that lies in the dark half of a period, 0 to 1; `width` is the pixel's [periods].
fn stripe(at: f32, width: f32) -> f32 {
    let from_edge = abs(fract(at) - 0.5) - 0.25;
    return clamp(0.5 + from_edge / max(width, 1.0e-4), 0.0, 1.0);
}

// Brightness of a plane's pattern at a place [m] of which a pixel covers `width` [m].
fn plane(at: vec2<f32>, width: vec2<f32>) -> f32 {
    let size = 2.0 * view.pattern.x;
    let wide = max(width.x, width.y);
    let a = stripe(at.x / size, width.x / size);
    let b = stripe(at.y / size, width.y / size);
    let fade = 1.0 - smoothstep(0.2, 0.5, wide / size);
    var light = 1.0 - view.pattern.y * fade * (a * (1.0 - b) + b * (1.0 - a));
    // Threads go over and under each other; they are there once they are a few pixels wide.
    let thread = view.pattern.x / 10.0;
    let near = view.pattern.z * (1.0 - smoothstep(0.15, 0.5, wide / thread));
    if (near > 0.0) {
        let cell = at / thread;
        let inside = fract(cell) - 0.5;
        let over = (i32(floor(cell.x)) + i32(floor(cell.y))) & 1;
        let across = select(inside.x, inside.y, over == 0);
        let along = select(inside.y, inside.x, over == 0);
        light *= 1.0 - near * (1.6 * across * across + 0.9 * along * along);
    }
    return light;
}

// Brightness of the pattern at a point of the rest shape with this normal there.
fn weave(p: vec3<f32>, n: vec3<f32>, faint: bool) -> f32 {
    let width = fwidth(p);
    if (view.pattern.y == 0.0) {
        return 1.0;
    }
    var weights = n * n;
    weights *= weights;
    weights *= weights;
    let sum = weights.x + weights.y + weights.z;
    if (!(sum > 0.0)) {
        return 1.0;
    }
    weights /= sum;
    var light = 0.0;
    if (weights.x > 0.01) {
        light += weights.x * plane(p.zy, width.zy);
    } else {
        light += weights.x;
    }
    if (weights.y > 0.01) {
        light += weights.y * plane(p.xz, width.xz);
    } else {
        light += weights.y;
    }
    if (weights.z > 0.01) {
        light += weights.z * plane(p.xy, width.xy);
    } else {
        light += weights.z;
    }
    return select(light, 1.0 - 0.6 * (1.0 - light), faint);
}
