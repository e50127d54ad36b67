//! The signed distance from each node of a grid to a closed surface (Bærentzen and Aanæs 2005).

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::gpu_struct;
use crate::kernels::common::WORKGROUP;
pub use crate::kernels::common::field::HEADER;
use crate::kernels::kernel;
use crate::real::{Real, V3};

/// Triangles in a smallest box.
pub const LEAF: u32 = 2;
/// Boxes in a larger one.
pub const BRANCH: u32 = 8;
/// Levels of boxes.
pub const LEVELS: usize = 4;
/// Mode: the surface has an inside.
pub const SIGNED: u32 = 1;
/// Mode: the last boxes, after which squares become distances.
pub const LAST: u32 = 2;
/// Mode: no nodes have been done before.
pub const COARSEST: u32 = 4;
/// Largest boxes per dispatch: with all in them 51,488 iterations of the 65,535 after which a software driver ends loops.
pub const BOXES_PER_DISPATCH: u32 = 32;
/// From one node to the next in the first dispatch, a power of two.
pub const COARSEST_STRIDE: u32 = 16;

/// No feature.
pub const NONE: u32 = u32::MAX;
/// More than any square of a distance [m²].
const FAR: f64 = 3.0e38;

gpu_struct! {
    /// What one dispatch does: which nodes, which boxes.
    pub struct Bake {
        /// Nodes along x.
        pub nx: u32,
        /// Nodes along y.
        pub ny: u32,
        /// Nodes along z.
        pub nz: u32,
        /// Word at which the field starts.
        pub first: u32,
        /// The first of the largest boxes.
        pub first_box: u32,
        /// How many of them.
        pub box_count: u32,
        /// [`SIGNED`], [`LAST`] and [`COARSEST`].
        pub mode: u32,
        /// Distance between nodes [m].
        pub cell: f32,
        /// Taken off the distance [m].
        pub thickness: f32,
        /// Nodes from one to the next, a power of two.
        pub stride: u32,
        /// Where the second smallest boxes start.
        pub second: u32,
        /// Where the third smallest boxes start.
        pub third: u32,
        /// Where the largest boxes start.
        pub fourth: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
        /// Padding.
        pub pad2: u32,
    }
}

gpu_struct! {
    /// The box around some triangles.
    pub struct Box {
        /// Smallest coordinates [m].
        pub low: [f32; 4],
        /// Largest coordinates [m].
        pub high: [f32; 4],
    }
}

gpu_struct! {
    /// Where the search begins for the nodes next to this one.
    pub struct Hint {
        /// The triangle that is nearest to a node. Of several equally near it may be any, so it is not compared: "pad".
        pub pad_triangle: u32,
    }
}

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "field/bake",
    bindings: &["boxes", "facets", "normals", "hints", "fields"],
    structs: [Bake, Box, Hint],
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
    /// The boxes of each level, the smallest first.
    pub boxes: &'a [Box],
    /// Where each level starts.
    pub levels: [u32; LEVELS],
    /// Per triangle a, b, c [m], each with the inverse square of the side that starts there [1/m²], and the unit normal.
    pub facets: &'a [[f32; 4]],
    /// Per triangle the pseudonormals of its sides ab, bc, ca and of a, b, c.
    pub normals: &'a [[f32; 4]],
}

