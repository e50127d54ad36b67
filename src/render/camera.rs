//! Where a picture is taken from.

use glam::{Mat3, Vec2, Vec3};

/// The angle of view of fitted cameras [rad]: 28°, a portrait lens, which keeps proportions natural.
const FOV: f32 = 0.489;
/// How much of the picture's height or width a fitted box may fill [1].
const FILL: f32 = 0.86;

/// A perspective camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The eye [m].
    pub eye: Vec3,
    /// The point in the middle of the picture [m].
    pub target: Vec3,
    /// The direction that points upwards in the picture.
    pub up: Vec3,
    /// The angle of view over the picture's height [rad]; over its width if that is smaller.
    pub fov_y: f32,
}

impl Camera {
    /// A camera that shows the whole box between two corners [m], whatever the picture's
    /// proportions; `direction` points from the box to the eye.
    pub fn frame(bounds_min: Vec3, bounds_max: Vec3, direction: Vec3) -> Self {
        Self::frame_for(bounds_min, bounds_max, direction, (1, 1))
    }

    /// Like [`Camera::frame`], but as close as a picture of `size` [pixels] allows.
    pub fn frame_for(bounds_min: Vec3, bounds_max: Vec3, direction: Vec3, size: (u32, u32)) -> Self {
        let middle = 0.5 * (bounds_min + bounds_max);
        let half = 0.5 * (bounds_max - bounds_min);
        Self::fit(&corners(half).map(|corner| middle + corner), direction, size)
    }

    /// A camera that shows all `points` [m] as large and as central as a picture of `size` [pixels]
    /// allows; `direction` points from them to the eye. Non-finite points are left out.
    pub fn fit(points: &[Vec3], direction: Vec3, size: (u32, u32)) -> Self {
        Self::fit_upright(points, direction, Vec3::Y, size)
    }

    /// Like [`Camera::fit`], but `up` points upwards in the picture.
    pub fn fit_upright(points: &[Vec3], direction: Vec3, up: Vec3, size: (u32, u32)) -> Self {
        let (low, high) = bounds(points).unwrap_or((-Vec3::ONE, Vec3::ONE));
        let target = 0.5 * (low + high);
        let direction = direction.try_normalize().unwrap_or(Vec3::Z);
        let up = if direction.dot(up).abs() > 0.999 { Vec3::NEG_Z } else { up };
        let mut camera = Self { eye: target + direction, target, up, fov_y: FOV };
        let basis = camera.basis();
        let finite = points.iter().filter(|p| p.is_finite());
        let local: Vec<Vec3> = finite.map(|&p| basis.transpose() * (p - target)).collect();
        let size = Vec2::new(size.0.max(1) as f32, size.1.max(1) as f32);
        let slope = size * (FILL * (0.5 * FOV).tan() / size.min_element());
        // A single point still needs some room around it.
        let room = 1e-3 * (1.0 + low.distance(high));
        let (shift, distance) = place(&local, slope, room);
        camera.target = target + basis * shift.extend(0.0);
        camera.eye = camera.target + direction * distance;
        camera
    }

    /// The camera's axes in the world: right, up, and forward.
    pub fn basis(&self) -> Mat3 {
        let forward = (self.target - self.eye).try_normalize().unwrap_or(Vec3::NEG_Z);
        let side = forward.cross(self.up).try_normalize();
        let right = side.unwrap_or_else(|| forward.any_orthonormal_vector());
        Mat3::from_cols(right, right.cross(forward), forward)
    }

    /// Pixels per unit of slope in a picture of the given size.
    pub fn focal(&self, width: f32, height: f32) -> f32 {
        let half = (0.5 * self.fov_y).clamp(0.005, 1.5);
        0.5 * width.min(height) / half.tan()
    }
}

/// How far aside and how far away a camera must be for `points` in its axes to be central and within
/// `slope`. Perspective makes the near side larger, so the middle is found step by step.
fn place(points: &[Vec3], slope: Vec2, room: f32) -> (Vec2, f32) {
    let distance = |shift: Vec2| {
        let needed = points.iter().map(|p| {
            let across = (p.truncate() - shift).abs() / slope;
            across.max_element() - p.z
        });
        needed.fold(room, f32::max)
    };
    let mut shift = Vec2::ZERO;
    for _ in 0..8 {
        let away = distance(shift);
        let slopes = points.iter().map(|p| (p.truncate() - shift) / (away + p.z).max(room));
        let (least, most) = slopes.fold((Vec2::MAX, Vec2::MIN), |(a, b), s| (a.min(s), b.max(s)));
        if least.cmple(most).all() {
            shift += 0.5 * (least + most) * away;
        }
    }
    (shift, distance(shift))
}

