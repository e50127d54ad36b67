//! Pictures of a run: some of its moments, side by side or one after the other.

use super::sketch::Sketch;
use crate::bodies::Pose;
use crate::error::Result;
use crate::model::Model;
use crate::record::write_whole;
use crate::render::{self, Picture, Shot, gif};
use crate::scene::Scene;
use glam::Vec3;
use std::path::{Path, PathBuf};

/// The size of a picture that stands alone [pixels].
const SINGLE: (u32, u32) = (1280, 960);
/// The size of one in a strip [pixels].
const STRIP: (u32, u32) = (560, 640);
/// The size of a moving one [pixels].
const MOVING: (u32, u32) = (400, 340);
/// Moments of a moving picture, at most.
const MOMENTS: u32 = 36;
/// Frames from one of them to the next, at least.
const STEP: u32 = 3;

/// The moments of a run that are to be drawn.
pub struct Album {
    path: PathBuf,
    sketch: Sketch,
    size: (u32, u32),
    /// The frames that are to be drawn; 0 is the start.
    due: Vec<u32>,
    /// How long each is shown, where the picture moves [1/100 s].
    delay: Option<u16>,
    /// The frames that were due, and the latest one.
    moments: Vec<Moment>,
}

/// A frame that is kept.
struct Moment {
    index: u32,
    /// The cloth's [m].
    positions: Vec<Vec3>,
    /// The bodies', in the set's order; the rest are where they started.
    placed: Vec<Pose>,
}

impl Moment {
    fn seen(&self) -> render::Moment<'_> {
        render::Moment { cloth: &self.positions, placed: &self.placed }
    }
}

impl Album {
    /// An album of `count` moments of a run of the scene, side by side; of as many as it takes in a file that moves.
    pub fn new(path: &Path, count: u32, scene: &Scene, model: &Model) -> Self {
        let start = Moment { index: 0, positions: model.start.clone(), placed: Vec::new() };
        let sketch = Sketch::new(scene, model);
        let size = if count > 1 { STRIP } else { SINGLE };
        let (path, due, moments) = (path.to_path_buf(), due(count, scene.frames), vec![start]);
        let still = Self { path, sketch, size, due, delay: None, moments };
        if !still.path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gif")) {
            return still;
        }
        let step = scene.frames.div_ceil(MOMENTS).max(STEP);
        let delay = (100.0 * scene.frame_time * f64::from(step)).round().clamp(2.0, 1000.0) as u16;
        let due = (0..=scene.frames).step_by(step as usize).collect();
        Self { size: MOVING, due, delay: Some(delay), ..still }
    }

    /// Takes a frame. The latest always stays, in case that the run ends with it.
    pub fn frame(&mut self, index: u32, positions: &[Vec3], placed: &[Pose]) {
        self.moments.pop_if(|moment| !self.due.contains(&moment.index));
        self.moments.push(Moment { index, positions: positions.to_vec(), placed: placed.to_vec() });
    }

    /// Draws the moments, all from one place, and writes the file.
    pub fn finish(self) -> Result<PathBuf> {
        let pictures = self.draw();
        let bytes = match self.delay {
            None => Picture::strip(&pictures).to_png()?,
            Some(delay) => gif::encode(&pictures, delay, &mut |_| {})?,
        };
        write_whole(&self.path, &bytes)?;
        Ok(self.path)
    }

    fn draw(&self) -> Vec<Picture> {
        let moments: Vec<_> = self.moments.iter().map(Moment::seen).collect();
        let camera = self.sketch.camera(&Shot::default(), &moments, self.size);
        moments.iter().map(|moment| self.sketch.draw(moment, &moments, camera, self.size)).collect()
    }
}

/// The frames to draw: the last, or evenly from the start to the last.
pub(super) fn due(count: u32, frames: u32) -> Vec<u32> {
    match count.saturating_sub(1) {
        0 => vec![frames],
        gaps => (0..=gaps).map(|i| (u64::from(i) * u64::from(frames) / u64::from(gaps)) as u32).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Body;
    use glam::vec3;

    #[test]
    fn moments_are_even_and_end_with_the_last() {
        assert_eq!(due(1, 180), [180]);
        assert_eq!(due(4, 180), [0, 60, 120, 180]);
        assert_eq!(due(2, 5), [0, 5]);
    }

    #[test]
    fn a_run_that_ends_early_still_shows_its_last_frame() {
        let scene = Scene { frames: 9, ..Scene::default() };
        let model = Model::new(&scene).unwrap();
        let mut album = Album::new(Path::new("a.png"), 4, &scene, &model);
        (1..=5).for_each(|index| album.frame(index, &model.start, &[]));
        let frames: Vec<u32> = album.moments.iter().map(|moment| moment.index).collect();
        assert_eq!(frames, [0, 3, 5]);
        let mut single = Album::new(Path::new("a.png"), 1, &scene, &model);
        (1..=5).for_each(|index| single.frame(index, &model.start, &[]));
        assert_eq!(single.moments.len(), 1);
    }

    /// An album of the default scene with bodies.
    fn album(scene: &Scene, count: u32) -> Album {
        let mut album = Album::new(Path::new("a.png"), count, scene, &Model::new(scene).unwrap());
        album.size = (120, 90);
        album
    }

    #[test]
    fn bodies_are_where_their_moment_has_them() {
        let body = vec![Body { position: [0.0, 0.5, 0.3], ..Body::default() }];
        let scene = Scene { body, ..Scene::default() };
        let mut moving = album(&scene, 2);
        let start = moving.moments[0].positions.clone();
        moving.frame(120, &start, &[Pose { position: vec3(0.3, 0.0, 0.3), ..Pose::ORIGIN }]);
        let pictures = moving.draw();
        assert_ne!(pictures[0], pictures[1]);
        let mut still = album(&scene, 2);
        still.frame(120, &start, &[]);
        let pictures = still.draw();
        assert_eq!(pictures[0], pictures[1]);
        moving.frame(120, &start, &[Pose { position: Vec3::NAN, ..Pose::ORIGIN }]);
        assert_eq!(moving.draw().len(), 3);
    }
}