/// Whether a box is as far as the nearest point, or farther.
fn beyond<R: Real>(best: Nearest<R>, p: V3<R>, b: &Box) -> bool {
    let (l, h) = (V3::<R>::of(b.low) - p, p - V3::<R>::of(b.high));
    let d = V3(l.0.max(h.0).max(R::zero()), l.1.max(h.1).max(R::zero()), l.2.max(h.2).max(R::zero()));
    d.dot(d) >= best.squared
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

    /// The nearest point of a triangle, or the one known before; `p` is relative to the grid's origin [m].
    pub fn try_triangle<R: Real>(&self, best: Nearest<R>, p: V3<R>, t: u32) -> Nearest<R> {
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

    /// What is in a box: smaller boxes, or triangles.
    fn try_box<R: Real>(&self, known: Nearest<R>, p: V3<R>, level: usize, i: u32) -> Nearest<R> {
        if beyond(known, p, &self.boxes[(self.levels[level] + i) as usize]) {
            return known;
        }
        if level == 0 {
            let end = (LEAF * (i + 1)).min(self.facets.len() as u32 / 4);
            return (LEAF * i..end).fold(known, |best, t| self.try_triangle(best, p, t));
        }
        let end = (BRANCH * (i + 1)).min(self.levels[level] - self.levels[level - 1]);
        (BRANCH * i..end).fold(known, |best, j| self.try_box(best, p, level - 1, j))
    }

    /// The nearest point in these largest boxes, or the one known before.
    pub fn nearest_of<R: Real>(&self, known: Nearest<R>, p: V3<R>, first: u32, end: u32) -> Nearest<R> {
        (first..end).fold(known, |best, i| self.try_box(best, p, LEVELS - 1, i))
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

/// Invocations for the nodes of a stride: one per node of whole blocks of 4 × 4 × 4.
pub fn invocations(counts: [u32; 3], stride: u32) -> u32 {
    WORKGROUP * counts.map(|n| n.div_ceil(4 * stride)).iter().product::<u32>()
}

/// Hints for a grid: one per node with even coordinates.
pub fn hints(counts: [u32; 3]) -> usize {
    counts.iter().map(|n| n.div_ceil(2) as usize).product()
}

/// The number of a node with even coordinates among those.
fn hint(params: &Bake, at: [u32; 3]) -> usize {
    let [x, y, z] = at.map(|k| k / 2);
    (x + params.nx.div_ceil(2) * (y + params.ny.div_ceil(2) * z)) as usize
}

/// Workgroups are blocks of 4 × 4 × 4 nodes, and each eight of them of 2 × 2 × 2: neighbours see the same boxes.
fn node(params: &Bake, i: u32) -> [u32; 3] {
    let blocks = [params.nx, params.ny].map(|n| n.div_ceil(4 * params.stride));
    let block = i / 64;
    let corner = [block % blocks[0], block / blocks[0] % blocks[1], block / (blocks[0] * blocks[1])];
    [0, 1, 2].map(|k| params.stride * (4 * corner[k] + 2 * (i / (8 << k) % 2) + i / (1 << k) % 2))
}

fn cpu(invocations: u32, b: &Bindings) {
    let params: Bake = b.params();
    let (boxes, facets, normals) = (b.read::<Box>(0), b.read::<[f32; 4]>(1), b.read::<[f32; 4]>(2));
    let (mut hints, mut fields) = (b.write::<Hint>(3), b.write::<f32>(4));
    let levels = [0, params.second, params.third, params.fourth];
    let surface = Surface { boxes: &boxes, levels, facets: &facets, normals: &normals };
    let coarsest = params.mode & COARSEST != 0;
    for i in 0..invocations {
        let at = node(&params, i);
        if at[0] >= params.nx || at[1] >= params.ny || at[2] >= params.nz {
            continue;
        }
        let parent = at.map(|k| k & !(2 * params.stride - 1));
        if !coarsest && at == parent {
            continue;
        }
        let word = (params.first + HEADER + at[0] + params.nx * (at[1] + params.ny * at[2])) as usize;
        let [x, y, z] = at.map(|k| k as f32 * params.cell);
        let p = V3(x, y, z);
        let (mut known, mut side) = (Nearest::none(), 1.0);
        if params.first_box > 0 {
            (known.squared, side) = (fields[word].abs(), fields[word]);
        } else {
            let triangle = if coarsest { 0 } else { hints[hint(&params, parent)].pad_triangle };
            known = surface.try_triangle(known, p, triangle);
        }
        let best = surface.nearest_of(known, p, params.first_box, params.first_box + params.box_count);
        if best.feature != NONE {
            side = surface.side_of(best.feature, p);
            if params.stride > 1 {
                hints[hint(&params, at)].pad_triangle = best.feature / 8;
            }
        }
        fields[word] = value(best.squared, side, params.mode, params.thickness);
    }
}
