//! How much is spent on light.

use super::uniforms::LAMPS;

/// How many maps of what stands in the light a picture has, and how fine they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Samples per pixel: 1, or 4.
    pub samples: u32,
    /// Points of the key light.
    pub key: u32,
    /// Cells along a side of their maps.
    pub key_size: u32,
    /// Samples in each, and how far they are spread, in radii of the stage.
    pub taps: (u32, f32),
    /// Directions of the dome.
    pub dome: u32,
    /// Cells along a side of their maps.
    pub dome_size: u32,
    /// Cells along a side of the floor's map of the key light, and of the dome's.
    pub floor: (u32, u32),
}

impl Quality {
    /// For a window on a device that computes in software.
    pub const DRAFT: Self = Self {
        samples: 1,
        key: 1,
        key_size: 768,
        taps: (6, 0.009),
        dome: 12,
        dome_size: 96,
        floor: (160, 48),
    };
    /// For a window on a GPU.
    pub const GOOD: Self = Self {
        samples: 4,
        key: 12,
        key_size: 768,
        taps: (4, 0.006),
        dome: 48,
        dome_size: 160,
        floor: (320, 96),
    };
    /// For pictures.
    pub const BEST: Self = Self {
        samples: 4,
        key: 32,
        key_size: 896,
        taps: (1, 0.0),
        dome: 96,
        dome_size: 192,
        floor: (448, 128),
    };
}

// Every light has a place among the lamps.
const _: () = assert!((Quality::BEST.key + Quality::BEST.dome) as usize <= LAMPS);
