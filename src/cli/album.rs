//! Pictures of a run: some of its moments, side by side.

use crate::error::Result;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::record::picture::{Camera, Options, Picture, render};
use crate::record::write_whole;
use glam::{Vec3, vec3};
use std::path::{Path, PathBuf};

/// The size of a picture that stands alone [pixels].
const SINGLE: (u32, u32) = (1280, 960);
/// The size of one in a strip [pixels].
const STRIP: (u32, u32) = (560, 640);
/// From the cloth to the eye: from the front, a little from the right and above.
const DIRECTION: Vec3 = vec3(0.45, 0.35, 1.0);

/// The moments of a run that are to be drawn.
pub struct Album {
    path: PathBuf,
    mesh: Mesh,
    ground: Option<f32>,
    size: (u32, u32),
    /// The frames that are to be drawn; 0 is the start.
    due: Vec<u32>,
    /// The frames that were due, and the latest one, with their positions [m].
    moments: Vec<(u32, Vec<Vec3>)>,
}

impl Album {
    /// An album of `count` moments of a run of that many frames; `ground` is a floor's height [m].
    pub fn new(path: &Path, count: u32, frames: u32, ground: Option<f32>, model: &Model) -> Self {
        Self {
            path: path.to_path_buf(),
            mesh: model.mesh.clone(),
            ground,
            size: if count > 1 { STRIP } else { SINGLE },
            due: due(count, frames),
            moments: vec![(0, model.start.clone())],
        }
    }

    /// Takes a frame. The latest always stays, in case that the run ends with it.
    pub fn frame(&mut self, index: u32, positions: &[Vec3]) {
        self.moments.pop_if(|(index, _)| !self.due.contains(index));
        self.moments.push((index, positions.to_vec()));
    }

    /// Draws the moments, all from one place, and writes the file.
    pub fn finish(self) -> Result<PathBuf> {
        let everywhere: Vec<Vec3> =
            self.moments.iter().flat_map(|(_, positions)| positions).copied().collect();
        let camera = Camera::fit(&everywhere, DIRECTION, self.size);
        let options = Options { size: self.size, ground: self.ground, ..Options::new(camera) };
        let draw = |(_, positions): &(u32, Vec<Vec3>)| {
            render(positions, &self.mesh.triangles, &self.mesh.polygons, &options)
        };
        let pictures: Vec<Picture> = self.moments.iter().map(draw).collect();
        write_whole(&self.path, &Picture::strip(&pictures).to_png()?)?;
        Ok(self.path)
    }
}

/// The frames to draw: the last, or evenly from the start to the last.
fn due(count: u32, frames: u32) -> Vec<u32> {
    match count.saturating_sub(1) {
        0 => vec![frames],
        gaps => (0..=gaps).map(|i| (u64::from(i) * u64::from(frames) / u64::from(gaps)) as u32).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn moments_are_even_and_end_with_the_last() {
        assert_eq!(due(1, 180), [180]);
        assert_eq!(due(4, 180), [0, 60, 120, 180]);
        assert_eq!(due(2, 5), [0, 5]);
    }

    #[test]
    fn a_run_that_ends_early_still_shows_its_last_frame() {
        let model = Model::new(&Scene::default()).unwrap();
        let mut album = Album::new(Path::new("a.png"), 4, 9, None, &model);
        (1..=5).for_each(|index| album.frame(index, &model.start));
        let frames: Vec<u32> = album.moments.iter().map(|(index, _)| *index).collect();
        assert_eq!(frames, [0, 3, 5]);
        let mut single = Album::new(Path::new("a.png"), 1, 9, None, &model);
        (1..=5).for_each(|index| single.frame(index, &model.start));
        assert_eq!(single.moments.len(), 1);
    }
}
