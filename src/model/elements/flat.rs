//! What projection is preconditioned with: the inverse of J M⁻¹ Jᵀ + c D of the shape at rest, whose unknowns move along its tangents only.
//!
//! A sheet that keeps its lengths looks the same from within however it lies, so that this matrix never changes; what a
//! curved sheet can do besides, giving way along its normals, is left to c D. By Woodbury's formula the inverse is W − Q A⁻¹ Qᵀ with
//! W = (c D)⁻¹, Q = W J and A = M + Jᵀ W J, which is small and sparse.

use super::{Dof, Elements};
use crate::error::Result;
use crate::model::Model;
use crate::model::dissection::{Blocks, Dissection, EACH};
use glam::DVec3;
use std::collections::BTreeMap;

/// c: the more, the better where the sheet is curved; the less, the better where it is flat.
const CURVED: f64 = 0.01;
/// How much stiffer than inertia bending may be in D. Beyond that the two terms of the inverse cancel in f32 until what is left is rounding.
const STIFF: f64 = 300.0;

/// The inverse, as a device applies it.
#[derive(Debug, Clone)]
pub struct Flat {
    /// W, by rows of the elements.
    pub weights: Vec<f64>,
    /// Q, by rows: which point in the order of elimination, and how much along each of its tangents.
    pub pushes: Vec<Vec<(u32, [f64; EACH])>>,
    /// A⁻¹.
    pub inverse: Dissection,
}

impl Flat {
    /// Takes the unknowns that are free or slide; `time` [s²] is what bending lasts for in a step.
    ///
    /// # Errors
    /// As [`Dissection::new`].
    pub fn new(
        elements: &Elements,
        model: &Model,
        is_free: impl Fn(&Dof) -> bool,
        time: f64,
    ) -> Result<Self> {
        let rest: Vec<DVec3> = model.mesh.positions.iter().map(|p| p.as_dvec3()).collect();
        let at = elements.unknowns(&rest);
        let tangents = tangents(elements, model, &rest);
        let free: Vec<usize> = (0..at.len())
            .filter(|&i| is_free(&elements.dofs[i]) || elements.dofs[i].line != DVec3::ZERO)
            .collect();
        let mut points = vec![None; at.len()];
        free.iter().enumerate().for_each(|(p, &i)| points[i] = Some(p as u32));
        let mut matrix: Blocks = (free.iter().zip(0..))
            .map(|(&i, p)| {
                let mass = elements.dofs[i].mass;
                BTreeMap::from([(p, [[mass, 0.0], [0.0, mass]])])
            })
            .collect();
        let (mut weights, mut pushes) = (Vec::new(), Vec::new());
        for (i, row) in elements.rows.iter().enumerate() {
            let way = match row.rest {
                0.0 => DVec3::AXES[row.axis as usize] / elements.edge,
                length => elements.row_terms.of(i, &at) / (length * length),
            };
            let terms: Vec<_> = (elements.row_terms.row(i).iter())
                .filter_map(|&(item, share)| Some((points[item as usize]?, item as usize, share)))
                .collect();
            let soft = |&(_, item, share): &(u32, usize, f64)| {
                let dof = &elements.dofs[item];
                share * share / (dof.mass + (time * dof.stiffness).min(STIFF * dof.mass))
            };
            let diagonal = terms.iter().map(soft).sum::<f64>() * way.length_squared();
            // What nothing can change is not asked for.
            let weight = if diagonal > 0.0 { 1.0 / (CURVED * diagonal) } else { 0.0 };
            let push = |&(point, item, share): &(u32, usize, f64)| {
                (point, tangents[item].map(|t| weight * share * way.dot(t)))
            };
            let push: Vec<_> = terms.iter().map(push).collect();
            for &(p, one) in &push {
                for &(q, other) in push.iter().filter(|_| weight > 0.0) {
                    let block = matrix[p as usize].entry(q).or_default();
                    (0..EACH * EACH).for_each(|k| {
                        block[k / EACH][k % EACH] += one[k / EACH] * other[k % EACH] / weight;
                    });
                }
            }
            weights.push(weight);
            pushes.push(push);
        }
        let places: Vec<DVec3> = free.iter().map(|&i| at[i]).collect();
        let inverse = Dissection::new(&places, &matrix)?;
        for (point, _) in pushes.iter_mut().flatten() {
            *point = inverse.order[*point as usize];
        }
        Ok(Self { weights, pushes, inverse })
    }
}

/// Two tangents of the shape at rest at each unknown.
fn tangents(elements: &Elements, model: &Model, rest: &[DVec3]) -> Vec<[DVec3; EACH]> {
    let mut normals = vec![DVec3::ZERO; rest.len()];
    for triangle in &model.mesh.triangles {
        let [a, b, c] = triangle.map(|v| rest[v as usize]);
        triangle.iter().for_each(|&v| normals[v as usize] += (b - a).cross(c - a));
    }
    let at = |dof: &Dof| {
        if dof.line != DVec3::ZERO {
            return [dof.line, DVec3::ZERO];
        }
        let normal: DVec3 = dof.ends.iter().map(|&v| normals[v as usize]).sum();
        <[DVec3; EACH]>::from(normal.try_normalize().unwrap_or(DVec3::Z).any_orthonormal_pair())
    };
    elements.dofs.iter().map(at).collect()
}
