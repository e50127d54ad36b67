// The studio's lights: points of the key light, then directions of the dome, each with a map of what it sees first.

#import draw/view

struct Lamp {
    direction: vec4<f32>, // to the light
    right: vec4<f32>,     // across it
    up: vec4<f32>,
    radiance: vec4<f32>,  // of a direction of the dome
}

const LAMPS: u32 = 192u;

// Depth of a map, in radii of the stage to both sides.
const DEPTH: f32 = 4.0;

// Half the width of a map, in radii of the stage: a little more, so that the border is free.
const MARGIN: f32 = 1.02;

@group(0) @binding(2) var<uniform> lamps: array<Lamp, LAMPS>;

// Where a point is in a light's map, −1 to 1, and how far from the light, 0 to 1.
fn in_map(lamp: Lamp, p: vec3<f32>) -> vec3<f32> {
    let q = (p - stage.ball.xyz) * (1.0 / stage.ball.w);
    let across = vec2<f32>(dot(lamp.right.xyz, q), dot(lamp.up.xyz, q)) * (1.0 / MARGIN);
    return vec3<f32>(across, 0.5 - dot(lamp.direction.xyz, q) * (0.5 / DEPTH));
}
