//! The grid that a field is sampled on, and whether it fits into memory.

use crate::error::{Error, Result};
use crate::kernels::field::bake::HEADER;
use glam::{DVec3, Vec3};

/// The largest grid: what every device can bind [bytes].
pub const MAX_BYTES: u64 = 128 << 20;

/// Nodes at the corners of cubic cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Position of the first node [m].
    pub origin: Vec3,
    /// Distance between nodes [m].
    pub cell: f32,
    /// Nodes along x, y and z.
    pub counts: [u32; 3],
}

impl Grid {
    /// The grid with this cell whose box reaches `reach` [m], and at least two cells, beyond a box.
    ///
    /// # Errors
    /// [`Error::Grid`] at `at`, where the nodes need more memory than `available` [bytes] or than a device can bind;
    /// nothing has been allocated then.
    pub fn around(
        [low, high]: [DVec3; 2],
        cell: f64,
        reach: f64,
        available: Option<u64>,
        at: &str,
    ) -> Result<Self> {
        let limit = available.unwrap_or(MAX_BYTES).min(MAX_BYTES);
        let extent = high - low;
        let needed = bytes_of(extent, cell, reach);
        if needed > limit as f64 {
            let fits = fitting_cell(extent, cell, reach, limit as f64);
            return Err(Error::Grid { at: at.into(), cell, needed: needed as u64, available: limit, fits });
        }
        let counts = counts(extent, cell, reach).map(|n| n as u32);
        Ok(Self { origin: (low - reach.max(2.0 * cell)).as_vec3(), cell: cell as f32, counts })
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.counts.iter().map(|&n| n as usize).product()
    }

    /// The memory of the header and the nodes' values [bytes].
    pub fn bytes(&self) -> u64 {
        4 * (u64::from(HEADER) + self.nodes() as u64)
    }

    /// The position of a node [m].
    pub fn position(&self, node: [u32; 3]) -> DVec3 {
        let [x, y, z] = node.map(f64::from);
        self.origin.as_dvec3() + f64::from(self.cell) * DVec3::new(x, y, z)
    }

    /// The place of a node among the values: x fastest, then y, then z.
    pub fn index(&self, [x, y, z]: [u32; 3]) -> usize {
        let [nx, ny, _] = self.counts.map(|n| n as usize);
        x as usize + nx * (y as usize + ny * z as usize)
    }

    /// The value at a point [m] between the nodes by trilinear interpolation, outside the grid's box that of the box's nearest point.
    pub fn interpolate(&self, values: &[f32], point: DVec3) -> f64 {
        let last = DVec3::from_array(self.counts.map(|n| f64::from(n - 1)));
        let at = ((point - self.origin.as_dvec3()) / f64::from(self.cell)).clamp(DVec3::ZERO, last);
        let low = at.floor().min(last - 1.0).max(DVec3::ZERO);
        let t = (at - low).to_array();
        let low = low.to_array().map(|k| k as u32);
        let corner = |bits: u32| {
            let bit = |k: usize| bits >> k & 1;
            let weight = |k: usize| if bit(k) == 1 { t[k] } else { 1.0 - t[k] };
            let node = [0, 1, 2].map(|k| (low[k] + bit(k)).min(self.counts[k] - 1));
            weight(0) * weight(1) * weight(2) * f64::from(values[self.index(node)])
        };
        (0..8).map(corner).sum()
    }

    /// How far the grid's box reaches beyond a box on its narrowest side [m].
    pub fn margin(&self, [low, high]: [DVec3; 2]) -> f64 {
        let end = self.position(self.counts.map(|n| n - 1));
        (low - self.origin.as_dvec3()).min_element().min((end - high).min_element())
    }
}

fn counts(extent: DVec3, cell: f64, reach: f64) -> [f64; 3] {
    let reach = reach.max(2.0 * cell);
    extent.to_array().map(|side| ((side + 2.0 * reach) / cell).ceil() + 1.0)
}

/// In floating point, since the count may be anything [bytes].
fn bytes_of(extent: DVec3, cell: f64, reach: f64) -> f64 {
    4.0 * (f64::from(HEADER) + counts(extent, cell, reach).iter().product::<f64>())
}

/// A cell with two digits whose grid fits [m].
fn fitting_cell(extent: DVec3, cell: f64, reach: f64, limit: f64) -> f64 {
    // The first guess is a little small: the cells' number goes with the inverse cube, and may overflow.
    let guess = cell * (bytes_of(extent, cell, reach) / limit.max(1.0)).cbrt();
    let mut fits = if guess.is_finite() { guess } else { (extent.max_element() + reach) / 1024.0 };
    for _ in 0..1000 {
        let unit = 10f64.powf(fits.log10().floor() - 1.0);
        // Through text, so that 0.0051000000000000004 reads 0.0051.
        let rounded = format!("{:.1e}", (fits / unit).ceil() * unit).parse().unwrap_or(fits);
        if bytes_of(extent, rounded, reach) <= limit {
            return rounded;
        }
        fits *= 1.02;
    }
    fits
}
