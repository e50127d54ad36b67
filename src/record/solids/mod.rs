//! Rigid bodies as pictures show them: their surfaces, places and colours.

mod shape;

pub use shape::{Stage, is_level, surface};

use glam::{EulerRot, Quat, Vec3};

use crate::scene::Body;

/// Where a body's own axes are, as its shape in the scene has them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// Their origin [m].
    pub position: Vec3,
    /// How they are turned.
    pub rotation: Quat,
}

impl Placed {
    /// The world's own axes.
    pub const ORIGIN: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// Where a body of a scene starts.
    pub fn start(body: &Body) -> Self {
        let angles = |degrees: [f64; 3]| {
            let [x, y, z] = degrees.map(|angle| angle.to_radians() as f32);
            Quat::from_euler(EulerRot::ZYX, z, y, x)
        };
        let at_start = |tracks: &[crate::scene::Track; 3]| [0, 1, 2].map(|i| tracks[i].at(0.0));
        let shift = at_start(&body.path);
        let position = [0, 1, 2].map(|i| (body.position[i] + shift[i]) as f32);
        Self { position: position.into(), rotation: angles(body.rotation) * angles(at_start(&body.turn)) }
    }

    /// A point of the body's axes [m] in the world.
    pub fn apply(&self, point: Vec3) -> Vec3 {
        self.rotation * point + self.position
    }

    /// A point of the world [m] in the body's axes.
    pub fn undo(&self, point: Vec3) -> Vec3 {
        self.rotation.inverse() * (point - self.position)
    }
}

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

    #[test]
    fn a_place_is_undone() {
        let body = Body { position: [1.0, 2.0, 3.0], rotation: [0.0, 0.0, 90.0], ..Body::default() };
        let placed = Placed::start(&body);
        assert!(placed.apply(Vec3::X).distance(Vec3::new(1.0, 3.0, 3.0)) < 1e-6);
        assert!(placed.undo(placed.apply(Vec3::ONE)).distance(Vec3::ONE) < 1e-6);
    }
}
