//! The signed distance from each node of a grid to a closed surface (Bærentzen and Aanæs 2005).

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::WORKGROUP;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// Triangles per cluster.
pub const CLUSTER: u32 = 32;
/// Mode: the surface has an inside.
pub const SIGNED: u32 = 1;
/// Mode: the last clusters, after which squares become distances.
pub const LAST: u32 = 2;
/// Words before a field's values: origin, cell, counts and padding.
pub const HEADER: u32 = 8;
/// Clusters per dispatch: with all their triangles about half the iterations after which a software driver ends loops.
pub const CLUSTERS_PER_DISPATCH: u32 = 1024;

/// More than any square of a distance [m²].
const FAR: f64 = 3.0e38;
/// On the distance to a known point of the surface, for its rounding.
const SLACK: f64 = 1.001;

gpu_struct! {
    /// What one dispatch does: which grid, which clusters.
    pub struct Bake {
        /// Nodes along x.
        pub nx: u32,
        /// Nodes along y.
        pub ny: u32,
        /// Nodes along z.
        pub nz: u32,
        /// Word at which the field starts.
        pub first: u32,
        /// The first cluster.
        pub first_cluster: u32,
        /// How many clusters.
        pub cluster_count: u32,
        /// [`SIGNED`] and [`LAST`].
        pub mode: u32,
        /// Distance between nodes [m].
        pub cell: f32,
        /// Taken off the distance [m].
        pub thickness: f32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
        /// Padding.
        pub pad2: u32,
    }
}

gpu_struct! {
    /// The box around a cluster's triangles.
    pub struct Cluster {
        /// Smallest coordinates [m].
        pub low: [f32; 4],
        /// Largest coordinates [m].
        pub high: [f32; 4],
    }
}

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "field/bake",
    bindings: &["clusters", "facets", "normals", "fields"],
    structs: [Bake, Cluster],
    cpu: cpu
);

/// The nearest point so far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest<R> {
    /// The square of its distance [m²].
    pub squared: R,
    /// On which side of its pseudonormal we are: negative inside.
    pub side: R,
}

impl<R: Real> Nearest<R> {
    /// Nothing found yet.
    pub fn none() -> Self {
        Self { squared: R::of(FAR), side: R::of(1.0) }
    }
}

/// A surface as the kernel reads it.
#[derive(Debug, Clone, Copy)]
pub struct Surface<'a> {
    /// The boxes.
    pub clusters: &'a [Cluster],
    /// Per triangle a, b, c [m], each with the inverse square of the side that starts there [1/m²], and the unit normal.
    pub facets: &'a [[f32; 4]],
    /// Per triangle the pseudonormals of its sides ab, bc, ca and of a, b, c.
    pub normals: &'a [[f32; 4]],
}

/// The square of the distance to a cluster's box [m²].
fn box_squared<R: Real>(p: V3<R>, c: &Cluster) -> R {
    let (l, h) = (V3::<R>::of(c.low) - p, p - V3::<R>::of(c.high));
    let d = V3(l.0.max(h.0).max(R::zero()), l.1.max(h.1).max(R::zero()), l.2.max(h.2).max(R::zero()));
    d.dot(d)
}

