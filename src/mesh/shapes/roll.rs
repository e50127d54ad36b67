use glam::{DVec2, Vec3};
use std::f64::consts::TAU;

/// How much wider the outermost layer of a spiral is than its mean, and the innermost narrower.
const SPREAD: f64 = 0.1;

/// What a flat sheet is bent along: as many chords as it has rows of cells, each as long as a row is high, so that no edge
/// of a sheet with rows changes its length. The first chord stays where it is.
pub struct Roll {
    /// The ends of the chords, along y and z [m].
    points: Vec<DVec2>,
    /// Height of the flat sheet [m].
    height: f64,
}

impl Roll {
    /// A circle: `turns` of it, towards +z where they are positive; 1 is a closed tube.
    pub fn arc(cells: u32, height: f64, turns: f64) -> Self {
        Self::new(cells, height, |_| TAU * turns / height)
    }

    /// An Archimedean spiral from the outside in: its layers are 1/5 of the mean radius apart by the number of turns.
    pub fn spiral(cells: u32, height: f64, turns: f64) -> Self {
        let curvature = |along: f64| {
            // The square of the radius falls evenly along a spiral, here from 1.1² to 0.9² of the mean radius.
            let square = (1.0 + SPREAD).powi(2) - 4.0 * SPREAD * along / height;
            TAU * turns / height / square.sqrt()
        };
        Self::new(cells, height, curvature)
    }

    /// Chords that turn by the curvature [1/m] at each distance along [m].
    fn new(cells: u32, height: f64, curvature: impl Fn(f64) -> f64) -> Self {
        let step = height / f64::from(cells.max(1));
        let mut points = vec![DVec2::new(-height / 2.0, 0.0)];
        let (mut point, mut angle) = (points[0], 0.0);
        for k in 1..=cells.max(1) {
            point += step * DVec2::from_angle(angle);
            angle += step * curvature(step * f64::from(k));
            points.push(point);
        }
        Self { points, height }
    }

    /// Where a point of the flat sheet in the xy plane comes to.
    pub fn bend(&self, p: Vec3) -> Vec3 {
        let cells = self.points.len() - 1;
        let along = (f64::from(p.y) / self.height + 0.5).clamp(0.0, 1.0) * cells as f64;
        let k = (along as usize).min(cells - 1);
        let at = self.points[k].lerp(self.points[k + 1], along - k as f64);
        Vec3::new(p.x, at.x as f32, at.y as f32)
    }
}
