// Drag of moving air. Whoever imports this declares the uniform `sim`.

#import common/sim

// The change of velocity by the air in a substep [m/s]: quadratic drag along the normal, taken implicitly so that it never
// overshoots the air's own velocity.
fn drag(velocity: vec3<f32>, inverse_mass: f32, area_vector: vec3<f32>) -> vec3<f32> {
    let area = length(area_vector);
    if (area == 0.0) {
        return vec3<f32>(0.0);
    }
    let n = area_vector * (1.0 / area);
    let u = dot(sim.wind.xyz - velocity, n);
    let s = 0.5 * sim.wind.w * area * abs(u) * inverse_mass * sim.h;
    return n * (u * s / (1.0 + s));
}
