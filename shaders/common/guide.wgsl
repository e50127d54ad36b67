// What guides a particle's search direction. Three vec4 per particle:
// 0: inverses of the three pivots of its block L D Lᵀ [1/kg], and RELEASED or SLIPPED, or their sum
// 1: the three numbers of L below the diagonal, row by row, and a drag beside the filter's vector [kg]
// 2: the filter S: a unit vector, and in w what of a velocity is free

const FREE: f32 = 0.0;
const BESIDE: f32 = 1.0; // all but what is along the vector
const ALONG: f32 = 2.0;  // only what is along the vector
const HELD: f32 = 3.0;   // nothing

// A particle is let go at most once in a step, and begins to slide at most once, so that it cannot go back and forth.
const RELEASED: f32 = 1.0;
const SLIPPED: f32 = 2.0;

fn filtered(filter_at: vec4<f32>, a: vec3<f32>) -> vec3<f32> {
    let along = filter_at.xyz * dot(filter_at.xyz, a);
    if (filter_at.w == FREE) {
        return a;
    }
    if (filter_at.w == BESIDE) {
        return a - along;
    }
    if (filter_at.w == ALONG) {
        return along;
    }
    return vec3<f32>(0.0);
}

// S P S r, P the inverse of the block.
fn preconditioned(pivots: vec4<f32>, lower: vec4<f32>, filter_at: vec4<f32>, r: vec3<f32>) -> vec3<f32> {
    let a = filtered(filter_at, r);
    let y1 = a.y - lower.x * a.x;
    let y2 = a.z - lower.y * a.x - lower.z * y1;
    let z2 = y2 * pivots.z;
    let z1 = y1 * pivots.y - lower.z * z2;
    let z0 = a.x * pivots.x - lower.x * z1 - lower.y * z2;
    return filtered(filter_at, vec3<f32>(z0, z1, z2));
}
