//! A sitting rabbit: a closed surface with thin and thick parts.

mod field;
mod relax;
mod surface_nets;

use crate::error::Result;
use crate::mesh::{Mesh, obj};
use field::Rabbit;
use glam::DVec3;

/// The rabbit as a file: what [`model`] gives, kept so that it is the same on every machine.
const ASSET: &str = include_str!("../../../../assets/meshes/rabbit.obj");

/// The cells of the grid that the surface is first found on [m].
const CELL: f64 = 0.0072;
/// The box that the rabbit fits into [m].
const LOW: DVec3 = DVec3::new(-0.17, -0.02, -0.1152);
const HIGH: DVec3 = DVec3::new(0.16, 0.34, 0.1152);

/// A rabbit about 0.3 m tall that sits on y = 0 and looks along +x, closed, facing outward.
///
/// # Errors
/// [`crate::error::Error::Input`] where the embedded file is damaged.
pub fn rabbit() -> Result<Mesh> {
    Ok(obj::parse(ASSET.as_bytes(), "assets/meshes/rabbit.obj")?.mesh)
}

/// Makes the mesh of [`rabbit`] anew: a field of blended ellipsoids, its zero surface by surface
/// nets, and a relaxation that evens out the triangles without leaving the surface.
pub fn model() -> Mesh {
    let field = |p: DVec3| Rabbit.distance(p);
    let mut mesh = surface_nets::surface(LOW, HIGH, CELL, field);
    relax::relax(&mut mesh, field);
    let ground = mesh.bounds().0.y;
    mesh.transform(|p| p.with_y(p.y - ground));
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Topology;

    #[test]
    fn the_asset_is_the_model() {
        let (asset, model) = (rabbit().unwrap(), model());
        assert!(asset.triangles == model.triangles, "other triangles");
        let pairs = asset.positions.iter().zip(&model.positions);
        let apart = pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(apart < 1e-4, "{apart}");
    }

    #[test]
    fn the_asset_needs_no_repair() {
        let loaded = obj::parse(ASSET.as_bytes(), "rabbit").unwrap();
        assert_eq!(loaded.warnings, Vec::<String>::new());
    }

    #[test]
    fn the_rabbit_is_a_closed_sphere_like_surface() {
        let mesh = rabbit().unwrap();
        let topology = Topology::new(&mesh);
        assert!(topology.is_closed());
        assert!(topology.non_manifold.is_empty());
        assert_eq!(topology.component_count, 1);
        let euler = mesh.positions.len() + mesh.triangles.len() - topology.edges.len();
        assert_eq!(euler, 2);
        assert!(mesh.volume() > 0.0);
        assert!((4000..=6000).contains(&mesh.positions.len()));
        let (low, high) = mesh.bounds();
        assert_eq!(low.y, 0.0);
        assert!((0.28..0.34).contains(&high.y), "{high}");
    }

    #[test]
    fn nearly_all_angles_are_above_fifteen_degrees() {
        let mesh = rabbit().unwrap();
        let smallest = |t: &[u32; 3]| {
            let p = t.map(|v| mesh.positions[v as usize]);
            let angle = |k: usize| (p[(k + 1) % 3] - p[k]).angle_between(p[(k + 2) % 3] - p[k]);
            (0..3).map(angle).fold(f32::MAX, f32::min).to_degrees()
        };
        let sharp = mesh.triangles.iter().filter(|t| smallest(t) < 15.0).count();
        assert!(sharp * 1000 <= mesh.triangles.len(), "{sharp} sharp triangles");
    }
}
