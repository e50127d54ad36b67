//! From any mesh to one with an inside: checks, small holes closed, triangles turned outward.

use crate::error::{Error, Result};
use crate::mesh::{Mesh, Topology};
use glam::{DVec3, Vec3};

/// Loops up to this many cells wide are closed.
const LOOP_CELLS: f64 = 3.0;

/// Refuses what no surface can be made of: no triangles, corners that are not there, non-finite or too large
/// coordinates, triangles without area.
pub fn check(mesh: &Mesh, at: &str) -> Result<()> {
    let refuse = |what: String, advice: &str| Err(Error::input(at, what, advice));
    if mesh.triangles.is_empty() {
        return refuse("the mesh has no triangles".into(), "give a mesh with faces");
    }
    let count = mesh.positions.len();
    if let Some(t) = mesh.triangles.iter().position(|t| t.iter().any(|&v| v as usize >= count)) {
        let what = format!("triangle {t} has a corner beyond the {count} vertices");
        return refuse(what, "mend the file's indices (triangles are counted from 0)");
    }
    // Squares of distances must stay finite in f32.
    let usable = |p: &Vec3| p.is_finite() && p.abs().max_element() < 1e15;
    if let Some(v) = mesh.positions.iter().position(|p| !usable(p)) {
        let what = format!("vertex {v} is at {}", mesh.positions[v]);
        return refuse(what, "give finite coordinates in metres (vertices are counted from 0)");
    }
    let flat = |&t: &[u32; 3]| normal(&mesh.positions, t) == DVec3::ZERO;
    if let Some(t) = mesh.triangles.iter().position(flat) {
        let what = format!("triangle {t} has no area");
        return refuse(what, "remove degenerate triangles in a mesh editor (triangles are counted from 0)");
    }
    Ok(())
}

/// A triangle's unit normal; zero where it has no area.
pub fn normal(positions: &[Vec3], triangle: [u32; 3]) -> DVec3 {
    let [a, b, c] = triangle.map(|v| positions[v as usize].as_dvec3());
    (b - a).cross(c - a).normalize_or_zero()
}

/// The box around the mesh's triangles [m].
pub fn bounds(mesh: &Mesh) -> [DVec3; 2] {
    let grow = |[low, high]: [DVec3; 2], &v: &u32| {
        let p = mesh.positions[v as usize].as_dvec3();
        [low.min(p), high.max(p)]
    };
    let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    mesh.triangles.as_flattened().iter().fold(none, grow)
}

/// Closes small holes and turns the triangles outward; the warnings say what was done.
///
/// # Errors
/// [`Error::Input`] at `at` for a surface that has no inside.
pub fn closed(mesh: &Mesh, cell: f64, at: &str) -> Result<(Mesh, Vec<String>)> {
    let mut mesh = mesh.clone();
    let topology = Topology::new(&mesh);
    topology.require_manifold(at)?;
    let mut warnings = Vec::new();
    for boundary in &topology.boundary_loops {
        let extent = extent(&mesh, boundary);
        if extent > LOOP_CELLS * cell {
            let what = format!("the mesh has a hole {extent:.3} m wide and so no inside");
            return Err(Error::input(
                at,
                what,
                "close it in a mesh editor, or give the surface a `thickness`",
            ));
        }
        fan(&mut mesh, boundary);
        let count = boundary.len();
        warnings.push(format!("{at}: closed a hole {extent:.3} m wide with {count} triangles"));
    }
    if !warnings.is_empty() {
        check(&mesh, at)?;
        Topology::new(&mesh).require_manifold(at)?;
    }
    outward(&mut mesh, at)?;
    Ok((mesh, warnings))
}

/// The largest side of the box around some vertices [m].
fn extent(mesh: &Mesh, vertices: &[u32]) -> f64 {
    let points = vertices.iter().map(|&v| mesh.positions[v as usize].as_dvec3());
    let grow = |[low, high]: [DVec3; 2], p: DVec3| [low.min(p), high.max(p)];
    let [low, high] = points.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], grow);
    (high - low).max_element()
}

/// Triangles from each edge of a boundary loop to the loop's centroid.
fn fan(mesh: &mut Mesh, boundary: &[u32]) {
    let sum: DVec3 = boundary.iter().map(|&v| mesh.positions[v as usize].as_dvec3()).sum();
    let centre = mesh.positions.len() as u32;
    mesh.positions.push((sum / boundary.len() as f64).as_vec3());
    let polygon = mesh.polygons.iter().max().map_or(0, |p| p + 1);
    for (i, &a) in boundary.iter().enumerate() {
        let b = boundary[(i + 1) % boundary.len()];
        mesh.triangles.push([b, a, centre]);
        mesh.polygons.push(polygon + i as u32);
    }
}

/// Turns all triangles where the volume is negative.
fn outward(mesh: &mut Mesh, at: &str) -> Result<()> {
    let [low, high] = bounds(mesh);
    let volume = mesh.volume();
    // What the rounding of coordinates may leave of nothing.
    if volume.abs() <= 1e-7 * mesh.area() * (high - low).max_element() {
        let advice = "give a mesh with an inside, or give the surface a `thickness`";
        return Err(Error::input(at, "the mesh encloses no volume", advice));
    }
    if volume < 0.0 {
        mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    Ok(())
}
