//! Which vertices a pin holds or a load acts on.

use crate::error::{Error, Result};
use crate::mesh::{Mesh, Topology};
use crate::scene::{Select, Selection};
use glam::Vec3;

/// A mesh to choose vertices of: in the shape's own axes, in the scene's, and how it hangs together.
pub(super) struct Chooser<'a> {
    pub local: &'a Mesh,
    pub placed: &'a Mesh,
    pub topology: &'a Topology,
}

impl Chooser<'_> {
    /// The vertices of a selection: by their place in the shape as it was made, or in a box of the scene. `at` is the path of what
    /// chooses them, `none` what is wrong where there are none.
    pub(super) fn choose(&self, selection: Selection<'_>, at: &str, none: &str) -> Result<Vec<u32>> {
        let found = match selection.select {
            Select::Vertices => self.listed(selection.vertices, at)?,
            Select::Box => self.boxed(selection.corners),
            Select::Boundary => self.topology.boundary_loops.concat(),
            place => self.at_place(place),
        };
        if found.is_empty() {
            return Err(Error::input(at, none, "choose another place, or remove it"));
        }
        Ok(found)
    }

    fn listed(&self, vertices: &[u32], at: &str) -> Result<Vec<u32>> {
        let count = self.local.positions.len();
        if let Some(v) = vertices.iter().find(|v| **v as usize >= count) {
            let what = format!("vertex {v} is not among the mesh's {count}");
            return Err(Error::input(format!("{at}.vertices"), what, "indices count from 0"));
        }
        Ok(vertices.to_vec())
    }

    fn boxed(&self, corners: [[f64; 3]; 2]) -> Vec<u32> {
        let [a, b] = corners.map(|c| Vec3::from_array(c.map(|v| v as f32)));
        let (low, high) = (a.min(b), a.max(b));
        all(self.placed, |p| p.cmpge(low).all() && p.cmple(high).all())
    }

    /// At an extreme of the bounding box in the shape's own axes.
    fn at_place(&self, place: Select) -> Vec<u32> {
        let (low, high) = self.local.bounds();
        let slack = 1e-4 * (high - low).max_element();
        let upper = [self.nearest(low.x, high.y), self.nearest(high.x, high.y)];
        match place {
            Select::TopCorners => upper.to_vec(),
            Select::Corners => {
                let lower = [self.nearest(low.x, low.y), self.nearest(high.x, low.y)];
                [upper, lower].concat()
            }
            Select::Top => all(self.local, |p| p.y > high.y - slack),
            Select::Bottom => all(self.local, |p| p.y < low.y + slack),
            Select::Left => all(self.local, |p| p.x < low.x + slack),
            Select::Right => all(self.local, |p| p.x > high.x - slack),
            Select::Vertices | Select::Box | Select::Boundary => Vec::new(),
        }
    }

    /// The vertex nearest to a point in the xy plane.
    fn nearest(&self, x: f32, y: f32) -> u32 {
        let distance = |p: &Vec3| (p.x - x).powi(2) + (p.y - y).powi(2);
        let vertices = self.local.positions.iter().enumerate();
        vertices.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))).map_or(0, |(i, _)| i as u32)
    }
}

/// The vertices whose positions `keep` wants.
fn all(mesh: &Mesh, keep: impl Fn(Vec3) -> bool) -> Vec<u32> {
    (0..).zip(&mesh.positions).filter(|(_, p)| keep(**p)).map(|(i, _)| i).collect()
}
