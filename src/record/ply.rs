//! PLY, binary little-endian: positions, normals and velocities in one compact file.

use glam::Vec3;

use super::faces::Face;

/// The bytes of a PLY file, `comment` in its header.
///
/// Each vertex has `x y z` [m], `nx ny nz` (unit) and `vx vy vz` [m/s], all f32; each face is a
/// list of vertices. The slices have one entry per vertex; a missing normal or velocity is zero.
pub fn to_ply(
    positions: &[Vec3],
    normals: &[Vec3],
    velocities: &[Vec3],
    faces: &[Face],
    comment: &str,
) -> Vec<u8> {
    let mut bytes = header(positions.len(), faces.len(), comment).into_bytes();
    bytes.reserve(36 * positions.len() + 17 * faces.len());
    for (i, position) in positions.iter().enumerate() {
        let normal = normals.get(i).copied().unwrap_or_default();
        let velocity = velocities.get(i).copied().unwrap_or_default();
        for vector in [*position, normal, velocity] {
            for number in vector.to_array() {
                bytes.extend(number.to_le_bytes());
            }
        }
    }
    for face in faces {
        let corners = face.corners();
        bytes.push(if corners.len() == 4 { 4 } else { 3 });
        for corner in corners {
            bytes.extend(corner.to_le_bytes());
        }
    }
    bytes
}

fn header(vertex_count: usize, face_count: usize, comment: &str) -> String {
    let comment = comment.replace(['\n', '\r'], " ");
    let mut text =
        format!("ply\nformat binary_little_endian 1.0\ncomment {comment}\nelement vertex {vertex_count}\n");
    for name in ["x", "y", "z", "nx", "ny", "nz", "vx", "vy", "vz"] {
        text.push_str("property float ");
        text.push_str(name);
        text.push('\n');
    }
    // `int`, not `uint`: several readers know no other type for indices.
    text.push_str(&format!(
        "element face {face_count}\nproperty list uchar int vertex_indices\nend_header\n"
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_the_headers() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 2.0, 3.0)];
        let velocities = [Vec3::splat(-1.5); 4];
        let faces = [Face::Triangle([0, 1, 2]), Face::Quad([0, 1, 3, 2])];
        let bytes = to_ply(&positions, &[Vec3::Z; 4], &velocities, &faces, "frame 1");
        let end = b"end_header\n";
        let body = bytes.windows(end.len()).position(|w| w == end).unwrap() + end.len();
        let head = std::str::from_utf8(&bytes[..body]).unwrap();
        assert!(head.contains("\nelement vertex 4\n") && head.contains("\nelement face 2\n"));
        assert_eq!(head.matches("property float").count(), 9);
        assert_eq!(bytes.len() - body, 4 * 36 + 13 + 17);
        let float = |i: usize| {
            let at = body + 4 * i;
            f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
        };
        let last: Vec<f32> = (27..36).map(float).collect();
        assert_eq!(last, [1.0, 2.0, 3.0, 0.0, 0.0, 1.0, -1.5, -1.5, -1.5]);
        let face = &bytes[body + 4 * 36..];
        assert_eq!((face[0], face[1], face[5], face[9], face[13]), (3, 0, 1, 2, 4));
    }
}
