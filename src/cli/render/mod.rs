//! `toile render`: pictures of a run, drawn by a GPU, without a window.

mod film;
mod options;

use super::interrupt;
use super::options::{BackendOptions, SceneOptions};
use super::terminal::Terminal;
use crate::engine::gpu::Device;
use crate::error::{Error, Result};
use crate::kernels;
use crate::model::adapt;
use crate::render::gpu::Quality;
use crate::render::{Coloring, Look, Shot};
use crate::scene::{MethodName, Scene};
use crate::simulation::Backend;
use clap::{Args, ValueEnum};
use film::Film;
use options::{
    Frames, Output, parse_coloring, parse_frames, parse_methods, parse_output, parse_shot, parse_slice,
};
pub use options::{Size, parse_size};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  toile render sheet --out sheet.png                      the last frame
  toile render torus-drape --frame 90 --camera 40,25 --color stretch
  toile render brick --strip 4 --size 2240x640            four moments side by side
  toile render flag --frames 0..180 --size 640x480 --out flag.gif
  toile render flag --frames 0..180 --out frames/flag.png every frame as a file of its own
  toile render sheet --methods all --color stretch        the same sheet under every method";

/// Draw pictures of a scene, without a window.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Render {
    #[command(flatten)]
    scene: SceneOptions,
    #[command(flatten)]
    backend: BackendOptions,
    /// The frame to draw, 0 for the start; the scene's last if not given.
    #[arg(long, value_name = "N", conflicts_with = "frames")]
    frame: Option<u32>,
    /// The frames to draw, both ends included: a GIF, or PNG files with the frames' numbers.
    #[arg(long, value_name = "A..B", value_parser = parse_frames, conflicts_with = "strip")]
    frames: Option<Frames>,
    /// Of those, draw every so manieth; 3 for a GIF and 1 for files if not given.
    #[arg(long, value_name = "N", requires = "frames", value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: Option<u32>,
    /// Draw this many moments side by side, from the start to the frame.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=16))]
    strip: Option<u32>,
    /// Width and height of the picture, all that is side by side together [pixels].
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    size: Size,
    /// Where from: front, back, left, right, top, below, or YAW,PITCH[,ZOOM] in degrees.
    #[arg(long, value_name = "SHOT", value_parser = parse_shot, allow_hyphen_values = true, default_value = "24.23,17.7")]
    camera: Shot,
    /// What the cloth's colour says: cloth, stretch, bending, speed, constraints, contact.
    #[arg(long, value_name = "WHAT", value_parser = parse_coloring, default_value = "cloth")]
    color: Coloring,
    /// The end of the colours' scale, in the legend's unit; chosen by what is drawn if not given.
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    range: Option<f32>,
    /// Draw the sides of the polygons.
    #[arg(long)]
    wireframe: bool,
    /// Draw contacts and their forces.
    #[arg(long)]
    forces: bool,
    /// Draw a plane through the bodies' distance fields: x=0.1, y=0 or z=-0.2 [m].
    #[arg(long, value_name = "AXIS=PLACE", value_parser = parse_slice, allow_hyphen_values = true)]
    slice: Option<crate::render::Slice>,
    /// Which of the method's surfaces to draw, by its name.
    #[arg(long, value_name = "NAME")]
    surface: Option<String>,
    /// The same scene under several methods, or under all, side by side.
    #[arg(long, value_name = "A,B,…|all", value_parser = parse_methods, conflicts_with = "strip")]
    methods: Option<std::vec::Vec<MethodName>>,
    /// How much is spent on light.
    #[arg(long, value_enum, default_value_t)]
    quality: QualityChoice,
    /// Leave out legends and titles.
    #[arg(long)]
    plain: bool,
    /// The file: .png or .gif.
    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    out: Option<Output>,
}

/// How much is spent on light.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum QualityChoice {
    /// As a window in software.
    Draft,
    /// As a window on a GPU.
    Good,
    /// As much as a picture deserves.
    #[default]
    Best,
}

impl Render {
    /// Runs the scene, draws and writes.
    pub fn run(&self, terminal: &Terminal) -> Result<()> {
        interrupt::watch();
        let scenes = self.scenes()?;
        let (out, frames) = self.plan(&scenes[0])?;
        out.make_room()?;
        let backend = self.backend.open(terminal)?;
        let device = self.device(&backend)?;
        let quality = match self.quality {
            QualityChoice::Draft => Quality::DRAFT,
            QualityChoice::Good => Quality::GOOD,
            QualityChoice::Best => Quality::BEST,
        };
        let mut film = Film::new(device, quality, self.size.0, terminal)?;
        for scene in &scenes {
            film.shoot(scene, &backend, &frames)?;
        }
        let surface = film.surface(self.surface.as_deref())?;
        let mut look = Look {
            lines: if self.wireframe { 0.7 } else { 0.0 },
            forces: self.forces,
            slice: self.slice,
            surface,
            ..Look::colored(self.color)
        };
        look.range = self.range.map_or_else(|| film.fitting_range(&look), |r| Ok(r / self.color.unit().1))?;
        look.force = if look.forces { film.fitting_force()? } else { 1.0 };
        let pictures = film.develop(&look, &self.camera, self.strip.is_some(), !self.plain)?;
        let written = out.write(&pictures, &frames, scenes[0].frame_time)?;
        terminal.item("files", written.join(", "));
        Ok(())
    }

    /// The scene, once for each method.
    fn scenes(&self) -> Result<Vec<Scene>> {
        let scene = self.scene.load()?;
        if self.range.is_some_and(|r| !(r.is_finite() && r > 0.0)) {
            return Err(Error::input("--range", "is not a number over 0", "give the end of the scale"));
        }
        let Some(methods) = &self.methods else {
            return Ok(vec![scene]);
        };
        methods.iter().map(|&method| adapt::under(&scene, method)).collect()
    }

    /// Where pictures go, and which frames they show.
    fn plan(&self, scene: &Scene) -> Result<(Output, Vec<u32>)> {
        let out = self.out.clone().unwrap_or_else(|| Output::of_scene(&scene.name, self.frames.is_some()));
        let last = self.frame.unwrap_or(scene.frames);
        let frames = match (self.frames, self.strip) {
            (Some(Frames { first, last }), _) => {
                (first..=last).step_by(self.every.unwrap_or(out.usual_step()) as usize).collect()
            }
            (None, Some(count)) => super::album::due(count, last),
            (None, None) => vec![last],
        };
        Ok((out, frames))
    }

    /// The device to draw on: the simulation's, or any for one that runs on the CPU.
    fn device(&self, backend: &Backend) -> Result<Arc<Device>> {
        match backend {
            Backend::Gpu(device) => Ok(device.clone()),
            Backend::Cpu => Device::open(None, kernels::sources()).map_err(|error| match error {
                Error::NoAdapter(why) => Error::NoRenderer(why),
                other => other,
            }),
        }
    }
}
