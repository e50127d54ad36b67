//! How much edges count in bending near a boundary.
//!
//! Triangles at the boundary form a ribbon: their corners are knots. It is conforming, and reads three times too stiff. What lies beside
//! it depends on the contour between the two. Where that is straight, as along the rows of a lattice, triangles beside it conform to it
//! and are too stiff as well; where it zigzags they give way to what the ribbon does not take, and are too soft, so that the
//! ribbon has to count more. The numbers were chosen by strips that hang (see the README).

use super::parts::Parts;
use crate::model::Model;
use glam::DVec3;

/// How much an edge counts at a triangle whose corners are knots, where the contour runs as the boundary does. The same in a mesh
/// that is conforming all over, which has no contour.
const STRAIGHT: f64 = 1.0 / 3.0;

/// How much it counts where the contour is at 30° to the boundary or more.
const CROOKED: f64 = 0.6;

/// The squared sine of 30°: the angle of the contour in a lattice of equilateral triangles whose lines run straight to the side.
const ZIGZAG: f64 = 0.25;

/// How much it counts at a triangle beside the ribbon, of which one edge is conforming.
const BESIDE: f64 = 0.8;

/// How much the edges of each triangle count.
pub fn counts(model: &Model, parts: &Parts) -> Vec<f64> {
    let mut counts = knotted(model, parts);
    contour(model, parts).for_each(|(_, _, beside)| counts[beside] = BESIDE);
    counts
}

/// The edges between the ribbon and what is beside it: a triangle of the ribbon, the edge, and the triangle beside it.
fn contour<'a>(model: &'a Model, parts: &'a Parts) -> impl Iterator<Item = (usize, [u32; 2], usize)> + 'a {
    model.topology.edges.iter().filter(|edge| !edge.is_boundary()).filter_map(|edge| {
        let [a, b] = edge.triangles.map(|t| t as usize);
        match (parts.ribbon[a], parts.ribbon[b]) {
            (true, false) => Some((a, edge.vertices, b)),
            (false, true) => Some((b, edge.vertices, a)),
            _ => None,
        }
    })
}

/// What the edges of the ribbon's triangles count, and 1 elsewhere.
fn knotted(model: &Model, parts: &Parts) -> Vec<f64> {
    let at = |v: u32| model.mesh.positions[v as usize].as_dvec3();
    let way = |[a, b]: [u32; 2]| (at(b) - at(a)).normalize_or_zero();
    let mut sides: Vec<Vec<DVec3>> = vec![Vec::new(); model.mesh.positions.len()];
    for edge in model.topology.edges.iter().filter(|e| e.is_boundary()) {
        edge.vertices.iter().for_each(|v| sides[*v as usize].push(way(edge.vertices)));
    }
    // Of the contour across from each vertex: how crooked it is, times its length, and its length.
    let mut across = vec![(0.0, 0.0); sides.len()];
    for (t, ends, _) in contour(model, parts) {
        let Some(v) = model.mesh.triangles[t].into_iter().find(|v| !ends.contains(v)) else { continue };
        // At a corner of the sheet the side that it runs along more.
        let turned = sides[v as usize].iter().map(|side| side.cross(way(ends)).length_squared());
        let (length, crooked) = (model.rest_length(ends), turned.fold(ZIGZAG, f64::min) / ZIGZAG);
        let (sum, all) = across[v as usize];
        across[v as usize] = (sum + crooked * length, all + length);
    }
    let of = |(corners, knotted): (&[u32; 3], &bool)| {
        let near = corners.map(|v| across[v as usize]);
        let length: f64 = near.iter().map(|n| n.1).sum();
        let crooked = if length > 0.0 { near.iter().map(|n| n.0).sum::<f64>() / length } else { 0.0 };
        if *knotted { STRAIGHT + (CROOKED - STRAIGHT) * crooked } else { 1.0 }
    };
    model.mesh.triangles.iter().zip(&parts.ribbon).map(of).collect()
}
