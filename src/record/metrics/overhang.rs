//! How far a clamped cloth hangs over.

use crate::model::Model;
use glam::DVec3;

/// How far from the farthest a vertex of the tip may be, as a share of the distance.
const SAME: f64 = 1e-4;

/// The clamped edge of a cloth, and the tip that hangs from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Overhang {
    /// Vertices of the clamped edge.
    clamp: Vec<u32>,
    /// Free vertices that are farthest from it in the rest shape.
    tip: Vec<u32>,
}

impl Overhang {
    /// Of the first pin that clamps; none where no pin does, or nothing is free.
    pub fn new(model: &Model) -> Option<Self> {
        let first = model.clamped.iter().map(|wing| wing.by).min()?;
        let edges = model.clamped.iter().filter(|wing| wing.by == first);
        let edges: Vec<[u32; 2]> = edges.map(|wing| [wing.corners[0], wing.corners[1]]).collect();
        let at = |v: u32| model.mesh.positions[v as usize].as_dvec3();
        let sides: Vec<[DVec3; 2]> = edges.iter().map(|edge| edge.map(at)).collect();
        let distance =
            |v: u32| sides.iter().map(|side| from_side(at(v), *side)).fold(f64::INFINITY, f64::min);
        let held = |v: &u32| model.pinned.binary_search_by_key(v, |p| p.vertex).is_ok();
        let free = (0..model.mesh.positions.len() as u32).filter(|v| !held(v));
        let free: Vec<(u32, f64)> = free.map(|v| (v, distance(v))).collect();
        let farthest = free.iter().fold(0.0, |far: f64, (_, d)| far.max(*d));
        let tip: Vec<u32> =
            free.into_iter().filter(|(_, d)| *d >= farthest * (1.0 - SAME)).map(|(v, _)| v).collect();
        let mut clamp = edges.concat();
        clamp.sort_unstable();
        clamp.dedup();
        (!tip.is_empty()).then_some(Self { clamp, tip })
    }

    /// How far the middle of the tip is below that of the clamp, by how far it is from it in the horizontal.
    pub fn drop_over_reach(&self, x: &[DVec3]) -> f64 {
        let mean =
            |vertices: &[u32]| vertices.iter().map(|v| x[*v as usize]).sum::<DVec3>() / vertices.len() as f64;
        let way = mean(&self.clamp) - mean(&self.tip);
        way.y / way.x.hypot(way.z)
    }
}

/// The distance of a point from a side with two ends [m].
fn from_side(p: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let along = b - a;
    let share = ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    p.distance(a + along * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalog;

    #[test]
    fn of_a_strip_that_hangs_down() {
        let scene = catalog::find("cantilever").unwrap().scene().unwrap();
        let model = Model::new(&scene).unwrap();
        let overhang = Overhang::new(&model).unwrap();
        assert_eq!((overhang.clamp.len(), overhang.tip.len()), (5, 5));
        let level: Vec<DVec3> = model.start.iter().map(|p| p.as_dvec3()).collect();
        assert!(overhang.drop_over_reach(&level).abs() < 1e-6);
        // Turned about the clamp by 60 degrees: a drop of √3 by reach.
        let turned: Vec<DVec3> =
            level.iter().map(|p| DVec3::new(p.x * 0.5, -p.x * 0.75f64.sqrt(), p.z)).collect();
        assert!((overhang.drop_over_reach(&turned) - 3f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn without_a_clamp_there_is_none() {
        let scene = catalog::find("sheet").unwrap().scene().unwrap().small().unwrap();
        assert_eq!(Overhang::new(&Model::new(&scene).unwrap()), None);
    }
}
