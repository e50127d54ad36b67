// The signed distance from each node of a grid to a closed surface. The sign is that of the pseudonormal of the nearest
// face, edge or vertex (Bærentzen and Aanæs 2005). Triangles lie in pairs in four levels of boxes, so that most are
// skipped. A dispatch is for every second, fourth, … node: each begins with the triangle that is nearest to a node of the
// dispatch before, which is nearly the right one. It looks at some of the largest boxes, since a software driver ends
// loops after 65,535 iterations.

#import common/invocation

const LEAF: u32 = 2u;               // triangles in a smallest box
const BRANCH: u32 = 8u;             // boxes in a larger one
const SIGNED: u32 = 1u;             // mode: the surface has an inside
const LAST: u32 = 2u;               // mode: the last boxes, after which squares become distances
const COARSEST: u32 = 4u;           // mode: no nodes have been done before
const HEADER: u32 = 8u;             // words before a field's values
const NONE: u32 = 0xffffffffu;      // no feature
const FAR: f32 = 3.0e38;            // more than any square of a distance [m²]

struct Bake {
    nx: u32,
    ny: u32,
    nz: u32,
    first: u32,         // word at which the field starts
    first_box: u32,     // among the largest
    box_count: u32,     // of the largest
    mode: u32,
    cell: f32,          // [m]
    thickness: f32,     // taken off the distance [m]
    stride: u32,        // nodes from one to the next, a power of two
    second: u32,        // where in `boxes` the second smallest start
    third: u32,
    fourth: u32,        // the largest
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

struct Box {
    low: vec4<f32>,     // smallest coordinates [m]
    high: vec4<f32>,    // largest coordinates [m]
}

// The triangle that is nearest to a node. Of several equally near it may be any, so it is not compared: "pad".
struct Hint {
    pad_triangle: u32,
}

// The nearest point so far: the square of its distance [m²], and what it lies on: eight times the triangle, plus 0 for its
// face, 1 to 3 for its sides and 4 to 6 for its corners.
struct Nearest {
    squared: f32,
    feature: u32,
}

@group(0) @binding(0) var<uniform> params: Bake;
@group(0) @binding(1) var<storage, read> boxes: array<Box>;         // of each level, the smallest first
@group(0) @binding(2) var<storage, read> facets: array<vec4<f32>>;  // per triangle: a, b, c [m], each with the inverse
                                                                    // square of the side that starts there, unit normal
@group(0) @binding(3) var<storage, read> normals: array<vec4<f32>>; // per triangle: of its sides ab, bc, ca, of a, b, c
@group(0) @binding(4) var<storage, read_write> hints: array<Hint>;  // per node with even coordinates
@group(0) @binding(5) var<storage, read_write> fields: array<f32>;

// Whether a box is as far as the nearest point, or farther.
fn beyond(best: Nearest, p: vec3<f32>, b: u32) -> bool {
    let d = max(max(boxes[b].low.xyz - p, p - boxes[b].high.xyz), vec3<f32>(0.0));
    return dot(d, d) >= best.squared;
}

// The side from a to b; `side`, `start` and `end` say which features they are.
fn try_side(
    best: Nearest, pa: vec3<f32>, pb: vec3<f32>, ab: vec3<f32>, inverse: f32, side: u32, start: u32, end: u32,
) -> Nearest {
    let s = dot(pa, ab) * inverse;
    let before = s <= 0.0;
    let behind = s >= 1.0;
    let r = select(select(pa - ab * s, pb, behind), pa, before);
    let feature = select(select(side, end, behind), start, before);
    let squared = dot(r, r);
    let nearer = squared < best.squared;
    return Nearest(select(best.squared, squared, nearer), select(best.feature, feature, nearer));
}

fn try_triangle(best: Nearest, p: vec3<f32>, t: u32) -> Nearest {
    let a = facets[4u * t];
    let b = facets[4u * t + 1u];
    let c = facets[4u * t + 2u];
    let n = facets[4u * t + 3u].xyz;
    let pa = p - a.xyz;
    let pb = p - b.xyz;
    let pc = p - c.xyz;
    let ab = b.xyz - a.xyz;
    let bc = c.xyz - b.xyz;
    let ca = a.xyz - c.xyz;
    let k = 8u * t;
    // The face counts where the point is over it, the sides elsewhere.
    let outside = max(max(dot(cross(ab, n), pa), dot(cross(bc, n), pb)), dot(cross(ca, n), pc));
    let height = dot(n, pa);
    let over = outside <= 0.0 && height * height < best.squared;
    var nearest = Nearest(select(best.squared, height * height, over), select(best.feature, k, over));
    if (outside > 0.0) {
        nearest = try_side(nearest, pa, pb, ab, a.w, k + 1u, k + 4u, k + 5u);
        nearest = try_side(nearest, pb, pc, bc, b.w, k + 2u, k + 5u, k + 6u);
        nearest = try_side(nearest, pc, pa, ca, c.w, k + 3u, k + 6u, k + 4u);
    }
    return nearest;
}

// The nearest point in these largest boxes, or the one known before.
fn nearest_of(known: Nearest, p: vec3<f32>, first: u32, end: u32) -> Nearest {
    var best = known;
    let triangles = arrayLength(&facets) / 4u;
    for (var i = first; i < end; i++) {
        if (beyond(best, p, params.fourth + i)) {
            continue;
        }
        let end_j = min(params.third + BRANCH * (i + 1u), params.fourth) - params.third;
        for (var j = BRANCH * i; j < end_j; j++) {
            if (beyond(best, p, params.third + j)) {
                continue;
            }
            let end_k = min(params.second + BRANCH * (j + 1u), params.third) - params.second;
            for (var k = BRANCH * j; k < end_k; k++) {
                if (beyond(best, p, params.second + k)) {
                    continue;
                }
                let end_l = min(BRANCH * (k + 1u), params.second);
                for (var l = BRANCH * k; l < end_l; l++) {
                    if (beyond(best, p, l)) {
                        continue;
                    }
                    let end_t = min(LEAF * (l + 1u), triangles);
                    for (var t = LEAF * l; t < end_t; t++) {
                        best = try_triangle(best, p, t);
                    }
                }
            }
        }
    }
    return best;
}

// On which side of a feature's pseudonormal p is: negative inside. Any of its points will do.
fn side_of(feature: u32, p: vec3<f32>) -> f32 {
    let t = feature / 8u;
    let kind = feature % 8u;
    if (kind == 0u) {
        return dot(facets[4u * t + 3u].xyz, p - facets[4u * t].xyz);
    }
    return dot(normals[6u * t + kind - 1u].xyz, p - facets[4u * t + (kind - 1u) % 3u].xyz);
}

// The number of a node with even coordinates among those.
fn hint(at: vec3<u32>) -> u32 {
    let half = at / 2u;
    return half.x + (params.nx + 1u) / 2u * (half.y + (params.ny + 1u) / 2u * half.z);
}

// Workgroups are blocks of 4 × 4 × 4 nodes, and each eight of them of 2 × 2 × 2: neighbours see the same boxes.
fn node(i: u32) -> vec3<u32> {
    let blocks = (vec2<u32>(params.nx, params.ny) + 4u * params.stride - 1u) / (4u * params.stride);
    let block = i / 64u;
    let corner = vec3<u32>(block % blocks.x, block / blocks.x % blocks.y, block / (blocks.x * blocks.y));
    let within = 2u * (vec3<u32>(i / 8u, i / 16u, i / 32u) % 2u) + vec3<u32>(i, i / 2u, i / 4u) % 2u;
    return params.stride * (4u * corner + within);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let at = node(invocation(id, groups));
    if (at.x >= params.nx || at.y >= params.ny || at.z >= params.nz) {
        return;
    }
    let coarsest = (params.mode & COARSEST) != 0u;
    let parent = at & vec3<u32>(~(2u * params.stride - 1u));
    if (!coarsest && all(at == parent)) {
        return;
    }
    let word = params.first + HEADER + at.x + params.nx * (at.y + params.ny * at.z);
    let p = vec3<f32>(at) * params.cell;
    // Between dispatches over boxes a node has the square with the sign.
    var known = Nearest(FAR, NONE);
    var side = 1.0;
    if (params.first_box > 0u) {
        known.squared = abs(fields[word]);
        side = fields[word];
    } else if (coarsest) {
        known = try_triangle(known, p, 0u);
    } else {
        known = try_triangle(known, p, hints[hint(parent)].pad_triangle);
    }
    let best = nearest_of(known, p, params.first_box, params.first_box + params.box_count);
    if (best.feature != NONE) {
        side = side_of(best.feature, p);
        if (params.stride > 1u) {
            hints[hint(at)].pad_triangle = best.feature / 8u;
        }
    }
    var value = best.squared;
    if ((params.mode & LAST) != 0u) {
        value = sqrt(best.squared);
    }
    if ((params.mode & SIGNED) != 0u && side < 0.0) {
        value = -value;
    }
    if ((params.mode & LAST) != 0u) {
        value -= params.thickness;
    }
    fields[word] = value;
}
