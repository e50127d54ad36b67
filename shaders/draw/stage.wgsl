// The ball around the cloth and the bodies near it. Its size goes by steps, so that shadows do not crawl while cloth moves.

#import common/body
#import draw/ordered

struct Stage {
    ball: vec4<f32>, // centre and radius [m]
}

// How far from the cloth, in radii of it, bodies are part of what a picture is about.
const NEAR: f32 = 2.0;

@group(0) @binding(0) var<storage, read> corners: array<u32, 6>;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<uniform> count: vec4<u32>;                  // bodies
@group(0) @binding(3) var<storage, read_write> stage: Stage;

@compute @workgroup_size(1)
fn main() {
    if (corners[0] == 0u) {
        stage.ball = vec4<f32>(0.0, 0.0, 0.0, 1.0);
        return;
    }
    var high = vec3<f32>(unordered(corners[0]), unordered(corners[1]), unordered(corners[2]));
    var low = -vec3<f32>(unordered(corners[3]), unordered(corners[4]), unordered(corners[5]));
    let middle = 0.5 * (low + high);
    let reach = NEAR * 0.5 * distance(low, high);
    for (var i = 0u; i < count.x; i++) {
        let at = bodies[i].to_position.xyz;
        let radius = bodies[i].from_position.w;
        // Whatever is endless or much larger than the cloth has no say; nor has what is not a number.
        if (radius >= 0.0 && radius < reach && distance(at, middle) <= reach) {
            low = min(low, at - radius);
            high = max(high, at + radius);
        }
    }
    let radius = max(0.5 * distance(low, high), 1.0e-6);
    let stepped = exp2(ceil(8.0 * log2(radius)) / 8.0) * 1.07;
    let grid = stepped / 16.0;
    stage.ball = vec4<f32>(round(0.5 * (low + high) / grid) * grid, stepped);
}
