use super::*;
use crate::mesh::shapes::{Pattern, sheet};
use glam::Vec3;

fn mesh(vertex_count: usize, triangles: &[[u32; 3]]) -> Mesh {
    Mesh {
        positions: (0..vertex_count).map(|i| Vec3::new(i as f32, (i * i) as f32, 0.0)).collect(),
        triangles: triangles.to_vec(),
        polygons: (0..triangles.len() as u32).collect(),
    }
}

/// A band of `count` quads closed with half a twist.
fn moebius(count: u32) -> Mesh {
    let quads = (0..count).flat_map(|i| {
        let [a, b] = [2 * i, 2 * i + 1];
        let last = i + 1 == count;
        let [c, d] = if last { [1, 0] } else { [2 * i + 2, 2 * i + 3] };
        [[a, b, d], [a, d, c]]
    });
    mesh(2 * count as usize, &quads.collect::<Vec<_>>())
}

#[test]
fn a_sheet_of_ten_by_ten() {
    let topology = Topology::new(&sheet(10, 10, 1.0, 1.0, Pattern::Structural, 0));
    let diagonals = topology.edges.iter().filter(|edge| edge.diagonal).count();
    assert_eq!(diagonals, 81);
    assert_eq!(topology.edges.len() - diagonals, 180);
    assert_eq!(topology.hinges.len(), 261 - 36);
    assert_eq!(topology.structural_neighbors().row(0), [1, 10]);
    assert_eq!(topology.neighbors.row(0), [1, 10, 11]);
    assert_eq!(topology.boundary_loops.len(), 1);
    assert_eq!(topology.boundary_loops[0].len(), 36);
    assert_eq!(topology.component_count, 1);
    assert!(topology.non_manifold.is_empty());
    assert!(!topology.is_closed());
    assert!(topology.require_manifold("sheet").is_ok());
}

#[test]
fn a_hinge_names_the_edge_in_the_first_winding() {
    let topology = Topology::new(&mesh(4, &[[0, 1, 2], [2, 1, 3]]));
    assert_eq!(topology.hinges.len(), 1);
    assert_eq!(topology.hinges[0].vertices, [1, 2, 0, 3]);
    let edge = topology.edges[topology.hinges[0].edge as usize];
    assert_eq!((edge.vertices, edge.triangles), ([1, 2], [0, 1]));
    assert_eq!(topology.edges[0].triangles, [0, NONE]);
    assert_eq!(topology.boundary_loops, [vec![0, 1, 3, 2]]);
    assert_eq!(topology.vertex_triangles.row(1), [0, 1]);
}

#[test]
fn three_triangles_at_an_edge_are_named_and_get_no_hinge() {
    let topology = Topology::new(&mesh(5, &[[0, 1, 2], [1, 0, 3], [0, 1, 4]]));
    assert!(topology.hinges.is_empty());
    let named = NonManifold::Edge { vertices: [0, 1], triangles: 3 };
    assert_eq!(topology.non_manifold, [named]);
    let error = topology.require_manifold("cloth").unwrap_err().to_string();
    assert!(error.starts_with("cloth: "), "{error}");
    assert!(error.contains("edge 0-1 has 3 triangles"), "{error}");
}

#[test]
fn fans_that_meet_in_a_vertex_are_named() {
    let topology = Topology::new(&mesh(5, &[[0, 1, 2], [2, 3, 4]]));
    assert_eq!(topology.non_manifold, [NonManifold::Vertex(2)]);
    assert_eq!(topology.component_count, 1);
    let total: usize = topology.boundary_loops.iter().map(Vec::len).sum();
    assert_eq!(total, 6);
}

#[test]
fn a_moebius_band_has_one_boundary_and_one_disagreement() {
    let topology = Topology::new(&moebius(8));
    assert_eq!(topology.boundary_loops.len(), 1);
    assert_eq!(topology.boundary_loops[0].len(), 16);
    assert_eq!(topology.hinges.len(), 16);
    let winding = NonManifold::Winding { vertices: [0, 1] };
    assert_eq!(topology.non_manifold, [winding]);
}

#[test]
fn components_are_counted_from_the_lowest_vertex() {
    let topology = Topology::new(&mesh(8, &[[5, 1, 6], [0, 3, 4]]));
    assert_eq!(topology.component, [0, 1, 2, 0, 0, 1, 1, 3]);
    assert_eq!(topology.component_count, 4);
}

#[test]
fn degenerate_and_repeated_triangles_do_no_harm() {
    let topology = Topology::new(&mesh(3, &[[0, 0, 0], [0, 1, 1], [0, 1, 2], [0, 1, 2]]));
    assert!(topology.hinges.is_empty());
    assert_eq!(topology.edges.len(), 3);
    assert_eq!(Topology::new(&Mesh::default()).component_count, 0);
    assert!(!Topology::new(&Mesh::default()).is_closed());
}

#[test]
fn a_closed_surface_is_closed() {
    let tetrahedron = mesh(4, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    let topology = Topology::new(&tetrahedron);
    assert!(topology.is_closed());
    assert!(topology.boundary_loops.is_empty());
    assert_eq!(topology.hinges.len(), 6);
}

#[test]
fn a_large_sheet_has_the_edges_that_euler_counts() {
    let mesh = sheet(300, 300, 1.0, 1.0, Pattern::OneWay, 0);
    let topology = Topology::new(&mesh);
    let euler = mesh.positions.len() + mesh.triangles.len() - topology.edges.len();
    assert_eq!(euler, 1);
    assert_eq!(topology.boundary_loops[0].len(), 4 * 299);
}
