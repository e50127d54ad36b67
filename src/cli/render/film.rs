//! Runs that are kept at some frames, and the pictures made of them.

use crate::bodies::Pose;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::terminal::Terminal;
use crate::engine::gpu::Device;
use crate::error::{Error, Result};
use crate::memory;
use crate::render::gpu::{Overlay, Quality, Renderer, Subject, Target};
use crate::render::{self, Camera, Coloring, Look, Picture, Shot, legend};
use crate::scene::Scene;
use crate::simulation::{Backend, Simulation};
use glam::Vec3;
use std::sync::Arc;
use std::time::Instant;

/// The gap between pictures that are side by side [pixels].
const GAP: u32 = 4;
/// Pictures this high have writing of its usual size [pixels].
const USUAL_HEIGHT: f32 = 680.0;

/// Runs of one or several scenes, kept at the frames that are drawn.
pub struct Film<'a> {
    renderer: Renderer,
    size: (u32, u32),
    terminal: &'a Terminal,
    takes: Vec<Take>,
}

/// The run of one scene.
struct Take {
    title: String,
    subject: Subject,
    moments: Vec<Moment>,
}

/// One frame of it.
struct Moment {
    words: Vec<Vec<u32>>,
    positions: Vec<Vec3>,
    placed: Vec<Pose>,
}

impl Moment {
    fn seen(&self) -> render::Moment<'_> {
        render::Moment { cloth: &self.positions, placed: &self.placed }
    }
}

impl<'a> Film<'a> {
    /// Pictures of `size` [pixels], drawn on this device.
    pub fn new(
        device: Arc<Device>,
        quality: Quality,
        size: (u32, u32),
        terminal: &'a Terminal,
    ) -> Result<Self> {
        let renderer = Renderer::new(device, quality)?;
        Ok(Self { renderer, size, terminal, takes: Vec::new() })
    }

    /// Runs a scene and keeps these frames, which ascend.
    pub fn shoot(&mut self, scene: &Scene, backend: &Backend, frames: &[u32]) -> Result<()> {
        let mut simulation = Simulation::new(scene, backend)?;
        simulation.model().warnings.iter().for_each(|warning| self.terminal.warning(warning));
        let last = frames.last().copied().unwrap_or(0);
        room(&simulation, frames.len())?;
        let subject = Subject::detached(&self.renderer, &mut simulation)?;
        let title = scene.method.name().to_string();
        let progress = Progress::new(self.terminal, &format!("{} {title}", scene.name), last);
        let mut moments = Vec::new();
        for index in 0..=last {
            if interrupt::is_requested() {
                return Err(Error::Interrupted);
            }
            if index > 0 {
                let start = Instant::now();
                simulation.frame()?;
                simulation.check()?;
                let seconds = start.elapsed().as_secs_f64();
                progress.frame(1e3 * seconds / simulation.steps_per_frame() as f64);
            }
            if frames.contains(&index) {
                let state = simulation.state()?;
                let placed = state.bodies.iter().map(|body| body.pose).collect();
                let words = Subject::words(&mut simulation)?;
                moments.push(Moment { words, positions: state.positions, placed });
            }
        }
        self.takes.push(Take { title, subject, moments });
        Ok(())
    }

    /// The surface of that name, which every scene must have.
    pub fn surface(&self, name: Option<&str>) -> Result<usize> {
        let (Some(name), Some(take)) = (name, self.takes.first()) else {
            return Ok(0);
        };
        let names = take.subject.surfaces();
        let advice = || format!("this method has: {}", names.join(", "));
        let found = names.iter().position(|n| *n == name);
        found.ok_or_else(|| Error::input(format!("--surface {name}"), "there is none", advice()))
    }

    /// A scale that almost all values of all frames are on.
    pub fn fitting_range(&self, look: &Look) -> Result<f32> {
        if !look.coloring.has_values() {
            return Ok(1.0);
        }
        let mut largest = 0f32;
        for take in &self.takes {
            for moment in &take.moments {
                take.subject.take(&moment.words)?;
                let values = self.renderer.values(&take.subject, look)?;
                largest = largest.max(look.coloring.fitting_range(&values));
            }
        }
        Ok(largest)
    }

