//! The files that a run leaves behind.

use super::album::Album;
use crate::error::{Error, Result};
use crate::record::{Format, Frame, Recorder, create_folder};
use crate::simulation::{Simulation, State};
use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use std::path::{Path, PathBuf};

/// What to write.
#[derive(Debug, Args)]
pub struct FileOptions {
    /// Write the frames into this folder, which is created.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The kind of files: OBJ or PLY per frame, or one PC2 point cache with an OBJ to lay it over.
    #[arg(long, requires = "out", default_value = "obj", value_parser = formats())]
    pub format: Format,
    /// Write the last frame only.
    #[arg(long, requires = "out")]
    pub last: bool,
    /// Draw the last frame into a PNG file, or the run into a GIF, on the CPU; repeatable.
    #[arg(long, value_name = "FILE", value_parser = drawable)]
    pub picture: Vec<PathBuf>,
    /// Draw this many moments side by side into a PNG file, from the start to the end.
    #[arg(long, value_name = "N", requires = "picture", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=16))]
    pub strip: u32,
}

impl Default for FileOptions {
    /// No files.
    fn default() -> Self {
        Self { out: None, format: Format::Obj, last: false, picture: Vec::new(), strip: 1 }
    }
}

fn formats() -> impl clap::builder::TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

/// A path that a picture can have.
fn drawable(text: &str) -> std::result::Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    let extension = path.extension().map(|e| e.to_ascii_lowercase());
    if extension.is_some_and(|e| e == "png" || e == "gif") {
        Ok(path)
    } else {
        Err("pictures are PNG or GIF: name a file that ends in .png or .gif")
    }
}

/// The files of a run under construction. Those already written stay whole whatever happens.
pub struct Files {
    recorder: Option<Recorder>,
    albums: Vec<Album>,
    /// The latest frame, where only the last is written.
    last: Option<(u32, f64, State)>,
    last_only: bool,
}

impl Files {
    /// Makes the folders, so that a place which cannot be written to is known before the run.
    pub fn new(options: &FileOptions, simulation: &Simulation) -> Result<Self> {
        let (scene, model) = (simulation.scene(), simulation.model());
        let recorder =
            |folder: &Path| Recorder::new(folder, options.format, &model.mesh, 1.0 / scene.frame_time);
        let album = |path: &PathBuf| {
            make_room(path)?;
            Ok::<_, Error>(Album::new(path, options.strip, scene, model))
        };
        Ok(Self {
            recorder: options.out.as_deref().map(recorder).transpose()?,
            albums: options.picture.iter().map(album).collect::<Result<_>>()?,
            last: None,
            last_only: options.last,
        })
    }

    /// Takes a frame; `time` is simulated [s].
    pub fn frame(&mut self, index: u32, time: f64, state: &State) -> Result<()> {
        for album in &mut self.albums {
            let placed: Vec<_> = state.bodies.iter().map(|body| body.pose).collect();
            album.frame(index, &state.positions, &placed);
        }
        if self.last_only {
            self.last = Some((index, time, state.clone()));
            return Ok(());
        }
        self.record(index, time, state)
    }

    /// Completes everything and lists the files.
    pub fn finish(mut self) -> Result<Vec<PathBuf>> {
        if let Some((index, time, state)) = self.last.take() {
            self.record(index, time, &state)?;
        }
        let mut files = self.recorder.map_or(Ok(Vec::new()), Recorder::finish)?;
        for album in self.albums {
            files.push(album.finish()?);
        }
        Ok(files)
    }

    fn record(&mut self, index: u32, time: f64, state: &State) -> Result<()> {
        let State { positions, velocities, .. } = state;
        let frame = Frame { index, time, positions, velocities };
        self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.frame(&frame))
    }
}

/// Creates the folder that a file is to be in.
pub(super) fn make_room(path: &Path) -> Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => create_folder(folder),
        _ => Ok(()),
    }
}
