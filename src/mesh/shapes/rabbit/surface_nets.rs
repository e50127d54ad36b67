use crate::mesh::{Mesh, shapes::builder::Builder};
use glam::{DVec3, U64Vec3};

/// A cell without a vertex.
const EMPTY: u32 = u32::MAX;

/// The zero surface of `field` in a box, by naive surface nets (Gibson 1998): one vertex in each
/// cell that the surface passes, one quad around each edge of the grid that it crosses.
pub(super) fn surface(low: DVec3, high: DVec3, cell: f64, field: impl Fn(DVec3) -> f64) -> Mesh {
    let grid = Grid::sample(low, high, cell, field);
    let mut builder = Builder::default();
    let cells = grid.vertices(&mut builder);
    for node in 0..grid.values.len() {
        for axis in 0..3 {
            if let Some(quad) = grid.quad(node, axis, &cells) {
                builder.quad(quad);
            }
        }
    }
    builder.finish()
}

/// Samples of a field at the nodes of a grid, x fastest.
struct Grid {
    low: DVec3,
    cell: f64,
    size: U64Vec3,
    values: Vec<f64>,
}

impl Grid {
    fn sample(low: DVec3, high: DVec3, cell: f64, field: impl Fn(DVec3) -> f64) -> Self {
        let size = ((high - low) / cell).ceil().as_u64vec3() + U64Vec3::ONE;
        let mut grid = Self { low, cell, size, values: Vec::new() };
        let count = (size.x * size.y * size.z) as usize;
        let position = |node| low + grid.place(node) * cell;
        grid.values = (0..count).map(position).map(field).collect();
        grid
    }

    /// The step from a node to the next along an axis.
    fn stride(&self, axis: usize) -> usize {
        match axis {
            0 => 1,
            1 => self.size.x as usize,
            _ => (self.size.x * self.size.y) as usize,
        }
    }

    /// Where a node is in the grid [cells].
    fn place(&self, node: usize) -> DVec3 {
        let (node, size) = (node as u64, self.size);
        let (x, rest) = (node % size.x, node / size.x);
        U64Vec3::new(x, rest % size.y, rest / size.y).as_dvec3()
    }

    /// Adds the vertices: for each cell, named after its lowest node, the index of its vertex.
    fn vertices(&self, builder: &mut Builder) -> Vec<u32> {
        let last = (self.size - U64Vec3::ONE).as_dvec3();
        let vertex = |node: usize| {
            let place = self.place(node);
            if place.cmpeq(last).any() {
                return EMPTY;
            }
            self.crossing(node)
                .map_or(EMPTY, |offset| builder.vertex_f64(self.low + (place + offset) * self.cell))
        };
        (0..self.values.len()).map(vertex).collect()
    }

    /// The mean of the points where the surface crosses the edges of a cell [cells].
    fn crossing(&self, node: usize) -> Option<DVec3> {
        let corner = |k: usize| {
            let at = (0..3).filter(|axis| k >> axis & 1 == 1);
            let offset: usize = at.map(|axis| self.stride(axis)).sum();
            let place = DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64);
            (place, self.values[node + offset])
        };
        let (mut sum, mut count) = (DVec3::ZERO, 0);
        for k in 0..8 {
            for axis in (0..3).filter(|axis| k >> axis & 1 == 0) {
                let ((p, a), (q, b)) = (corner(k), corner(k | 1 << axis));
                if (a < 0.0) != (b < 0.0) {
                    sum += p.lerp(q, a / (a - b));
                    count += 1;
                }
            }
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    /// The quad around the edge from a node along an axis, facing from inside to outside.
    fn quad(&self, node: usize, axis: usize, cells: &[u32]) -> Option<[u32; 4]> {
        let next = *self.values.get(node + self.stride(axis))?;
        let inside = self.values[node] < 0.0;
        if inside == (next < 0.0) {
            return None;
        }
        let (u, v) = (self.stride((axis + 1) % 3), self.stride((axis + 2) % 3));
        let [a, b, c, d] = [u + v, v, 0, u].map(|back| {
            let cell = node.checked_sub(back).and_then(|cell| cells.get(cell));
            cell.copied().unwrap_or(EMPTY)
        });
        let complete = ![a, b, c, d].contains(&EMPTY);
        complete.then_some(if inside { [a, b, c, d] } else { [a, d, c, b] })
    }
}
