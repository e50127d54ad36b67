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

/// No feature.
pub const NONE: u32 = u32::MAX;
/// More than any square of a distance [m²].
const FAR: f64 = 3.0e38;
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
    /// What it lies on: eight times the triangle, plus 0 for its face, 1 to 3 for its sides and 4 to 6 for its corners;
    /// [`NONE`] where nothing was found.
    pub feature: u32,
}

impl<R: Real> Nearest<R> {
    /// Nothing found yet.
    pub fn none() -> Self {
        Self { squared: R::of(FAR), feature: NONE }
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
    /// The side from a to b; `features` are the side, its start and its end.
    fn try_side<R: Real>(
        best: Nearest<R>,
        [pa, pb, ab]: [V3<R>; 3],
        inverse: f32,
        features: [u32; 3],
    ) -> Nearest<R> {
        let s = pa.dot(ab) * R::of(inverse.into());
        let (r, feature) = match s {
            s if s <= R::zero() => (pa, features[1]),
            s if s >= R::of(1.0) => (pb, features[2]),
            s => (pa - ab * s, features[0]),
        };
        let squared = r.dot(r);
        if squared < best.squared { Nearest { squared, feature } } else { best }
    }

    fn try_triangle<R: Real>(&self, best: Nearest<R>, p: V3<R>, t: u32) -> Nearest<R> {
        let [fa, fb, fc, n] = [0, 1, 2, 3].map(|k| self.facets[4 * t as usize + k]);
        let [a, b, c, n] = [fa, fb, fc, n].map(V3::<R>::of);
        let (pa, pb, pc) = (p - a, p - b, p - c);
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let k = 8 * t;
        // The face counts where the point is over it, the sides elsewhere.
        let outside = ab.cross(n).dot(pa).max(bc.cross(n).dot(pb)).max(ca.cross(n).dot(pc));
        if outside > R::zero() {
            let nearest = Self::try_side(best, [pa, pb, ab], fa[3], [k + 1, k + 4, k + 5]);
            let nearest = Self::try_side(nearest, [pb, pc, bc], fb[3], [k + 2, k + 5, k + 6]);
            return Self::try_side(nearest, [pc, pa, ca], fc[3], [k + 3, k + 6, k + 4]);
        }
        let height = n.dot(pa);
        let squared = height * height;
        if squared < best.squared { Nearest { squared, feature: k } } else { best }
    }

    fn try_cluster<R: Real>(&self, known: Nearest<R>, p: V3<R>, c: u32) -> Nearest<R> {
        let last = (CLUSTER * (c + 1)).min(self.facets.len() as u32 / 4);
        (CLUSTER * c..last).fold(known, |best, t| self.try_triangle(best, p, t))
    }

    /// The nearest point on these clusters, or the one known before; `p` is relative to the grid's origin [m]. The cluster
    /// whose first point is nearest comes first, and most others are then too far.
    pub fn nearest_of<R: Real>(&self, known: Nearest<R>, p: V3<R>, first: u32, end: u32) -> Nearest<R> {
        let (mut bound, mut start) = (R::of(FAR), first);
        for c in first..end {
            let d = p - V3::of(self.facets[(4 * CLUSTER * c) as usize]);
            let squared = d.dot(d);
            if squared < bound {
                (bound, start) = (squared, c);
            }
        }
        let mut best = self.try_cluster(known, p, start);
        for c in first..end {
            if box_squared(p, &self.clusters[c as usize]) < best.squared {
                best = self.try_cluster(best, p, c);
            }
        }
        best
    }

    /// On which side of a feature's pseudonormal `p` is: negative inside. Any of its points will do.
    pub fn side_of<R: Real>(&self, feature: u32, p: V3<R>) -> R {
        let (t, kind) = (feature as usize / 8, feature as usize % 8);
        if kind == 0 {
            return V3::of(self.facets[4 * t + 3]).dot(p - V3::of(self.facets[4 * t]));
        }
        V3::of(self.normals[6 * t + kind - 1]).dot(p - V3::of(self.facets[4 * t + (kind - 1) % 3]))
    }
}

/// The distance that a node gets [m] from its square [m²] and side; the square with the sign before the last dispatch.
pub fn value<R: Real>(squared: R, side: R, mode: u32, thickness: R) -> R {
    let last = mode & LAST != 0;
    let value = if last { squared.sqrt() } else { squared };
    let value = if mode & SIGNED != 0 && side < R::zero() { -value } else { value };
    if last { value - thickness } else { value }
}

/// Invocations for a grid: one per node of whole blocks of 4 × 4 × 4.
pub fn invocations(counts: [u32; 3]) -> u32 {
    WORKGROUP * counts.map(|n| n.div_ceil(4)).iter().product::<u32>()
}

/// Workgroups are blocks of 4 × 4 × 4 nodes, and each eight of them of 2 × 2 × 2: neighbours see the same clusters.
fn node(params: &Bake, i: u32) -> [u32; 3] {
    let blocks = [params.nx.div_ceil(4), params.ny.div_ceil(4)];
    let block = i / 64;
    let corner = [block % blocks[0], block / blocks[0] % blocks[1], block / (blocks[0] * blocks[1])];
    let within = |k: u32| 2 * (i / (8 << k) % 2) + i / (1 << k) % 2;
    [4 * corner[0] + within(0), 4 * corner[1] + within(1), 4 * corner[2] + within(2)]
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
        let (mut known, mut side) = (Nearest::none(), 1.0);
        if params.first_cluster > 0 {
            (known.squared, side) = (fields[word].abs(), fields[word]);
        }
        let [x, y, z] = at.map(|k| k as f32 * params.cell);
        let p = V3(x, y, z);
        let best = surface.nearest_of(known, p, params.first_cluster, end);
        if best.feature != NONE {
            side = surface.side_of(best.feature, p);
        }
        fields[word] = value(best.squared, side, params.mode, params.thickness);
    }
}
