//! The unknowns, and what midpoints and corners are made of.

use crate::mesh::topology::Edge;
use crate::model::Model;
use glam::DVec3;
use std::collections::HashMap;

/// An unknown point: a knot, where both ends are one vertex, or the midpoint of an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dof {
    /// The vertices that it is the middle of.
    pub ends: [u32; 2],
    /// Its mass [kg].
    pub mass: f64,
    /// Its own stiffness against bending [N/m].
    pub stiffness: f64,
    /// The direction that it is free in while its ends are held; 0 for none.
    pub line: DVec3,
}

/// What a point is made of.
pub type Terms = Vec<(u32, f64)>;

/// The unknowns of a mesh, and how its triangles have them.
#[derive(Debug)]
pub struct Parts {
    /// The unknowns.
    pub dofs: Vec<Dof>,
    /// Whether each triangle's corners are knots.
    pub ribbon: Vec<bool>,
    /// The edges of each triangle, each opposite to the corner in the same place.
    pub edges: Vec<[u32; 3]>,
    /// The knots of each triangle's corners, where it has them.
    knots: Vec<[u32; 3]>,
    /// The unknown of each edge's midpoint, where it has one of its own.
    own: Vec<u32>,
    /// Another triangle at the edge that is in the ribbon, with the edge's place in it.
    beside: Vec<Option<(u32, usize)>>,
}

const NONE: u32 = u32::MAX;

impl Parts {
    /// Finds the unknowns of a mesh of this mass per area [kg/m²].
    pub fn new(model: &Model, conforming: bool, density: f64) -> Self {
        let triangles = &model.mesh.triangles;
        let edges = triangle_edges(model);
        let open = open_vertices(model);
        let is_open = |v: u32| conforming || open[v as usize];
        let ribbon: Vec<bool> = triangles.iter().map(|t| t.iter().any(|&v| is_open(v))).collect();
        let mut parts = Self {
            dofs: Vec::new(),
            ribbon,
            edges,
            knots: vec![[NONE; 3]; triangles.len()],
            own: vec![NONE; model.topology.edges.len()],
            beside: vec![None; model.topology.edges.len()],
        };
        parts.tie(model, is_open);
        for (t, edges) in parts.edges.clone().into_iter().enumerate() {
            for (k, e) in edges.into_iter().enumerate().filter(|_| parts.ribbon[t]) {
                parts.beside[e as usize].get_or_insert((t as u32, k));
            }
        }
        for (e, edge) in model.topology.edges.iter().enumerate() {
            if parts.beside[e].is_none() {
                parts.own[e] = parts.dofs.len() as u32;
                parts.dofs.push(Dof { ends: edge.vertices, mass: 0.0, stiffness: 0.0, line: DVec3::ZERO });
            }
        }
        for t in 0..triangles.len() {
            let third = density * model.rest_area(t) / 3.0;
            for k in 0..3 {
                for (dof, share) in parts.midpoint(t, k) {
                    parts.dofs[dof as usize].mass += third * share;
                }
            }
        }
        parts
    }

    /// Makes one knot of the corners that meet over edges with an open end.
    fn tie(&mut self, model: &Model, is_open: impl Fn(u32) -> bool) {
        let triangles = &model.mesh.triangles;
        let mut corners: HashMap<(u32, u32), u32> = HashMap::new();
        let mut fans: Vec<Vec<(u32, usize)>> = Vec::new();
        let mut fan_of: HashMap<(usize, usize), usize> = HashMap::new();
        for (t, corner) in triangles.iter().enumerate().filter(|(t, _)| self.ribbon[*t]) {
            for (k, &vertex) in corner.iter().enumerate() {
                fan_of.insert((t, k), fans.len());
                fans.push(vec![(t as u32, k)]);
                corners.insert((t as u32, vertex), k as u32);
            }
        }
        for edge in model.topology.edges.iter().filter(|e| !e.is_boundary()) {
            if !edge.vertices.iter().any(|&v| is_open(v)) {
                continue;
            }
            for v in edge.vertices {
                let corner = |t: u32| corners.get(&(t, v)).map(|&k| (t as usize, k as usize));
                let (Some(a), Some(b)) = (corner(edge.triangles[0]), corner(edge.triangles[1])) else {
                    continue;
                };
                let (a, b) = (fan_of[&a], fan_of[&b]);
                if a != b {
                    let (keep, gone) = (a.min(b), a.max(b));
                    for (t, k) in std::mem::take(&mut fans[gone]) {
                        fan_of.insert((t as usize, k), keep);
                        fans[keep].push((t, k));
                    }
                }
            }
        }
        for fan in fans.iter().filter(|fan| !fan.is_empty()) {
            let knot = self.dofs.len() as u32;
            let vertex = triangles[fan[0].0 as usize][fan[0].1];
            self.dofs.push(Dof { ends: [vertex; 2], mass: 0.0, stiffness: 0.0, line: DVec3::ZERO });
            fan.iter().for_each(|&(t, k)| self.knots[t as usize][k] = knot);
        }
    }

    /// What the midpoint opposite to corner `k` is made of, as triangle `t` has it.
    pub fn midpoint(&self, t: usize, k: usize) -> Terms {
        let halves = |t: usize, k: usize| [1, 2].map(|n| (self.knots[t][(k + n) % 3], 0.5)).to_vec();
        let e = self.edges[t][k] as usize;
        match self.beside[e] {
            _ if self.ribbon[t] => halves(t, k),
            Some((other, place)) => halves(other as usize, place),
            None => vec![(self.own[e], 1.0)],
        }
    }

    /// What corner `k` of triangle `t` is made of.
    pub fn corner(&self, t: usize, k: usize) -> Terms {
        if self.ribbon[t] {
            return vec![(self.knots[t][k], 1.0)];
        }
        let mut terms = Vec::new();
        for (place, sign) in [(k, -1.0), ((k + 1) % 3, 1.0), ((k + 2) % 3, 1.0)] {
            terms.extend(self.midpoint(t, place).into_iter().map(|(dof, share)| (dof, sign * share)));
        }
        terms
    }
}

/// The difference of two points.
pub fn difference(a: Terms, b: Terms) -> Terms {
    a.into_iter().chain(b.into_iter().map(|(dof, share)| (dof, -share))).collect()
}

/// The edges of each triangle, each opposite to the corner in the same place.
fn triangle_edges(model: &Model) -> Vec<[u32; 3]> {
    let edges = &model.topology.edges;
    let find = |a: u32, b: u32| {
        let key = [a.min(b), a.max(b)];
        edges.binary_search_by_key(&key, |e: &Edge| e.vertices).unwrap_or_default() as u32
    };
    let of = |t: &[u32; 3]| [find(t[1], t[2]), find(t[2], t[0]), find(t[0], t[1])];
    model.mesh.triangles.iter().map(of).collect()
}

/// Whether each vertex is on the boundary; a clamped edge is none, since the sheet goes on inside of the clamp.
fn open_vertices(model: &Model) -> Vec<bool> {
    let mut open = vec![false; model.start.len()];
    for edge in model.topology.edges.iter().filter(|e| e.is_boundary()) {
        let [a, b] = edge.vertices;
        let clamps = |w: &super::super::Wing| w.corners[..2].contains(&a) && w.corners[..2].contains(&b);
        if !model.clamped.iter().any(clamps) {
            (open[a as usize], open[b as usize]) = (true, true);
        }
    }
    open
}