/// How far from the cloth, in radii of it, solids are part of what a picture is about [1].
const NEAR: f32 = 2.0;

/// What a picture is about: the cloth's points and those of solids near it [m]. A ball that rolled away
/// is left out, and of something vast only what is near counts. Without cloth, all.
pub fn near_cloth(cloth: &[Vec3], solids: impl Iterator<Item = Vec<Vec3>>) -> Vec<Vec3> {
    let ball = |(low, high): (Vec3, Vec3)| (0.5 * (low + high), 0.5 * low.distance(high));
    let mut points = cloth.to_vec();
    let Some((centre, radius)) = bounds(cloth).map(ball) else {
        return solids.flatten().collect();
    };
    let is_near = |p: Vec3| p.distance(centre) <= NEAR * radius;
    for solid in solids {
        match bounds(&solid).map(ball) {
            Some((middle, size)) if size < NEAR * radius && is_near(middle) => points.extend(solid),
            Some((_, size)) if size >= NEAR * radius => points.extend(solid.iter().filter(|p| is_near(**p))),
            _ => {}
        }
    }
    points
}

/// The smallest box around all finite positions [m]; `None` if there is none.
pub fn bounds(positions: &[Vec3]) -> Option<(Vec3, Vec3)> {
    let mut finite = positions.iter().copied().filter(|p| p.is_finite());
    let first = finite.next()?;
    Some(finite.fold((first, first), |(low, high), p| (low.min(p), high.max(p))))
}

fn corners(half: Vec3) -> [Vec3; 8] {
    std::array::from_fn(|i| {
        let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
        half * Vec3::new(sign(1), sign(2), sign(4))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitted_box_is_inside_the_picture_and_fills_it() {
        let (low, high) = (Vec3::new(-3.0, 0.0, 1.0), Vec3::new(2.0, 0.5, 4.0));
        for size in [(1280, 720), (300, 900), (64, 64)] {
            for direction in [Vec3::new(1.0, 0.6, 2.0), Vec3::Y, Vec3::NEG_X] {
                let camera = Camera::frame_for(low, high, direction, size);
                let (width, height) = (size.0 as f32, size.1 as f32);
                let focal = camera.focal(width, height);
                let to_camera = camera.basis().transpose();
                let largest = corners(0.5 * (high - low)).map(|corner| {
                    let p = to_camera * (0.5 * (low + high) + corner - camera.eye);
                    assert!(p.z > 0.0);
                    let across = 2.0 * focal * p.x.abs() / (p.z * width);
                    across.max(2.0 * focal * p.y.abs() / (p.z * height))
                });
                let largest = largest.into_iter().fold(0.0, f32::max);
                assert!((largest - FILL).abs() < 1e-3, "{largest}");
            }
        }
    }

    #[test]
    fn bounds_leave_out_what_is_not_finite() {
        let positions = [Vec3::NAN, Vec3::X, Vec3::NEG_Y];
        assert_eq!(bounds(&positions), Some((Vec3::NEG_Y, Vec3::X)));
        assert_eq!(bounds(&positions[..1]), None);
        let nowhere = Camera::frame(Vec3::NAN, Vec3::NAN, Vec3::ZERO);
        assert!(nowhere.eye.is_finite());
    }

    #[test]
    fn far_and_vast_solids_do_not_make_the_cloth_small() {
        let cloth = [Vec3::ZERO, Vec3::ONE];
        let near = vec![Vec3::splat(1.2), Vec3::splat(1.4)];
        let far = vec![Vec3::splat(90.0), Vec3::splat(91.0)];
        let vast = vec![Vec3::splat(-90.0), Vec3::Y, Vec3::splat(90.0)];
        let points = near_cloth(&cloth, [near.clone(), far.clone(), vast].into_iter());
        assert_eq!(points, [&cloth[..], &near, &[Vec3::Y]].concat());
        assert_eq!(near_cloth(&[], [far.clone()].into_iter()), far);
    }

    #[test]
    fn what_is_to_be_up_is_up() {
        let up = Vec3::new(-0.3, 1.0, 0.0).normalize();
        let camera = Camera::fit_upright(&[Vec3::ZERO, Vec3::ONE], Vec3::new(0.4, 0.3, 1.0), up, (40, 30));
        let seen = camera.basis().transpose() * up;
        assert!(seen.x.abs() < 1e-6 && seen.y > 0.5);
    }
}
