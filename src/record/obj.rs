//! Wavefront OBJ: a text that every tool reads.

use std::fmt::Write;

use glam::Vec3;

use super::faces::Face;

/// The text of an OBJ file with `positions` [m] and `faces`, `comment` in its first line.
///
/// Coordinates have as many digits as it takes to get the same f32 back.
pub fn to_obj(positions: &[Vec3], faces: &[Face], comment: &str) -> String {
    let mut text = String::with_capacity(40 * positions.len() + 28 * faces.len() + 80);
    text.push_str("# ");
    text.push_str(&comment.replace(['\n', '\r'], " "));
    text.push('\n');
    for p in positions {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
    }
    for face in faces {
        text.push('f');
        for &corner in face.corners() {
            let _ = write!(text, " {}", u64::from(corner) + 1);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> tobj::Mesh {
        let mut bytes = text.as_bytes();
        let nothing = |_: &std::path::Path| Err(tobj::LoadError::GenericFailure);
        let options = tobj::LoadOptions::default();
        let (models, _) = tobj::load_obj_buf(&mut bytes, &options, nothing).unwrap();
        models.into_iter().next().unwrap().mesh
    }

    #[test]
    fn quads_and_triangles_come_back() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y, Vec3::Z];
        let faces = [Face::Quad([0, 1, 2, 3]), Face::Triangle([0, 3, 4])];
        let text = to_obj(&positions, &faces, "two\nlines");
        assert!(text.starts_with("# two lines\nv 0 0 0\n"));
        assert!(text.ends_with("f 1 2 3 4\nf 1 4 5\n"));
        let mesh = read(&text);
        assert_eq!(mesh.face_arities, [4, 3]);
        assert_eq!(mesh.indices, [0, 1, 2, 3, 0, 3, 4]);
    }

    proptest! {
        #[test]
        fn every_finite_coordinate_comes_back(bits in prop::array::uniform9(any::<u32>())) {
            let numbers = bits.map(|b| Some(f32::from_bits(b)).filter(|x| x.is_finite()).unwrap_or(0.1));
            let positions: Vec<Vec3> = numbers.chunks(3).map(Vec3::from_slice).collect();
            let mesh = read(&to_obj(&positions, &[Face::Triangle([0, 1, 2])], ""));
            prop_assert_eq!(&mesh.positions[..], &numbers[..]);
        }
    }
}
