//! Whether a surface passes through itself.

use crate::error::{Error, Result};
use crate::mesh::Mesh;
use glam::{DVec2, DVec3};
use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::{Bvh, BvhBuildStrategy};

/// Refuses a mesh of which two triangles meet that are not neighbours.
///
/// # Errors
/// [`Error::Input`] at `at`, naming the two triangles.
pub fn require_none(mesh: &Mesh, at: &str) -> Result<()> {
    let Some([i, j]) = find(mesh) else {
        return Ok(());
    };
    Err(Error::input(
        at,
        format!("triangles {i} and {j} intersect"),
        "separate them in a mesh editor, or give the surface a `thickness` (triangles are counted from 0)",
    ))
}

/// The first pair of triangles that meet although they share no edge.
fn find(mesh: &Mesh) -> Option<[usize; 2]> {
    let aabb = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| mesh.positions[v as usize]);
        Aabb::new(a.min(b).min(c), a.max(b).max(c))
    };
    let boxes: Vec<Aabb> = mesh.triangles.iter().map(aabb).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
    (0..boxes.len()).find_map(|i| {
        let later = tree.intersect_aabb(&boxes[i]).map(|j| j as usize).filter(|&j| j > i);
        later.filter(|&j| meet(mesh, i, j)).min().map(|j| [i, j])
    })
}

/// Whether two triangles with at most one common corner have other points in common.
fn meet(mesh: &Mesh, i: usize, j: usize) -> bool {
    let (s, t) = (mesh.triangles[i], mesh.triangles[j]);
    let common: Vec<u32> = s.into_iter().filter(|v| t.contains(v)).collect();
    let corners = |t: [u32; 3]| t.map(|v| mesh.positions[v as usize].as_dvec3());
    // An edge that ends in the common corner meets the other triangle there; the edge opposite must not.
    let sides = |t: [u32; 3]| {
        let all = [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
        let apart = all.into_iter().filter(|side| !side.iter().any(|v| common.contains(v)));
        apart.map(|side| side.map(|v| mesh.positions[v as usize].as_dvec3())).collect::<Vec<_>>()
    };
    match common.len() {
        0 | 1 => {
            let pierces = |side: &[DVec3; 2], t: [DVec3; 3]| side_meets(*side, t);
            sides(s).iter().any(|side| pierces(side, corners(t)))
                || sides(t).iter().any(|side| pierces(side, corners(s)))
        }
        // Neighbours fold about their edge; the same triangle twice is no surface.
        2 => false,
        _ => true,
    }
}

/// Six times the volume of a tetrahedron [m³].
fn orient([a, b, c, d]: [DVec3; 4]) -> f64 {
    (b - a).cross(c - a).dot(d - a)
}

/// Whether a segment has a point in common with a triangle.
fn side_meets([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let (above, below) = (orient([a, b, c, p]), orient([a, b, c, q]));
    if above == 0.0 && below == 0.0 {
        return meets_in_plane([p, q], [a, b, c]);
    }
    if above * below > 0.0 {
        return false;
    }
    let turns = [orient([p, q, a, b]), orient([p, q, b, c]), orient([p, q, c, a])];
    turns.iter().all(|&v| v >= 0.0) || turns.iter().all(|&v| v <= 0.0)
}

/// The same for a segment in the triangle's plane, seen along the largest component of the normal.
fn meets_in_plane(side: [DVec3; 2], triangle: [DVec3; 3]) -> bool {
    let [a, b, c] = triangle;
    let n = (b - a).cross(c - a).abs();
    let drop = |v: DVec3| match n.max_element() {
        m if m == n.x => DVec2::new(v.y, v.z),
        m if m == n.y => DVec2::new(v.z, v.x),
        _ => DVec2::new(v.x, v.y),
    };
    let ([p, q], [a, b, c]) = (side.map(drop), triangle.map(drop));
    let turn = |a: DVec2, b: DVec2, c: DVec2| (b - a).perp_dot(c - a);
    let inside = |x: DVec2| {
        let turns = [turn(a, b, x), turn(b, c, x), turn(c, a, x)];
        turns.iter().all(|&v| v >= 0.0) || turns.iter().all(|&v| v <= 0.0)
    };
    let cross =
        |a: DVec2, b: DVec2| turn(p, q, a) * turn(p, q, b) < 0.0 && turn(a, b, p) * turn(a, b, q) < 0.0;
    inside(p) || inside(q) || cross(a, b) || cross(b, c) || cross(c, a)
}
