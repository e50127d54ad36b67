//! Seams from a scene: pairs of points on the sides of copies, evenly spaced by arc length.

use crate::error::{Error, Result};
use crate::mesh::{Mesh, Topology};
use crate::scene::{Edge, Scene};
use glam::Vec3;
use std::collections::BTreeMap;

/// Two points, each in a triangle, that a spring without length joins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seam {
    /// The triangle that each point is in.
    pub corners: [[u32; 3]; 2],
    /// What of each corner makes the point; sums to 1, and is zero for the corner that is not on the side.
    pub weights: [[f32; 3]; 2],
    /// Stiffness [N/m].
    pub stiffness: f32,
    /// Damping [N·s/m].
    pub damping: f32,
}

/// The pairs of points of all seams of a valid scene; `mesh` is all copies in the shape's own axes.
pub(super) fn sew(scene: &Scene, mesh: &Mesh, topology: &Topology) -> Result<Vec<Seam>> {
    let copies = scene.mesh.copies;
    let mut sewn = Vec::new();
    for (i, seam) in scene.seam.iter().enumerate() {
        let points = |which: usize| {
            let edge = seam.edges[which];
            let at = format!("seam.{i}.edges.{which}");
            let side = Side::new(edge, mesh, topology, copies).map_err(|what| {
                let what = format!("the {} side {what}", edge.name());
                Error::input(at, what, "choose a side whose boundary has two ends, or another mesh")
            })?;
            Ok(side.points(mesh, seam.copies[which], copies, seam.points))
        };
        let (first, second) = (points(0)?, points(1)?);
        sewn.extend(first.into_iter().zip(second).map(|(a, b)| Seam {
            corners: [a.0, b.0],
            weights: [a.1, b.1],
            stiffness: seam.stiffness as f32,
            damping: seam.damping as f32,
        }));
    }
    Ok(sewn)
}

/// A boundary edge of the first copy: its ends in the direction of the side, and its triangle.
#[derive(Debug, Clone, Copy)]
struct Piece {
    ends: [u32; 2],
    triangle: u32,
}

/// A side of the first copy: boundary edges from end to end. All other copies have the same.
struct Side {
    pieces: Vec<Piece>,
    /// Where each piece ends along the side [m].
    lengths: Vec<f64>,
}

impl Side {
    /// The boundary edges at one extreme of x or y, or what is wrong with them.
    fn new(edge: Edge, mesh: &Mesh, topology: &Topology, copies: u32) -> std::result::Result<Self, String> {
        let count = mesh.positions.len() / copies as usize;
        let one = &mesh.positions[..count];
        let on_side = on_side(edge, one);
        let ours = |v: u32| one.get(v as usize).is_some_and(|p| on_side(*p));
        let found = topology.edges.iter().filter(|e| e.is_boundary() && e.vertices.into_iter().all(ours));
        let found: Vec<Piece> = found.map(|e| Piece { ends: e.vertices, triangle: e.triangles[0] }).collect();
        if found.is_empty() {
            return Err("has no boundary edges".into());
        }
        let mut pieces = chain(&found)?;
        // Both sides of a seam run towards larger coordinates.
        if let (Some(first), Some(last)) = (pieces.first(), pieces.last()) {
            let way = mesh.positions[last.ends[1] as usize] - mesh.positions[first.ends[0] as usize];
            let longer = |a: f32, b: f32| if b.abs() > a.abs() { b } else { a };
            if way.to_array().into_iter().fold(0.0, longer) < 0.0 {
                pieces.reverse();
                pieces.iter_mut().for_each(|piece| piece.ends.reverse());
            }
        }
        let mut length = 0.0;
        let mut end = |piece: &Piece| {
            let [a, b] = piece.ends.map(|v| mesh.positions[v as usize].as_dvec3());
            length += a.distance(b);
            length
        };
        let lengths = pieces.iter().map(&mut end).collect();
        Ok(Self { pieces, lengths })
    }

    /// Points on a copy's side, evenly spaced, ends included: their triangles and their weights.
    fn points(&self, mesh: &Mesh, copy: u32, copies: u32, count: u32) -> Vec<([u32; 3], [f32; 3])> {
        let first = copy * (mesh.positions.len() / copies as usize) as u32;
        let whole = self.lengths.last().copied().unwrap_or(0.0);
        let last = self.pieces.len().saturating_sub(1);
        let point = |k: u32| {
            let at = whole * f64::from(k) / f64::from(count.max(2) - 1);
            let i = self.lengths.partition_point(|end| *end < at).min(last);
            let begin = if i == 0 { 0.0 } else { self.lengths[i - 1] };
            let (piece, length) = (self.pieces[i], self.lengths[i] - begin);
            let share = if length > 0.0 { ((at - begin) / length).clamp(0.0, 1.0) as f32 } else { 0.0 };
            let corners = mesh.triangles[piece.triangle as usize];
            let weight = |v: u32| match piece.ends {
                [_, b] if v == b => share,
                [a, _] if v == a => 1.0 - share,
                _ => 0.0,
            };
            (corners.map(|v| v + first), corners.map(weight))
        };
        (0..count).map(point).collect()
    }
}