impl Surface<'_> {
    /// The side from a to b, whose pseudonormal and those of its ends are at `features`.
    fn try_side<R: Real>(
        &self,
        best: Nearest<R>,
        [pa, pb, ab]: [V3<R>; 3],
        inverse: f32,
        features: [usize; 3],
    ) -> Nearest<R> {
        let s = pa.dot(ab) * R::of(inverse.into());
        let (r, feature) = match s {
            s if s <= R::zero() => (pa, features[1]),
            s if s >= R::of(1.0) => (pb, features[2]),
            s => (pa - ab * s, features[0]),
        };
        let squared = r.dot(r);
        if squared < best.squared {
            return Nearest { squared, side: V3::of(self.normals[feature]).dot(r) };
        }
        best
    }

    fn try_triangle<R: Real>(&self, best: Nearest<R>, p: V3<R>, t: usize) -> Nearest<R> {
        let [fa, fb, fc, n] = [0, 1, 2, 3].map(|k| self.facets[4 * t + k]);
        let [a, b, c, n] = [fa, fb, fc, n].map(V3::<R>::of);
        let (pa, pb, pc) = (p - a, p - b, p - c);
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let beside = |e: V3<R>, d: V3<R>| e.cross(n).dot(d) <= R::zero();
        if beside(ab, pa) && beside(bc, pb) && beside(ca, pc) {
            let height = n.dot(pa);
            if height * height < best.squared {
                return Nearest { squared: height * height, side: height };
            }
            return best;
        }
        let k = 6 * t;
        let nearest = self.try_side(best, [pa, pb, ab], fa[3], [k, k + 3, k + 4]);
        let nearest = self.try_side(nearest, [pb, pc, bc], fb[3], [k + 1, k + 4, k + 5]);
        self.try_side(nearest, [pc, pa, ca], fc[3], [k + 2, k + 5, k + 3])
    }

    /// The nearest point on these clusters, or the one known before; `p` is relative to the grid's origin [m].
    pub fn nearest_of<R: Real>(&self, known: Nearest<R>, p: V3<R>, first: u32, end: u32) -> Nearest<R> {
        let mut bound = known.squared;
        for c in first..end {
            let d = p - V3::of(self.facets[(4 * CLUSTER * c) as usize]);
            bound = bound.min(d.dot(d) * R::of(SLACK));
        }
        let mut best = known;
        for c in first..end {
            if box_squared(p, &self.clusters[c as usize]) > bound {
                continue;
            }
            let last = (CLUSTER as usize * (c as usize + 1)).min(self.facets.len() / 4);
            for t in (CLUSTER * c) as usize..last {
                best = self.try_triangle(best, p, t);
            }
            bound = bound.min(best.squared);
        }
        best
    }
}

/// The distance that a node gets from its nearest point [m]; its square [m²] before the last dispatch.
pub fn value<R: Real>(best: Nearest<R>, mode: u32, thickness: R) -> R {
    let last = mode & LAST != 0;
    let value = if last { best.squared.sqrt() } else { best.squared };
    let value = if mode & SIGNED != 0 && best.side < R::zero() { -value } else { value };
    if last { value - thickness } else { value }
}

/// Invocations for a grid: one per node of whole blocks of 4 × 4 × 4.
pub fn invocations(counts: [u32; 3]) -> u32 {
    WORKGROUP * counts.map(|n| n.div_ceil(4)).iter().product::<u32>()
}

/// Workgroups are blocks of 4 × 4 × 4 nodes, which see the same clusters.
fn node(params: &Bake, i: u32) -> [u32; 3] {
    let blocks = [params.nx.div_ceil(4), params.ny.div_ceil(4)];
    let block = i / 64;
    let corner = [block % blocks[0], block / blocks[0] % blocks[1], block / (blocks[0] * blocks[1])];
    [4 * corner[0] + i % 4, 4 * corner[1] + i / 4 % 4, 4 * corner[2] + i / 16 % 4]
}

fn cpu(invocations: u32, b: &Bindings) {
    let params: Bake = b.params();
    let (clusters, facets) = (b.read::<Cluster>(0), b.read::<[f32; 4]>(1));
    let (normals, mut fields) = (b.read::<[f32; 4]>(2), b.write::<f32>(3));
    let surface = Surface { clusters: &clusters, facets: &facets, normals: &normals };
    let end = params.first_cluster + params.cluster_count;
    for i in 0..invocations {
        let at = node(&params, i);
        if at[0] >= params.nx || at[1] >= params.ny || at[2] >= params.nz {
            continue;
        }
        let word = (params.first + HEADER + at[0] + params.nx * (at[1] + params.ny * at[2])) as usize;
        let known = match params.first_cluster {
            0 => Nearest::none(),
            _ => Nearest { squared: fields[word].abs(), side: fields[word] },
        };
        let [x, y, z] = at.map(|k| k as f32 * params.cell);
        let best = surface.nearest_of(known, V3(x, y, z), params.first_cluster, end);
        fields[word] = value(best, params.mode, params.thickness);
    }
}
