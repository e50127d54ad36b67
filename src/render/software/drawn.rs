//! All that is drawn, as one mesh: the cloth, then the solids.

use glam::Vec3;

use super::Solid;
use crate::record::normals::{corners, vertex_normals};
use crate::render::camera::{bounds, near_cloth};
use crate::render::crease::Creased;
use crate::render::outline::outlines;

/// Cloth and solids in the world.
pub(super) struct Drawn {
    /// [m]
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    /// Triangles with three finite corners.
    pub(super) triangles: Vec<[u32; 3]>,
    /// For each triangle of the cloth, whether the edge opposite each corner bounds its polygon.
    pub(super) outlined: Vec<[bool; 3]>,
    /// For each triangle 0 for the cloth, else the solid's number + 1.
    pub(super) materials: Vec<u32>,
    /// So many triangles cast shadows; scenery follows.
    pub(super) casters: usize,
    /// The middle of the bounding box of what the picture is about [m].
    pub(super) centre: Vec3,
    /// Half that box's diagonal [m].
    pub(super) radius: f32,
}

impl Drawn {
    pub(super) fn new(
        positions: &[Vec3],
        triangles: &[[u32; 3]],
        polygons: &[u32],
        solids: &[Solid],
        eye: Vec3,
    ) -> Self {
        let mut drawn = Self::cloth(positions, triangles, polygons);
        let used = |v: &u32| drawn.positions[*v as usize];
        let cloth: Vec<Vec3> = drawn.triangles.iter().flatten().map(used).collect();
        let numbered = || solids.iter().zip(1..);
        let mut ends = vec![positions.len()];
        for (solid, number) in numbered().filter(|(solid, _)| !solid.scenery) {
            drawn.add(solid, number);
            ends.push(drawn.positions.len());
        }
        drawn.casters = drawn.triangles.len();
        let others = ends.windows(2).map(|ends| drawn.positions[ends[0]..ends[1]].to_vec());
        let (low, high) = bounds(&near_cloth(&cloth, others)).unwrap_or((Vec3::ZERO, Vec3::ZERO));
        drawn.centre = 0.5 * (low + high);
        drawn.radius = (0.5 * (high - low).length()).max(1e-6);
        // Seen from below, a plane would only hide the cloth.
        let faces_eye = |solid: &Solid| solid.placed.undo(eye).y > 0.0;
        for (solid, number) in numbered().filter(|(solid, _)| solid.scenery && faces_eye(solid)) {
            drawn.add(solid, number);
        }
        drawn
    }

    fn cloth(positions: &[Vec3], triangles: &[[u32; 3]], polygons: &[u32]) -> Self {
        let drawable = |i: &usize| corners(positions, &triangles[*i]).is_some();
        let kept: Vec<usize> = (0..triangles.len()).filter(drawable).collect();
        let polygon = |i: usize| polygons.get(i).copied().unwrap_or(i as u32);
        let polygons: Vec<u32> = kept.iter().map(|&i| polygon(i)).collect();
        let triangles: Vec<[u32; 3]> = kept.iter().map(|&i| triangles[i]).collect();
        Self {
            positions: positions.to_vec(),
            normals: vertex_normals(positions, &triangles),
            outlined: outlines(&triangles, &polygons),
            materials: vec![0; triangles.len()],
            casters: triangles.len(),
            triangles,
            centre: Vec3::ZERO,
            radius: 0.0,
        }
    }

    fn add(&mut self, solid: &Solid, number: u32) {
        // A place that is not one leaves a mesh without a finite corner.
        let creased = Creased::new(&solid.positions(), &solid.mesh.triangles);
        let first = self.positions.len() as u32;
        self.positions.extend(creased.positions);
        self.normals.extend(creased.normals);
        self.triangles.extend(creased.triangles.iter().map(|t| t.map(|v| v + first)));
        self.materials.resize(self.triangles.len(), number);
    }

    /// The positions of a triangle's corners [m].
    pub(super) fn corners(&self, triangle: usize) -> [Vec3; 3] {
        self.triangles[triangle].map(|v| self.positions[v as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_is_no_outline() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y, Vec3::NAN];
        let triangles = [[0, 1, 4], [0, 1, 2], [0, 2, 3], [0, 1, 7]];
        let drawn = Drawn::new(&positions, &triangles, &[5, 6, 6, 7], &[], Vec3::ZERO);
        assert_eq!(drawn.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(drawn.outlined, [[true, false, true], [true, true, false]]);
        assert_eq!(drawn.centre, Vec3::splat(0.5));
    }
}
