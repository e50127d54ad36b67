//! The mesh as it is drawn.

use std::collections::HashMap;

use glam::Vec3;

use super::camera::bounds;
use crate::record::normals::{corners, vertex_normals};

/// The drawable part of a mesh.
pub(super) struct Body<'a> {
    pub(super) positions: &'a [Vec3],
    pub(super) normals: Vec<Vec3>,
    /// Triangles with three finite corners.
    pub(super) triangles: Vec<[u32; 3]>,
    /// For each triangle, whether the edge opposite each corner bounds its polygon.
    pub(super) outlined: Vec<[bool; 3]>,
    /// The middle of the bounding box [m].
    pub(super) centre: Vec3,
    /// Half the bounding box's diagonal [m].
    pub(super) radius: f32,
}

impl<'a> Body<'a> {
    pub(super) fn new(positions: &'a [Vec3], triangles: &[[u32; 3]], polygons: &[u32]) -> Self {
        let drawable = |i: &usize| corners(positions, &triangles[*i]).is_some();
        let kept: Vec<usize> = (0..triangles.len()).filter(drawable).collect();
        let polygon = |i: usize| polygons.get(i).copied().unwrap_or(i as u32);
        let polygons: Vec<u32> = kept.iter().map(|&i| polygon(i)).collect();
        let triangles: Vec<[u32; 3]> = kept.iter().map(|&i| triangles[i]).collect();
        let drawn: Vec<Vec3> = triangles.iter().flatten().map(|&v| positions[v as usize]).collect();
        let (low, high) = bounds(&drawn).unwrap_or((Vec3::ZERO, Vec3::ZERO));
        Self {
            positions,
            normals: vertex_normals(positions, &triangles),
            outlined: outlines(&triangles, &polygons),
            triangles,
            centre: 0.5 * (low + high),
            radius: (0.5 * (high - low).length()).max(1e-6),
        }
    }

    /// The positions of a triangle's corners [m].
    pub(super) fn corners(&self, triangle: usize) -> [Vec3; 3] {
        self.triangles[triangle].map(|v| self.positions[v as usize])
    }
}

/// An edge bounds a polygon unless the triangle behind it belongs to the same one.
fn outlines(triangles: &[[u32; 3]], polygons: &[u32]) -> Vec<[bool; 3]> {
    let edge = |triangle: &[u32; 3], i: usize| {
        let [a, b] = [triangle[(i + 1) % 3], triangle[(i + 2) % 3]];
        (a.min(b), a.max(b))
    };
    let mut inside: HashMap<(u32, u32, u32), u32> = HashMap::new();
    for (triangle, &polygon) in triangles.iter().zip(polygons) {
        for i in 0..3 {
            let (a, b) = edge(triangle, i);
            *inside.entry((a, b, polygon)).or_default() += 1;
        }
    }
    let outlined = |(triangle, &polygon): (&[u32; 3], &u32)| {
        std::array::from_fn(|i| {
            let (a, b) = edge(triangle, i);
            inside.get(&(a, b, polygon)) == Some(&1)
        })
    };
    triangles.iter().zip(polygons).map(outlined).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_is_no_outline() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y, Vec3::NAN];
        let triangles = [[0, 1, 4], [0, 1, 2], [0, 2, 3], [0, 1, 7]];
        let body = Body::new(&positions, &triangles, &[5, 6, 6, 7]);
        assert_eq!(body.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(body.outlined, [[true, false, true], [true, true, false]]);
        assert_eq!(body.centre, Vec3::splat(0.5));
    }
}
