//! What hangs at rest.

/// Sag by span of a chain whose length is `length` spans: a (cosh(1/2a) − 1), where 2a sinh(1/2a) is the length.
pub fn catenary_sag(length: f64) -> f64 {
    // sinh(u)/u grows with u = 1/2a.
    let (mut low, mut high) = (1e-6, 50.0);
    for _ in 0..100 {
        let u: f64 = 0.5 * (low + high);
        if u.sinh() / u > length { high = u } else { low = u }
    }
    (low.cosh() - 1.0) / (2.0 * low)
}

/// How much longer a strip becomes under its own weight, by its length L: ρ g L/(2 E t); `density` is ρ, a mass per area [kg/m²], and `stretching`
/// is E t [N/m].
pub fn elongation(density: f64, gravity: f64, length: f64, stretching: f64) -> f64 {
    density * gravity * length / (2.0 * stretching)
}

/// The same of a strip whose strain has a limit: the part above the height at which its weight reaches it has just that.
pub fn limited(density: f64, gravity: f64, length: f64, stretching: f64, limit: f64) -> f64 {
    let most = 2.0 * elongation(density, gravity, length, stretching);
    let below = (limit / most).min(1.0);
    0.5 * most * below * below + limit * (1.0 - below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_hangs_as_the_catenary() {
        assert!((catenary_sag(1.25) - 0.3318).abs() < 1e-4, "{}", catenary_sag(1.25));
        // Nearly taut, it is a parabola: length = 1 + 8/3 sag².
        assert!((catenary_sag(1.0 + 8.0 / 3.0 * 1e-4) / 1e-2 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn the_mean_pull_is_half_the_weight() {
        assert_eq!(elongation(0.5, 10.0, 2.0, 100.0), 0.05);
        assert_eq!(limited(0.5, 10.0, 2.0, 100.0, 0.2), 0.05);
        assert!((limited(0.5, 10.0, 2.0, 100.0, 0.05) - 0.0375).abs() < 1e-12);
    }
}
