// A spring between two points: what draws them together, and its derivatives. `l` is the way from the second point to the
// first [m]; the first feels the negative of what these return, the second the same. Whoever imports this declares
// `implicit`.

#import common/implicit

// Of the force along the spring at the way `at`, seen from the way `from` (Han 2015, equation 6): when compressed, the
// direction and the projected length are those of `from` [N].
fn pull(rest: f32, stiffness: f32, from_way: vec3<f32>, at: vec3<f32>) -> vec3<f32> {
    let norm = length(at);
    if (rest == 0.0) {
        return at * stiffness;
    }
    let whole = (implicit.modes & WHOLE) != 0u;
    if (norm >= rest || whole) {
        if (norm == 0.0) {
            return vec3<f32>(0.0);
        }
        return at * (stiffness * (norm - rest) / norm);
    }
    let from_norm = length(from_way);
    if (from_norm == 0.0) {
        return vec3<f32>(0.0);
    }
    let n = from_way * (1.0 / from_norm);
    return n * (stiffness * (dot(at, n) - rest));
}

// The derivative of that along du [N].
fn pull_derivative(rest: f32, stiffness: f32, l: vec3<f32>, du: vec3<f32>) -> vec3<f32> {
    if (rest == 0.0) {
        return du * stiffness;
    }
    let norm = length(l);
    if (norm == 0.0) {
        return vec3<f32>(0.0);
    }
    let n = l * (1.0 / norm);
    let along = n * dot(n, du);
    var across = stiffness * (norm - rest) / norm;
    if (norm < rest && (implicit.modes & WHOLE) == 0u) {
        across = 0.0;
    }
    return along * stiffness + (du - along) * across;
}

// The pull of damping: along the spring, or all of it for one without length [N]. Its derivative by velocities is the same
// function of the change of velocity; that by positions is not symmetric, and left out.
fn damp(rest: f32, damping: f32, l: vec3<f32>, speed: vec3<f32>) -> vec3<f32> {
    if (rest == 0.0) {
        return speed * damping;
    }
    let norm = length(l);
    if (norm == 0.0) {
        return vec3<f32>(0.0);
    }
    let n = l * (1.0 / norm);
    return n * (damping * dot(speed, n));
}

// (h ∂/∂v + h² ∂/∂x) of the pull along the velocity du, by differences over ε, or exactly where that is 0 [kg m/s].
fn pull_term(rest: f32, stiffness: f32, damping: f32, l: vec3<f32>, du: vec3<f32>, epsilon: f32) -> vec3<f32> {
    let h = implicit.h;
    let damped = damp(rest, damping, l, du) * h;
    if ((implicit.modes & FINITE) == 0u || epsilon == 0.0) {
        return damped + pull_derivative(rest, stiffness, l, du) * (h * h);
    }
    let way = du * (h * epsilon);
    let forward = pull(rest, stiffness, l, l + way);
    if ((implicit.modes & SECOND) == 0u) {
        return damped + (forward - pull(rest, stiffness, l, l)) * (h / epsilon);
    }
    return damped + (forward - pull(rest, stiffness, l, l - way)) * (h / (2.0 * epsilon));
}
