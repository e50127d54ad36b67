// The signed distance from each node of a grid to a closed surface. The sign is that of the pseudonormal of the nearest
// face, edge or vertex (Bærentzen and Aanæs 2005). Triangles lie in clusters with bounding boxes, so that most are
// skipped; one dispatch looks at some of the clusters, since a software driver ends loops after 65,535 iterations.

#import common/invocation

const CLUSTER: u32 = 32u;           // triangles per cluster
const SIGNED: u32 = 1u;             // mode: the surface has an inside
const LAST: u32 = 2u;               // mode: the last clusters, after which squares become distances
const HEADER: u32 = 8u;             // words before a field's values
const NONE: u32 = 0xffffffffu;      // no feature
const FAR: f32 = 3.0e38;            // more than any square of a distance [m²]

struct Bake {
    nx: u32,
    ny: u32,
    nz: u32,
    first: u32,         // word at which the field starts
    first_cluster: u32,
    cluster_count: u32,
    mode: u32,
    cell: f32,          // [m]
    thickness: f32,     // taken off the distance [m]
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

struct Cluster {
    low: vec4<f32>,     // smallest coordinates [m]
    high: vec4<f32>,    // largest coordinates [m]
}

// The nearest point so far: the square of its distance [m²], and what it lies on: eight times the triangle, plus 0 for its
// face, 1 to 3 for its sides and 4 to 6 for its corners.
struct Nearest {
    squared: f32,
    feature: u32,
}

@group(0) @binding(0) var<uniform> params: Bake;
@group(0) @binding(1) var<storage, read> clusters: array<Cluster>;
@group(0) @binding(2) var<storage, read> facets: array<vec4<f32>>;  // per triangle: a, b, c [m], each with the inverse
                                                                    // square of the side that starts there, unit normal
@group(0) @binding(3) var<storage, read> normals: array<vec4<f32>>; // per triangle: of its sides ab, bc, ca, of a, b, c
@group(0) @binding(4) var<storage, read_write> fields: array<f32>;

// The square of the distance to a cluster's box [m²].
fn box_squared(p: vec3<f32>, c: Cluster) -> f32 {
    let d = max(max(c.low.xyz - p, p - c.high.xyz), vec3<f32>(0.0));
    return dot(d, d);
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

fn try_cluster(known: Nearest, p: vec3<f32>, c: u32) -> Nearest {
    var best = known;
    let last = min(CLUSTER * (c + 1u), arrayLength(&facets) / 4u);
    for (var t = CLUSTER * c; t < last; t++) {
        best = try_triangle(best, p, t);
    }
    return best;
}

// The nearest point on these clusters, or the one known before. The cluster whose first point is nearest comes first,
// and most others are then too far.
fn nearest_of(known: Nearest, p: vec3<f32>, first: u32, end: u32) -> Nearest {
    var bound = FAR;
    var start = first;
    for (var c = first; c < end; c++) {
        let d = p - facets[4u * CLUSTER * c].xyz;
        let squared = dot(d, d);
        start = select(start, c, squared < bound);
        bound = min(bound, squared);
    }
    var best = try_cluster(known, p, start);
    for (var c = first; c < end; c++) {
        if (box_squared(p, clusters[c]) < best.squared) {
            best = try_cluster(best, p, c);
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

// Workgroups are blocks of 4 × 4 × 4 nodes, and each eight of them of 2 × 2 × 2: neighbours see the same clusters.
fn node(i: u32) -> vec3<u32> {
    let blocks = (vec2<u32>(params.nx, params.ny) + 3u) / 4u;
    let block = i / 64u;
    let corner = vec3<u32>(block % blocks.x, block / blocks.x % blocks.y, block / (blocks.x * blocks.y));
    return 4u * corner + 2u * (vec3<u32>(i / 8u, i / 16u, i / 32u) % 2u) + vec3<u32>(i, i / 2u, i / 4u) % 2u;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let at = node(invocation(id, groups));
    if (at.x >= params.nx || at.y >= params.ny || at.z >= params.nz) {
        return;
    }
    let word = params.first + HEADER + at.x + params.nx * (at.y + params.ny * at.z);
    // Between dispatches a node has the square with the sign.
    var known = Nearest(FAR, NONE);
    var side = 1.0;
    if (params.first_cluster > 0u) {
        known.squared = abs(fields[word]);
        side = fields[word];
    }
    let p = vec3<f32>(at) * params.cell;
    let best = nearest_of(known, p, params.first_cluster, params.first_cluster + params.cluster_count);
    if (best.feature != NONE) {
        side = side_of(best.feature, p);
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
