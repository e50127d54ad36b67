//! Moving pictures as GIF.

use super::picture::Picture;
use crate::error::{Error, Result};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::collections::HashMap;
use std::io;

/// Colours of the palette, beside the one that lets through what was there before.
const COLORS: usize = 255;
/// Pixels that the palette is made from.
const SAMPLED: usize = 400_000;

/// The pictures as an endless GIF; each stays for `delay` [1/100 s]. All have one palette, so that what does not move does not
/// flicker, and each writes only what has changed. `progress` is told the number of each that is done.
pub fn encode(pictures: &[Picture], delay: u16, progress: &mut dyn FnMut(u32)) -> Result<Vec<u8>> {
    let failed = |what: String| Error::io("picture.gif", io::Error::other(what));
    let Some(first) = pictures.first() else {
        return Err(failed("there is no frame".into()));
    };
    let sides = (u16::try_from(first.width), u16::try_from(first.height));
    let (Ok(width), Ok(height)) = sides else {
        return Err(failed("a GIF has at most 65535 pixels along a side".into()));
    };
    if pictures.iter().any(|p| (p.width, p.height) != (first.width, first.height)) {
        return Err(failed("frames have different sizes".into()));
    }
    let mut palette = Palette::new(pictures);
    let mut bytes = Vec::new();
    let mut encoder =
        Encoder::new(&mut bytes, width, height, &palette.bytes()).map_err(|e| failed(e.to_string()))?;
    encoder.set_repeat(Repeat::Infinite).map_err(|e| failed(e.to_string()))?;
    let mut before: Vec<u8> = Vec::new();
    for (picture, number) in pictures.iter().zip(1..) {
        let all: Vec<u8> = picture.pixels.iter().map(|pixel| palette.index(*pixel)).collect();
        let changed = |(i, &index): (usize, &u8)| {
            if before.get(i) == Some(&index) { COLORS as u8 } else { index }
        };
        let frame = Frame {
            width,
            height,
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(COLORS as u8),
            buffer: all.iter().enumerate().map(changed).collect(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(|e| failed(e.to_string()))?;
        before = all;
        progress(number);
    }
    drop(encoder);
    Ok(bytes)
}

/// Colours that stand for all of some pictures.
struct Palette {
    quantized: color_quant::NeuQuant,
    /// What was looked up before.
    known: HashMap<[u8; 4], u8>,
}

impl Palette {
    fn new(pictures: &[Picture]) -> Self {
        let total: usize = pictures.iter().map(|p| p.pixels.len()).sum();
        // A stride without small factors does not run along columns.
        let stride = (total / SAMPLED).max(1) | 1;
        let all = pictures.iter().flat_map(|p| &p.pixels);
        let sampled: Vec<u8> = all.step_by(stride).flatten().copied().collect();
        Self { quantized: color_quant::NeuQuant::new(3, COLORS, &sampled), known: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.quantized.color_map_rgb();
        bytes.resize(3 * (COLORS + 1), 0);
        bytes
    }

    fn index(&mut self, pixel: [u8; 4]) -> u8 {
        let quantized = &self.quantized;
        *self.known.entry(pixel).or_insert_with(|| quantized.index_of(&pixel).min(COLORS - 1) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(color: [u8; 4]) -> Picture {
        Picture { width: 8, height: 6, pixels: vec![color; 48] }
    }

    #[test]
    fn frames_come_back() {
        let mut second = plain([200, 60, 40, 255]);
        second.pixels[0] = [20, 30, 220, 255];
        let bytes = encode(&[plain([200, 60, 40, 255]), second], 5, &mut |_| {}).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let mut count = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!((frame.width, frame.height, frame.delay), (8, 6, 5));
            let opaque = frame.buffer.chunks(4).filter(|p| p[3] == 255).count();
            // The second frame has one pixel of its own.
            assert_eq!(opaque, [48, 1][count]);
            count += 1;
        }
        assert_eq!(count, 2);
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        assert!(encode(&[], 5, &mut |_| {}).is_err());
        let other = Picture { width: 6, height: 8, ..plain([0; 4]) };
        assert!(encode(&[plain([0; 4]), other], 5, &mut |_| {}).is_err());
    }
}
