//! Scene → Model.

use super::{Model, Pinned};
use crate::bodies;
use crate::colliders::Solid;
use crate::error::{Error, Result};
use crate::memory;
use crate::mesh::shapes::{self, Random};
use crate::mesh::{Mesh, Topology, obj};
use crate::scene::{Body, BodyShape, MeshSpec, Pattern, Pin, Scene, Select, Shape, Start};
use glam::{EulerRot, Quat, Vec3};
use std::path::Path;

/// The most vertices that a shape by code may have.
const MAX_VERTICES: u64 = 16_000_000;

/// What building a simulation takes at its peak, as measured on a sheet of a million vertices [bytes].
const BYTES_PER_VERTEX: u64 = 1200;

impl Model {
    /// Builds the mesh, puts it in its place, and finds masses and pins.
    pub fn new(scene: &Scene) -> Result<Self> {
        scene.validate(&scene.name)?;
        let (mut mesh, mut warnings) = shape(&scene.mesh, scene.seed)?;
        let topology = Topology::new(&mesh);
        if let Some(first) = topology.non_manifold.first() {
            let count = topology.non_manifold.len();
            warnings.push(format!("the mesh is not a manifold in {count} places, the first: {first}"));
        }
        let mut pinned = Vec::new();
        let local = mesh.clone();
        place(&mut mesh, &scene.mesh);
        for (i, pin) in scene.pin.iter().enumerate() {
            let vertices = select(pin, i, &local, &mesh, &topology)?;
            pinned.extend(vertices.into_iter().map(|vertex| Pinned { vertex, pin: i }));
        }
        // A vertex that several pins hold belongs to the last one.
        pinned.sort_by_key(|p| (p.vertex, std::cmp::Reverse(p.pin)));
        pinned.dedup_by_key(|p| p.vertex);
        let masses: Vec<f64> = mesh.vertex_areas().iter().map(|a| a * scene.material.density).collect();
        if let Some(i) = masses.iter().position(|m| !((1.0 / m) > 0.0 && (1.0 / m) < 1e30)) {
            let what = format!("vertex {i} has no area around it, and so no mass");
            return Err(Error::input("mesh", what, "remove the faces without area"));
        }
        let start = start(&mesh, &scene.start, scene.seed);
        let structural = scene.mesh.pattern == Pattern::Structural;
        let mut bodies = bodies::expand(scene);
        let solids = solids(scene, &mut bodies, &mut warnings)?;
        Ok(Self { mesh, topology, start, masses, pinned, structural, bodies, solids, warnings })
    }
}

