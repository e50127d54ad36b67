use crate::mesh::Mesh;

/// A triangle is flat when it is lower than this fraction of its longest side.
const FLAT: f64 = 1e-6;

/// Polygons with any number of corners in two flat arrays.
pub(super) struct Polygons {
    offsets: Vec<usize>,
    corners: Vec<u32>,
}

impl Default for Polygons {
    fn default() -> Self {
        Self { offsets: vec![0], corners: Vec::new() }
    }
}

impl Polygons {
    /// Adds a polygon.
    pub(super) fn push(&mut self, corners: &[u32]) {
        self.corners.extend_from_slice(corners);
        self.offsets.push(self.corners.len());
    }

    /// The corners of each polygon.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let pairs = self.offsets.windows(2);
        pairs.map(|pair| &self.corners[pair[0]..pair[1]])
    }

    /// Removes polygons that have the same corners as an earlier one, in whatever order; gives
    /// how many.
    pub(super) fn remove_duplicates(&mut self) -> usize {
        let mut sorted = Self::default();
        for corners in self.iter() {
            sorted.push(corners);
            let start = sorted.corners.len() - corners.len();
            sorted.corners[start..].sort_unstable();
        }
        let keys: Vec<&[u32]> = sorted.iter().collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_unstable_by_key(|&i| (keys[i], i));
        let mut keep = vec![true; keys.len()];
        for pair in order.windows(2) {
            keep[pair[1]] = keys[pair[0]] != keys[pair[1]];
        }
        let removed = keep.iter().filter(|&&k| !k).count();
        if removed > 0 {
            let mut kept = Self::default();
            let polygons = self.iter().zip(keep).filter(|&(_, keep)| keep);
            polygons.for_each(|(corners, _)| kept.push(corners));
            *self = kept;
        }
        removed
    }
}

/// Removes triangles without an area; gives how many.
pub(super) fn remove_flat_triangles(mesh: &mut Mesh) -> usize {
    let positions = &mesh.positions;
    let flat = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|v| positions[v as usize].as_dvec3());
        let sides = [a.distance_squared(b), b.distance_squared(c), c.distance_squared(a)];
        let longest = sides.into_iter().fold(0.0, f64::max);
        // Twice the area is the longest side times the height above it.
        (b - a).cross(c - a).length() <= FLAT * longest
    };
    let keep: Vec<bool> = mesh.triangles.iter().map(|t| !flat(t)).collect();
    let mut flags = keep.iter();
    mesh.triangles.retain(|_| flags.next() == Some(&true));
    let mut flags = keep.iter();
    mesh.polygons.retain(|_| flags.next() == Some(&true));
    keep.iter().filter(|&&k| !k).count()
}

/// Removes vertices without a triangle; gives how many. The others keep their order.
pub(super) fn remove_unused_vertices(mesh: &mut Mesh) -> usize {
    let mut used = vec![false; mesh.positions.len()];
    for &vertex in mesh.triangles.iter().flatten() {
        used[vertex as usize] = true;
    }
    let mut new_index = vec![0; used.len()];
    let mut count = 0;
    for (index, &used) in new_index.iter_mut().zip(&used) {
        *index = count;
        count += u32::from(used);
    }
    let mut flags = used.iter();
    mesh.positions.retain(|_| flags.next() == Some(&true));
    for vertex in mesh.triangles.iter_mut().flatten() {
        *vertex = new_index[*vertex as usize];
    }
    used.len() - count as usize
}
