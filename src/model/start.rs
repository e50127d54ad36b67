//! Where vertices are at rest and at the start: a shape that is rolled, folded, dented and crumpled as the scene says.

use super::build::{place, repeat};
use crate::error::{Error, Result};
use crate::mesh::shapes::{Random, Roll};
use crate::mesh::{Mesh, obj};
use crate::scene::{MeshSpec, Scene, Shape, Start};
use glam::{Quat, Vec3};
use std::path::Path;

/// One copy of a flat sheet, rolled in its own axes.
pub(super) fn rolled(one: &Mesh, spec: &MeshSpec, roll: &Roll) -> Mesh {
    let mut mesh = one.clone();
    match spec.shape {
        // A sheet that was laid flat: its own y is −z.
        Shape::Ribbon => mesh.transform(|p| {
            let p = roll.bend(Vec3::new(p.x, -p.z, p.y));
            Vec3::new(p.x, p.z, -p.y)
        }),
        _ => mesh.transform(|p| roll.bend(p)),
    }
    mesh
}

/// The positions at the start [m]; `one` is a copy of the shape before it is rolled, `rest` the whole rest shape.
pub(super) fn start(scene: &Scene, one: &Mesh, rest: &Mesh, warnings: &mut Vec<String>) -> Result<Vec<Vec3>> {
    let Scene { start, mesh: spec, .. } = scene;
    let mut mesh = Mesh { positions: rest.positions.clone(), ..Mesh::default() };
    if !start.file.is_empty() {
        let loaded = obj::load(Path::new(&start.file))?;
        warnings.extend(loaded.warnings);
        let (given, needed) = (loaded.mesh.positions.len(), rest.positions.len());
        if given != needed {
            let what = format!("{} has {given} vertices, the cloth {needed}", start.file);
            return Err(Error::input(
                "start.file",
                what,
                "give a file with one vertex for each of the cloth's",
            ));
        }
        mesh.positions = loaded.mesh.positions;
    } else if start.roll != 0.0 {
        let roll = Roll::spiral(spec.rows - 1, spec.height, start.roll);
        mesh = repeat(rolled(one, spec, &roll), spec)?;
        place(&mut mesh, spec);
    }
    disturb(&mut mesh, start, rest.mean_edge_length(), scene.seed);
    Ok(mesh.positions)
}

/// Folds, dents and crumples.
fn disturb(mesh: &mut Mesh, start: &Start, edge: f32, seed: u64) {
    let (low, high) = mesh.bounds();
    let middle = (low + high) / 2.0;
    let fold = Quat::from_rotation_y(start.fold.to_radians() as f32);
    let rim = low.y + (high.y - low.y) * start.dent as f32;
    let reach = start.crumple as f32 * edge;
    let mut random = Random::new(seed);
    for p in &mut mesh.positions {
        if start.fold != 0.0 && p.x > middle.x {
            *p = middle + fold * (*p - middle);
        }
        if start.dent < 1.0 && p.y > rim {
            p.y = 2.0 * rim - p.y;
        }
        if start.crumple > 0.0 {
            let mut along = || random.between(-1.0, 1.0) as f32;
            *p += reach * Vec3::new(along(), along(), along());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;
    use crate::record::{faces::faces, obj::to_obj};
    use crate::scene::{Pattern, Pin, Select};

    fn scene() -> Scene {
        let mut scene = Scene::default();
        (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (17, 5, Pattern::Equilateral);
        scene
    }

    /// The largest change of an edge's length from rest to start.
    fn stretch(model: &Model) -> f32 {
        let length = |x: &[Vec3], [a, b]: [u32; 2]| x[a as usize].distance(x[b as usize]);
        let edges = model.topology.edges.iter().map(|e| e.vertices);
        let change = edges.map(|e| (length(&model.start, e) / length(&model.mesh.positions, e) - 1.0).abs());
        change.fold(0.0, f32::max)
    }

    #[test]
    fn a_start_that_is_rolled_up_stretches_nothing() {
        for shape in [Shape::Sheet, Shape::Ribbon] {
            let mut scene = scene();
            (scene.mesh.shape, scene.mesh.rotation, scene.mesh.copies) = (shape, [30.0, -50.0, 10.0], 2);
            (scene.mesh.spacing, scene.mesh.position[1]) = ([2.0, 0.0, 0.0], 1.0);
            scene.start.roll = 1.5;
            let model = Model::new(&scene).unwrap();
            assert!(stretch(&model) < 1e-5, "{}", stretch(&model));
            let moved = model.start.iter().zip(&model.mesh.positions).filter(|(p, q)| p.distance(**q) > 0.1);
            assert!(moved.count() > 100);
        }
    }

    #[test]
    fn a_rest_shape_may_be_rolled_and_its_places_are_those_of_the_sheet() {
        let mut scene = scene();
        (scene.mesh.roll, scene.pin) = (0.5, vec![Pin { select: Select::Top, ..Pin::default() }]);
        let model = Model::new(&scene).unwrap();
        assert_eq!(model.start, model.mesh.positions);
        assert_eq!(model.pinned.iter().map(|p| p.vertex).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        let (low, high) = model.mesh.bounds();
        assert!((high.z - low.z - 2.0 / std::f32::consts::PI).abs() < 0.02, "{low} {high}");
        scene.start.roll = 1e-9;
        let flat = Model::new(&scene).unwrap();
        let depth = flat.start.iter().fold(0.0, |m: f32, p| m.max(p.z.abs()));
        assert!(depth < 1e-6 && stretch(&flat) < 1e-5);
    }

    #[test]
    fn a_file_says_where_vertices_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("start.obj");
        let mut scene = scene();
        scene.start.file = path.to_str().unwrap().into();
        let say = |scene: &Scene| Model::new(scene).unwrap_err().to_string();
        assert!(say(&scene).contains("start.obj: cannot be found"), "{}", say(&scene));
        let model = Model::new(&self::scene()).unwrap();
        let lifted: Vec<Vec3> = model.start.iter().map(|p| *p * 0.5 + Vec3::Y).collect();
        std::fs::write(&path, to_obj(&lifted, &faces(&model.mesh.triangles, &model.mesh.polygons), ""))
            .unwrap();
        scene.mesh.position[2] = 3.0;
        let model = Model::new(&scene).unwrap();
        assert!(model.start.iter().zip(&lifted).all(|(p, q)| p.distance(*q) < 1e-6));
        scene.mesh.rows = 16;
        let error = say(&scene);
        assert!(
            error.starts_with("start.file: ") && error.contains("has 93 vertices, the cloth 88;"),
            "{error}"
        );
    }
}
