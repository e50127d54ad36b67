//! What slides along a straight clamp.
//!
//! Elements that bend become narrower, by (κh)²/72. A clamp that held all midpoints where they are at rest would keep the rows next to
//! it from bending. So a straight one keeps them on its line, and one of them, in its middle, where it is.

use super::Dof;
use crate::model::Model;
use glam::DVec3;
use std::collections::HashSet;

/// How far from its line a straight clamp may be, by its length.
const STRAIGHT: f64 = 1e-4;

/// Lets the unknowns of straight clamps slide along them.
pub fn slide(model: &Model, dofs: &mut [Dof]) {
    let mut clamps: Vec<usize> = model.clamped.iter().map(|wing| wing.by).collect();
    clamps.sort_unstable();
    clamps.dedup();
    for clamp in clamps {
        let Some((line, held)) = line(model, clamp) else { continue };
        let at =
            |dof: &Dof| dof.ends.map(|v| line.dot(model.start[v as usize].as_dvec3())).iter().sum::<f64>();
        let mut on: Vec<&mut Dof> =
            dofs.iter_mut().filter(|dof| dof.ends.iter().all(|v| held.contains(v))).collect();
        on.sort_by(|a, b| at(a).total_cmp(&at(b)));
        let stays = on.len() / 2;
        on.into_iter().enumerate().filter(|(k, _)| *k != stays).for_each(|(_, dof)| dof.line = line);
    }
}

/// The direction of a straight clamp and the vertices on it, unless its pin holds others too.
fn line(model: &Model, clamp: usize) -> Option<(DVec3, HashSet<u32>)> {
    let wings = model.clamped.iter().filter(|wing| wing.by == clamp);
    let held: HashSet<u32> = wings.flat_map(|wing| wing.corners[..2].to_vec()).collect();
    let pinned: Vec<u32> = model.pinned.iter().filter(|p| p.pin == clamp).map(|p| p.vertex).collect();
    let at = |v: u32| model.start[v as usize].as_dvec3();
    let first = at(*pinned.first()?);
    let farthest = pinned.iter().map(|v| at(*v) - first).max_by(|a, b| a.length().total_cmp(&b.length()))?;
    let direction = farthest.try_normalize()?;
    let away = |v: &u32| (at(*v) - first).reject_from_normalized(direction).length();
    let is_straight = pinned.iter().all(|v| held.contains(v) && away(v) < STRAIGHT * farthest.length());
    is_straight.then_some((direction, held))
}
