// What every pass of a picture reads: where the eye is, what the lights are like, and how things look.

struct View {
    across: vec4<f32>,       // the picture's x of a point of the scene, before the division by its distance: slope and shift
    down: vec4<f32>,         // its y
    away: vec4<f32>,         // its distance along the camera's axis
    eye: vec4<f32>,          // [m]; w: distance of the near plane [m]
    right: vec4<f32>,        // the camera's axes
    up: vec4<f32>,
    forward: vec4<f32>,
    size: vec4<f32>,         // width and height [pixels], pixels per unit of slope, how far solids are set back
    radiance: vec4<f32>,     // of the key light; w: how far its samples are spread over one map, in radii of the stage
    rim: vec4<f32>,          // direction to the rim light
    floor: vec4<f32>,        // height [m], 1 where there is one, the room's share, light of the open floor
    sky_top: vec4<f32>,      // the backdrop's colours
    sky_bottom: vec4<f32>,
    front: vec4<f32>,        // the cloth's colours; w: translucency
    back: vec4<f32>,         // w: sheen
    map: vec4<f32>,          // first value, one over the range, 1 where values are shown, strength of the lines
    pattern: vec4<f32>,      // size of a check [m], its strength, that of the weave, 1 where a plain grey is shown
    slice: vec4<f32>,        // unit normal and place of the plane [m]
    force: vec4<f32>,        // length of an arrow by its force [m/N], width of arrows [m], spacing of the slice's lines [m], 0
    counts: vec4<u32>,       // key maps, dome maps, samples per key map, bodies
}

// A ball around what the picture is about: its centre and its radius [m].
struct Stage {
    ball: vec4<f32>,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<uniform> stage: Stage;

// Farther than this nothing is, and nothing that is not a number is nearer.
fn is_finite(p: vec3<f32>) -> bool {
    return all(abs(p) <= vec3<f32>(1.0e30));
}

// A place outside every picture.
fn nowhere() -> vec4<f32> {
    return vec4<f32>(2.0, 2.0, 2.0, 1.0);
}

// Where a point of the scene is in the picture; nearer is a larger depth.
fn clipped(p: vec3<f32>) -> vec4<f32> {
    let q = vec4<f32>(p, 1.0);
    return vec4<f32>(dot(view.across, q), dot(view.down, q), view.eye.w, dot(view.away, q));
}

// Whether a point is clearly below the floor.
fn is_buried(p: vec3<f32>) -> bool {
    return view.floor.y > 0.0 && p.y < view.floor.x - 0.01 * stage.ball.w;
}