fn shape(spec: &MeshSpec, seed: u64) -> Result<(Mesh, Vec<String>)> {
    let (rows, columns) = (spec.rows, spec.columns);
    let grid = u64::from(rows) * u64::from(columns);
    let count = match (spec.shape, spec.pattern) {
        (Shape::Icosphere, _) => 10 * 4u64.pow(spec.level),
        (Shape::Sheet | Shape::Ribbon, Pattern::Crossed) => 2 * grid,
        (Shape::Plant | Shape::Rabbit | Shape::File, _) => 0,
        _ => grid,
    };
    if count > MAX_VERTICES {
        let what = format!("{count} vertices are more than the {MAX_VERTICES} that can be built");
        return Err(Error::input("mesh", what, "use fewer rows and columns, or a lower level"));
    }
    let bytes = count * BYTES_PER_VERTEX;
    if memory::available().is_some_and(|free| bytes > free) {
        return Err(Error::OutOfMemory { what: format!("a mesh of {count} vertices"), bytes });
    }
    let (width, height) = (spec.width as f32, spec.height as f32);
    let mesh = match spec.shape {
        Shape::Sheet => shapes::sheet(rows, columns, width, height, spec.pattern, seed),
        Shape::Ribbon => shapes::ribbon(rows, columns, width, height, spec.pattern, seed),
        Shape::Disc => shapes::disc(rows, columns, width),
        Shape::Icosphere => shapes::icosphere(spec.level, width),
        Shape::Torus => shapes::torus(columns, rows, width, height),
        Shape::Cylinder => shapes::cylinder(rows, columns, width, height),
        Shape::Plant => shapes::plant(seed),
        Shape::Rabbit => shapes::rabbit()?,
        Shape::File => {
            let loaded = obj::load(Path::new(&spec.file))?;
            return Ok((loaded.mesh, loaded.warnings));
        }
    };
    Ok((mesh, Vec::new()))
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

fn place(mesh: &mut Mesh, spec: &MeshSpec) {
    let [x, y, z] = spec.rotation.map(|degrees| degrees.to_radians() as f32);
    let rotation = Quat::from_euler(EulerRot::ZYX, z, y, x);
    let shift = Vec3::from_array(spec.position.map(|c| c as f32));
    let scale = spec.scale as f32;
    if rotation == Quat::IDENTITY {
        // Without a rotation, coordinates stay exact.
        mesh.transform(|p| p * scale + shift);
    } else {
        mesh.transform(|p| rotation * (p * scale) + shift);
    }
}

/// The vertices of a pin: by their place in the shape as it was made, or in a box of the scene.
fn select(pin: &Pin, index: usize, local: &Mesh, placed: &Mesh, topology: &Topology) -> Result<Vec<u32>> {
    let at = format!("pin.{index}");
    let (low, high) = local.bounds();
    let slack = 1e-4 * (high - low).max_element();
    let all = |keep: &dyn Fn(Vec3) -> bool, mesh: &Mesh| -> Vec<u32> {
        (0..).zip(&mesh.positions).filter(|(_, p)| keep(**p)).map(|(i, _)| i).collect()
    };
    let nearest = |x: f32, y: f32| {
        let distance = |p: &Vec3| (p.x - x).powi(2) + (p.y - y).powi(2);
        let best = local.positions.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
        best.map_or(0, |(i, _)| i as u32)
    };
    let found = match pin.select {
        Select::Vertices => {
            if let Some(v) = pin.vertices.iter().find(|v| **v as usize >= local.positions.len()) {
                let what = format!("vertex {v} is not among the mesh's {}", local.positions.len());
                return Err(Error::input(format!("{at}.vertices"), what, "indices count from 0"));
            }
            pin.vertices.clone()
        }
        Select::Box => {
            let [a, b] = pin.corners.map(|c| Vec3::from_array(c.map(|v| v as f32)));
            let (low, high) = (a.min(b), a.max(b));
            all(&|p| p.cmpge(low).all() && p.cmple(high).all(), placed)
        }
        Select::Corners => {
            vec![
                nearest(low.x, high.y),
                nearest(high.x, high.y),
                nearest(low.x, low.y),
                nearest(high.x, low.y),
            ]
        }
        Select::TopCorners => vec![nearest(low.x, high.y), nearest(high.x, high.y)],
        Select::Top => all(&|p| p.y > high.y - slack, local),
        Select::Bottom => all(&|p| p.y < low.y + slack, local),
        Select::Left => all(&|p| p.x < low.x + slack, local),
        Select::Right => all(&|p| p.x > high.x - slack, local),
        Select::Boundary => topology.boundary_loops.concat(),
    };
    if found.is_empty() {
        return Err(Error::input(at, "the pin holds no vertex", "choose another place, or remove it"));
    }
    Ok(found)
}

/// The starting shape: the rest shape folded, dented and crumpled as the scene says.
fn start(mesh: &Mesh, start: &Start, seed: u64) -> Vec<Vec3> {
    let (low, high) = mesh.bounds();
    let middle = (low + high) / 2.0;
    let fold = Quat::from_rotation_y(start.fold.to_radians() as f32);
    let rim = low.y + (high.y - low.y) * start.dent as f32;
    let reach = start.crumple as f32 * mesh.mean_edge_length();
    let mut random = Random::new(seed);
    let moved = |&p: &Vec3| {
        let mut p = p;
        if start.fold != 0.0 && p.x > middle.x {
            p = middle + fold * (p - middle);
        }
        if start.dent < 1.0 && p.y > rim {
            p.y = 2.0 * rim - p.y;
        }
        if start.crumple > 0.0 {
            let mut along = || random.between(-1.0, 1.0) as f32;
            p += reach * Vec3::new(along(), along(), along());
        }
        p
    };
    mesh.positions.iter().map(moved).collect()
}