/// Whether a point of a copy is on its side, as pins take it.
fn on_side(edge: Edge, positions: &[Vec3]) -> impl Fn(Vec3) -> bool + use<> {
    let start = positions.first().copied().unwrap_or(Vec3::ZERO);
    let (low, high) = positions.iter().fold((start, start), |(l, h), p| (l.min(*p), h.max(*p)));
    let slack = 1e-4 * (high - low).max_element();
    move |p| match edge {
        Edge::Top => p.y > high.y - slack,
        Edge::Bottom => p.y < low.y + slack,
        Edge::Left => p.x < low.x + slack,
        Edge::Right => p.x > high.x - slack,
    }
}

/// The edges in order from one end to the other, or what keeps them from being one side.
fn chain(edges: &[Piece]) -> std::result::Result<Vec<Piece>, String> {
    let mut at_vertex: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (i, edge) in edges.iter().enumerate() {
        edge.ends.into_iter().for_each(|v| at_vertex.entry(v).or_default().push(i));
    }
    if at_vertex.values().any(|all| all.len() > 2) {
        return Err("has a branch".into());
    }
    let Some(mut at) = at_vertex.iter().find(|(_, all)| all.len() == 1).map(|(v, _)| *v) else {
        return Err("is a closed loop".into());
    };
    let mut used = vec![false; edges.len()];
    let mut pieces = Vec::with_capacity(edges.len());
    while let Some(&i) = at_vertex.get(&at).and_then(|all| all.iter().find(|i| !used[**i])) {
        used[i] = true;
        let [a, b] = edges[i].ends;
        let next = if a == at { b } else { a };
        pieces.push(Piece { ends: [at, next], ..edges[i] });
        at = next;
    }
    if pieces.len() < edges.len() {
        return Err("falls into several parts".into());
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::scene::{MethodName, Pattern, Seam as Spec, Shape};

    /// Two copies side by side, sewn in 11 points.
    fn scene(pattern: Pattern, edges: [Edge; 2]) -> Scene {
        let mut scene = Scene { method: MethodName::ImplicitCg, seed: 5, ..Scene::default() };
        (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (7, 5, pattern);
        (scene.mesh.height, scene.mesh.copies, scene.mesh.spacing) = (0.8, 2, [1.2, 0.0, 0.0]);
        scene.seam = vec![Spec { edges, points: 11, ..Spec::default() }];
        scene
    }

    /// The two points of a seam.
    fn ends(seam: &Seam, positions: &[Vec3]) -> [Vec3; 2] {
        [0, 1].map(|side| {
            let weighted = seam.corners[side].iter().zip(seam.weights[side]);
            weighted.map(|(v, w)| positions[*v as usize] * w).sum()
        })
    }

    /// What every seam of a model holds to.
    fn check(model: &Model) {
        for seam in &model.seams {
            for (corners, weights) in seam.corners.iter().zip(seam.weights) {
                assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{weights:?}");
                assert!(weights.iter().all(|w| (0.0..=1.0).contains(w)) && weights.contains(&0.0));
                assert!(model.mesh.triangles.contains(corners));
            }
        }
    }

    #[test]
    fn points_are_evenly_spaced_on_both_sides() {
        for pattern in [
            Pattern::OneWay,
            Pattern::Alternating,
            Pattern::Crossed,
            Pattern::Structural,
            Pattern::Equilateral,
            Pattern::Irregular,
        ] {
            let model = Model::new(&scene(pattern, [Edge::Right, Edge::Left])).unwrap();
            check(&model);
            assert_eq!(model.seams.len(), 11);
            let half = model.mesh.bounds().1.y;
            for (k, seam) in model.seams.iter().enumerate() {
                assert_eq!((seam.stiffness, seam.damping), (1000.0, 0.01));
                let y = half * (k as f32 / 5.0 - 1.0);
                let [a, b] = ends(seam, &model.mesh.positions);
                assert!(a.distance(Vec3::new(0.5, y, 0.0)) < 1e-6, "{pattern:?} {k}: {a}");
                assert!(b.distance(Vec3::new(0.7, y, 0.0)) < 1e-6, "{pattern:?} {k}: {b}");
            }
        }
    }

    #[test]
    fn sides_of_different_length_and_direction_run_towards_larger_coordinates() {
        let mut scene = scene(Pattern::Irregular, [Edge::Top, Edge::Left]);
        scene.seam.push(Spec { copies: [1, 0], edges: [Edge::Bottom, Edge::Top], ..scene.seam[0].clone() });
        let model = Model::new(&scene).unwrap();
        check(&model);
        assert_eq!(model.seams.len(), 22);
        for k in 0..11 {
            let share = k as f32 / 10.0 - 0.5;
            let [a, b] = ends(&model.seams[k], &model.mesh.positions);
            assert!(a.distance(Vec3::new(share, 0.4, 0.0)) < 1e-6, "{k}: {a}");
            assert!(b.distance(Vec3::new(0.7, 0.8 * share, 0.0)) < 1e-6, "{k}: {b}");
            let [a, b] = ends(&model.seams[11 + k], &model.mesh.positions);
            assert!(a.distance(Vec3::new(1.2 + share, -0.4, 0.0)) < 1e-6, "{k}: {a}");
            assert!(b.distance(Vec3::new(share, 0.4, 0.0)) < 1e-6, "{k}: {b}");
        }
    }

    #[test]
    fn sides_are_those_of_the_shape_before_it_is_turned() {
        let mut scene = scene(Pattern::OneWay, [Edge::Right, Edge::Left]);
        let flat = Model::new(&scene).unwrap();
        (scene.mesh.rotation, scene.mesh.position) = ([10.0, -50.0, 170.0], [1.0, 2.0, 3.0]);
        let turned = Model::new(&scene).unwrap();
        assert_eq!(flat.seams, turned.seams);
        // A ribbon lies in the xz plane, and its sides run along z.
        (scene.mesh.rotation, scene.mesh.position) = ([0.0; 3], [0.0; 3]);
        scene.mesh.shape = Shape::Ribbon;
        let model = Model::new(&scene).unwrap();
        check(&model);
        for (k, seam) in model.seams.iter().enumerate() {
            let z = 0.4 * (k as f32 / 5.0 - 1.0);
            let [a, b] = ends(seam, &model.mesh.positions);
            assert!(a.distance(Vec3::new(0.5, 0.0, z)) < 1e-6 && b.distance(Vec3::new(0.7, 0.0, z)) < 1e-6);
        }
    }

    #[test]
    fn a_copy_may_be_sewn_into_a_tube() {
        let mut scene = scene(Pattern::Alternating, [Edge::Left, Edge::Right]);
        scene.mesh.copies = 1;
        scene.seam[0].copies = [0, 0];
        let model = Model::new(&scene).unwrap();
        check(&model);
        for seam in &model.seams {
            let [a, b] = ends(seam, &model.mesh.positions);
            assert!((b - a).distance(Vec3::X) < 1e-6);
        }
    }

    /// Triangles from vertices on the x axis to one vertex above.
    fn fan(xs: &[f32], height: f32) -> Mesh {
        let mut positions: Vec<Vec3> = xs.iter().map(|x| Vec3::new(*x, 0.0, 0.0)).collect();
        positions.push(Vec3::new(0.5, height, 0.0));
        let apex = xs.len() as u32;
        let triangles: Vec<_> = (1..apex).map(|i| [i - 1, i, apex]).collect();
        let polygons = (0..triangles.len() as u32).collect();
        Mesh { positions, triangles, polygons }
    }

    #[test]
    fn points_follow_arc_length_over_uneven_edges() {
        for height in [1.0, -1.0] {
            let mesh = fan(&[0.0, 0.1, 0.15, 0.8, 1.0], height);
            let edge = if height > 0.0 { Edge::Bottom } else { Edge::Top };
            let side = Side::new(edge, &mesh, &Topology::new(&mesh), 1).unwrap();
            let points = side.points(&mesh, 0, 1, 17);
            assert_eq!(points.len(), 17);
            for (k, (corners, weights)) in points.iter().enumerate() {
                let p: Vec3 =
                    corners.iter().zip(weights).map(|(v, w)| mesh.positions[*v as usize] * *w).sum();
                assert!(p.distance(Vec3::new(k as f32 / 16.0, 0.0, 0.0)) < 1e-6, "{k}: {p}");
            }
        }
    }

    #[test]
    fn what_is_no_side_is_refused() {
        let refused = |shape: Shape, edges: [Edge; 2]| {
            let mut scene = scene(Pattern::OneWay, edges);
            (scene.mesh.shape, scene.mesh.level) = (shape, 1);
            let error = Model::new(&scene).unwrap_err();
            assert_eq!(error.exit_code(), 4);
            error.to_string()
        };
        for (shape, edges, start) in [
            (Shape::Icosphere, [Edge::Right, Edge::Left], "seam.0.edges.0: the right side has no boundary"),
            (Shape::Cylinder, [Edge::Top, Edge::Bottom], "seam.0.edges.0: the top side is a closed loop;"),
            (Shape::Ribbon, [Edge::Left, Edge::Top], "seam.0.edges.1: the top side is a closed loop; choose"),
            (Shape::Disc, [Edge::Right, Edge::Left], "seam.0.edges.0: the right side has no boundary edges;"),
        ] {
            let message = refused(shape, edges);
            assert!(message.starts_with(start), "{message}\n  {start}");
        }
        let mut mesh = fan(&[0.0, 0.4], 1.0);
        mesh.append(&fan(&[0.6, 1.0], 1.0));
        let parts = Side::new(Edge::Bottom, &mesh, &Topology::new(&mesh), 1).err().unwrap();
        assert_eq!(parts, "falls into several parts");
        let star = [[0, 1], [0, 2], [0, 3]].map(|ends| Piece { ends, triangle: 0 });
        assert_eq!(chain(&star).unwrap_err(), "has a branch");
        let mut scene = scene(Pattern::OneWay, [Edge::Right, Edge::Left]);
        scene.seam[0].copies = [0, 2];
        assert!(Model::new(&scene).unwrap_err().to_string().contains("seam.0.copies: there is no copy 2"));
    }
}
