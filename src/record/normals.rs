//! Smooth normals of a triangle mesh.

use glam::Vec3;

/// Unit normals of the vertices, each the mean of its triangles' normals weighted by the angle at
/// the vertex, so that it does not depend on which way a quad was cut. Zero where a vertex has no
/// triangle with an area; triangles that name a missing vertex or a non-finite one are skipped.
pub fn vertex_normals(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let Some(corners) = corners(positions, triangle) else {
            continue;
        };
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for (vertex, angle) in triangle.iter().zip(angles(&corners)) {
            normals[*vertex as usize] += normal * angle;
        }
    }
    for normal in &mut normals {
        *normal = normal.normalize_or_zero();
    }
    normals
}

/// The angles at a triangle's corners [rad].
pub fn angles(corners: &[Vec3; 3]) -> [f32; 3] {
    std::array::from_fn(|i| {
        let to_next = corners[(i + 1) % 3] - corners[i];
        let to_last = corners[(i + 2) % 3] - corners[i];
        to_next.cross(to_last).length().atan2(to_next.dot(to_last))
    })
}

/// The positions of a triangle's corners [m], if all three are there and finite.
pub fn corners(positions: &[Vec3], triangle: &[u32; 3]) -> Option<[Vec3; 3]> {
    let corner = |i: usize| {
        let position = positions.get(triangle[i] as usize).copied();
        position.filter(|p| p.is_finite())
    };
    Some([corner(0)?, corner(1)?, corner(2)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_corner_is_symmetric_however_it_is_cut() {
        let [o, x, y, z] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        // The face between x and y is cut through the corner, the others are not.
        let positions = [o, x, y, z, x + y];
        let triangles = [[0, 4, 1], [0, 2, 4], [0, 1, 3], [0, 3, 2]];
        let normal = vertex_normals(&positions, &triangles)[0];
        assert!((normal + Vec3::ONE.normalize()).length() < 1e-6, "{normal}");
    }

    #[test]
    fn bad_triangles_leave_zero() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::NAN];
        let normals = vertex_normals(&positions, &[[0, 1, 2], [0, 1, 9], [0, 0, 1]]);
        assert_eq!(normals, [Vec3::ZERO; 3]);
    }
}
