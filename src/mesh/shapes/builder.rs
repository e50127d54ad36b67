use crate::mesh::Mesh;
use glam::{DVec3, Vec3};

/// A mesh in the making: vertices first, then polygons over them.
#[derive(Default)]
pub(super) struct Builder {
    mesh: Mesh,
    polygon_count: u32,
}

impl Builder {
    /// Adds a vertex [m] and gives its index.
    pub(super) fn vertex(&mut self, position: Vec3) -> u32 {
        self.mesh.positions.push(position);
        self.mesh.positions.len() as u32 - 1
    }

    /// Adds a vertex from a position in double precision [m].
    pub(super) fn vertex_f64(&mut self, position: DVec3) -> u32 {
        self.vertex(position.as_vec3())
    }

    /// The position of a vertex [m].
    pub(super) fn position(&self, vertex: u32) -> DVec3 {
        self.mesh.positions[vertex as usize].as_dvec3()
    }

    /// Adds a triangle that is a polygon of its own.
    pub(super) fn triangle(&mut self, corners: [u32; 3]) {
        self.polygon(&[corners]);
    }

    /// Adds a quad, cut from its first corner to its third.
    pub(super) fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.polygon(&[[a, b, c], [a, c, d]]);
    }

    /// Adds triangles that make up one polygon.
    pub(super) fn polygon(&mut self, triangles: &[[u32; 3]]) {
        for &triangle in triangles {
            self.mesh.triangles.push(triangle);
            self.mesh.polygons.push(self.polygon_count);
        }
        self.polygon_count += 1;
    }

    /// The finished mesh.
    pub(super) fn finish(self) -> Mesh {
        self.mesh
    }
}
