//! How far a shape is from another one, wherever it has moved and turned.

use glam::{DMat3, DQuat, DVec3};

/// The root mean square distance [m] between `shape` and `rest` after the best translation and
/// rotation of `rest`. Reflections are not allowed, so a dent that is mirrored outwards counts.
///
/// Horn, "Closed-form solution of absolute orientation using unit quaternions", 1987.
pub(super) fn distance(rest: &[DVec3], shape: &[DVec3]) -> f64 {
    let count = rest.len().min(shape.len());
    if count == 0 {
        return 0.0;
    }
    let mean = |points: &[DVec3]| points[..count].iter().sum::<DVec3>() / count as f64;
    let (rest_centre, shape_centre) = (mean(rest), mean(shape));
    let pairs = || {
        let pair = |(&r, &s): (&DVec3, &DVec3)| (r - rest_centre, s - shape_centre);
        rest.iter().zip(shape).map(pair)
    };
    let covariance =
        pairs().fold(DMat3::ZERO, |sum, (r, s)| sum + DMat3::from_cols(r * s.x, r * s.y, r * s.z));
    let rotation = rotation(&covariance);
    let squared: f64 = pairs().map(|(r, s)| (rotation * r - s).length_squared()).sum();
    (squared / count as f64).sqrt()
}

/// The rotation that maximises the trace of its product with a covariance, whose element in row i
/// and column j sums rest coordinate i times shape coordinate j.
fn rotation(covariance: &DMat3) -> DQuat {
    let s = |row: usize, column: usize| covariance.col(column)[row];
    let [wx, wy, wz] = [s(1, 2) - s(2, 1), s(2, 0) - s(0, 2), s(0, 1) - s(1, 0)];
    let [xy, zx, yz] = [s(0, 1) + s(1, 0), s(2, 0) + s(0, 2), s(1, 2) + s(2, 1)];
    let [xx, yy, zz] = [s(0, 0), s(1, 1), s(2, 2)];
    let [w, x, y, z] = largest_eigenvector([
        [xx + yy + zz, wx, wy, wz],
        [wx, xx - yy - zz, xy, zx],
        [wy, xy, yy - xx - zz, yz],
        [wz, zx, yz, zz - xx - yy],
    ]);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// The eigenvector of a symmetric matrix's largest eigenvalue, by Jacobi's method: slower than a
/// root of the quartic, but exact to the last digits when eigenvalues meet.
fn largest_eigenvector(mut a: [[f64; 4]; 4]) -> [f64; 4] {
    let mut vectors = [[0.0; 4]; 4];
    for (i, row) in vectors.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    // Convergence is quadratic: six sweeps do, and the bound is for matrices that are not finite.
    for _ in 0..24 {
        let mut turned = false;
        for (p, q) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let negligible = f64::EPSILON * 0.25 * (a[p][p].abs() + a[q][q].abs());
            if a[p][q].abs() > negligible {
                turn(&mut a, &mut vectors, p, q);
                turned = true;
            }
        }
        if !turned {
            break;
        }
    }
    let best = (1..4).fold(0, |best, i| if a[i][i] > a[best][best] { i } else { best });
    vectors.map(|row| row[best])
}

/// One Jacobi rotation in the plane of `p` and `q`, which makes the element between them zero.
fn turn(a: &mut [[f64; 4]; 4], vectors: &mut [[f64; 4]; 4], p: usize, q: usize) {
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = tangent * cosine;
    let mix = |x: f64, y: f64| (cosine * x - sine * y, sine * x + cosine * y);
    for row in a.iter_mut() {
        (row[p], row[q]) = mix(row[p], row[q]);
    }
    let (row_p, row_q) = (a[p], a[q]);
    a[p] = std::array::from_fn(|k| mix(row_p[k], row_q[k]).0);
    a[q] = std::array::from_fn(|k| mix(row_p[k], row_q[k]).1);
    (a[p][q], a[q][p]) = (0.0, 0.0);
    for row in vectors.iter_mut() {
        (row[p], row[q]) = mix(row[p], row[q]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dented_sheet() -> Vec<DVec3> {
        let point = |i: u32| {
            let (x, z) = (f64::from(i % 5), f64::from(i / 5) * 0.7);
            DVec3::new(x, if i == 12 { 0.6 } else { 0.0 }, z)
        };
        (0..25).map(point).collect()
    }

    proptest! {
        #[test]
        fn a_motion_is_no_error(axis in prop::array::uniform4(-1.0..1.0), by in prop::array::uniform3(-9.0..9.0)) {
            let quaternion = DQuat::from_array(axis);
            prop_assume!(quaternion.length() > 0.1);
            let rotation = quaternion.normalize();
            let rest = dented_sheet();
            let moved: Vec<DVec3> = rest.iter().map(|&p| rotation * p + DVec3::from(by)).collect();
            prop_assert!(distance(&rest, &moved) < 1e-13);
        }
    }

    #[test]
    fn a_mirrored_dent_is_an_error() {
        let rest = dented_sheet();
        let mirror = DVec3::new(1.0, -1.0, 1.0);
        let mirrored: Vec<DVec3> = rest.iter().map(|&p| p * mirror).collect();
        // One vertex of 25 is off by twice the dent of 0.6, less what a translation takes away.
        let expected = 1.2 * (1.0 / 25.0 - 1.0 / 625.0_f64).sqrt();
        assert!((distance(&rest, &mirrored) - expected).abs() < 1e-9);
    }

    #[test]
    fn a_swelling_is_its_own_size() {
        let rest = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z];
        let swollen = rest.map(|p| p * 1.25);
        assert!((distance(&rest, &swollen) - 0.25).abs() < 1e-15);
        assert_eq!(distance(&[], &[]), 0.0);
        assert!(distance(&rest, &[DVec3::NAN; 6]).is_nan());
        assert_eq!(distance(&[DVec3::X; 3], &[DVec3::Y; 3]), 0.0);
    }
}
