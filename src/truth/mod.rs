//! Closed forms: what mathematics says of a few motions and shapes, for `toile validate` and for the tests.

mod air;
mod elastica;
mod hanging;
mod swinging;

pub use air::{bulge, falling, pushed};
pub use elastica::{heavy, tip_load};
pub use hanging::{catenary_sag, elongation, limited};
pub use swinging::{
    BEAM_ROOT, HANGING_ROOTS, beam_frequency, beam_mode, first_peak, hanging_frequency, hanging_mode,
    pendulum_angle, pendulum_period,
};

/// Acceleration along a slope of this angle [rad], g (sin α − μ cos α) [m/s²].
pub fn sliding(gravity: f64, angle: f64, friction: f64) -> f64 {
    gravity * (angle.sin() - friction * angle.cos())
}

/// Euler and Eytelwein: the larger by the smaller pull of a belt that slides on a drum over an angle [rad], exp(μ φ).
pub fn capstan(friction: f64, angle: f64) -> f64 {
    (friction * angle).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_has_its_limits() {
        let angle = 0.3f64;
        assert!(sliding(9.81, angle, angle.tan()).abs() < 1e-12);
        assert_eq!(sliding(9.81, std::f64::consts::FRAC_PI_2, 0.0), 9.81);
        assert_eq!(capstan(0.0, 3.0), 1.0);
        assert!((capstan(0.3, std::f64::consts::PI) - 2.566).abs() < 1e-3);
    }
}
