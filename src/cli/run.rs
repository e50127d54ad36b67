//! `toile run`: a scene from start to end, without a window.

use super::files::{FileOptions, Files};
use super::options::{BackendOptions, SceneOptions};
use super::progress::Progress;
use super::report::Report;
use super::tally::Tally;
use super::terminal::{self, Terminal};
use super::{interrupt, summary};
use crate::error::{Error, Result};
use crate::scene::Scene;
use crate::simulation::Simulation;
use clap::Args;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  toile run sheet --picture sheet.png --strip 4
  toile run banner --set rows=80 --frames 300 --out frames --format pc2
  toile run rigid-fabric --backend cpu --until-rest --json

A key that --set does not know is answered with the nearest ones.";

/// Run a scene without a window.
#[derive(Debug, Default, Args)]
#[command(after_help = EXAMPLES)]
pub struct Run {
    #[command(flatten)]
    pub scene: SceneOptions,
    #[command(flatten)]
    pub backend: BackendOptions,
    /// Length of the run [frames]; the scene's own if not given.
    #[arg(long, value_name = "N")]
    pub frames: Option<u32>,
    /// End as soon as the cloth is at rest: slower than 1e-3 of its size per second for one second.
    #[arg(long)]
    pub until_rest: bool,
    #[command(flatten)]
    pub files: FileOptions,
    /// Print what happened as JSON on stdout.
    #[arg(long)]
    pub json: bool,
    /// Time each pass, which makes the run slower.
    #[arg(long)]
    pub profile: bool,
}

/// How a run ended.
#[derive(Debug)]
pub enum End {
    /// All frames are done.
    Complete,
    /// The cloth came to rest.
    AtRest,
    /// The user stopped it.
    Interrupted,
    /// The state became non-finite.
    Broken(Error),
}

impl Run {
    /// Runs the scene, writes its files and reports.
    pub fn run(&self, terminal: &Terminal) -> Result<()> {
        interrupt::watch();
        let scene = self.load()?;
        let backend = self.backend.open(terminal)?;
        let start = Instant::now();
        let mut simulation = Simulation::new(&scene, &backend)?;
        let (seconds, bytes) = (start.elapsed().as_secs_f64(), simulation.bytes());
        log::info!("`{}` is ready after {seconds:.2} s, with buffers of {bytes} bytes", scene.name);
        simulation.model().warnings.iter().for_each(|warning| terminal.warning(warning));
        if self.profile && !simulation.executor().profile(true) {
            terminal.warning("this adapter cannot time passes; --backend cpu can");
        }
        let mut files = Files::new(&self.files, &simulation)?;
        let mut tally = Tally::new(&mut simulation)?;
        let end = self.play(&mut simulation, &mut files, &mut tally, terminal)?;
        let written = files.finish()?;
        let report = Report::new(&mut simulation, &tally, self.profile)?;
        summary::print(terminal, &report, &scene, &end, &written);
        if self.json {
            terminal::print_json(&report)?;
        }
        match end {
            End::Complete | End::AtRest => Ok(()),
            End::Interrupted => Err(Error::Interrupted),
            End::Broken(error) => Err(error),
        }
    }

    fn load(&self) -> Result<Scene> {
        let scene = self.scene.load()?;
        match self.frames {
            None => Ok(scene),
            Some(frames) => scene.set(&[("frames".into(), frames.to_string())]),
        }
    }

    /// Runs frame by frame, until the last or until something ends it.
    fn play(
        &self,
        simulation: &mut Simulation,
        files: &mut Files,
        tally: &mut Tally,
        terminal: &Terminal,
    ) -> Result<End> {
        let frames = simulation.scene().frames;
        let progress = Progress::new(terminal, &simulation.scene().name, frames);
        for index in 1..=frames {
            if interrupt::is_requested() {
                return Ok(End::Interrupted);
            }
            let start = Instant::now();
            simulation.frame()?;
            // Waits for the device, so that the time is that of the frame.
            let checked = simulation.check();
            let seconds = start.elapsed().as_secs_f64();
            let at_rest = tally.frame(simulation, seconds)?;
            log::debug!("frame {index}: {seconds:.4} s, stretch {:.4}", tally.metrics.stretch.last);
            match checked {
                Err(error @ Error::NonFinite { .. }) => return Ok(End::Broken(error)),
                other => other?,
            }
            files.frame(index, simulation.time(), &tally.state)?;
            progress.frame(1e3 * seconds / simulation.steps_per_frame() as f64);
            if at_rest && (self.until_rest || simulation.scene().until_rest) {
                return Ok(End::AtRest);
            }
        }
        Ok(End::Complete)
    }
}
