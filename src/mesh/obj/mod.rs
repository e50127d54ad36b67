//! Wavefront OBJ in: read with tobj, behind a check of every line and a repair of the mesh.

mod cut;
mod repair;
mod scan;
mod winding;

#[cfg(test)]
mod tests;

use super::Mesh;
use crate::error::{Error, Result};
use cut::Cutter;
use glam::Vec3;
use repair::Polygons;
use scan::Scan;
use std::{fs::File, io::Read, path::Path};

/// The largest file that is read [bytes].
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// A mesh from a file, and what had to be mended.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// The mesh: all objects of the file in one, vertices in the file's order [m].
    pub mesh: Mesh,
    /// One line per kind of repair, with a count.
    pub warnings: Vec<String>,
}

/// Reads the OBJ file at `path`.
///
/// # Errors
/// [`Error::Input`] where the file is missing, not a regular file, larger than [`MAX_BYTES`], or
/// refused by [`parse`].
pub fn load(path: &Path) -> Result<Loaded> {
    let name = path.display().to_string();
    let refuse = |what: String, advice| Err(Error::input(&name, what, advice));
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(e) => return refuse(format!("cannot be found ({e})"), "check the path"),
    };
    // A pipe or a device would block or never end.
    if !metadata.is_file() {
        return refuse("is not a file".into(), "give the path of an OBJ file");
    }
    check_size(metadata.len(), &name)?;
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) => {
            return refuse(format!("cannot be opened ({e})"), "check its permissions");
        }
    };
    let mut text = Vec::new();
    // One byte more than allowed, so that a file that grew meanwhile is noticed.
    if let Err(e) = file.take(MAX_BYTES + 1).read_to_end(&mut text) {
        return refuse(format!("cannot be read ({e})"), "check the disk");
    }
    parse(&text, &name)
}

/// Reads the text of an OBJ file; `name` stands for the file in messages.
///
/// Faces keep their corners as polygons: quads are cut along the shorter diagonal that lies inside
/// them, larger polygons by clipping the best-shaped ear. Normals, texture coordinates, materials,
/// groups and objects are passed over, so that vertices are shared wherever the file shares
/// positions. Vertices and faces of no use are removed and windings made to agree, each with a
/// warning; edges with more than two triangles stay, and [`super::Topology`] names them.
///
/// # Errors
/// [`Error::Input`] with `name:line` for text that is not UTF-8, a bad number, a coordinate that
/// is not finite, an index out of range or a face with fewer than three corners; with `name` for
/// a text without faces or larger than [`MAX_BYTES`].
pub fn parse(text: &[u8], name: &str) -> Result<Loaded> {
    check_size(text.len() as u64, name)?;
    let scan = Scan::new(text, name)?;
    let mut warnings = scan.warnings();
    let (positions, mut polygons) = read(&scan, name)?;
    let duplicates = polygons.remove_duplicates();
    warn(&mut warnings, duplicates, "duplicate face", "removed");

    let mut mesh = Mesh { positions, ..Mesh::default() };
    let mut cutter = Cutter::default();
    for (i, corners) in polygons.iter().enumerate() {
        for triangle in cutter.cut(&mesh.positions, corners) {
            mesh.triangles.push(*triangle);
            mesh.polygons.push(i as u32);
        }
    }
    let flat = repair::remove_flat_triangles(&mut mesh);
    warn(&mut warnings, flat, "zero-area triangle", "removed");
    if mesh.triangles.is_empty() {
        let advice = "export the mesh with its faces";
        return Err(Error::input(name, "has no face with an area", advice));
    }
    let unused = repair::remove_unused_vertices(&mut mesh);
    warn(&mut warnings, unused, "unreferenced vertex", "removed");
    let flipped = winding::unify(&mut mesh);
    warn(&mut warnings, flipped, "inconsistently wound triangle", "flipped");
    Ok(Loaded { mesh, warnings })
}

fn check_size(bytes: u64, name: &str) -> Result<()> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    Err(Error::input(
        name,
        format!("has more than {} MiB", MAX_BYTES >> 20),
        "export fewer vertices, or positions and faces only",
    ))
}

/// Hands the checked text to tobj: the positions [m] and the polygons over them.
fn read(scan: &Scan, name: &str) -> Result<(Vec<Vec3>, Polygons)> {
    let options = tobj::LoadOptions::default();
    // The scan passes no material on; should one slip through, it must not open a file.
    let no_materials = |_: &Path| Err(tobj::LoadError::OpenFileFailed);
    let loaded = tobj::load_obj_buf(&mut scan.reader(), &options, no_materials);
    let models = match loaded {
        Ok((models, _)) => models,
        Err(e) => return Err(Error::input(name, e.to_string(), "export the mesh again")),
    };
    let Some(model) = models.into_iter().next() else {
        let advice = "export the mesh with its faces";
        return Err(Error::input(name, "has no faces", advice));
    };
    let mesh = model.mesh;
    let coordinates = mesh.positions.chunks_exact(3);
    let positions = coordinates.map(Vec3::from_slice).collect();
    // The first face is the scan's own and names every vertex. No arities mean triangles only.
    let mut polygons = Polygons::default();
    let mut rest = mesh.indices.get(scan.vertex_count..).unwrap_or(&[]);
    let mut arities = mesh.face_arities.iter().skip(1);
    while !rest.is_empty() {
        let arity = arities.next().map_or(3, |&a| a as usize).clamp(1, rest.len());
        let (corners, others) = rest.split_at(arity);
        polygons.push(corners);
        rest = others;
    }
    Ok((positions, polygons))
}

/// Adds a line on `count` repairs of one kind.
fn warn(warnings: &mut Vec<String>, count: usize, noun: &str, done: &str) {
    match count {
        0 => {}
        1 => warnings.push(format!("1 {noun} {done}")),
        _ if noun.ends_with("vertex") => {
            let stem = noun.trim_end_matches("ex");
            warnings.push(format!("{count} {stem}ices {done}"));
        }
        _ => warnings.push(format!("{count} {noun}s {done}")),
    }
}
