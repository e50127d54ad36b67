use crate::mesh::{Mesh, Topology};
use glam::DVec3;

/// How often edges are flipped and vertices moved.
const ROUNDS: usize = 12;
/// How often vertices move between two flips.
const STEPS: usize = 5;
/// The step for the field's gradient [m].
const PROBE: f64 = 1e-5;
/// A flip must gain this in the cosine of the sharpest angle.
const GAIN: f64 = 1e-3;

/// Evens out the triangles of a mesh on the zero surface of `field`.
pub(super) fn relax(mesh: &mut Mesh, field: impl Fn(DVec3) -> f64) {
    let positions = mesh.positions.iter().map(|p| p.as_dvec3());
    let mut positions: Vec<DVec3> = positions.collect();
    for _ in 0..ROUNDS {
        flip_edges(mesh, &positions);
        let neighbors = Topology::new(mesh).neighbors;
        for _ in 0..STEPS {
            let moved = |v: usize| {
                let row = neighbors.row(v);
                let sum: DVec3 = row.iter().map(|&n| positions[n as usize]).sum();
                let middle = sum / row.len().max(1) as f64;
                slide(positions[v], middle, &field)
            };
            positions = (0..positions.len()).map(moved).collect();
        }
    }
    flip_edges(mesh, &positions);
    mesh.positions = positions.into_iter().map(DVec3::as_vec3).collect();
    // Each triangle is a polygon of its own: the quads of the net mean nothing any more.
    mesh.polygons = (0..mesh.triangles.len() as u32).collect();
}

/// Half the way from `p` to `target` along the surface, then back onto it.
fn slide(p: DVec3, target: DVec3, field: &impl Fn(DVec3) -> f64) -> DVec3 {
    let normal = gradient(p, field).normalize_or_zero();
    let way = target - p;
    let mut p = p + (way - normal * way.dot(normal)) * 0.5;
    for _ in 0..2 {
        let slope = gradient(p, field);
        p -= slope * (field(p) / slope.length_squared().max(0.1));
    }
    p
}

fn gradient(p: DVec3, field: &impl Fn(DVec3) -> f64) -> DVec3 {
    let slope = |axis: DVec3| (field(p + axis * PROBE) - field(p - axis * PROBE)) / (2.0 * PROBE);
    DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z))
}

/// Flips each edge whose two triangles have a sharper angle than they would have afterwards.
fn flip_edges(mesh: &mut Mesh, positions: &[DVec3]) {
    let topology = Topology::new(mesh);
    // A flip changes the neighbourhoods of its four vertices: they take part in one per pass.
    let mut busy = vec![false; positions.len()];
    for hinge in &topology.hinges {
        let [a, b, c, d] = hinge.vertices;
        let exists = topology.neighbors.row(c as usize).binary_search(&d).is_ok();
        if exists || hinge.vertices.iter().any(|&v| busy[v as usize]) {
            continue;
        }
        let sharpness =
            |first: [u32; 3], second: [u32; 3]| sharpest(first, positions).max(sharpest(second, positions));
        let (old, new) = (sharpness([a, b, c], [b, a, d]), sharpness([c, a, d], [d, b, c]));
        if new < old - GAIN {
            let [first, second] = topology.edges[hinge.edge as usize].triangles;
            mesh.triangles[first as usize] = [c, a, d];
            mesh.triangles[second as usize] = [d, b, c];
            hinge.vertices.iter().for_each(|&v| busy[v as usize] = true);
        }
    }
}

/// The cosine of the smallest angle of a triangle.
fn sharpest(triangle: [u32; 3], positions: &[DVec3]) -> f64 {
    let p = triangle.map(|v| positions[v as usize]);
    let cosine = |k: usize| {
        let (u, v) = (p[(k + 1) % 3] - p[k], p[(k + 2) % 3] - p[k]);
        u.dot(v) / (u.length() * v.length()).max(f64::MIN_POSITIVE)
    };
    (0..3).map(cosine).fold(-1.0, f64::max)
}
