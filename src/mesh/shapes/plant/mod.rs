//! A branching plant: tubes and leaves in one surface.

mod curve;
mod leaf;
mod tube;

use super::{builder::Builder, random::Random};
use crate::mesh::Mesh;
use curve::Curve;
use glam::DVec3;
use leaf::Blade;
use std::f64::consts::TAU;
use tube::{Opening, Socket, Tube};

/// The angle from one shoot to the next around a stem: the golden one, as plants have it [rad].
const GOLDEN: f64 = 2.399_963_229_728_653;
/// Where branches and leaves leave the stem, as fractions of its length.
const STEM_SOCKETS: [(f64, bool); 8] = [
    (0.14, false),
    (0.27, true),
    (0.37, true),
    (0.48, true),
    (0.58, true),
    (0.69, true),
    (0.8, false),
    (0.9, false),
];
/// Where leaves leave a branch, as fractions of its length.
const BRANCH_SOCKETS: [f64; 3] = [0.34, 0.57, 0.8];

/// A branching plant about 1 m tall, rooted at the origin, growing up +y: a stem with curved,
/// tapered branches and creased leaves, different for each `seed`.
///
/// One connected manifold surface: branches and stalks share the border of an opening in the tube
/// they grow from, and each blade continues the lower half of its stalk. The stem is open at the
/// ground, where its first eight vertices are.
pub fn plant(seed: u64) -> Mesh {
    let mut plant = Plant { builder: Builder::default(), random: Random::new(seed) };
    plant.stem();
    plant.builder.finish()
}

struct Plant {
    builder: Builder,
    random: Random,
}

impl Plant {
    fn stem(&mut self) {
        let turn = self.random.between(0.0, TAU);
        let lean = heading(turn) * self.random.between(0.1, 0.25);
        let sway = heading(turn + 1.0) * self.random.between(0.15, 0.25);
        let length = self.random.between(0.82, 0.88);
        let tube = Tube {
            curve: Curve::new(DVec3::ZERO, [DVec3::Y, DVec3::Y + lean], sway, length),
            radii: [0.018, 0.0075],
        };
        let sockets = STEM_SOCKETS
            .iter()
            .enumerate()
            .map(|(i, &(at, _))| Socket { at: at * length, facing: heading(turn + GOLDEN * i as f64) });
        let sockets: Vec<Socket> = sockets.collect();
        let (openings, tip) = tube.build(&mut self.builder, None, &sockets);
        for (opening, (at, is_branch)) in openings.iter().zip(STEM_SOCKETS) {
            if is_branch {
                self.branch(opening, 0.46 - 0.32 * at);
            } else {
                let size = self.random.between(0.23, 0.26) * (1.0 - 0.3 * at);
                self.leaf(opening, 0.6, size);
            }
        }
        let toward = heading(turn + GOLDEN * STEM_SOCKETS.len() as f64) - DVec3::Y * 0.1;
        self.blade(&tip, toward, 0.21);
    }

    /// A branch of `length` [m] with leaves along both sides and one at its end.
    fn branch(&mut self, base: &Opening, length: f64) {
        let length = length * self.random.between(0.92, 1.08);
        let out = level(base.outward);
        let left = DVec3::Y.cross(out);
        let from = (out + DVec3::Y * self.random.between(0.3, 0.5)).normalize();
        let to = (out * 0.8 + DVec3::Y * self.random.between(0.5, 0.9)).normalize();
        let sway = left * self.random.between(-0.3, 0.3) + DVec3::Y * 0.12;
        let start = base.middle - from * (0.25 * base.radius);
        let tube =
            Tube { curve: Curve::new(start, [from, to], sway, length), radii: [0.62 * base.radius, 0.0045] };
        let sockets = BRANCH_SOCKETS.iter().enumerate().map(|(i, &at)| {
            let side = if i % 2 == 0 { left } else { -left };
            Socket { at: at * length, facing: side + DVec3::Y * 0.35 }
        });
        let sockets: Vec<Socket> = sockets.collect();
        let (openings, tip) = tube.build(&mut self.builder, Some(base), &sockets);
        for (opening, at) in openings.iter().zip(BRANCH_SOCKETS) {
            let size = self.random.between(0.17, 0.2) * (1.1 - 0.3 * at);
            self.leaf(opening, 0.45, size);
        }
        let toward = level(tip.outward) - DVec3::Y * self.random.between(0.2, 0.45);
        let size = self.random.between(0.17, 0.19);
        self.blade(&tip, toward, size);
    }

    /// A leaf of `size` [m] on a stalk that rises by `rise` per length.
    fn leaf(&mut self, base: &Opening, rise: f64, size: f64) {
        let out = level(base.outward);
        let from = (base.outward + out * 0.5 + DVec3::Y * rise).normalize();
        let to = out + DVec3::Y * (rise * 0.6);
        let stalk = 0.16 * size + 2.0 * base.radius;
        let tube = Tube {
            curve: Curve::new(base.middle, [from, to.normalize()], DVec3::ZERO, stalk),
            radii: [0.55 * base.radius, 0.003],
        };
        let (_, tip) = tube.build(&mut self.builder, Some(base), &[]);
        let toward = out - DVec3::Y * self.random.between(0.25, 0.6);
        self.blade(&tip, toward, size);
    }

    fn blade(&mut self, stalk: &Opening, toward: DVec3, size: f64) {
        let blade = Blade {
            toward: toward.normalize(),
            length: size,
            half_width: size * self.random.between(0.23, 0.28),
            wave: self.random.between(0.03, 0.09),
        };
        blade.build(&mut self.builder, stalk);
    }
}

/// The horizontal direction at `angle` [rad] about y.
fn heading(angle: f64) -> DVec3 {
    let (sin, cos) = angle.sin_cos();
    DVec3::new(cos, 0.0, sin)
}

/// The horizontal part of a direction, as a unit vector.
fn level(direction: DVec3) -> DVec3 {
    direction.with_y(0.0).normalize_or(DVec3::X)
}
