//! The ghost mesh: each vertex is the mean of the corners that its triangles have there.

use super::Sparse;
use super::parts::{Parts, Terms};
use crate::model::Model;

/// What a vertex is made of.
pub fn vertex(model: &Model, parts: &Parts, v: usize) -> Terms {
    let triangles = model.topology.vertex_triangles.row(v);
    let mean = 1.0 / triangles.len() as f64;
    let mut terms = Vec::new();
    for &t in triangles {
        let corners = model.mesh.triangles[t as usize];
        let k = corners.iter().position(|&c| c as usize == v).unwrap_or_default();
        terms.extend(parts.corner(t as usize, k).into_iter().map(|(dof, share)| (dof, mean * share)));
    }
    terms
}

/// All vertices.
pub fn ghost(model: &Model, parts: &Parts) -> Sparse {
    let mut all = Sparse::default();
    (0..model.start.len()).for_each(|v| all.push(vertex(model, parts, v)));
    all
}
