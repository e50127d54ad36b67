//! The faces of a recorded mesh: quads where the mesh was made of quads.

use std::collections::BTreeMap;

/// A face to write, its corners counter-clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// A triangle as it is simulated.
    Triangle([u32; 3]),
    /// Two triangles that were cut from one quad, put together again.
    Quad([u32; 4]),
}

impl Face {
    /// The vertices at the corners.
    pub fn corners(&self) -> &[u32] {
        match self {
            Self::Triangle(corners) => corners,
            Self::Quad(corners) => corners,
        }
    }
}

/// The faces of a mesh: where exactly two triangles belong to one polygon and share an edge, a
/// quad in the place of the first; every other triangle as it is.
pub fn faces(triangles: &[[u32; 3]], polygons: &[u32]) -> Vec<Face> {
    let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (triangle, &polygon) in polygons.iter().enumerate().take(triangles.len()) {
        members.entry(polygon).or_default().push(triangle);
    }
    let mut result: Vec<Option<Face>> = triangles.iter().map(|&t| Some(Face::Triangle(t))).collect();
    for pair in members.values() {
        let &[first, second] = pair.as_slice() else {
            continue;
        };
        if let Some(corners) = quad(triangles[first], triangles[second]) {
            result[first] = Some(Face::Quad(corners));
            result[second] = None;
        }
    }
    result.into_iter().flatten().collect()
}

/// The quad of two triangles that run through a common edge in opposite directions. It begins at
/// the first triangle's corner off the diagonal.
fn quad(first: [u32; 3], second: [u32; 3]) -> Option<[u32; 4]> {
    for i in 0..3 {
        let [u, v, apex] = [first[i], first[(i + 1) % 3], first[(i + 2) % 3]];
        for j in 0..3 {
            let opposite = second[(j + 2) % 3];
            if second[j] == v && second[(j + 1) % 3] == u && opposite != apex {
                return Some([apex, u, opposite, v]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_triangles_of_a_polygon_make_a_quad() {
        let triangles = [[0, 1, 2], [0, 2, 3], [4, 5, 6]];
        assert_eq!(faces(&triangles, &[0, 0, 1]), [Face::Quad([1, 2, 3, 0]), Face::Triangle([4, 5, 6])]);
    }

    #[test]
    fn everything_else_stays_a_triangle() {
        let fan = [[0, 1, 2], [0, 2, 3], [0, 3, 4]];
        assert_eq!(faces(&fan, &[7, 7, 7]).len(), 3);
        let apart = [[0, 1, 2], [3, 4, 5]];
        assert_eq!(faces(&apart, &[0, 0]).len(), 2);
        let flipped = [[0, 1, 2], [0, 3, 2]];
        assert_eq!(faces(&flipped, &[0, 0]).len(), 2);
        assert_eq!(faces(&apart, &[]).len(), 2);
    }
}
