//! Scene → Model.

use super::select::Chooser;
use super::{Model, Pinned, loads, seams, start};
use crate::bodies;
use crate::colliders::Solid;
use crate::error::{Error, Result};
use crate::memory;
use crate::mesh::shapes::{self, Roll, Tube};
use crate::mesh::{Mesh, Topology, obj};
use crate::scene::{Body, BodyShape, MeshSpec, Pattern, Scene, Shape};
use glam::{DQuat, DVec3, EulerRot, Quat, Vec3};
use std::path::Path;

/// The most vertices that a shape by code may have.
const MAX_VERTICES: u64 = 16_000_000;

/// What building a simulation takes at its peak, as measured on a sheet of a million vertices [bytes].
const BYTES_PER_VERTEX: u64 = 1200;

impl Model {
    /// Builds the mesh, puts it in its place, and finds masses and pins.
    pub fn new(scene: &Scene) -> Result<Self> {
        scene.validate(&scene.name)?;
        let (one, mut warnings) = shape(&scene.mesh, scene.seed)?;
        let (ties, tie_direction) = ties(scene, &one);
        let local = repeat(one.clone(), &scene.mesh)?;
        let mut mesh = if scene.mesh.roll == 0.0 {
            local.clone()
        } else {
            repeat(bent(&one, &scene.mesh), &scene.mesh)?
        };
        let topology = Topology::new(&local);
        if let Some(first) = topology.non_manifold.first() {
            let count = topology.non_manifold.len();
            warnings.push(format!("the mesh is not a manifold in {count} places, the first: {first}"));
        }
        let seams = seams::sew(scene, &local, &topology)?;
        place(&mut mesh, &scene.mesh);
        let masses: Vec<f64> = mesh.vertex_areas().iter().map(|a| a * scene.material.density).collect();
        if let Some(i) = masses.iter().position(|m| !((1.0 / m) > 0.0 && (1.0 / m) < 1e30)) {
            let what = format!("vertex {i} has no area around it, and so no mass");
            return Err(Error::input("mesh", what, "remove the faces without area"));
        }
        let chooser = Chooser { local: &local, placed: &mesh, topology: &topology };
        let mut pinned = pinned(scene, &chooser)?;
        let clamped = loads::clamped(scene, &pinned, &mesh, &topology)?;
        loads::hold_slopes(scene, &clamped, &mesh, &topology, &mut pinned);
        loads::whole_rows(&ties, &pinned)?;
        let (turned, loaded) = loads::loads(scene, &chooser, &masses)?;
        let start = start::start(scene, &one, &mesh, &mut warnings)?;
        let structural = scene.mesh.pattern == Pattern::Structural;
        let mut bodies = bodies::expand(scene);
        let solids = solids(scene, &mut bodies, &mut warnings)?;
        Ok(Self {
            mesh,
            topology,
            start,
            masses,
            pinned,
            clamped,
            turned,
            loaded,
            ties,
            tie_direction,
            seams,
            structural,
            bodies,
            solids,
            warnings,
        })
    }
}

/// One copy of the shape.
fn shape(spec: &MeshSpec, seed: u64) -> Result<(Mesh, Vec<String>)> {
    let (rows, columns) = (spec.rows, spec.columns);
    let grid = u64::from(rows) * u64::from(columns);
    let count = match (spec.shape, spec.pattern) {
        (Shape::Icosphere, _) => 10 * 4u64.pow(spec.level),
        (Shape::Bowl, _) => 3 * u64::from(rows) * u64::from(rows + 1) + 1,
        (Shape::Sheet | Shape::Ribbon, Pattern::Crossed) => 2 * grid,
        (Shape::Plant | Shape::Rabbit | Shape::File, _) => 0,
        _ => grid,
    };
    room(count, spec.copies)?;
    let (width, height) = (spec.width as f32, spec.height as f32);
    let mesh = match spec.shape {
        Shape::Sheet => shapes::sheet(rows, columns, width, height, spec.pattern, seed),
        Shape::Ribbon => shapes::ribbon(rows, columns, width, height, spec.pattern, seed),
        Shape::Disc => shapes::disc(rows, columns, width),
        Shape::Icosphere => shapes::icosphere(spec.level, width),
        Shape::Torus => shapes::torus(columns, rows, width, height),
        Shape::Cylinder => {
            let (taper, shifted) = (spec.taper as f32, spec.pattern == Pattern::Equilateral);
            shapes::cylinder(&Tube { rows, around: columns, diameter: width, height, taper, shifted })
        }
        Shape::Bowl => shapes::bowl(rows, width, height),
        Shape::Leaf => shapes::leaf(rows, columns, width, height),
        Shape::Plant => shapes::plant(seed),
        Shape::Rabbit => shapes::rabbit()?,
        Shape::File => {
            let loaded = obj::load(Path::new(&spec.file))?;
            return Ok((loaded.mesh, loaded.warnings));
        }
    };
    Ok((mesh, Vec::new()))
}

