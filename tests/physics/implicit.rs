//! What the tests of implicit cloth share: its springs in f64, their matrices, and buffers by name.

use crate::support::{Random, vector};
use toile::Simulation;
use toile::engine::BufferId;
use toile::kernels::common::implicit::Implicit;
use toile::kernels::common::spring::Elastic;
use toile::kernels::forces::springs::Spring;
use toile::real::V3;

/// Vectors of all particles.
pub type Field = Vec<V3<f64>>;

/// Springs in f64, with the numbers that their kernel has in f32.
pub struct Net {
    pub count: usize,
    pub springs: Vec<([usize; 2], Elastic)>,
    pub implicit: Implicit,
}

impl Net {
    /// From the lists of the kernel, where each spring stands twice.
    pub fn new(offsets: &[u32], list: &[Spring], implicit: Implicit) -> Self {
        let count = offsets.len() - 1;
        let mut springs = Vec::new();
        for i in 0..count {
            let own = &list[offsets[i] as usize..offsets[i + 1] as usize];
            let first = own.iter().filter(|s| s.other as usize > i);
            springs.extend(first.map(|s| ([i, s.other as usize], s.elastic())));
        }
        Self { count, springs, implicit }
    }

    /// Adds what draws the ends of each spring together.
    fn gather(&self, each: impl Fn(&Elastic, [usize; 2]) -> V3<f64>) -> Field {
        let mut sums = vec![V3::zero(); self.count];
        for (ends, elastic) in &self.springs {
            let pull = each(elastic, *ends);
            sums[ends[0]] -= pull;
            sums[ends[1]] += pull;
        }
        sums
    }

    /// The energy that they store [J].
    pub fn energy(&self, x: &[V3<f64>]) -> f64 {
        self.springs.iter().map(|([a, b], elastic)| elastic.energy(x[*a] - x[*b])).sum()
    }

    /// Their forces at x; where compressed, with the directions that they have at `from` [N].
    pub fn pulls(&self, from: &[V3<f64>], x: &[V3<f64>]) -> Field {
        self.gather(|elastic, [a, b]| elastic.pull(&self.implicit, from[a] - from[b], x[a] - x[b]))
    }

    /// The forces of their damping [N].
    pub fn damps(&self, x: &[V3<f64>], v: &[V3<f64>]) -> Field {
        self.gather(|elastic, [a, b]| elastic.damp(x[a] - x[b], v[a] - v[b]))
    }

    /// (h ∂f/∂v + h² ∂f/∂x) u [kg·m/s].
    pub fn terms(&self, x: &[V3<f64>], u: &[V3<f64>]) -> Field {
        self.gather(|elastic, [a, b]| elastic.pull_term(&self.implicit, x[a] - x[b], u[a] - u[b], 0.0))
    }

    /// The entries of the matrices ∂f/∂x and ∂f/∂v, as pairs; an entry may stand there in parts.
    pub fn entries(&self, x: &[V3<f64>]) -> Vec<([usize; 2], [f64; 2])> {
        let mut entries = Vec::new();
        for ([a, b], elastic) in &self.springs {
            let l = x[*a] - x[*b];
            for (column, axis) in AXES.into_iter().enumerate() {
                let pull = array(elastic.pull_derivative(&self.implicit, l, axis));
                let damp = array(elastic.damp(l, axis));
                for row in 0..3 {
                    for (i, j, sign) in [(a, a, -1.0), (a, b, 1.0), (b, a, 1.0), (b, b, -1.0)] {
                        let at = [3 * i + row, 3 * j + column];
                        entries.push((at, [sign * pull[row], sign * damp[row]]));
                    }
                }
            }
        }
        entries
    }
}

const AXES: [V3<f64>; 3] = [V3(1.0, 0.0, 0.0), V3(0.0, 1.0, 0.0), V3(0.0, 0.0, 1.0)];

/// The three coordinates.
pub fn array(v: V3<f64>) -> [f64; 3] {
    [v.0, v.1, v.2]
}

/// All coordinates.
pub fn flat(field: &[V3<f64>]) -> Vec<f64> {
    field.iter().flat_map(|v| array(*v)).collect()
}

/// As a buffer of vec4 has them, without the fourth.
pub fn field(values: &[[f32; 4]]) -> Field {
    values.iter().map(|v| V3::of(*v)).collect()
}

/// |a|.
pub fn norm(a: &[f64]) -> f64 {
    a.iter().map(|a| a * a).sum::<f64>().sqrt()
}

/// |a − b|/|a|.
pub fn off(a: &[f64], b: &[f64]) -> f64 {
    let difference: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    norm(&difference) / norm(a)
}

/// Rough vectors of up to this length along each axis.
pub fn rough(count: usize, size: f64, random: &mut Random) -> Field {
    (0..count).map(|_| vector::<f64>(random.point()) * size).collect()
}

/// Vectors that vary over this length [m].
pub fn smooth(x: &[V3<f64>], length: f64, size: f64) -> Field {
    let wave = |p: &V3<f64>, shift: f64| ((p.0 + 0.7 * p.1 + 0.4 * p.2) / length + shift).sin() * size;
    x.iter().map(|p| V3(wave(p, 0.3), wave(p, 1.9), wave(p, 4.0))).collect()
}

/// The buffer of this name.
pub fn named(simulation: &mut Simulation, name: &str) -> BufferId {
    let buffers = &simulation.executor().recording().buffers;
    BufferId(buffers.iter().position(|b| b.name == name).unwrap_or_else(|| panic!("{name}")))
}

/// What is in the buffer of this name.
pub fn contents<T: bytemuck::Pod>(simulation: &mut Simulation, name: &str) -> Vec<T> {
    let id = named(simulation, name);
    bytemuck::pod_collect_to_vec(&simulation.executor().read(id).unwrap())
}
