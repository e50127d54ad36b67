//! Normals that are smooth over round parts of a solid and break at its edges.

use std::collections::HashMap;

use glam::Vec3;

use crate::record::normals::{angles, corners};

/// The cosine of the angle between two triangles from which on their common edge is sharp: a little less than 60°,
/// so that a hexagonal prism keeps its edges and a coarse round mesh has none.
const SHARP: f32 = 0.51;

/// A mesh with a vertex for each normal that a place has.
pub struct Creased {
    /// [m]
    pub positions: Vec<Vec3>,
    /// Unit normals.
    pub normals: Vec<Vec3>,
    /// Those triangles of the mesh that have an area.
    pub triangles: Vec<[u32; 3]>,
}

impl Creased {
    /// Corners at one place share a vertex, wherever they come from, unless the surface is sharp there.
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let solid = triangles.iter().filter_map(|triangle| corners(positions, triangle));
        let (faces, flats): (Vec<[Vec3; 3]>, Vec<Vec3>) = solid
            .map(|face| (face, (face[1] - face[0]).cross(face[2] - face[0]).normalize_or_zero()))
            .filter(|(_, flat)| *flat != Vec3::ZERO)
            .unzip();
        let mut places: HashMap<[u32; 3], usize> = HashMap::new();
        // The corners at each place, with their parts of its normals, in the order of the triangles.
        let mut meetings: Vec<Vec<(usize, usize, Vec3)>> = Vec::new();
        for (triangle, face) in faces.iter().enumerate() {
            for (i, angle) in angles(face).into_iter().enumerate() {
                // Adding 0 makes −0 the same place.
                let key = (face[i] + Vec3::ZERO).to_array().map(f32::to_bits);
                let place = *places.entry(key).or_insert(meetings.len());
                if place == meetings.len() {
                    meetings.push(Vec::new());
                }
                meetings[place].push((triangle, i, flats[triangle] * angle));
            }
        }
        let mut creased =
            Self { positions: Vec::new(), normals: Vec::new(), triangles: vec![[0; 3]; faces.len()] };
        for meeting in &meetings {
            let first = creased.normals.len();
            for &(triangle, i, _) in meeting {
                let smooth = |other: usize| flats[triangle].dot(flats[other]) > SHARP;
                let parts = meeting.iter().filter(|(other, ..)| smooth(*other));
                let normal = parts.map(|(_, _, part)| *part).sum::<Vec3>().normalize_or(flats[triangle]);
                let known = creased.normals[first..].iter().position(|&other| other == normal);
                let vertex = first + known.unwrap_or(creased.normals.len() - first);
                if vertex == creased.normals.len() {
                    creased.normals.push(normal);
                    creased.positions.push(faces[triangle][i]);
                }
                creased.triangles[triangle][i] = vertex as u32;
            }
        }
        creased
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;
    use crate::render::solids::{Stage, surface};
    use crate::scene::{Body, BodyShape};

    fn creased(shape: BodyShape) -> Creased {
        let stage = Stage { centre: Vec3::ZERO, radius: 0.5 };
        let mesh = surface(&Body { shape, ..Body::default() }, None, &stage);
        Creased::new(&mesh.positions, &mesh.triangles)
    }

    #[test]
    fn spheres_are_smooth_even_at_their_poles() {
        let Creased { positions, normals, triangles } = creased(BodyShape::Sphere);
        assert_eq!(triangles.len() + 4, 2 * positions.len());
        for (position, normal) in positions.iter().zip(normals) {
            assert!(position.normalize().dot(normal) > 0.999, "{position} {normal}");
        }
    }

    #[test]
    fn boxes_and_rims_are_sharp() {
        let sides = creased(BodyShape::Box);
        assert!(sides.normals.iter().all(|n| n.abs().max_element() > 1.0 - 1e-6));
        let can = creased(BodyShape::Cylinder);
        assert!(can.normals.iter().all(|n| n.y.abs() < 1e-6 || n.y.abs() > 1.0 - 1e-6));
    }

    #[test]
    fn a_broken_mesh_is_left_out() {
        let mut mesh = shapes::icosphere(1, 1.0);
        mesh.positions[3] = Vec3::NAN;
        mesh.triangles.extend([[0, 0, 1], [0, 1, 9999]]);
        let creased = Creased::new(&mesh.positions, &mesh.triangles);
        assert_eq!(creased.triangles.len(), 80 - 5);
        assert!(creased.positions.iter().chain(&creased.normals).all(|v| v.is_finite()));
    }
}
