//! Edges and triples joined into yarns.

use crate::kernels::constraints::distance::Distance;
use crate::kernels::constraints::triangle_bending::TriangleBending;
use crate::kernels::constraints::yarn::{LENGTH, Yarn};
use crate::mesh::coloring::Coloring;

/// New vertices that each further yarn of a row brings: the last two of the one before are read again, so that the
/// bending at the cut is not lost.
const STRIDE: usize = LENGTH - 2;

/// One end of an edge: the edge, and which of its two vertices.
type End = (u32, usize);

/// Joins edges and triples into yarns. Each edge and each triple is in exactly one.
pub fn yarns(edges: &[Distance], triples: &[TriangleBending]) -> Vec<Yarn> {
    let mut index: Vec<([u32; 2], u32)> = (0..).zip(edges).map(|(i, e)| (key(e.i, e.j), i)).collect();
    index.sort_unstable();
    let mut links: Vec<[Option<u32>; 2]> = vec![[None; 2]; edges.len()];
    let mut alone = Vec::new();
    for t in triples {
        let end = |b: u32| -> Option<End> {
            let found = index.binary_search_by_key(&key(b, t.v), |(ends, _)| *ends).ok()?;
            let edge = index[found].1;
            Some((edge, usize::from(edges[edge as usize].j == t.v)))
        };
        match (end(t.b0), end(t.b1)) {
            (Some(a), Some(b)) if free(&links, a) && free(&links, b) => {
                links[a.0 as usize][a.1] = Some(b.0);
                links[b.0 as usize][b.1] = Some(a.0);
            }
            _ => alone.push(Yarn::new(&[t.b0, t.v, t.b1], &[])),
        }
    }
    let mut used = vec![false; edges.len()];
    let mut rows = Vec::new();
    // Rows that end somewhere first; what is left are closed rings, which are opened at their first edge.
    for rings in [false, true] {
        for start in 0..edges.len() {
            let ends = links[start].iter().filter(|l| l.is_none()).count();
            if !used[start] && (rings || ends > 0) {
                rows.push(row(start as u32, edges, &links, &mut used));
            }
        }
    }
    let mut result = cut_by_class(&rows);
    result.extend(alone);
    result
}

/// Cuts rows into yarns, in an order that colours well: rows that do not cross belong to one class (warp, weft and
/// diagonals of a grid); of each class first every other yarn of its rows, then the ones between.
fn cut_by_class(rows: &[Row]) -> Vec<Yarn> {
    let classes = Coloring::new(0, rows.len(), |i, out: &mut Vec<u32>| out.extend(&rows[i].vertices));
    let mut result = Vec::new();
    for class in classes.ranges() {
        let mut between = Vec::new();
        for &row in &classes.order[class.start as usize..class.end as usize] {
            let mut yarns = Vec::new();
            cut(&rows[row as usize], &mut yarns);
            result.extend(yarns.iter().step_by(2));
            between.extend(yarns.iter().skip(1).step_by(2).copied());
        }
        result.extend(between);
    }
    result
}

fn key(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

fn free(links: &[[Option<u32>; 2]], (edge, side): End) -> bool {
    links[edge as usize][side].is_none()
}

/// A row: vertices, and between each two of them a rest length, or none where the edge is only passed again to close a
/// ring.
struct Row {
    vertices: Vec<u32>,
    lengths: Vec<Option<f32>>,
}

fn row(start: u32, edges: &[Distance], links: &[[Option<u32>; 2]], used: &mut [bool]) -> Row {
    // Walk away from an open end, or anywhere along a ring.
    let mut edge = start;
    let mut side = usize::from(links[start as usize][0].is_some() && links[start as usize][1].is_none());
    let ends = |e: u32| [edges[e as usize].i, edges[e as usize].j];
    let mut row = Row { vertices: vec![ends(edge)[side]], lengths: Vec::new() };
    loop {
        used[edge as usize] = true;
        let far = ends(edge)[1 - side];
        row.vertices.push(far);
        row.lengths.push(Some(edges[edge as usize].rest_length));
        let Some(next) = links[edge as usize][1 - side] else { return row };
        if used[next as usize] {
            // A ring: one vertex more, for the bending where it closes.
            let [a, b] = ends(next);
            row.vertices.push(if a == far { b } else { a });
            row.lengths.push(None);
            return row;
        }
        side = usize::from(ends(next)[1] == far);
        edge = next;
    }
}

/// Cuts a row into yarns of similar lengths, none with a vertex twice.
fn cut(row: &Row, out: &mut Vec<Yarn>) {
    let inner = row.vertices.len() - 2;
    let pieces = inner.div_ceil(STRIDE).max(1);
    let mut first = 0;
    for piece in 1..=pieces {
        let last = inner * piece / pieces;
        push(row, first, last, piece == pieces, out);
        first = last;
    }
}

/// A yarn from vertex `first` to `last + 1`; it owns its edges but for the last one, unless the row ends there.
fn push(row: &Row, first: usize, last: usize, ends: bool, out: &mut Vec<Yarn>) {
    let vertices = &row.vertices[first..=last + 1];
    let mut lengths = row.lengths[first..=last].to_vec();
    if !ends {
        lengths.pop();
    }
    let twice = (1..vertices.len()).any(|i| vertices[..i].contains(&vertices[i]));
    if !twice {
        return out.push(Yarn::new(vertices, &lengths));
    }
    // A row that meets itself: constraint by constraint.
    let edge =
        |i: usize| lengths.get(i).copied().flatten().map(|l| Yarn::new(&vertices[i..i + 2], &[Some(l)]));
    out.extend((0..vertices.len() - 1).filter_map(edge));
    out.extend(vertices.windows(3).map(|three| Yarn::new(three, &[])));
}
