//! A closed triangle mesh as a field of signed distance on a grid, baked by the device.

mod close;
mod crossing;
mod grid;
mod surface;

#[cfg(test)]
mod tests;

pub use grid::{Grid, MAX_BYTES};

use crate::engine::layout::Element;
use crate::engine::recording::{BufferId, Recording};
use crate::error::{Error, Result};
use crate::kernels::field::bake::{
    self, BOXES_PER_DISPATCH, Bake, COARSEST, COARSEST_STRIDE, HEADER, Hint, LAST, LEVELS, Nearest, SIGNED,
    Surface,
};
use crate::mesh::Mesh;
use crate::real::{Real, V3};
use crate::record::hash::fnv1a;
use glam::DVec3;
use std::sync::{Arc, OnceLock};
use surface::Input;

/// Cells along the largest side of a mesh, where no cell is given.
const CELLS: f64 = 64.0;
/// Changes whenever the values for the same input change.
const VERSION: u32 = 1;

/// A mesh that is ready to be baked.
#[derive(Debug, Clone)]
pub struct Solid {
    /// What was changed in the mesh.
    pub warnings: Vec<String>,
    mesh: Mesh,
    grid: Grid,
    thickness: f32,
    padding: f32,
    input: Input,
    /// The field's values, once they are known.
    baked: OnceLock<Arc<Vec<f32>>>,
}

/// Fields up to this size are kept for a simulation that goes on with the same bodies [bytes].
const KEPT: usize = 64 << 20;

impl Solid {
    /// Checks a mesh, closes its small holes and turns it outward.
    ///
    /// `cell` is the distance between nodes [m], 0 for a 64th of the mesh's largest side. A `thickness` over 0 [m] makes
    /// any surface, also an open one, a solid of that half thickness. The grid reaches `padding` [m] beyond it, and at
    /// least two cells. `at` names the field in errors.
    ///
    /// # Errors
    /// [`Error::Input`] at `at` for a mesh that has no inside, [`Error::Grid`] or [`Error::Limit`] for one that needs too
    /// much memory.
    pub fn new(mesh: &Mesh, cell: f64, thickness: f64, padding: f64, at: &str) -> Result<Self> {
        for (name, value) in [("cell", cell), ("thickness", thickness), ("padding", padding)] {
            if !(0.0..1e15).contains(&value) {
                let what = format!("{name} is {value}");
                return Err(Error::input(at, what, "give a length in metres, 0 or more"));
            }
        }
        // As the kernel has it, so that both agree on whether there is any.
        let thickness = f64::from(thickness as f32);
        close::check(mesh, at)?;
        check_triangles(mesh, at)?;
        let bounds = close::bounds(mesh);
        let cell = if cell > 0.0 { cell } else { (bounds[1] - bounds[0]).max_element() / CELLS };
        let available = crate::memory::available();
        let grid = Grid::around(bounds, cell, thickness + padding, available, at)?;
        let (mesh, warnings) = match thickness {
            0.0 => close::closed(mesh, cell, at)?,
            _ => (mesh.clone(), Vec::new()),
        };
        if thickness == 0.0 {
            crossing::require_none(&mesh, at)?;
        }
        let input = Input::new(&mesh, grid.origin.as_dvec3());
        // Less than the true margin by more than its rounding.
        let padding = ((grid.margin(bounds) - thickness).max(0.0) * (1.0 - 1e-6)) as f32;
        Ok(Self { warnings, mesh, grid, thickness: thickness as f32, padding, input, baked: OnceLock::new() })
    }

    /// The closed mesh, its triangles outward; the mesh itself where a thickness was given [m].
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The first words of the field: origin [m], cell [m], counts, and how far the solid is at least beyond the distance
    /// to the grid's box, for a point outside [m].
    pub fn header(&self) -> [f32; HEADER as usize] {
        let ([x, y, z], [nx, ny, nz]) = (self.grid.origin.to_array(), self.grid.counts.map(|n| n as f32));
        [x, y, z, self.grid.cell, nx, ny, nz, self.padding]
    }

    /// The words of the field, header and values.
    pub fn words(&self) -> usize {
        HEADER as usize + self.grid.nodes()
    }

    /// The field's values, header words not included, if they are known.
    pub fn values(&self) -> Option<&Arc<Vec<f32>>> {
        self.baked.get()
    }

