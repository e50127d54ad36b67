//! Holding vertices from outside: a grab, and pins that come and go.

use super::Simulation;
use crate::error::{Error, Result};
use crate::methods::hands::Way;
use crate::scene::MethodName;
use glam::Vec3;

impl Simulation {
    /// Holds a vertex, whatever the method, and takes it to a place [m] as fast as a hand may; it stays there until it is let
    /// go. Where vertices move as one, all of them are taken along.
    pub fn hold(&mut self, vertex: u32, target: Vec3) -> Result<()> {
        let vertices = self.moving_with(vertex)?;
        let new = vertices.iter().any(|v| !self.method.pins().hands().holds(*v));
        let at: Vec<Vec3> = if new {
            let positions = self.state()?.positions;
            vertices.iter().map(|v| positions[*v as usize]).collect()
        } else {
            // Where a held vertex is, its hand knows.
            let ways = self.method.pins().hands().ways(0.0);
            vertices.iter().map(|v| ways[v].from).collect()
        };
        let first = vertices.iter().position(|v| *v == vertex).unwrap_or(0);
        let by = target - at[first];
        let held: Vec<(u32, Way)> =
            vertices.into_iter().zip(at).map(|(v, from)| (v, Way { from, to: from + by })).collect();
        self.method.pins().hold(&held)
    }

    /// Lets a vertex go, whether a pin of the scene holds it or a hand.
    pub fn let_go(&mut self, vertex: u32) -> Result<()> {
        let vertices = self.moving_with(vertex)?;
        let clamped = |v: &u32| self.model.clamped.iter().any(|wing| wing.corners[..2].contains(v));
        let keeps = matches!(self.scene.method, MethodName::DiscreteShells | MethodName::Nonconforming);
        if keeps && vertices.iter().any(clamped) {
            let advice = "set pin.clamp = false to be able to";
            return Err(Error::input(
                format!("vertex {vertex}"),
                "this method does not let go of its clamps",
                advice,
            ));
        }
        self.method.pins().let_go(&vertices);
        Ok(())
    }

    /// Whether a pin of the scene, or a hand, holds a vertex.
    pub fn is_held(&mut self, vertex: u32) -> bool {
        let time = self.time();
        self.method.pins().holds(&self.scene, vertex, time)
    }

    /// The vertices that pins and hands hold.
    pub fn held(&mut self) -> Vec<u32> {
        let time = self.time();
        self.method.pins().held(&self.scene, time)
    }

    /// The vertices that move as one with this one.
    fn moving_with(&self, vertex: u32) -> Result<Vec<u32>> {
        if vertex as usize >= self.model.start.len() {
            let what = format!("there are {} vertices", self.model.start.len());
            return Err(Error::input(format!("vertex {vertex}"), what, "name one of them"));
        }
        let row = self.model.ties.iter().find(|row| row.contains(&vertex));
        Ok(row.cloned().unwrap_or_else(|| vec![vertex]))
    }
}
