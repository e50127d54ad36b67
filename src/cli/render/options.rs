//! What `toile render` is told, read and checked.

use crate::cli::files::make_room;
use crate::error::Result;
use crate::record::write_whole;
use crate::render::{Coloring, Picture, Shot, Slice, gif};
use crate::scene::MethodName;
use std::path::{Path, PathBuf};

/// The largest width or height [pixels].
const LARGEST: u32 = 8192;

/// Frames from the first to the last, both drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frames {
    /// 0 is the start.
    pub first: u32,
    /// No smaller than the first.
    pub last: u32,
}

/// Width and height [pixels].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub (u32, u32));

/// Where pictures go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    path: PathBuf,
    moving: bool,
}

/// What is wrong with an option.
type Parsed<T> = std::result::Result<T, String>;

/// `A..B`.
pub fn parse_frames(text: &str) -> Parsed<Frames> {
    let ends =
        text.split_once("..").and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match ends {
        Some((first, last)) if first > last => Err(format!("it runs backwards: write {last}..{first}")),
        Some((first, last)) if last - first < 100_000 => Ok(Frames { first, last }),
        Some(_) => Err("there are at most 100000 frames in a picture".into()),
        None => Err("write the first and the last frame, for example 0..180".into()),
    }
}

/// `WxH`.
pub fn parse_size(text: &str) -> Parsed<Size> {
    let sides =
        text.split_once('x').and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    match sides {
        Some((w, h)) if (16..=LARGEST).contains(&w) && (16..=LARGEST).contains(&h) => Ok(Size((w, h))),
        Some(_) => Err(format!("both sides have 16 to {LARGEST} pixels")),
        None => Err("write width and height, for example 1280x720".into()),
    }
}

/// A name, or yaw, pitch and zoom.
pub fn parse_shot(text: &str) -> Parsed<Shot> {
    text.parse().map_err(|e: crate::Error| e.to_string())
}

/// What colours say.
pub fn parse_coloring(text: &str) -> Parsed<Coloring> {
    text.parse().map_err(|e: crate::Error| e.to_string())
}

/// `x=0.1`.
pub fn parse_slice(text: &str) -> Parsed<Slice> {
    let parts = text.split_once('=').and_then(|(axis, at)| {
        let axis = ["x", "y", "z"].iter().position(|name| *name == axis.trim())?;
        Some(Slice { axis, at: at.trim().parse().ok().filter(|at: &f32| at.is_finite())? })
    });
    parts.ok_or_else(|| "write an axis and a place on it, for example y=0.2".into())
}

/// Methods, separated by commas; or all of them.
pub fn parse_methods(text: &str) -> Parsed<Vec<MethodName>> {
    if text.trim() == "all" {
        return Ok(MethodName::ALL.to_vec());
    }
    let methods: Parsed<Vec<_>> =
        text.split(',').map(|name| name.trim().parse().map_err(|e: crate::Error| e.to_string())).collect();
    match methods {
        Ok(list) if list.len() > 8 => Err("at most eight are side by side".into()),
        other => other,
    }
}

/// A file for pictures.
pub fn parse_output(text: &str) -> Parsed<Output> {
    let path = PathBuf::from(text);
    let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
    match extension.to_str() {
        Some("png") => Ok(Output { path, moving: false }),
        Some("gif") => Ok(Output { path, moving: true }),
        _ => Err("pictures are PNG or GIF: name a file that ends in .png or .gif".into()),
    }
}

impl Output {
    /// Where pictures of a scene go if nothing is said.
    pub fn of_scene(name: &str, moving: bool) -> Self {
        let stem = if name.is_empty() { "scene" } else { name };
        Self { path: PathBuf::from(format!("{stem}.{}", if moving { "gif" } else { "png" })), moving }
    }

    /// Frames from one picture to the next if nothing is said: a GIF's pictures stay for at least 2/100 s.
    pub fn usual_step(&self) -> u32 {
        if self.moving { 3 } else { 1 }
    }

    /// Makes the folder, so that a place which cannot be written to is known before the run.
    pub fn make_room(&self) -> Result<()> {
        make_room(&self.path)
    }

    /// Writes pictures of these frames and says where; `frame_time` is one frame's [s].
    pub fn write(&self, pictures: &[Picture], frames: &[u32], frame_time: f64) -> Result<Vec<String>> {
        let name = |path: &Path| path.display().to_string();
        if self.moving {
            let step = frames.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(1);
            let delay = (100.0 * frame_time * f64::from(step)).round().clamp(2.0, 1000.0) as u16;
            write_whole(&self.path, &gif::encode(pictures, delay, &mut |_| {})?)?;
            return Ok(vec![name(&self.path)]);
        }
        if let [picture] = pictures {
            write_whole(&self.path, &picture.to_png()?)?;
            return Ok(vec![name(&self.path)]);
        }
        let mut written = Vec::new();
        for (picture, frame) in pictures.iter().zip(frames) {
            let path = self.numbered(*frame);
            write_whole(&path, &picture.to_png()?)?;
            written.push(name(&path));
        }
        let count = written.len();
        Ok(match written.as_slice() {
            [first, .., last] => vec![format!("{first} … {last} ({count} files)")],
            _ => written,
        })
    }

    /// The file of one frame of several.
    fn numbered(&self, frame: u32) -> PathBuf {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{stem}_{frame:05}.png"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        assert_eq!(parse_frames("3..180").unwrap(), Frames { first: 3, last: 180 });
        assert!(parse_frames("9..3").unwrap_err().contains("3..9"));
        assert_eq!(parse_size("640x480").unwrap(), Size((640, 480)));
        assert_eq!(parse_slice("z=-0.5").unwrap(), Slice { axis: 2, at: -0.5 });
        assert_eq!(parse_methods("mass-spring, implicit-cg").unwrap().len(), 2);
        assert_eq!(parse_methods("all").unwrap(), MethodName::ALL);
        for bad in ["", "3", "3..", "a..b", "0..9999999"] {
            assert!(parse_frames(bad).is_err(), "{bad}");
        }
        for bad in ["", "640", "0x9", "99999x10", "-1x20"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
        for bad in ["w=1", "x", "x=inf", "x=a"] {
            assert!(parse_slice(bad).is_err(), "{bad}");
        }
        for bad in ["", "springs", "mass-spring,"] {
            assert!(parse_methods(bad).unwrap_err().contains("discrete-shells"), "{bad}");
        }
        assert!(parse_output("a.jpg").is_err() && parse_output("a.PNG").is_ok());
    }

    #[test]
    fn several_frames_have_numbers() {
        let output = parse_output("a/b.png").unwrap();
        assert_eq!(output.numbered(42), Path::new("a/b_00042.png"));
        assert_eq!(Output::of_scene("", true).path, Path::new("scene.gif"));
    }
}
