use super::Csr;

/// The corners of all triangles grouped by edge: corner `3 t + k` stands for the side of
/// triangle `t` from its corner `k` to its corner `k + 1`.
pub(super) struct EdgeGroups {
    /// The two vertices of each edge, ascending, edges in ascending order.
    pub(super) vertices: Vec<[u32; 2]>,
    /// For each edge the sides that lie on it, ascending.
    pub(super) sides: Csr,
}

/// The side's start and end vertex, in the order of the triangle's winding.
pub(super) fn ends(triangles: &[[u32; 3]], side: u32) -> [u32; 2] {
    let triangle = triangles[side as usize / 3];
    let corner = side as usize % 3;
    [triangle[corner], triangle[(corner + 1) % 3]]
}

/// The vertex of the side's triangle that is not on the side.
pub(super) fn opposite(triangles: &[[u32; 3]], side: u32) -> u32 {
    triangles[side as usize / 3][(side as usize + 2) % 3]
}

impl EdgeGroups {
    /// Groups the sides of `triangles`; sides from a vertex to itself are left out.
    pub(super) fn new(vertex_count: usize, triangles: &[[u32; 3]]) -> Self {
        let sides = 0..3 * triangles.len() as u32;
        let proper = sides.filter_map(|side| {
            let [a, b] = ends(triangles, side);
            (a != b).then_some((a.min(b), side))
        });
        // Counting by the lower vertex leaves rows of a few sides, so that sorting stays linear.
        let mut by_vertex = Csr::from_pairs(vertex_count, proper);
        let upper = |side: u32| {
            let [a, b] = ends(triangles, side);
            a.max(b)
        };
        let mut vertices: Vec<[u32; 2]> = Vec::new();
        let mut offsets = Vec::new();
        for vertex in 0..vertex_count {
            let start = by_vertex.offsets[vertex] as usize;
            let end = by_vertex.offsets[vertex + 1] as usize;
            let row = &mut by_vertex.items[start..end];
            row.sort_unstable_by_key(|&side| (upper(side), side));
            for (i, &side) in row.iter().enumerate() {
                let edge = [vertex as u32, upper(side)];
                if vertices.last() != Some(&edge) {
                    vertices.push(edge);
                    offsets.push((start + i) as u32);
                }
            }
        }
        offsets.push(by_vertex.items.len() as u32);
        let sides = Csr { offsets, items: by_vertex.items };
        Self { vertices, sides }
    }
}
