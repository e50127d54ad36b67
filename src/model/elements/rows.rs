//! What projection keeps: lengths inside of triangles, joints, and vertices that are pinned where no unknown is.

use super::Sparse;
use super::parts::{Parts, difference};
use crate::kernels::developable::measure::JOINED;
use crate::model::Model;
use std::collections::HashSet;

/// One equation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Length at rest [m]; 0 for a row along an axis.
    pub rest: f64,
    /// The axis, where there is one.
    pub axis: u32,
    /// The vertex whose pin it leads to, or [`JOINED`].
    pub vertex: u32,
}

/// Lists the rows of a mesh.
pub fn rows(model: &Model, parts: &Parts) -> (Vec<Row>, Sparse) {
    let (mut rows, mut terms) = (Vec::new(), Sparse::default());
    let mut known = HashSet::new();
    for (t, corners) in model.mesh.triangles.iter().enumerate() {
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            // Between the midpoints opposite to two corners lies half the edge between these.
            let whole = model.rest_length([corners[i], corners[j]]);
            let (row, rest) = if parts.ribbon[t] {
                (difference(parts.corner(t, i), parts.corner(t, j)), whole)
            } else {
                (difference(parts.midpoint(t, i), parts.midpoint(t, j)), 0.5 * whole)
            };
            let mut ends: Vec<u32> = row.iter().map(|term| term.0).collect();
            ends.sort_unstable();
            if !parts.ribbon[t] || known.insert(ends) {
                rows.push(Row { rest, axis: 0, vertex: JOINED });
                terms.push(row);
            }
        }
    }
    let mut linear = |row: Vec<(u32, f64)>, vertex: u32| {
        for axis in 0..3 {
            rows.push(Row { rest: 0.0, axis, vertex });
            terms.push(row.clone());
        }
    };
    for (e, edge) in model.topology.edges.iter().enumerate().filter(|(_, e)| !e.is_boundary()) {
        let [a, b] = edge.triangles.map(|t| t as usize);
        let place = |t: usize| (0..3).find(|&k| parts.edges[t][k] as usize == e).unwrap_or_default();
        if parts.ribbon[a] && parts.ribbon[b] {
            let mut row = Sparse::default();
            row.push(difference(parts.midpoint(a, place(a)), parts.midpoint(b, place(b))));
            if !row.terms.is_empty() {
                linear(row.terms, JOINED);
            }
        }
    }
    let pinned: HashSet<u32> = model.pinned.iter().map(|p| p.vertex).collect();
    for pin in &model.pinned {
        let v = pin.vertex as usize;
        let triangles = model.topology.vertex_triangles.row(v);
        // A knot is held by itself, and so is the midpoint between two pins.
        let knotted = triangles.iter().any(|&t| parts.ribbon[t as usize]);
        let beside = model.topology.neighbors.row(v).iter().any(|n| pinned.contains(n));
        if !knotted && !beside {
            linear(super::ghost::vertex(model, parts, v), pin.vertex);
        }
    }
    (rows, terms)
}