    /// Keeps the field's values, unless they are many or known already.
    pub fn keep(&self, values: &Arc<Vec<f32>>) {
        if 4 * values.len() <= KEPT && values.len() == self.grid.nodes() {
            self.baked.get_or_init(|| Arc::clone(values));
        }
    }

    /// Records into the setup what writes the values into `fields`, behind the header that starts at word `first`.
    pub fn record(&self, recording: &mut Recording, fields: BufferId, first: u32) {
        let boxes = recording.structs("field boxes", &self.input.boxes);
        let facets = recording.buffer("field facets", Element::Vec4, &self.input.facets);
        let normals = recording.buffer("field normals", Element::Vec4, &self.input.normals);
        let hints = recording.structs("field hints", &vec![Hint::default(); bake::hints(self.grid.counts)]);
        let buffers = [boxes, facets, normals, hints, fields];
        recording.in_setup(|recording| {
            for params in self.dispatches(first) {
                let invocations = bake::invocations(self.grid.counts, params.stride);
                recording.dispatch_with(&bake::KERNEL, "bake", &buffers, invocations, params);
            }
        });
    }

    /// One parameter block per dispatch: from far nodes to all, and from the first boxes to the last.
    fn dispatches(&self, first: u32) -> impl Iterator<Item = Bake> {
        let [_, second, third, fourth] = self.input.levels;
        let count = self.input.boxes.len() as u32 - fourth;
        let [nx, ny, nz] = self.grid.counts;
        let (cell, thickness) = (self.grid.cell, self.thickness);
        let of_boxes = move |stride: u32, first_box: u32| {
            let box_count = BOXES_PER_DISPATCH.min(count - first_box);
            let last = if first_box + box_count == count { LAST } else { 0 };
            let coarsest = if stride == COARSEST_STRIDE { COARSEST } else { 0 };
            let mode = self.mode() | last | coarsest;
            let grid = Bake { nx, ny, nz, first, cell, thickness, stride, ..Bake::default() };
            Bake { first_box, box_count, mode, second, third, fourth, ..grid }
        };
        let strides = (0..=COARSEST_STRIDE.ilog2()).rev().map(|k| 1 << k);
        strides.flat_map(move |stride| {
            (0..count).step_by(BOXES_PER_DISPATCH as usize).map(move |first_box| of_boxes(stride, first_box))
        })
    }

    fn mode(&self) -> u32 {
        if self.thickness > 0.0 { 0 } else { SIGNED }
    }

    /// What the kernel gives for a node at this point [m], in any kind of number.
    pub fn distance<R: Real>(&self, point: DVec3) -> R {
        let [x, y, z] = (point - self.grid.origin.as_dvec3()).to_array().map(R::of);
        let Input { boxes, levels, facets, normals } = &self.input;
        let surface = Surface { boxes, levels: *levels, facets, normals };
        let p = V3(x, y, z);
        let known = surface.try_triangle(Nearest::none(), p, 0);
        let best = surface.nearest_of(known, p, 0, boxes.len() as u32 - levels[LEVELS - 1]);
        let side = surface.side_of(best.feature, p);
        bake::value(best.squared, side, self.mode() | LAST, R::of(self.thickness.into()))
    }

    /// A number that is the same for the same values.
    pub fn hash(&self) -> u64 {
        let header = self.header().map(f32::to_bits);
        let positions = self.mesh.positions.iter().flat_map(|p| p.to_array().map(f32::to_bits));
        let words = [VERSION, self.mode(), self.thickness.to_bits(), self.mesh.positions.len() as u32];
        let words = words.into_iter().chain(header).chain(positions);
        fnv1a(words.chain(self.mesh.triangles.iter().flatten().copied()).flat_map(u32::to_le_bytes))
    }
}

/// Whether a device can bind the triangles.
fn check_triangles(mesh: &Mesh, at: &str) -> Result<()> {
    let needed = Input::TRIANGLE_BYTES * mesh.triangles.len() as u64;
    if needed > MAX_BYTES {
        let what = format!("{at}: a mesh of {} triangles", mesh.triangles.len());
        let limit = "max_storage_buffer_binding_size";
        return Err(Error::Limit { what, needed, limit, available: MAX_BYTES });
    }
    Ok(())
}
