use super::{Csr, Edge, half_edges::EdgeGroups, half_edges::ends};

/// Boundary edges, followed from vertex to vertex.
struct Walk<'a> {
    sides: &'a [[u32; 2]],
    at_vertex: Csr,
    used: Vec<bool>,
}

/// The boundary's loops of vertices, each in the direction of its triangles' winding, starting
/// from the boundary edge with the lowest index.
pub(super) fn loops(
    vertex_count: usize,
    triangles: &[[u32; 3]],
    groups: &EdgeGroups,
    edges: &[Edge],
) -> Vec<Vec<u32>> {
    let boundary = |(i, edge): (usize, &Edge)| edge.is_boundary().then_some(i);
    let sides: Vec<[u32; 2]> = edges
        .iter()
        .enumerate()
        .filter_map(boundary)
        .map(|i| ends(triangles, groups.sides.row(i)[0]))
        .collect();
    // Outgoing sides come first in each row, so that they are preferred; incoming ones are only
    // followed where the winding is inconsistent.
    let index = |(i, &[a, b]): (usize, &[u32; 2])| (a, b, i as u32);
    let outgoing = sides.iter().enumerate().map(index).map(|(a, _, i)| (a, i));
    let incoming = sides.iter().enumerate().map(index).map(|(_, b, i)| (b, i));
    let mut walk = Walk {
        sides: &sides,
        at_vertex: Csr::from_pairs(vertex_count, outgoing.chain(incoming)),
        used: vec![false; sides.len()],
    };
    (0..sides.len()).filter_map(|i| walk.from(i)).collect()
}

impl Walk<'_> {
    /// The loop that starts with `side`, unless the side is in an earlier loop.
    fn from(&mut self, side: usize) -> Option<Vec<u32>> {
        if std::mem::replace(&mut self.used[side], true) {
            return None;
        }
        let [start, mut at] = self.sides[side];
        let mut vertices = vec![start];
        while at != start {
            vertices.push(at);
            let unused = |&&i: &&u32| !self.used[i as usize];
            let Some(&next) = self.at_vertex.row(at as usize).iter().find(unused) else {
                break;
            };
            self.used[next as usize] = true;
            let [a, b] = self.sides[next as usize];
            at = if a == at { b } else { a };
        }
        Some(vertices)
    }
}
