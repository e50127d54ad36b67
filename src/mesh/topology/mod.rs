//! Edges, hinges, neighbours, boundaries and components of a mesh.

mod boundary;
mod csr;
mod half_edges;
mod union_find;

#[cfg(test)]
mod tests;

pub use csr::Csr;

use super::Mesh;
use crate::error::{Error, Result};
use half_edges::{EdgeGroups, ends, opposite};
use union_find::UnionFind;

/// Stands for a triangle that is not there.
pub const NONE: u32 = u32::MAX;

/// A pair of vertices that at least one triangle connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The two vertices, ascending.
    pub vertices: [u32; 2],
    /// The first two triangles at the edge, ascending; [`NONE`] where there is none.
    pub triangles: [u32; 2],
    /// Whether the edge is inside a polygon: it has two triangles, both cut from one polygon.
    pub diagonal: bool,
}

impl Edge {
    /// Whether only one triangle lies at the edge.
    pub fn is_boundary(&self) -> bool {
        self.triangles[1] == NONE
    }
}

/// Two triangles that can fold about their common edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hinge {
    /// The index of the common edge.
    pub edge: u32,
    /// The edge in the order of the first triangle's winding, the vertex opposite in the first
    /// triangle, the vertex opposite in the second.
    pub vertices: [u32; 4],
}

/// A place where a mesh is not an oriented surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonManifold {
    /// More than two triangles meet at an edge.
    Edge {
        /// The edge, ascending.
        vertices: [u32; 2],
        /// How many triangles meet there.
        triangles: u32,
    },
    /// Fans of triangles that meet in this vertex only.
    Vertex(u32),
    /// Two triangles whose windings disagree at their common edge, as they must somewhere on a
    /// Möbius band.
    Winding {
        /// The edge, ascending.
        vertices: [u32; 2],
    },
}

impl std::fmt::Display for NonManifold {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Edge { vertices: [a, b], triangles } => write!(f, "edge {a}-{b} has {triangles} triangles"),
            Self::Vertex(v) => write!(f, "vertex {v} joins surfaces that share no edge there"),
            Self::Winding { vertices: [a, b] } => {
                write!(f, "the triangles at edge {a}-{b} face opposite sides")
            }
        }
    }
}

/// How the triangles of a mesh hang together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Topology {
    /// All edges, ascending by their vertices.
    pub edges: Vec<Edge>,
    /// The edges with exactly two different triangles, in the order of the edges.
    pub hinges: Vec<Hinge>,
    /// For each vertex the vertices it shares an edge with, ascending.
    pub neighbors: Csr,
    /// For each vertex its triangles, ascending.
    pub vertex_triangles: Csr,
    /// The boundary as ordered loops of vertices, in the direction of the triangles' winding.
    pub boundary_loops: Vec<Vec<u32>>,
    /// For each vertex the number of its connected component, counted from the lowest vertex.
    pub component: Vec<u32>,
    /// The number of connected components; a vertex without triangles is one of its own.
    pub component_count: u32,
    /// Where the mesh is not an oriented manifold: edges first, then vertices.
    pub non_manifold: Vec<NonManifold>,
}

impl Topology {
    /// Finds how `mesh` hangs together, in time linear in its triangles.
    ///
    /// The corners of the triangles must be vertices of the mesh, as loaders and shapes guarantee.
    pub fn new(mesh: &Mesh) -> Self {
        let vertex_count = mesh.positions.len();
        let groups = EdgeGroups::new(vertex_count, &mesh.triangles);
        let edges = edges(mesh, &groups);
        let (component, component_count) = components(vertex_count, &edges);
        let corners = mesh.triangles.iter().enumerate();
        let incident = corners.flat_map(|(i, t)| t.map(|vertex| (vertex, i as u32)));
        let mut non_manifold = bad_edges(mesh, &groups);
        non_manifold.extend(pinched_vertices(mesh, &groups));
        Self {
            hinges: hinges(mesh, &groups),
            neighbors: neighbors(vertex_count, edges.iter()),
            vertex_triangles: Csr::from_pairs(vertex_count, incident),
            boundary_loops: boundary::loops(vertex_count, &mesh.triangles, &groups, &edges),
            edges,
            component,
            component_count,
            non_manifold,
        }
    }

    /// For each vertex the vertices it shares an edge with that is no diagonal, ascending.
    pub fn structural_neighbors(&self) -> Csr {
        let structural = self.edges.iter().filter(|edge| !edge.diagonal);
        neighbors(self.component.len(), structural)
    }

    /// The diagonals of cells that are no edges: from tip to tip across those that are.
    pub fn crossing(&self) -> Vec<[u32; 2]> {
        let across = self.hinges.iter().filter(|h| self.edges[h.edge as usize].diagonal);
        across.map(|h| [h.vertices[2], h.vertices[3]]).collect()
    }

    /// Whether the mesh has triangles and each edge an even number of them.
    pub fn is_closed(&self) -> bool {
        let odd = |n: &NonManifold| matches!(n, NonManifold::Edge { triangles, .. } if triangles % 2 == 1);
        !self.edges.is_empty()
            && !self.edges.iter().any(Edge::is_boundary)
            && !self.non_manifold.iter().any(odd)
    }

