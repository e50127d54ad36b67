// Pressure and wind on triangles. Each vertex sums over its own triangles, seen with itself as the first corner. A triangle
// is given by its edges from there: e1 to the next corner, e2 to the one after; e1 × e2 points away from the back.
//
// Drivers may move constants of a product to its first factor, and products behind the other terms of a sum. Both stand
// there already, so that the twin gives the same bits.

#import common/cg
#import common/cross
#import common/implicit
#import common/invocation

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> cg: Cg;
@group(0) @binding(3) var<storage, read> corners: array<u32>;         // three per triangle
@group(0) @binding(4) var<storage, read> offsets: array<u32>;         // where a vertex's triangles start
@group(0) @binding(5) var<storage, read> incident: array<u32>;        // triangles of the vertices
@group(0) @binding(6) var<storage, read> x: array<vec4<f32>>;         // positions [m]
@group(0) @binding(7) var<storage, read> v: array<vec4<f32>>;         // velocities where the step begins [m/s]
@group(0) @binding(8) var<storage, read> u: array<vec4<f32>>;         // direction of the product [m/s]
@group(0) @binding(9) var<storage, read_write> out: array<vec4<f32>>; // what the mode says is added

// The force of the pressure on each corner [N].
fn pressure_force(e1: vec3<f32>, e2: vec3<f32>) -> vec3<f32> {
    return cross(e1, e2) * (implicit.pressure * (1.0 / 6.0));
}

// The symmetric part of that force's derivative: its first row, along u1 and u2 of the other corners; the block on the
// diagonal is zero. Over a mesh without boundary the rest cancels, and this is P times the Hessian of the volume.
fn pressure_product(e1: vec3<f32>, e2: vec3<f32>, u1: vec3<f32>, u2: vec3<f32>) -> vec3<f32> {
    let turn = add_cross(cross(e1 - e2 * 2.0, u1), e1 * 2.0 - e2, u2);
    return turn * (implicit.pressure * (1.0 / 12.0));
}

// h² times that, or by differences of the force, which are symmetric over a mesh without boundary only [kg m/s].
fn pressure_term(e1: vec3<f32>, e2: vec3<f32>, u0: vec3<f32>, u1: vec3<f32>, u2: vec3<f32>) -> vec3<f32> {
    let h = implicit.h;
    let epsilon = epsilon_of(params.mode, (implicit.modes & FINITE) != 0u);
    if (epsilon == 0.0 || (implicit.modes & CLOSED) == 0u) {
        return pressure_product(e1, e2, u1, u2) * (h * h);
    }
    let way1 = (u1 - u0) * (h * epsilon);
    let way2 = (u2 - u0) * (h * epsilon);
    if ((implicit.modes & SECOND) == 0u) {
        let turn = add_cross(-cross(e1, e2), e1 + way1, e2 + way2);
        return turn * (implicit.pressure * (1.0 / 6.0)) * (h / epsilon);
    }
    let turn = add_cross(-cross(e1 - way1, e2 - way2), e1 + way1, e2 + way2);
    return turn * (implicit.pressure * (1.0 / 6.0)) * (h / (2.0 * epsilon));
}

// The force of the wind on each corner: drag along the relative wind w, lift across it [N].
fn wind_force(e1: vec3<f32>, e2: vec3<f32>, w: vec3<f32>) -> vec3<f32> {
    let turn = cross(e1, e2);
    let twice = length(turn);
    let square = dot(w, w);
    if (twice == 0.0 || square == 0.0) {
        return vec3<f32>(0.0);
    }
    let n = turn * (1.0 / twice);
    let across = dot(w, n);
    let drag = w * (implicit.wind.w * abs(across));
    let lift = (n * square - w * across) * (implicit.lift * across / sqrt(square));
    return (drag + lift) * (twice * (1.0 / 12.0));
}

// What a change of the triangle's velocity meets of the drag [kg/s]. The whole derivative is not symmetric; this part is,
// and takes energy.
fn wind_coefficient(e1: vec3<f32>, e2: vec3<f32>, w: vec3<f32>) -> f32 {
    return 0.25 * implicit.wind.w * abs(dot(w, cross(e1, e2)));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&out) || is_idle(params.phase)) {
        return;
    }
    let windy = implicit.wind.w > 0.0 || implicit.lift > 0.0;
    var sum = vec3<f32>(0.0);
    for (var k = offsets[i]; k < offsets[i + 1u]; k++) {
        let first = 3u * incident[k];
        var b = corners[first + 1u];
        var c = corners[first + 2u];
        if (b == i) {
            b = c;
            c = corners[first];
        } else if (c == i) {
            c = b;
            b = corners[first];
        }
        let e1 = x[b].xyz - x[i].xyz;
        let e2 = x[c].xyz - x[i].xyz;
        let w = implicit.wind.xyz - (v[i].xyz + v[b].xyz + v[c].xyz) * (1.0 / 3.0);
        if (params.mode == FORCE) {
            if (windy) {
                sum += wind_force(e1, e2, w);
            }
            sum += pressure_force(e1, e2);
            if (windy) {
                // The term has what is linear in velocities, those of the start included.
                let all = v[i].xyz + v[b].xyz + v[c].xyz;
                sum += all * (1.0 / 9.0) * wind_coefficient(e1, e2, w);
            }
        } else {
            sum += pressure_term(e1, e2, u[i].xyz, u[b].xyz, u[c].xyz);
            if (windy) {
                let all = u[i].xyz + u[b].xyz + u[c].xyz;
                sum -= all * (1.0 / 9.0) * (wind_coefficient(e1, e2, w) * implicit.h);
            }
        }
    }
    if (params.mode == OPERATOR) {
        sum = -sum;
    }
    out[i] = vec4<f32>(out[i].xyz + sum, 0.0);
}
