// The part of the floor whose light is worked out: a square around the stage.

#import draw/view

// Half its width, in radii of the stage.
const REACH: f32 = 3.0;

// A point of it; 0 to 1 along both sides.
fn floor_point(at: vec2<f32>) -> vec3<f32> {
    let across = (2.0 * at - 1.0) * REACH * stage.ball.w;
    return vec3<f32>(stage.ball.x + across.x, view.floor.x, stage.ball.z + across.y);
}

// The place of a point in it.
fn floor_place(p: vec3<f32>) -> vec2<f32> {
    return 0.5 + 0.5 * (p.xz - stage.ball.xz) / (REACH * stage.ball.w);
}