/// The shape rolled to the rest shape of a scene.
fn bent(one: &Mesh, spec: &MeshSpec) -> Mesh {
    start::rolled(one, spec, &Roll::arc(spec.rows - 1, spec.height, spec.roll))
}

/// Refuses copies of a shape with that many vertices where they are too many for the memory there is.
fn room(vertices: u64, copies: u32) -> Result<()> {
    let count = vertices * u64::from(copies);
    if count > MAX_VERTICES {
        let what = format!("{count} vertices are more than the {MAX_VERTICES} that can be built");
        let fewer = "use fewer rows and columns, or a lower level";
        let advice = if copies > 1 { "use fewer copies, or a smaller mesh" } else { fewer };
        return Err(Error::input("mesh", what, advice));
    }
    let bytes = count * BYTES_PER_VERTEX;
    if memory::available().is_some_and(|free| bytes > free) {
        return Err(Error::OutOfMemory { what: format!("a mesh of {count} vertices"), bytes });
    }
    Ok(())
}

/// The shape in its size, as often as it is there; each copy is `spacing` farther than the one before.
pub(super) fn repeat(mut one: Mesh, spec: &MeshSpec) -> Result<Mesh> {
    let scale = spec.scale as f32;
    one.transform(|p| p * scale);
    if spec.copies <= 1 {
        return Ok(one);
    }
    // Only now is it known how many vertices a file has.
    room(one.positions.len() as u64, spec.copies)?;
    let mut all = one.clone();
    for copy in 1..spec.copies {
        let shift = Vec3::from_array(spec.spacing.map(|c| (c * f64::from(copy)) as f32));
        let mut next = one.clone();
        next.transform(|p| p + shift);
        all.append(&next);
    }
    Ok(all)
}

/// The surfaces of the bodies that are meshes, scaled: their bodies' scales are 1 then.
fn solids(scene: &Scene, bodies: &mut [Body], warnings: &mut Vec<String>) -> Result<Vec<Option<Solid>>> {
    let padding = scene.contact.radius + scene.material.thickness;
    let mut solid = |(i, body): (usize, &mut Body)| {
        let mut mesh = match body.shape {
            BodyShape::Rabbit => shapes::rabbit()?,
            BodyShape::Mesh => {
                let loaded = obj::load(Path::new(&body.file))?;
                warnings.extend(loaded.warnings);
                loaded.mesh
            }
            _ => return Ok(None),
        };
        let scale = std::mem::replace(&mut body.scale, 1.0) as f32;
        mesh.transform(|p| p * scale);
        let solid = Solid::new(&mesh, body.cell, body.thickness, padding, &format!("body.{i}"))?;
        warnings.extend_from_slice(&solid.warnings);
        Ok(Some(solid))
    };
    bodies.iter_mut().enumerate().map(&mut solid).collect()
}

/// The vertices that pins hold, each once and in order.
fn pinned(scene: &Scene, chooser: &Chooser<'_>) -> Result<Vec<Pinned>> {
    let mut pinned = Vec::new();
    for (i, pin) in scene.pin.iter().enumerate() {
        let vertices = chooser.choose(pin.selection(), &format!("pin.{i}"), "the pin holds no vertex")?;
        pinned.extend(vertices.into_iter().map(|vertex| Pinned { vertex, pin: i }));
    }
    // A vertex that several pins hold belongs to the last one.
    pinned.sort_by_key(|p| (p.vertex, std::cmp::Reverse(p.pin)));
    pinned.dedup_by_key(|p| p.vertex);
    Ok(pinned)
}

/// Rows of one copy `one` and of all others that move as one, and the direction along them.
fn ties(scene: &Scene, one: &Mesh) -> (Vec<Vec<u32>>, Vec3) {
    if !scene.tie.on {
        return (Vec::new(), Vec3::ZERO);
    }
    let [x, y, z] = scene.mesh.rotation.map(f64::to_radians);
    let direction = DQuat::from_euler(EulerRot::ZYX, z, y, x) * DVec3::X;
    (loads::rows(one, &scene.mesh), direction.normalize().as_vec3())
}

