//! The elastica: a strip that is clamped level at one end and cannot stretch.

use std::f64::consts::FRAC_PI_2;

/// Steps of the fourth order along the strip.
const STEPS: usize = 2000;

/// The elastica of length 1, θ' = κ, κ' = −load(s, θ), κ = 0 at its free end; from there back to the clamp at s = 0, where θ = 0. The angle of
/// the free end is between 0 and π/2. Returns how far the free end is below the clamp and in front of it.
fn elastica(load: impl Fn(f64, f64) -> f64) -> [f64; 2] {
    let back = |end: f64| {
        let h = -1.0 / STEPS as f64;
        // θ, κ, ∫ sin θ, ∫ cos θ.
        let slope = |s: f64, y: [f64; 4]| [y[1], -load(s, y[0]), y[0].sin(), y[0].cos()];
        let mut y = [end, 0.0, 0.0, 0.0];
        for i in 0..STEPS {
            let s = 1.0 + h * i as f64;
            let at = |k: [f64; 4], f: f64| [0, 1, 2, 3].map(|j| y[j] + f * h * k[j]);
            let k1 = slope(s, y);
            let k2 = slope(s + 0.5 * h, at(k1, 0.5));
            let k3 = slope(s + 0.5 * h, at(k2, 0.5));
            let k4 = slope(s + h, at(k3, 1.0));
            y = [0, 1, 2, 3].map(|j| y[j] + h / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]));
        }
        y
    };
    // Long strips have other equilibria, which wind; that which hangs has its end the nearest to the vertical.
    let mut from_vertical = 1e-12;
    while from_vertical < FRAC_PI_2 && back(FRAC_PI_2 - from_vertical)[0] > 0.0 {
        from_vertical *= 1.5;
    }
    let (mut low, mut high) = (FRAC_PI_2 - from_vertical.min(FRAC_PI_2), FRAC_PI_2 - from_vertical / 1.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if back(middle)[0] > 0.0 { high = middle } else { low = middle }
    }
    let y = back(0.5 * (low + high));
    [-y[2], -y[3]]
}

/// Drop over reach of the heavy elastica, θ'' = −Γ (1 − s) cos θ, Γ = ρ g L³/D.
pub fn heavy(gamma: f64) -> f64 {
    let [drop, reach] = elastica(|s, theta| gamma * (1.0 - s) * theta.cos());
    drop / reach
}

/// How far a load P on the tip moves it across and back, by the length; `load` is P L²/D.
pub fn tip_load(load: f64) -> [f64; 2] {
    let [across, along] = elastica(|_, theta| load * theta.cos());
    [across, 1.0 - along]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_elastica_has_its_known_values() {
        // Small loads: a cantilever under its own weight drops by Γ/8, one under a load on its tip by a third of it.
        assert!((heavy(1e-4) / (1e-4 / 8.0) - 1.0).abs() < 1e-5);
        assert!((tip_load(1e-4)[0] / (1e-4 / 3.0) - 1.0).abs() < 1e-5);
        // Tip loads of P L²/D = 1 and 4 (Bisshopp and Drucker 1945).
        for (load, expected) in [(1.0, [0.302, 0.056]), (4.0, [0.670, 0.329])] {
            let [across, back] = tip_load(load);
            assert!(
                (across - expected[0]).abs() < 1e-3 && (back - expected[1]).abs() < 1e-3,
                "{across} {back}"
            );
        }
        for (gamma, value) in [(1.0, 0.1246), (10.0, 1.0668), (100.0, 5.888)] {
            assert!((heavy(gamma) / value - 1.0).abs() < 1e-3, "{gamma}: {}", heavy(gamma));
        }
        // It hangs the lower the heavier it is, as far as plots go.
        let curve: Vec<f64> = (0..30).map(|i| heavy(10f64.powf(0.1 * f64::from(i) - 0.5))).collect();
        assert!(curve.is_sorted(), "{curve:?}");
    }
}
