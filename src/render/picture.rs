//! Pixels, side by side and as PNG.

use std::io;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::error::{Error, Result};

/// The gap between two pictures of a strip [pixels].
const GAP: u32 = 4;
const GAP_PIXEL: [u8; 4] = [255; 4];

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// sRGB and opacity, row by row from the top left.
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// The picture as a PNG file's bytes.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let failed = |source: io::Error| Error::io("picture.png", source);
        if self.pixels.len() as u64 != u64::from(self.width) * u64::from(self.height) {
            return Err(failed(io::Error::other("pixels do not match the size")));
        }
        let mut bytes = Vec::new();
        let pixels = self.pixels.as_flattened();
        let color = ExtendedColorType::Rgba8;
        let encoded =
            PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive)
                .write_image(pixels, self.width, self.height, color);
        encoded.map_err(|error| failed(io::Error::other(error)))?;
        Ok(bytes)
    }

    /// Pictures side by side, centred on the highest, with a thin white gap: a run at a glance.
    pub fn strip(pictures: &[Picture]) -> Picture {
        let gaps = GAP * (pictures.len().max(1) as u32 - 1);
        let width = pictures.iter().map(|p| p.width).sum::<u32>() + gaps;
        let height = pictures.iter().map(|p| p.height).max().unwrap_or(0);
        let mut pixels = vec![GAP_PIXEL; width as usize * height as usize];
        let mut left = 0;
        for picture in pictures.iter().filter(|p| p.width > 0) {
            let top = ((height - picture.height) / 2) as usize;
            let rows = picture.pixels.chunks_exact(picture.width as usize);
            for (y, row) in rows.take(picture.height as usize).enumerate() {
                let start = (top + y) * width as usize + left;
                pixels[start..start + row.len()].copy_from_slice(row);
            }
            left += (picture.width + GAP) as usize;
        }
        Picture { width, height, pixels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: u32, height: u32, pixel: [u8; 4]) -> Picture {
        let pixels = vec![pixel; (width * height) as usize];
        Picture { width, height, pixels }
    }

    #[test]
    fn a_strip_holds_its_pictures() {
        let (a, b) = ([1, 2, 3, 255], [9, 8, 7, 255]);
        let strip = Picture::strip(&[plain(2, 3, a), plain(3, 1, b)]);
        assert_eq!((strip.width, strip.height), (9, 3));
        let count = |pixel| strip.pixels.iter().filter(|&&p| p == pixel).count();
        assert_eq!((count(a), count(b), count(GAP_PIXEL)), (6, 3, 18));
        assert_eq!(strip.pixels[9 + 6], b);
        assert_eq!(Picture::strip(&[]).pixels.len(), 0);
    }

    #[test]
    fn a_png_comes_back() {
        let picture = plain(3, 2, [10, 20, 30, 255]);
        let decoded = image::load_from_memory(&picture.to_png().unwrap()).unwrap().to_rgba8();
        assert_eq!(decoded.dimensions(), (3, 2));
        assert_eq!(decoded.as_raw().as_slice(), picture.pixels.as_flattened());
        let broken = Picture { width: 9, ..picture };
        assert_eq!(broken.to_png().unwrap_err().exit_code(), 7);
    }
}
