//! Colours: sRGB, linear light and a colour map.

use glam::{Vec3, vec3};

/// sRGB values 0..1 as linear light.
pub fn to_linear(srgb: [f32; 3]) -> Vec3 {
    Vec3::from_array(srgb.map(|c| {
        let c = c.clamp(0.0, 1.0);
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    }))
}

/// Linear light as an sRGB pixel; values towards 1 and above are compressed instead of cut off, so
/// that bright cloth keeps its shape. `dither`, 0..1 and 0.5 for none, is where rounding goes up.
pub fn to_pixel(light: Vec3, dither: f32) -> [u8; 4] {
    let [r, g, b] = light.to_array().map(|c| {
        let c = shoulder(c.max(0.0));
        let srgb = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
        (255.0 * srgb + dither) as u8
    });
    [r, g, b, 255]
}

/// A threshold per pixel that dissolves the steps of a faint gradient. Bayer's pattern repeats, so
/// unlike noise it leaves PNG files small.
pub fn dither(column: usize, row: usize) -> f32 {
    const PATTERN: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    (f32::from(PATTERN[row % 4][column % 4]) + 0.5) / 16.0
}

/// Straight up to `KNEE`, then bent towards 1 without a corner.
fn shoulder(c: f32) -> f32 {
    const KNEE: f32 = 0.6;
    if c <= KNEE {
        return c;
    }
    let beyond = (c - KNEE) / (1.0 - KNEE);
    KNEE + (1.0 - KNEE) * beyond / (1.0 + beyond)
}

/// A colour map: what numbers from 0 to 1 look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Map {
    /// [`viridis`].
    Viridis,
    /// Blue below the middle, red above it, light grey in it.
    Diverging,
    /// Orange where something is near, pale grey where it is not.
    Closeness,
}

/// Colours of [`Map::Diverging`] at even distances, sRGB; of evenly rising and falling lightness.
const DIVERGING: [Vec3; 7] = [
    vec3(0.09, 0.22, 0.46),
    vec3(0.20, 0.45, 0.70),
    vec3(0.55, 0.73, 0.85),
    vec3(0.93, 0.92, 0.90),
    vec3(0.93, 0.66, 0.50),
    vec3(0.79, 0.32, 0.25),
    vec3(0.48, 0.06, 0.13),
];

/// Colours of [`Map::Closeness`] at even distances, sRGB.
const CLOSENESS: [Vec3; 5] = [
    vec3(0.84, 0.25, 0.12),
    vec3(0.95, 0.60, 0.24),
    vec3(0.95, 0.85, 0.58),
    vec3(0.87, 0.88, 0.84),
    vec3(0.80, 0.83, 0.85),
];

/// Colours that can be told apart, sRGB: those of constraints.
pub const PALETTE: [[f32; 3]; 12] = [
    [0.20, 0.47, 0.74],
    [0.90, 0.47, 0.13],
    [0.24, 0.60, 0.33],
    [0.78, 0.22, 0.24],
    [0.52, 0.38, 0.69],
    [0.85, 0.68, 0.13],
    [0.16, 0.63, 0.66],
    [0.84, 0.41, 0.61],
    [0.50, 0.36, 0.27],
    [0.55, 0.66, 0.20],
    [0.36, 0.40, 0.47],
    [0.10, 0.25, 0.50],
];

impl Map {
    /// The colour at 0..1, sRGB.
    pub fn at(self, t: f32) -> [f32; 3] {
        let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
        match self {
            Self::Viridis => viridis(t),
            Self::Diverging => between(&DIVERGING, t),
            Self::Closeness => between(&CLOSENESS, t),
        }
    }

    /// 256 colours of it as linear light.
    pub fn table(self) -> [[f32; 4]; 256] {
        std::array::from_fn(|i| to_linear(self.at(i as f32 / 255.0)).extend(1.0).to_array())
    }
}

/// The colour at 0..1 among colours at even distances.
fn between(colors: &[Vec3], t: f32) -> [f32; 3] {
    let place = t * (colors.len() - 1) as f32;
    let low = (place as usize).min(colors.len() - 2);
    colors[low].lerp(colors[low + 1], place - low as f32).to_array()
}

/// The colour map viridis at 0..1 as sRGB: dark violet, teal, yellow, of evenly rising lightness.
///
/// A polynomial of degree 6 fitted to the published table (Matt Zucker, public domain).
pub fn viridis(t: f32) -> [f32; 3] {
    const COEFFICIENTS: [Vec3; 7] = [
        vec3(0.277_727_3, 0.005_407_344, 0.334_099_8),
        vec3(0.105_093_04, 1.404_613_5, 1.384_590_2),
        vec3(-0.330_861_84, 0.214_847_56, 0.095_095_16),
        vec3(-4.634_230_5, -5.799_101, -19.332_441),
        vec3(6.228_27, 14.179_933, 56.690_55),
        vec3(4.776_385, -13.745_145, -65.353_03),
        vec3(-5.435_456, 4.645_852_6, 26.312_435),
    ];
    let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
    let color = COEFFICIENTS.iter().rev().fold(Vec3::ZERO, |sum, &c| sum * t + c);
    color.clamp(Vec3::ZERO, Vec3::ONE).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viridis_is_close_to_its_table_and_rises_in_lightness() {
        for (t, table) in
            [(0.0, [0.267, 0.005, 0.329]), (0.5, [0.128, 0.567, 0.551]), (1.0, [0.993, 0.906, 0.144])]
        {
            let color = viridis(t);
            assert!((0..3).all(|i| (color[i] - table[i]).abs() < 0.02), "{t}: {color:?}");
        }
        let lightness = |i: u8| {
            let weights = vec3(0.2126, 0.7152, 0.0722);
            to_linear(viridis(f32::from(i) / 50.0)).dot(weights)
        };
        assert!((0..50).all(|i| lightness(i) < lightness(i + 1)));
        assert_eq!(viridis(f32::NAN), viridis(0.0));
    }

    #[test]
    fn a_diverging_map_is_lightest_in_the_middle() {
        let lightness = |t: f32| to_linear(Map::Diverging.at(t)).dot(vec3(0.2126, 0.7152, 0.0722));
        assert!((0..20).all(|i| lightness(i as f32 / 40.0) < lightness((i + 1) as f32 / 40.0)));
        assert!((20..40).all(|i| lightness(i as f32 / 40.0) > lightness((i + 1) as f32 / 40.0)));
        let table = Map::Closeness.table();
        assert_eq!(Vec3::from_slice(&table[255][..3]), to_linear(Map::Closeness.at(1.0)));
    }

    #[test]
    fn dark_and_middle_tones_come_back() {
        for value in [0_u8, 1, 40, 128, 200] {
            let srgb = f32::from(value) / 255.0;
            assert_eq!(to_pixel(to_linear([srgb; 3]), 0.5), [value, value, value, 255]);
        }
        assert!(to_pixel(Vec3::splat(50.0), 0.5)[0] >= 253);
        assert_eq!(to_pixel(Vec3::NAN, 0.5), [0, 0, 0, 255]);
    }
}
