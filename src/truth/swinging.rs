//! What swings: a pendulum, a strip that hangs, and one that is clamped.

use std::f64::consts::PI;

/// The first root of cos β cosh β = −1: β² √(D/(ρ L⁴)) is the first frequency of a clamped beam.
pub const BEAM_ROOT: f64 = 1.875_104_068_711_961;

/// The first two roots of Bessel's function J0: j/2 √(g/L) are the frequencies of a chain that hangs.
pub const HANGING_ROOTS: [f64; 2] = [2.404_825_557_695_773, 5.520_078_110_286_311];

/// The period of a pendulum that starts at rest at an angle [rad], by the arithmetic-geometric mean: 2π/ω/agm(1, cos(θ₀/2)); `omega` is that of
/// small swings [rad/s].
pub fn pendulum_period(omega: f64, angle: f64) -> f64 {
    let (mut a, mut g) = (1.0, (0.5 * angle).cos());
    for _ in 0..8 {
        (a, g) = (0.5 * (a + g), f64::sqrt(a * g));
    }
    2.0 * PI / omega / a
}

/// The angle of a pendulum [rad] a time [s] after it was let go at another: sin(θ/2) = k cd(ω t, k) with k = sin(θ₀/2), Jacobi's
/// function by the arithmetic-geometric mean (Abramowitz and Stegun 16.4); `omega` is that of small swings [rad/s].
pub fn pendulum_angle(omega: f64, angle: f64, time: f64) -> f64 {
    let k = (0.5 * angle).sin();
    let (mut a, mut b) = (1.0, (0.5 * angle).cos());
    let mut ratios = Vec::new();
    while ratios.len() < 8 {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
        ratios.push(c / a);
    }
    let start = omega * time * a * 2f64.powi(ratios.len() as i32);
    let phase = ratios.iter().rev().fold(start, |phase, ratio| 0.5 * (phase + (ratio * phase.sin()).asin()));
    2.0 * (k * phase.cos() / (1.0 - (k * phase.sin()).powi(2)).sqrt()).asin()
}

/// The first peak of what swings with damping, by what it has without: exp(−ζ arccos(ζ)/√(1 − ζ²)), where ζ < 1 is the damping by that which lets nothing
/// swing. Forces of τ times the rate of the stiff ones have ζ = τ ω/2.
pub fn first_peak(share: f64) -> f64 {
    (-share * share.acos() / (1.0 - share * share).sqrt()).exp()
}

/// The first angular frequency of a clamped strip, 1.8751² √(D/(ρ L⁴)) [rad/s], from D [N·m], ρ [kg/m²] and L [m].
pub fn beam_frequency(stiffness: f64, density: f64, length: f64) -> f64 {
    BEAM_ROOT * BEAM_ROOT * (stiffness / (density * length.powi(4))).sqrt()
}

/// The shape of that mode at a distance from the clamp, by the length; 2 at the tip.
pub fn beam_mode(s: f64) -> f64 {
    let (b, r) = (BEAM_ROOT * s, BEAM_ROOT);
    let ratio = (r.cosh() + r.cos()) / (r.sinh() + r.sin());
    b.cosh() - b.cos() - ratio * (b.sinh() - b.sin())
}

/// An angular frequency of a chain that hangs [rad/s], j/2 √(g/L), from a root of [`HANGING_ROOTS`], g [m/s²] and L [m].
pub fn hanging_frequency(root: f64, gravity: f64, length: f64) -> f64 {
    0.5 * root * (gravity / length).sqrt()
}

/// The shape of its mode at a height above the free end, by the length: J0(j √s); 1 at the end.
pub fn hanging_mode(root: f64, s: f64) -> f64 {
    // Σ (−1)^k (x/2)^(2k)/k!², x = j √s.
    let square = 0.25 * root * root * s.max(0.0);
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..40 {
        term *= -square / f64::from(k * k);
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pendulum_has_its_period() {
        assert!((pendulum_period(2.0, 1e-4) - PI).abs() < 1e-8);
        // 1.0732 of that of small swings at 60 degrees.
        assert!((pendulum_period(2.0 * PI, PI / 3.0) - 1.0732).abs() < 1e-4);
    }

    #[test]
    fn a_pendulum_keeps_its_equation() {
        let (omega, angle, h) = (3.0, 2.5, 1e-4);
        let at = |time: f64| pendulum_angle(omega, angle, time);
        let period = pendulum_period(omega, angle);
        for (part, expected) in [(0.0, angle), (0.25, 0.0), (0.5, -angle), (0.75, 0.0), (1.0, angle)] {
            assert!((at(part * period) - expected).abs() < 1e-7, "{part}: {}", at(part * period));
        }
        for time in [0.1, 0.4, 0.9, 1.7] {
            let bent = (at(time + h) - 2.0 * at(time) + at(time - h)) / (h * h);
            assert!((bent + omega * omega * at(time).sin()).abs() < 1e-5, "{time}: {bent}");
        }
    }

    #[test]
    fn a_peak_is_where_damped_swings_turn() {
        for share in [0.0, 0.1, 0.5, 0.9f64] {
            let (mut x, mut v, h) = (0.0f64, 1.0f64, 1e-5);
            while v > 0.0 {
                v -= h * (x + 2.0 * share * v);
                x += h * v;
            }
            assert!((first_peak(share) / x - 1.0).abs() < 1e-4, "{share}: {x}");
        }
    }

    #[test]
    fn modes_are_held_where_they_should_be() {
        assert!((BEAM_ROOT.cos() * BEAM_ROOT.cosh() + 1.0).abs() < 1e-12);
        assert!(beam_mode(0.0).abs() < 1e-12 && (beam_mode(1.0) - 2.0).abs() < 1e-9);
        for root in HANGING_ROOTS {
            assert!(hanging_mode(root, 1.0).abs() < 1e-12 && hanging_mode(root, 0.0) == 1.0);
        }
        assert!((beam_frequency(1.0, 1.0, 1.0) - 3.516).abs() < 1e-3);
        assert!((hanging_frequency(HANGING_ROOTS[0], 9.81, 1.0) - 3.766).abs() < 1e-3);
    }
}
