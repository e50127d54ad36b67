//! Nonconforming elements (English and Bridson 2008): what can move, what is rigid, what bends, and the ghost mesh.
//!
//! A triangle's unknowns are the midpoints of its edges, and its corners follow from them. Around a boundary vertex the corners of
//! its triangles have to coincide: there corners themselves are the unknowns, as knots that triangles share, and the
//! equations that would join them are never needed. Every midpoint is then half the sum of two unknowns, or one by itself.

mod bending;
mod clamp;
mod flat;
mod ghost;
mod parts;
mod ribbon;
mod rows;
#[cfg(test)]
mod tests;

pub use bending::Bend;
pub use flat::Flat;
pub use parts::Dof;
pub use rows::Row;

use parts::Parts;

use super::Model;
use crate::error::{Error, Result};
use crate::kernels::common::developable::Share;
use crate::scene::{ElementKind, Scene};
use glam::DVec3;

/// Rows of terms in flat arrays: which unknown, and how much of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sparse {
    /// Row `i` is `terms[offsets[i]..offsets[i + 1]]`.
    pub offsets: Vec<u32>,
    /// The terms, one row after the other.
    pub terms: Vec<(u32, f64)>,
}

impl Default for Sparse {
    fn default() -> Self {
        Self { offsets: vec![0], terms: Vec::new() }
    }
}

impl Sparse {
    /// Adds a row; terms of one unknown become one, and those of nothing are left out.
    fn push(&mut self, mut row: Vec<(u32, f64)>) {
        row.sort_by_key(|&(item, _)| item);
        let first = self.terms.len();
        for (item, share) in row {
            match self.terms[first..].last_mut() {
                Some(last) if last.0 == item => last.1 += share,
                _ => self.terms.push((item, share)),
            }
        }
        let kept: Vec<_> = self.terms.drain(first..).filter(|t| t.1.abs() > 1e-12).collect();
        self.terms.extend(kept);
        self.offsets.push(self.terms.len() as u32);
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The terms of row `i`.
    pub fn row(&self, i: usize) -> &[(u32, f64)] {
        &self.terms[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// For each of `columns` unknowns the rows that it is in.
    pub fn transposed(&self, columns: usize) -> Self {
        let mut rows = vec![Vec::new(); columns];
        for i in 0..self.len() {
            for &(item, share) in self.row(i) {
                rows[item as usize].push((i as u32, share));
            }
        }
        let mut all = Self::default();
        rows.into_iter().for_each(|row| all.push(row));
        all
    }

    /// Σ share · value over row `i`.
    pub fn of(&self, i: usize, values: &[DVec3]) -> DVec3 {
        self.row(i).iter().map(|&(item, share)| values[item as usize] * share).sum()
    }

    /// The terms as kernels read them.
    pub fn shares(&self) -> Vec<Share> {
        self.terms.iter().map(|&(item, share)| Share { item, share: share as f32 }).collect()
    }
}

/// The smallest area of a triangle by the square of its longest side.
const THIN: f64 = 1e-5;

/// The elements of a model.
#[derive(Debug, Clone)]
pub struct Elements {
    /// The unknowns.
    pub dofs: Vec<Dof>,
    /// What is kept: lengths, joints and pinned vertices.
    pub rows: Vec<Row>,
    /// What each of them is made of.
    pub row_terms: Sparse,
    /// The places that bend.
    pub bends: Vec<Bend>,
    /// Their Laplacians.
    pub bend_terms: Sparse,
    /// The vertices of the ghost mesh, by unknowns.
    pub ghost: Sparse,
    /// The midpoints of each triangle, three after each other, each opposite to the corner in the same place.
    pub middles: Sparse,
    /// Mean length of an edge at rest [m].
    pub edge: f64,
}

impl Elements {
    /// Takes a model apart.
    ///
    /// # Errors
    /// [`Error::Input`] where the mesh is not a manifold, or a triangle has no area.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self> {
        model.topology.require_manifold("mesh")?;
        let thin = |t: &usize| {
            let [a, b, c] = model.mesh.triangles[*t];
            let longest =
                [[a, b], [b, c], [c, a]].map(|side| model.rest_length(side)).into_iter().fold(0.0, f64::max);
            // As thin as the rounding of f32 positions.
            model.rest_area(*t) <= THIN * longest * longest
        };
        if let Some(t) = (0..model.mesh.triangles.len()).find(thin) {
            let what =
                format!("triangle {t} is so thin that it has no angles (triangles are counted from 0)");
            return Err(Error::input("mesh", what, "remove it, or move its vertices apart"));
        }
        let conforming = scene.nonconforming.elements == ElementKind::Conforming;
        let mut parts = Parts::new(model, conforming, scene.material.density);
        if !conforming {
            clamp::slide(model, &mut parts.dofs);
        }
        let (rows, row_terms) = rows::rows(model, &parts);
        let (bends, bend_terms) = bending::bends(scene, model, &parts);
        for (bend, i) in bends.iter().zip(0..) {
            for &(item, share) in bend_terms.row(i) {
                parts.dofs[item as usize].stiffness += bend.weight * share * share;
            }
        }
        let ghost = ghost::ghost(model, &parts);
        let mut middles = Sparse::default();
        let sides = (0..model.mesh.triangles.len()).flat_map(|t| [0, 1, 2].map(|k| (t, k)));
        sides.for_each(|(t, k)| middles.push(parts.midpoint(t, k)));
        let lengths = model.topology.edges.iter().map(|e| model.rest_length(e.vertices));
        let edge = lengths.sum::<f64>() / model.topology.edges.len() as f64;
        Ok(Self { dofs: parts.dofs, rows, row_terms, bends, bend_terms, ghost, middles, edge })
    }

    /// Where the unknowns are when the vertices are there [m].
    pub fn unknowns(&self, vertices: &[DVec3]) -> Vec<DVec3> {
        let at = |dof: &Dof| 0.5 * (vertices[dof.ends[0] as usize] + vertices[dof.ends[1] as usize]);
        self.dofs.iter().map(at).collect()
    }

    /// Energy of bending [J].
    pub fn energy(&self, unknowns: &[DVec3]) -> f64 {
        let one = |(i, bend): (usize, &Bend)| {
            let bent = self.bend_terms.of(i, unknowns);
            // A curved shape is kept by how much it bends, whichever way it has turned.
            let more = match bend.height {
                0.0 => bent - bend.target,
                height => DVec3::X * (bent.length() - height.abs()),
            };
            0.5 * bend.weight * more.length_squared()
        };
        self.bends.iter().enumerate().map(one).sum()
    }

    /// The largest eigenvalue of M⁻¹ B, or a little more (Gershgorin) [1/s²].
    pub fn stiffest(&self) -> f64 {
        let size = |i: usize| self.bend_terms.row(i).iter().map(|t| t.1.abs()).sum::<f64>();
        let mut sums = vec![0.0; self.dofs.len()];
        for (i, bend) in self.bends.iter().enumerate() {
            let size = bend.weight * size(i);
            self.bend_terms.row(i).iter().for_each(|t| sums[t.0 as usize] += t.1.abs() * size);
        }
        self.dofs.iter().zip(&sums).map(|(dof, sum)| sum / dof.mass).fold(0.0, f64::max)
    }

    /// The largest relative error of a length.
    pub fn length_error(&self, unknowns: &[DVec3]) -> f64 {
        let error = |(i, row): (usize, &Row)| match row.rest {
            0.0 => 0.0,
            rest => (self.row_terms.of(i, unknowns).length() / rest - 1.0).abs(),
        };
        self.rows.iter().enumerate().map(error).fold(0.0, f64::max)
    }
}
