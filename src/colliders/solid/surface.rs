//! What the kernel reads: triangles in boxes, with the pseudonormals of their parts.

use super::close::normal;
use crate::kernels::field::bake::{BRANCH, Box, LEAF, LEVELS};
use crate::mesh::Mesh;
use glam::DVec3;
use std::collections::HashMap;

/// The kernel's input, relative to the grid's origin.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The boxes of each level, the smallest first.
    pub boxes: Vec<Box>,
    /// Where each level starts.
    pub levels: [u32; LEVELS],
    /// Per triangle three corners [m], each with the inverse square of the side that starts there [1/m²], and the normal.
    pub facets: Vec<[f32; 4]>,
    /// Per triangle the pseudonormals of its sides and corners.
    pub normals: Vec<[f32; 4]>,
}

impl Input {
    /// Bytes per triangle of the largest buffer.
    pub const TRIANGLE_BYTES: u64 = 6 * 16;

    /// Sorts a mesh's triangles and finds their normals.
    pub fn new(mesh: &Mesh, origin: DVec3) -> Self {
        let order = side_by_side(mesh);
        let pseudo = Pseudonormals::new(mesh);
        let mut input = Self::default();
        for &t in &order {
            input.push(mesh, mesh.triangles[t as usize], &pseudo, origin);
        }
        let mut level: Vec<Box> = input.facets.chunks(4 * LEAF as usize).map(around_triangles).collect();
        for start in &mut input.levels {
            *start = input.boxes.len() as u32;
            let larger = level.chunks(BRANCH as usize).map(around_boxes).collect();
            input.boxes.append(&mut level);
            level = larger;
        }
        input
    }

    fn push(&mut self, mesh: &Mesh, triangle: [u32; 3], pseudo: &Pseudonormals, origin: DVec3) {
        let corners = triangle.map(|v| (mesh.positions[v as usize].as_dvec3() - origin).as_vec3());
        for k in 0..3 {
            let side = corners[(k + 1) % 3].as_dvec3() - corners[k].as_dvec3();
            let inverse = 1.0 / side.length_squared().max(f64::from(f32::MIN_POSITIVE));
            self.facets.push(corners[k].extend(inverse as f32).to_array());
        }
        self.facets.push(vec4(normal(&mesh.positions, triangle)));
        let [a, b, c] = triangle;
        let sides = [[a, b], [b, c], [c, a]].map(|side| pseudo.edges[&ascending(side)]);
        let vertices = triangle.map(|v| pseudo.vertices[v as usize]);
        self.normals.extend(sides.iter().chain(&vertices).map(|&n| vec4(n.normalize_or_zero())));
    }
}

fn vec4(v: DVec3) -> [f32; 4] {
    v.as_vec3().extend(0.0).to_array()
}

fn ascending([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Angle-weighted pseudonormals (Bærentzen and Aanæs 2005): at an edge the sum of its triangles' normals, at a vertex
/// the sum of the normals times the angles there. Not of unit length.
struct Pseudonormals {
    edges: HashMap<[u32; 2], DVec3>,
    vertices: Vec<DVec3>,
}

impl Pseudonormals {
    fn new(mesh: &Mesh) -> Self {
        let mut edges: HashMap<[u32; 2], DVec3> = HashMap::with_capacity(2 * mesh.triangles.len());
        let mut vertices = vec![DVec3::ZERO; mesh.positions.len()];
        for &triangle in &mesh.triangles {
            let n = normal(&mesh.positions, triangle);
            for k in 0..3 {
                let [v, next, last] = [0, 1, 2].map(|i| triangle[(k + i) % 3]);
                *edges.entry(ascending([v, next])).or_default() += n;
                let [p, q, r] = [v, next, last].map(|v| mesh.positions[v as usize].as_dvec3());
                let (u, w) = (q - p, r - p);
                vertices[v as usize] += n * u.cross(w).length().atan2(u.dot(w));
            }
        }
        Self { edges, vertices }
    }
}

/// The triangles in an order in which 2, 16, 128, … from the start of such a group on lie side by side.
fn side_by_side(mesh: &Mesh) -> Vec<u32> {
    let centroid =
        |t: &[u32; 3]| t.iter().map(|v| mesh.positions[*v as usize].as_dvec3()).sum::<DVec3>() / 3.0;
    let centroids: Vec<DVec3> = mesh.triangles.iter().map(centroid).collect();
    let mut order: Vec<u32> = (0..centroids.len() as u32).collect();
    split(&mut order, &centroids);
    order
}

/// Cuts points across their longest side, so that the first part is a power of two, until few are left.
fn split(order: &mut [u32], points: &[DVec3]) {
    if order.len() <= LEAF as usize {
        return order.sort_unstable();
    }
    let at = |i: u32| points[i as usize];
    let low = order.iter().fold(DVec3::INFINITY, |l, &i| l.min(at(i)));
    let high = order.iter().fold(DVec3::NEG_INFINITY, |h, &i| h.max(at(i)));
    let axis = (high - low).max_position();
    let middle = order.len().next_power_of_two() / 2;
    order.select_nth_unstable_by(middle, |&i, &j| at(i)[axis].total_cmp(&at(j)[axis]).then(i.cmp(&j)));
    let (first, second) = order.split_at_mut(middle);
    split(first, points);
    split(second, points);
}

fn around_triangles(facets: &[[f32; 4]]) -> Box {
    let corners = facets.chunks(4).flat_map(|facet| &facet[..3]);
    around(corners.map(|&corner| Box { low: corner, high: corner }))
}

fn around_boxes(boxes: &[Box]) -> Box {
    around(boxes.iter().copied())
}

fn around(boxes: impl Iterator<Item = Box>) -> Box {
    let (mut low, mut high) = ([f32::MAX; 4], [f32::MIN; 4]);
    for b in boxes {
        for k in 0..3 {
            low[k] = low[k].min(b.low[k]);
            high[k] = high[k].max(b.high[k]);
        }
    }
    (low[3], high[3]) = (0.0, 0.0);
    Box { low, high }
}
