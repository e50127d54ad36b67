//! Rigid bodies as pictures show them: their surfaces, places and colours.

mod set;
mod shape;

pub use set::Set;
pub use shape::{Stage, is_level, surface};

use glam::Vec3;

/// The colour of a scene's body, sRGB 0..1: between teal and violet, calm beside warm cloth, and for
/// neighbours in the list far apart.
pub fn color(index: usize) -> [f32; 3] {
    // The plastic number's powers spread over a square as the golden ratio's do over a line.
    let part = |step: f64| (0.5 + step * index as f64).fract() as f32;
    let (hue, tone) = (part(0.754_877_666), part(0.569_840_291));
    let (teal, slate, violet) =
        (Vec3::new(0.30, 0.47, 0.50), Vec3::new(0.34, 0.43, 0.55), Vec3::new(0.44, 0.41, 0.56));
    let base = if hue < 0.5 { teal.lerp(slate, 2.0 * hue) } else { slate.lerp(violet, 2.0 * hue - 1.0) };
    (base * (0.78 + 0.44 * tone)).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_bodies_can_be_told_apart() {
        for i in 0..20 {
            assert!(color(i).iter().all(|c| (0.2..0.8).contains(c)));
            for j in 0..i {
                let apart = Vec3::from(color(i)).distance(Vec3::from(color(j)));
                assert!(apart > 0.02, "{i} {j}: {apart}");
            }
        }
    }
}
