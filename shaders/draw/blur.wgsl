// Mixes each cell of a picture with its neighbours, two in each direction: lights are made of points, whose shadows' borders
// would show.

@group(0) @binding(0) var sharp: texture_2d<f32>;
@group(0) @binding(1) var soft: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(sharp);
    if (any(id.xy >= size)) {
        return;
    }
    var weights = array<f32, 5>(0.0625, 0.25, 0.375, 0.25, 0.0625);
    var sum = vec4<f32>(0.0);
    for (var row = 0; row < 5; row++) {
        for (var column = 0; column < 5; column++) {
            let at = clamp(vec2<i32>(id.xy) + vec2<i32>(column - 2, row - 2), vec2<i32>(0), vec2<i32>(size) - 1);
            sum += textureLoad(sharp, at, 0) * (weights[row] * weights[column]);
        }
    }
    textureStore(soft, id.xy, sum);
}
