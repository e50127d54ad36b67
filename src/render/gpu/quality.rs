//! How much is spent on light.

use super::uniforms::LAMPS;

/// How many maps of what stands in the light a picture has, and how fine they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Points of the key light.
    pub key: u32,
    /// Cells along a side of their maps.
    pub key_size: u32,
    /// Samples in each, and how far they are spread, in radii of the stage.
    pub samples: (u32, f32),
    /// Directions of the dome.
    pub dome: u32,
    /// Cells along a side of their maps.
    pub dome_size: u32,
    /// Cells along a side of the floor's map of the key light, and of the dome's.
    pub floor: (u32, u32),
}

impl Quality {
    /// For a window on a device that computes in software.
    pub const DRAFT: Self =
        Self { key: 1, key_size: 768, samples: (12, 0.014), dome: 14, dome_size: 96, floor: (160, 48) };
    /// For a window on a GPU.
    pub const GOOD: Self =
        Self { key: 12, key_size: 768, samples: (4, 0.006), dome: 48, dome_size: 160, floor: (320, 96) };
    /// For pictures.
    pub const BEST: Self =
        Self { key: 32, key_size: 896, samples: (1, 0.0), dome: 96, dome_size: 192, floor: (448, 128) };
}

// Every light has a place among the lamps.
const _: () = assert!((Quality::BEST.key + Quality::BEST.dome) as usize <= LAMPS);
