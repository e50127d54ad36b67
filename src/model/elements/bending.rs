//! Bending by the Laplacian of the midpoints.

use super::Sparse;
use super::parts::{Parts, Terms};
use super::ribbon::counts;
use crate::model::Model;
use crate::scene::Scene;
use glam::DVec3;

/// Less of a Laplacian than this, by the length of its edge, is flat.
const FLAT: f64 = 1e-5;

/// A place that bends: E = weight/2 |L x − target|².
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bend {
    /// D over the area around its edge, times what it counts [N/m³ of L x, which is in m].
    pub weight: f64,
    /// What L x is inside of a clamp [m].
    pub target: DVec3,
    /// What L x is at rest along the normal, where the rest shape is curved [m].
    pub height: f64,
    /// The edge in the order of one triangle's winding, and the corners opposite to it in both; the normal is theirs.
    pub corners: [u32; 4],
}

/// What a triangle adds to the Laplacian at its edge `k`.
fn of_triangle(model: &Model, parts: &Parts, t: usize, k: usize) -> Terms {
    let at = |c: usize| model.mesh.positions[model.mesh.triangles[t][c % 3] as usize].as_dvec3();
    let mut terms = Vec::new();
    for other in [k + 1, k + 2] {
        // The two edges meet in the third corner.
        let corner = 3 - k - other % 3;
        let (a, b) = (at(corner + 1) - at(corner), at(corner + 2) - at(corner));
        let cot = 2.0 * a.dot(b) / a.cross(b).length();
        terms.extend(parts.midpoint(t, k).into_iter().map(|(dof, share)| (dof, cot * share)));
        terms.extend(parts.midpoint(t, other % 3).into_iter().map(|(dof, share)| (dof, -cot * share)));
    }
    terms
}

/// Lists the places that bend, and their Laplacians.
pub fn bends(scene: &Scene, model: &Model, parts: &Parts) -> (Vec<Bend>, Sparse) {
    let stiffness = scene.material.bending_stiffness();
    let (mut bends, mut all) = (Vec::new(), Sparse::default());
    if stiffness == 0.0 {
        return (bends, all);
    }
    let rest: Vec<DVec3> = model.mesh.positions.iter().map(|p| p.as_dvec3()).collect();
    let unknowns: Vec<DVec3> = parts
        .dofs
        .iter()
        .map(|dof| 0.5 * (rest[dof.ends[0] as usize] + rest[dof.ends[1] as usize]))
        .collect();
    let counts = counts(model, parts);
    let hinges = &model.topology.hinges;
    for (e, edge) in model.topology.edges.iter().enumerate() {
        let place = |t: usize| (0..3).find(|&k| parts.edges[t][k] as usize == e).unwrap_or_default();
        let a = edge.triangles[0] as usize;
        let mut terms = of_triangle(model, parts, a, place(a));
        let sum =
            |terms: &Terms| terms.iter().map(|&(dof, share)| unknowns[dof as usize] * share).sum::<DVec3>();
        let bend = if edge.is_boundary() {
            let clamps = |w: &&super::super::Wing| edge.vertices.iter().all(|v| w.corners[..2].contains(v));
            if !model.clamped.iter().any(|w| clamps(&w)) {
                continue;
            }
            // The sheet goes on as its own mirror image: the edge turns by twice as much, and half of its energy is on this side.
            let weight = stiffness * counts[a] / (model.rest_area(a) / 3.0);
            Bend { weight, target: sum(&terms), height: 0.0, corners: [0; 4] }
        } else {
            let b = edge.triangles[1] as usize;
            terms.extend(of_triangle(model, parts, b, place(b)));
            let area = (model.rest_area(a) + model.rest_area(b)) / 3.0;
            let bent = sum(&terms);
            let hinge = hinges.binary_search_by_key(&(e as u32), |hinge| hinge.edge);
            let corners = hinge.map_or([0; 4], |i| hinges[i].vertices);
            let [p, q, left, right] = corners.map(|v| rest[v as usize]);
            let up = (q - p).cross(left - p) + (p - q).cross(right - q);
            let height = bent.dot(up.normalize_or_zero());
            let flat = height.abs() < FLAT * model.rest_length(edge.vertices);
            Bend {
                weight: stiffness * counts[a].min(counts[b]) / area,
                target: DVec3::ZERO,
                height: if flat { 0.0 } else { height },
                corners,
            }
        };
        bends.push(bend);
        all.push(terms);
    }
    (bends, all)
}
