//! What air does to a sheet: drag, lift and pressure.

/// The speed of a sheet that has fallen broadside from rest for some time [s], u tanh(g t/u) with u = √(2 ρ g/ρₐ) [m/s]: `density` is ρ, its mass per
/// area [kg/m²], and `air` is ρₐ, that of the air times the drag coefficient [kg/m³].
pub fn falling(density: f64, gravity: f64, air: f64, time: f64) -> f64 {
    let most = (2.0 * density * gravity / air).sqrt();
    most * (gravity * time / most).tanh()
}

/// The force per area on a sheet at rest in wind [N/m²], along the wind and across it, towards the side that the wind comes to: drag ½ ρₐ w² |cos α| and lift
/// ½ ρₗ w² |sin α cos α|, where α [rad] is the angle between the wind and the normal; `air` has ρₐ and ρₗ [kg/m³].
pub fn pushed(air: [f64; 2], wind: f64, angle: f64) -> [f64; 2] {
    let pressure = air.map(|density| 0.5 * density * wind * wind * angle.cos().abs());
    [pressure[0], pressure[1] * angle.sin().abs()]
}

/// The height by the span to which a pressure bulges a strip that was straight between its ends: an arc with N = p R and N = E t ε, so that
/// φ/sin φ = 1 + q/(2 sin φ), q = p L/(E t), where φ [rad] is half of its angle.
pub fn bulge(q: f64) -> f64 {
    let (mut low, mut high) = (0.0, 3.0);
    for _ in 0..100 {
        let half: f64 = 0.5 * (low + high);
        if half > half.sin() + 0.5 * q { high = half } else { low = half }
    }
    0.5 * (0.5 * low).tan()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_falls_keeps_its_equation() {
        let speed = |t: f64| falling(0.2, 9.81, 1.2, t);
        let h = 1e-4;
        for t in [0.01, 0.2, 1.0] {
            let (gained, drag) =
                ((speed(t + h) - speed(t - h)) / (2.0 * h), 0.5 * 1.2 / 0.2 * speed(t).powi(2));
            assert!((gained - (9.81 - drag)).abs() < 1e-6, "{t}: {gained} {drag}");
        }
        assert!((speed(1e-3) - 9.81e-3).abs() < 1e-6);
    }

    #[test]
    fn wind_on_a_plate_has_its_limits() {
        assert_eq!(pushed([1.2, 0.7], 2.0, 0.0), [2.4, 0.0]);
        let [drag, lift] = pushed([1.2, 0.7], 2.0, std::f64::consts::FRAC_PI_4);
        assert!((drag - 2.4 * 0.5f64.sqrt()).abs() < 1e-12 && (lift - 0.7).abs() < 1e-12);
    }

    #[test]
    fn a_bulge_is_in_equilibrium() {
        for q in [1e-3, 0.02, 0.5] {
            let height = bulge(q);
            // Of an arc over a span of 1: R = (1 + 4 h²)/(8 h), its length from that.
            let radius = (1.0 + 4.0 * height * height) / (8.0 * height);
            let strain = 2.0 * radius * (0.5 / radius).asin() - 1.0;
            assert!((strain / (q * radius) - 1.0).abs() < 1e-8, "{q}: {height} {strain}");
        }
    }
}