    /// A force that almost all arrows of all frames are no longer than.
    pub fn fitting_force(&self) -> Result<f32> {
        let mut largest = f32::MIN_POSITIVE;
        for take in &self.takes {
            for moment in &take.moments {
                take.subject.take(&moment.words)?;
                largest = largest.max(self.renderer.fitting_force(&take.subject)?);
            }
        }
        Ok(largest)
    }

    /// Draws every frame with all takes side by side, or with `strip` all frames of each take.
    pub fn develop(&self, look: &Look, shot: &Shot, strip: bool, written: bool) -> Result<Vec<Picture>> {
        let count = self.takes.first().map_or(0, |take| take.moments.len());
        let columns = if strip { count } else { self.takes.len() };
        let size = self.column_size(columns);
        let camera = self.camera(shot, size)?;
        let panels: Vec<Vec<(usize, usize)>> = if strip {
            vec![(0..count).map(|moment| (0, moment)).collect()]
        } else {
            (0..count).map(|moment| (0..self.takes.len()).map(|take| (take, moment)).collect()).collect()
        };
        let target = self.renderer.target(size)?;
        let mut overlay = Overlay::new(&self.renderer)?;
        let progress = Progress::drawing(self.terminal, panels.len() as u32);
        let mut pictures = Vec::new();
        for row in panels {
            if interrupt::is_requested() {
                return Err(Error::Interrupted);
            }
            let mut side_by_side = Vec::new();
            for (column, (take, moment)) in row.into_iter().enumerate() {
                let take = &self.takes[take];
                take.subject.take(&take.moments[moment].words)?;
                self.renderer.draw(&take.subject, &camera, look, &target)?;
                if written {
                    self.write(&mut overlay, &target, look, take, column)?;
                }
                side_by_side.push(target.picture(self.renderer.device())?);
            }
            pictures.push(Picture::strip(&side_by_side));
            progress.step();
        }
        Ok(pictures)
    }

    /// Titles where several methods are side by side, and the legend in the first column.
    fn write(
        &self,
        overlay: &mut Overlay,
        target: &Target,
        look: &Look,
        take: &Take,
        column: usize,
    ) -> Result<()> {
        let legend = column == 0 && (look.coloring != Coloring::Cloth || look.forces || look.slice.is_some());
        if self.takes.len() < 2 && !legend {
            return Ok(());
        }
        let (width, height) = (target.size.0 as f32, target.size.1 as f32);
        let scale = (height / USUAL_HEIGHT).min(width / 300.0).clamp(0.5, 4.0);
        overlay.paint(&self.renderer, target, scale, |painter, rect| {
            if self.takes.len() > 1 {
                legend::title(painter, rect, &take.title, "");
            }
            if legend {
                legend::draw(painter, rect, look, &take.subject.key());
            }
        })
    }

    /// The size of each of so many columns [pixels].
    fn column_size(&self, columns: usize) -> (u32, u32) {
        let columns = columns.max(1) as u32;
        ((self.size.0.saturating_sub(GAP * (columns - 1)) / columns).max(1), self.size.1)
    }

    /// One camera for all frames of all takes.
    fn camera(&self, shot: &Shot, size: (u32, u32)) -> Result<Camera> {
        let moments: Vec<_> = self.takes.iter().flat_map(|t| t.moments.iter().map(Moment::seen)).collect();
        let set = self.takes.first().map(|take| &take.subject.set);
        let none = || Error::input("--frames", "there is nothing to draw", "name a frame");
        Ok(shot.camera(set.ok_or_else(none)?, &moments, size))
    }
}

/// Refuses to keep more frames than there is memory for.
fn room(simulation: &Simulation, frames: usize) -> Result<()> {
    // Positions twice, velocities and four forces, each of four words.
    let bytes = frames as u64 * simulation.model().start.len() as u64 * (7 * 16);
    if memory::available().is_some_and(|free| bytes > free / 2) {
        return Err(Error::OutOfMemory { what: format!("{frames} frames to draw"), bytes });
    }
    Ok(())
}
