// Developable surfaces: what their passes share.

struct Developable {
    gravity: vec4<f32>, // acceleration [m/s²]
    h: f32,             // substep [s]
    damping: f32,       // rate at which velocities decay [1/s]
    tolerance: f32,     // relative error of lengths at which projection ends
    easing: f32,        // share of its diagonal that is added to the system of a projection
    edge: f32,          // mean length of an edge at rest [m]
    first_order: u32,   // 1 for steps of the first order throughout
    newton: u32,        // Newton steps at most
    iterations: u32,    // of all Newton steps of a projection at most
}

// How much of an unknown.
struct Share {
    item: u32,
    share: f32,
}

// A step of Chebyshev's iteration: when, of what, and how far.
struct Smooth {
    phase: u32,
    mode: u32,
    keep: f32, // what the last change counts in the next
    take: f32, // what is left counts in it
}

// How a step begins and ends: x̂ = x + carry s + part h v̂ with v̂ = keep v − old v₋, s the step before and v₋ the velocity
// before it. BDF2, or the first order where there is no step before.
struct Order {
    keep: f32,
    old: f32,
    carry: f32,
    part: f32,
}

fn order_of(history: u32, first_order: u32) -> Order {
    if (history == 0u || first_order == 1u) {
        return Order(1.0, 0.0, 0.0, 1.0);
    }
    return Order(4.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0);
}

// What is left of a push at an unknown that moves along a line only, as one in a straight clamp does: its inverse mass has a minus sign.
fn kept_to(line: vec3<f32>, inverse_mass: f32, push: vec3<f32>) -> vec3<f32> {
    if (inverse_mass >= 0.0) {
        return push;
    }
    return line * dot(line, push);
}

// What forces are multiplied by, per mass [s²].
fn lasting(order: Order, h: f32) -> f32 {
    return (order.part * h) * (order.part * h);
}