    /// Refuses a mesh that is not an oriented manifold, naming the first few places.
    ///
    /// # Errors
    /// [`Error::Input`] at `what`, where there is such a place.
    pub fn require_manifold(&self, what: &str) -> Result<()> {
        let count = self.non_manifold.len();
        if count == 0 {
            return Ok(());
        }
        let shown = self.non_manifold.iter().take(3);
        let mut places: Vec<String> = shown.map(ToString::to_string).collect();
        if count > places.len() {
            places.push(format!("and {} more", count - places.len()));
        }
        Err(Error::input(
            what,
            format!("the mesh is not a manifold surface: {}", places.join(", ")),
            "separate the surfaces there in a mesh editor (vertices are counted from 0)",
        ))
    }
}

fn edges(mesh: &Mesh, groups: &EdgeGroups) -> Vec<Edge> {
    let edge = |(i, &vertices): (usize, &[u32; 2])| {
        let sides = groups.sides.row(i);
        let triangle = |k: usize| sides.get(k).map_or(NONE, |side| side / 3);
        let polygon = |side: u32| mesh.polygons.get(side as usize / 3);
        let diagonal = matches!(sides, &[a, b] if polygon(a).is_some() && polygon(a) == polygon(b));
        Edge { vertices, triangles: [triangle(0), triangle(1)], diagonal }
    };
    groups.vertices.iter().enumerate().map(edge).collect()
}

fn hinges(mesh: &Mesh, groups: &EdgeGroups) -> Vec<Hinge> {
    let hinge = |i: usize| {
        let &[first, second] = groups.sides.row(i) else {
            return None;
        };
        let [p1, p2] = ends(&mesh.triangles, first);
        let p3 = opposite(&mesh.triangles, first);
        let p4 = opposite(&mesh.triangles, second);
        // Two copies of one triangle, or a triangle folded onto itself, have nothing to fold.
        (p3 != p4).then_some(Hinge { edge: i as u32, vertices: [p1, p2, p3, p4] })
    };
    (0..groups.vertices.len()).filter_map(hinge).collect()
}

fn neighbors<'a>(vertex_count: usize, edges: impl Iterator<Item = &'a Edge>) -> Csr {
    let both = edges.flat_map(|edge| {
        let [a, b] = edge.vertices;
        [(a, b), (b, a)]
    });
    let mut csr = Csr::from_pairs(vertex_count, both);
    csr.sort_rows();
    csr
}

fn components(vertex_count: usize, edges: &[Edge]) -> (Vec<u32>, u32) {
    let mut sets = UnionFind::new(vertex_count);
    for edge in edges {
        sets.join(edge.vertices[0], edge.vertices[1]);
    }
    let mut component = vec![0; vertex_count];
    let mut count = 0;
    for vertex in 0..vertex_count {
        // The root is the lowest vertex of its set, so its number is known by now.
        let root = sets.root(vertex as u32) as usize;
        if root == vertex {
            component[vertex] = count;
            count += 1;
        } else {
            component[vertex] = component[root];
        }
    }
    (component, count)
}

fn bad_edges(mesh: &Mesh, groups: &EdgeGroups) -> Vec<NonManifold> {
    let judge = |(i, &vertices): (usize, &[u32; 2])| match groups.sides.row(i) {
        [_] => None,
        &[a, b] => (ends(&mesh.triangles, a) == ends(&mesh.triangles, b))
            .then_some(NonManifold::Winding { vertices }),
        sides => Some(NonManifold::Edge { vertices, triangles: sides.len() as u32 }),
    };
    let edges = groups.vertices.iter().enumerate();
    edges.filter_map(judge).collect()
}

/// The vertices whose triangles fall into several fans: corners are joined across each edge, and
/// a vertex with more than one set of corners is pinched.
fn pinched_vertices(mesh: &Mesh, groups: &EdgeGroups) -> Vec<NonManifold> {
    let corner_at = |side: u32, vertex: u32| {
        let triangle = side - side % 3;
        let corners = mesh.triangles[side as usize / 3];
        let k = corners.iter().position(|&v| v == vertex).unwrap_or(0);
        triangle + k as u32
    };
    let mut corners = UnionFind::new(3 * mesh.triangles.len());
    for (i, vertices) in groups.vertices.iter().enumerate() {
        for pair in groups.sides.row(i).windows(2) {
            for &vertex in vertices {
                corners.join(corner_at(pair[0], vertex), corner_at(pair[1], vertex));
            }
        }
    }
    let mut fans = vec![0u32; mesh.positions.len()];
    for (triangle, vertices) in mesh.triangles.iter().enumerate() {
        for (k, &vertex) in vertices.iter().enumerate() {
            let corner = (3 * triangle + k) as u32;
            fans[vertex as usize] += u32::from(corners.root(corner) == corner);
        }
    }
    let pinched = fans.iter().enumerate().filter(|&(_, &count)| count > 1);
    pinched.map(|(v, _)| NonManifold::Vertex(v as u32)).collect()
}
