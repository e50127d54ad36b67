use crate::mesh::{
    Mesh, Topology,
    topology::{Csr, Hinge},
};
use glam::DVec3;

/// Flips triangles until neighbours agree; gives how many.
///
/// Closed pieces come to face outward; of open ones the minority is flipped. A piece that has no
/// consistent winding, such as a Möbius band, is mended as far as a walk over it goes.
pub(super) fn unify(mesh: &mut Mesh) -> usize {
    let walk = Walk::new(mesh);
    let mut visited = vec![false; mesh.triangles.len()];
    let mut turned = vec![false; mesh.triangles.len()];
    let mut count = 0;
    for start in 0..mesh.triangles.len() as u32 {
        if visited[start as usize] {
            continue;
        }
        let piece = walk.piece(start, &mut visited, &mut turned);
        let flip_turned = should_flip_turned(mesh, &piece, &turned);
        for &triangle in &piece.triangles {
            if turned[triangle as usize] == flip_turned {
                mesh.triangles[triangle as usize].swap(1, 2);
                count += 1;
            }
        }
    }
    count
}

/// Triangles that hang together by hinges.
struct Piece {
    triangles: Vec<u32>,
    /// Whether each triangle has a neighbour at each side, and a consistent winding exists.
    closed: bool,
}

/// The triangles' neighbours.
struct Walk {
    /// For each hinge its two triangles, and whether their windings agree.
    pairs: Vec<([u32; 2], bool)>,
    /// For each triangle its hinges.
    hinges: Csr,
}

impl Walk {
    fn new(mesh: &Mesh) -> Self {
        let topology = Topology::new(mesh);
        let pair = |hinge: &Hinge| {
            let triangles = topology.edges[hinge.edge as usize].triangles;
            let [p1, p2, ..] = hinge.vertices;
            let [a, b, c] = mesh.triangles[triangles[1] as usize];
            let agree = [[a, b], [b, c], [c, a]].contains(&[p2, p1]);
            (triangles, agree)
        };
        let pairs: Vec<_> = topology.hinges.iter().map(pair).collect();
        let sides = pairs.iter().enumerate();
        let both = sides.flat_map(|(i, (triangles, _))| triangles.map(|t| (t, i as u32)));
        let hinges = Csr::from_pairs(mesh.triangles.len(), both);
        Self { pairs, hinges }
    }

    /// The piece that `start` is part of; `turned` tells which triangles disagree with `start`.
    fn piece(&self, start: u32, visited: &mut [bool], turned: &mut [bool]) -> Piece {
        visited[start as usize] = true;
        let mut triangles = vec![start];
        let mut closed = true;
        let mut next = 0;
        while let Some(&triangle) = triangles.get(next) {
            next += 1;
            let hinges = self.hinges.row(triangle as usize);
            closed &= hinges.len() == 3;
            for &hinge in hinges {
                let ([first, second], agree) = self.pairs[hinge as usize];
                let other = if first == triangle { second } else { first };
                let expected = turned[triangle as usize] == agree;
                if !std::mem::replace(&mut visited[other as usize], true) {
                    turned[other as usize] = expected;
                    triangles.push(other);
                }
                closed &= turned[other as usize] == expected;
            }
        }
        Piece { triangles, closed }
    }
}

/// Whether the triangles to flip are those that disagree with the first of their piece.
fn should_flip_turned(mesh: &Mesh, piece: &Piece, turned: &[bool]) -> bool {
    if piece.closed {
        let volume = signed_volume(mesh, piece, turned);
        if volume != 0.0 {
            return volume > 0.0;
        }
    }
    let disagree = piece.triangles.iter().filter(|&&t| turned[t as usize]);
    2 * disagree.count() <= piece.triangles.len()
}

/// The volume of a closed piece wound like its first triangle [m³].
fn signed_volume(mesh: &Mesh, piece: &Piece, turned: &[bool]) -> f64 {
    let corners = |t: u32| mesh.triangles[t as usize].map(|v| mesh.positions[v as usize].as_dvec3());
    let origin = piece.triangles.first().map_or(DVec3::ZERO, |&t| corners(t)[0]);
    let tetrahedron = |&t: &u32| {
        let [a, b, c] = corners(t).map(|p| p - origin);
        let volume = a.dot(b.cross(c)) / 6.0;
        if turned[t as usize] { -volume } else { volume }
    };
    piece.triangles.iter().map(tetrahedron).sum()
}
