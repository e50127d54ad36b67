//! `toile view`: the window.

use super::options::{BackendChoice, BackendOptions, SceneOptions};
use super::terminal::Terminal;
use crate::error::{Error, Result};
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  toile view torus-drape
  toile view sheet --set rows=100 --set columns=100
  toile view cloth.toml --backend cpu --paused

H in the window shows what keys and mouse do. Without a display, `toile render` draws pictures.";

/// Watch a scene in a window, pull its cloth, and change it while it runs.
#[derive(Debug, Default, Args)]
#[command(after_help = EXAMPLES)]
pub struct View {
    #[command(flatten)]
    scene: SceneOptions,
    #[command(flatten)]
    backend: BackendOptions,
    /// Wait for a key before the first step.
    #[arg(long)]
    paused: bool,
    /// Width and height of the window [points].
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = super::render::parse_size)]
    size: Option<super::render::Size>,
    /// Obey the lines of a file one after the other, as tests and demonstrations do.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
}

impl View {
    /// Opens the window; without a display, says what to do instead.
    pub fn run(&self, _: &Terminal) -> Result<()> {
        let scene = self.scene.load()?;
        #[cfg(feature = "viewer")]
        {
            use crate::viewer;
            if !viewer::has_display() {
                return Err(Error::NoDisplay("there is no display".into()));
            }
            viewer::run(viewer::Options {
                scene,
                on_cpu: self.backend.backend == BackendChoice::Cpu,
                adapter: self.backend.adapter.clone(),
                size: self.size.map_or((1280, 720), |size| size.0),
                paused: self.paused,
                script: self.script.as_deref().map(viewer::read_script).transpose()?,
            })
        }
        #[cfg(not(feature = "viewer"))]
        {
            drop(scene);
            let _ = (self.backend.backend == BackendChoice::Cpu, self.paused, self.size, &self.script);
            Err(Error::NoDisplay("this toile was built without its window, the feature `viewer`".into()))
        }
    }

    /// Whether a window can be opened here.
    pub fn is_possible() -> bool {
        #[cfg(feature = "viewer")]
        return crate::viewer::has_display();
        #[cfg(not(feature = "viewer"))]
        return false;
    }
}
