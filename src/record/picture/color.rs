//! Colours: sRGB, linear light and a colour map.

use glam::{Vec3, vec3};

/// sRGB values 0..1 as linear light.
pub(super) fn to_linear(srgb: [f32; 3]) -> Vec3 {
    Vec3::from_array(srgb.map(|c| {
        let c = c.clamp(0.0, 1.0);
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    }))
}

/// Linear light as an sRGB pixel; values towards 1 and above are compressed instead of cut off, so
/// that bright cloth keeps its shape. `dither`, 0..1 and 0.5 for none, is where rounding goes up.
pub(super) fn to_pixel(light: Vec3, dither: f32) -> [u8; 4] {
    let [r, g, b] = light.to_array().map(|c| {
        let c = shoulder(c.max(0.0));
        let srgb = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
        (255.0 * srgb + dither) as u8
    });
    [r, g, b, 255]
}

/// A threshold per pixel that dissolves the steps of a faint gradient. Bayer's pattern repeats, so
/// unlike noise it leaves PNG files small.
pub(super) fn dither(column: usize, row: usize) -> f32 {
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
    fn dark_and_middle_tones_come_back() {
        for value in [0_u8, 1, 40, 128, 200] {
            let srgb = f32::from(value) / 255.0;
            assert_eq!(to_pixel(to_linear([srgb; 3]), 0.5), [value, value, value, 255]);
        }
        assert!(to_pixel(Vec3::splat(50.0), 0.5)[0] >= 253);
        assert_eq!(to_pixel(Vec3::NAN, 0.5), [0, 0, 0, 255]);
    }
}
