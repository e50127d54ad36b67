// The members of a shell: hinges, faces and edges, each with an energy K/2 (q − q̄)² of one number q: the angle between two
// triangles, an area, a length (Grinspun 2003; Mi). For each its force −K (q − q̄), and the slopes of q at its corners.

#import common/angle
#import common/cg
#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> shell: Shell;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> members: array<Member>;
@group(0) @binding(4) var<storage, read> ramps: array<f32>;               // how much of each load acts
@group(0) @binding(5) var<storage, read> at: array<Place>;
@group(0) @binding(6) var<storage, read_write> slopes: array<vec4<f32>>;  // four per hinge, three per face, one per edge
@group(0) @binding(7) var<storage, read_write> strains: array<vec4<f32>>; // per member: force, stiffness, damping, tension

// θ = atan2(ê·(n1 × n2), n1·n2), and its gradients.
fn hinge(m: Member, i: u32) {
    strains[i] = vec4<f32>(0.0);
    for (var k = 0u; k < 4u; k++) {
        slopes[4u * i + k] = vec4<f32>(0.0);
    }
    let alone = m.normal.w != 0.0;
    let p1 = at[m.corners.x];
    let p2 = at[m.corners.y];
    let p3 = at[m.corners.z];
    let e = way(p2, p1);
    let l = length(e);
    let n1 = cross(e, way(p3, p1));
    let area1 = dot(n1, n1);
    if (l == 0.0 || area1 == 0.0) {
        return;
    }
    let a = n1 / sqrt(area1);
    var b = m.normal.xyz;
    var u2 = vec3<f32>(0.0);
    var share = 0.0;
    if (!alone) {
        let p4 = at[m.corners.w];
        let n2 = cross(way(p4, p1), e);
        let area2 = dot(n2, n2);
        if (area2 == 0.0) {
            return;
        }
        b = n2 / sqrt(area2);
        u2 = n2 * (1.0 / area2);
        share = dot(way(p4, p2), e) / l;
    }
    let turn = dot(cross(a, b), e) / l;
    var angle = angle_of(abs(turn), dot(a, b));
    if (turn < 0.0) {
        angle = -angle;
    }
    let u1 = n1 * (1.0 / area1);
    let g3 = u1 * -l;
    let g4 = u2 * -l;
    let g1 = u1 * (dot(way(p3, p2), e) / -l) - u2 * share;
    let g2 = (g1 + g3 + g4) * -1.0;
    slopes[4u * i] = vec4<f32>(g1, 0.0);
    slopes[4u * i + 1u] = vec4<f32>(g2, 0.0);
    slopes[4u * i + 2u] = vec4<f32>(g3, 0.0);
    slopes[4u * i + 3u] = vec4<f32>(g4, 0.0);
    var force = m.stiffness * (m.rest - angle);
    if (alone) {
        force += m.torque * ramps[m.corners.w];
    }
    strains[i] = vec4<f32>(force, m.stiffness, m.damping, 0.0);
}

// A = |n|/2, and its gradients.
fn face(m: Member, i: u32) {
    let first = 4u * shell.hinges + 3u * (i - shell.hinges);
    let p1 = at[m.corners.x];
    let p2 = at[m.corners.y];
    let p3 = at[m.corners.z];
    let n = cross(way(p2, p1), way(p3, p1));
    let double = length(n);
    var unit = vec3<f32>(0.0);
    if (double > 0.0) {
        unit = n * (0.5 / double);
    }
    slopes[first] = vec4<f32>(cross(unit, way(p3, p2)), 0.0);
    slopes[first + 1u] = vec4<f32>(cross(unit, way(p1, p3)), 0.0);
    slopes[first + 2u] = vec4<f32>(cross(unit, way(p2, p1)), 0.0);
    strains[i] = vec4<f32>(m.stiffness * (m.rest - 0.5 * double), m.stiffness, m.damping, 0.0);
}

// e = |l|, and its gradient at the first end. Drawn, it is stiff across its direction too: the tension of a length of 1 m.
fn edge(m: Member, i: u32) {
    let slot = 4u * shell.hinges + 3u * shell.faces + i - shell.hinges - shell.faces;
    let l = way(at[m.corners.x], at[m.corners.y]);
    let norm = length(l);
    if (norm == 0.0) {
        slopes[slot] = vec4<f32>(0.0);
        strains[i] = vec4<f32>(0.0);
        return;
    }
    slopes[slot] = vec4<f32>(l * (1.0 / norm), 0.0);
    let force = m.stiffness * (m.rest - norm);
    let tension = max(-force, 0.0) / norm;
    strains[i] = vec4<f32>(force, m.stiffness - tension, m.damping, tension);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&members) || is_idle(params.phase)) {
        return;
    }
    let m = members[i];
    if (i < shell.hinges) {
        hinge(m, i);
    } else if (i < shell.hinges + shell.faces) {
        face(m, i);
    } else {
        edge(m, i);
    }
}