/// Turns and moves a mesh to where the scene wants it.
pub(super) fn place(mesh: &mut Mesh, spec: &MeshSpec) {
    let [x, y, z] = spec.rotation.map(|degrees| degrees.to_radians() as f32);
    let rotation = Quat::from_euler(EulerRot::ZYX, z, y, x);
    let shift = Vec3::from_array(spec.position.map(|c| c as f32));
    if rotation == Quat::IDENTITY {
        // Without a rotation, coordinates stay exact.
        mesh.transform(|p| p + shift);
    } else {
        mesh.transform(|p| rotation * p + shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Pin, Select, catalog};

    fn scene(shape: Shape, copies: u32, spacing: [f64; 3]) -> Scene {
        let mut scene = Scene { seed: 3, ..Scene::default() };
        (scene.mesh.shape, scene.mesh.rows, scene.mesh.columns, scene.mesh.level) = (shape, 5, 4, 1);
        (scene.mesh.copies, scene.mesh.spacing) = (copies, spacing);
        scene
    }

    #[test]
    fn copies_follow_each_other() {
        for shape in [
            Shape::Sheet,
            Shape::Ribbon,
            Shape::Disc,
            Shape::Icosphere,
            Shape::Torus,
            Shape::Cylinder,
            Shape::Bowl,
            Shape::Leaf,
            Shape::Plant,
            Shape::Rabbit,
        ] {
            let one = Model::new(&scene(shape, 1, [0.0; 3])).unwrap();
            let all = Model::new(&scene(shape, 3, [2.0, 0.0, -0.5])).unwrap();
            let (vertices, triangles) = (one.start.len(), one.mesh.triangles.len());
            assert_eq!((all.start.len(), all.mesh.triangles.len()), (3 * vertices, 3 * triangles));
            assert_eq!(all.topology.component_count, 3 * one.topology.component_count);
            let diagonals = |m: &Model| m.topology.edges.iter().filter(|e| e.diagonal).count();
            assert_eq!(diagonals(&all), 3 * diagonals(&one), "{shape:?}");
            for copy in 0..3 {
                let shift = Vec3::new(2.0, 0.0, -0.5) * copy as f32;
                for (i, p) in one.mesh.positions.iter().enumerate() {
                    let j = copy * vertices + i;
                    assert_eq!(all.mesh.positions[j], *p + shift);
                    // Small triangles farther from the origin are rounded more.
                    assert!((all.masses[j] / one.masses[i] - 1.0).abs() < 0.01, "{shape:?}");
                }
                for (i, t) in one.mesh.triangles.iter().enumerate() {
                    let moved = t.map(|v| v + (copy * vertices) as u32);
                    assert_eq!(all.mesh.triangles[copy * triangles + i], moved);
                }
            }
        }
    }

    #[test]
    fn copies_are_scaled_then_spaced_then_turned() {
        let mut scene = scene(Shape::Sheet, 2, [3.0, 0.0, 0.0]);
        (scene.mesh.scale, scene.mesh.rotation[2], scene.mesh.position[0]) = (2.0, 90.0, 5.0);
        let model = Model::new(&scene).unwrap();
        let (first, second) = model.mesh.positions.split_at(20);
        // The upper left corner of a sheet of 2 m, about z to the lower left.
        assert!(first[0].distance(Vec3::new(4.0, -1.0, 0.0)) < 1e-5, "{}", first[0]);
        for (a, b) in first.iter().zip(second) {
            assert!((*b - *a).distance(Vec3::new(0.0, 3.0, 0.0)) < 1e-5);
        }
    }

    #[test]
    fn pins_select_from_all_copies() {
        let mut scene = scene(Shape::Sheet, 2, [1.5, 0.0, 0.0]);
        let held =
            |scene: &Scene| Model::new(scene).unwrap().pinned.iter().map(|p| p.vertex).collect::<Vec<_>>();
        scene.pin = vec![Pin::default()];
        assert_eq!(held(&scene), [0, 23]);
        scene.pin[0].select = Select::Top;
        assert_eq!(held(&scene), [0, 1, 2, 3, 20, 21, 22, 23]);
        scene.pin[0].select = Select::Right;
        assert_eq!(held(&scene), [23, 27, 31, 35, 39]);
        (scene.pin[0].select, scene.pin[0].vertices) = (Select::Vertices, vec![39]);
        assert_eq!(held(&scene), [39]);
        scene.pin[0].vertices[0] = 40;
        let error = Model::new(&scene).unwrap_err().to_string();
        assert!(error.starts_with("pin.0.vertices: vertex 40 is not among the mesh's 40;"), "{error}");
    }

    #[test]
    fn built_in_scenes_hold_the_corners_that_they_number() {
        for name in ["sliding-corner", "sewn"] {
            let scene = catalog::find(name).unwrap().scene().unwrap();
            for mut scene in [scene.small().unwrap(), scene] {
                let held = |scene: &Scene| Model::new(scene).unwrap().pinned.into_iter().map(|p| p.vertex);
                let numbered: Vec<u32> = held(&scene).collect();
                scene.pin = vec![Pin::default()];
                assert_eq!(numbered, held(&scene).collect::<Vec<_>>(), "{name}");
            }
        }
    }

    #[test]
    fn too_many_copies_are_refused_before_they_are_made() {
        let mut large = scene(Shape::Sheet, 4, [1.5, 0.0, 0.0]);
        (large.mesh.rows, large.mesh.columns) = (2048, 2048);
        let error = Model::new(&large).unwrap_err().to_string();
        let start = "mesh: 16777216 vertices are more than the 16000000 that can be built; use fewer copies";
        assert!(error.starts_with(start), "{error}");
        assert!(room(u64::from(u32::MAX), 64).is_err());
    }
}
