//! Triangles and how they hang together: no physics here.

pub mod coloring;
pub mod morton;
pub mod obj;
pub mod shapes;
pub mod topology;

pub use topology::Topology;

use glam::{DVec3, Vec3};

/// A triangle mesh that remembers which triangles were cut from one polygon.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Positions of the vertices [m].
    pub positions: Vec<Vec3>,
    /// Corners of the triangles, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
    /// For each triangle the polygon it was cut from: an edge between two triangles of one polygon is a diagonal.
    pub polygons: Vec<u32>,
}

impl Mesh {
    /// The smallest and the largest coordinates of all vertices [m]; zero for a mesh without vertices.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let Some(&first) = self.positions.first() else {
            return (Vec3::ZERO, Vec3::ZERO);
        };
        let grow = |(low, high): (Vec3, Vec3), &p: &Vec3| (low.min(p), high.max(p));
        self.positions.iter().fold((first, first), grow)
    }

    /// The mean length of all edges, each counted once [m]; zero without edges.
    pub fn mean_edge_length(&self) -> f32 {
        let edges = Topology::new(self).edges;
        let length = |[a, b]: [u32; 2]| f64::from(self.position(a).distance(self.position(b)));
        let sum: f64 = edges.iter().map(|edge| length(edge.vertices)).sum();
        (sum / edges.len().max(1) as f64) as f32
    }

    /// The area of all triangles [m²].
    pub fn area(&self) -> f64 {
        self.triangles.iter().map(|&t| self.triangle_area(t)).sum()
    }

    /// The volume inside a closed mesh [m³], positive where the triangles face outward.
    ///
    /// Taken about the centroid of the vertices, which keeps the digits of a mesh far from the
    /// origin and gives open meshes the volume of the cone over them.
    pub fn volume(&self) -> f64 {
        let sum: DVec3 = self.positions.iter().map(|p| p.as_dvec3()).sum();
        let centroid = sum / self.positions.len().max(1) as f64;
        let tetrahedron = |&t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| self.position(v).as_dvec3() - centroid);
            a.dot(b.cross(c)) / 6.0
        };
        self.triangles.iter().map(tetrahedron).sum()
    }

    /// For each vertex a third of the area of its triangles [m²].
    pub fn vertex_areas(&self) -> Vec<f64> {
        let mut areas = vec![0.0; self.positions.len()];
        for &triangle in &self.triangles {
            let third = self.triangle_area(triangle) / 3.0;
            for vertex in triangle {
                areas[vertex as usize] += third;
            }
        }
        areas
    }

    /// Moves each vertex to `map` of its position [m].
    pub fn transform(&mut self, map: impl Fn(Vec3) -> Vec3) {
        for position in &mut self.positions {
            *position = map(*position);
        }
    }

    /// Adds a copy of `other`, whose vertices, triangles and polygons follow those of this mesh.
    pub fn append(&mut self, other: &Mesh) {
        let first_vertex = self.positions.len() as u32;
        let first_polygon = self.polygons.iter().max().map_or(0, |p| p + 1);
        let shift = |t: &[u32; 3]| t.map(|v| v + first_vertex);
        self.positions.extend_from_slice(&other.positions);
        self.triangles.extend(other.triangles.iter().map(shift));
        self.polygons.extend(other.polygons.iter().map(|p| p + first_polygon));
    }

    fn position(&self, vertex: u32) -> Vec3 {
        self.positions[vertex as usize]
    }

    /// The area of a triangle [m²].
    pub fn triangle_area(&self, triangle: [u32; 3]) -> f64 {
        let [a, b, c] = triangle.map(|v| self.position(v).as_dvec3());
        (b - a).cross(c - a).length() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> Mesh {
        Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z],
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
            polygons: vec![0, 1, 2, 3],
        }
    }

    #[test]
    fn measures_of_a_tetrahedron() {
        let mesh = tetrahedron();
        assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-12);
        assert!((mesh.area() - (1.5 + 0.75f64.sqrt())).abs() < 1e-7);
        assert!((mesh.vertex_areas().iter().sum::<f64>() - mesh.area()).abs() < 1e-12);
        assert!((mesh.mean_edge_length() - (1.0 + 2f32.sqrt()) / 2.0).abs() < 1e-6);
        assert_eq!(mesh.bounds(), (Vec3::ZERO, Vec3::ONE));
    }

    #[test]
    fn volume_keeps_its_digits_far_from_the_origin() {
        let mut mesh = tetrahedron();
        mesh.transform(|p| p + Vec3::splat(1024.0));
        assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-9);
    }

    #[test]
    fn append_keeps_the_polygons_apart() {
        let mut mesh = tetrahedron();
        mesh.append(&tetrahedron());
        assert_eq!(mesh.triangles[4], [4, 6, 5]);
        assert_eq!(mesh.polygons, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(Topology::new(&mesh).component_count, 2);
    }

    #[test]
    fn an_empty_mesh_measures_zero() {
        let mesh = Mesh::default();
        assert_eq!((mesh.area(), mesh.volume(), mesh.mean_edge_length()), (0.0, 0.0, 0.0));
        assert_eq!(mesh.bounds(), (Vec3::ZERO, Vec3::ZERO));
    }
}
