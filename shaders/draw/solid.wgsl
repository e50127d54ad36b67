// Bodies, in their own material.

#import draw/shadows
#import draw/solids
#import draw/tone

struct Paint {
    color: vec4<f32>, // linear light; w: the room's share of the key light
    gloss: vec4<f32>, // x: sheen, y: 1 for a plane like the floor
}

@group(0) @binding(8) var<storage, read> lit: array<vec4<f32>>; // the dome's light
@group(0) @binding(9) var<storage, read> paints: array<Paint>;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(perspective, centroid) point: vec3<f32>,
    @location(1) @interpolate(perspective, centroid) normal: vec3<f32>,
    @location(2) @interpolate(perspective, centroid) dome: vec3<f32>,
    @location(3) @interpolate(flat) body: u32,
}

@vertex
fn vertex(@builtin(vertex_index) v: u32) -> Corner {
    let at = placed_solid(v);
    var corner: Corner;
    let plane = paints[at.body].gloss.y > 0.0;
    let pose = pose_at(bodies[at.body], 1.0);
    // Seen from below, a plane would only hide the cloth.
    if (!is_finite(at.point) || (plane && to_local(pose, view.eye.xyz).y <= 0.0)) {
        corner.clip = nowhere();
        return corner;
    }
    corner.point = at.point;
    corner.normal = at.normal;
    corner.dome = lit[v].xyz;
    corner.body = at.body;
    corner.clip = clipped(at.point);
    // Cloth that lies on a solid is drawn over it, although its flat triangles cut into what is round.
    corner.clip.z *= view.size.w;
    return corner;
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    if (is_buried(corner.point)) {
        discard;
    }
    let paint = paints[corner.body];
    let normal = normalize(corner.normal);
    let to_eye = normalize(view.eye.xyz - corner.point);
    let albedo = paint.color.xyz;
    let direct = key_light(corner.point, normal, 0.0);
    let key = view.radiance.xyz * (paint.color.w + (1.0 - paint.color.w) * direct);
    let grazing = 1.0 - clamp(dot(normal, to_eye), 0.0, 1.0);
    let sheen = paint.gloss.x * pow(grazing, 5.0) * (0.18 + 0.7 * max(dot(normal, view.rim.xyz), 0.0));
    // A soft gleam of the key light tells a hard surface from cloth.
    let halfway = normalize(to_eye + lamps[0].direction.xyz);
    let gleam = select(0.06, 0.0, paint.gloss.y > 0.0) * pow(max(dot(normal, halfway), 0.0), 24.0) * direct;
    let light = albedo * (key + corner.dome) + mix(albedo, vec3<f32>(1.0), 0.3) * corner.dome * sheen;
    return pixel(light + view.radiance.xyz * gleam, corner.clip.xy);
}
