//! Pictures of what the window shows: one, or many as a GIF or as files.

use crate::error::Result;
use crate::record::{create_folder, write_whole};
use crate::render::{Picture, gif};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;

/// Where files go.
pub const FOLDER: &str = "out";
/// Frames from one picture of a recording to the next: 20 pictures per second.
pub const EVERY: u32 = 3;
/// Most pictures of a GIF: 30 seconds.
pub const MOST: usize = 600;

/// What a recording becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// One moving picture.
    #[default]
    Gif,
    /// A file for each picture.
    Files,
}

/// A recording under way.
pub struct Recording {
    kind: Kind,
    scene: String,
    frame_time: f64,
    pictures: Vec<Picture>,
    folder: PathBuf,
    count: usize,
}

impl Recording {
    /// A recording of this scene.
    pub fn new(kind: Kind, scene: &str, frame_time: f64) -> Self {
        let folder = match kind {
            Kind::Gif => PathBuf::from(FOLDER),
            Kind::Files => unused(&PathBuf::from(FOLDER).join(format!("{scene}_frames")), ""),
        };
        Self { kind, scene: scene.into(), frame_time, pictures: Vec::new(), folder, count: 0 }
    }

    /// Pictures so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether there is room for more.
    pub fn is_full(&self) -> bool {
        self.kind == Kind::Gif && self.count >= MOST
    }

    /// Takes a picture.
    pub fn push(&mut self, picture: Picture) -> Result<()> {
        self.count += 1;
        match self.kind {
            Kind::Gif => {
                // All have the size of the first, whatever the window does meanwhile.
                let fits = |first: &Picture| (first.width, first.height) == (picture.width, picture.height);
                if self.pictures.first().is_none_or(fits) {
                    self.pictures.push(picture);
                }
                Ok(())
            }
            Kind::Files => {
                create_folder(&self.folder)?;
                write_whole(&self.folder.join(format!("frame_{:05}.png", self.count)), &picture.to_png()?)
            }
        }
    }

    /// Ends it; what is left to do is done elsewhere.
    pub fn finish(self) -> Writing {
        let delay = (100.0 * self.frame_time * f64::from(EVERY)).round().clamp(2.0, 1000.0) as u16;
        let total = self.pictures.len() as u32;
        let done = Arc::new(AtomicU32::new(0));
        let counted = done.clone();
        let thread = std::thread::spawn(move || match self.kind {
            Kind::Files => Ok(format!("Wrote {} pictures into {}", self.count, self.folder.display())),
            Kind::Gif if self.pictures.is_empty() => Ok("Nothing was recorded".into()),
            Kind::Gif => {
                let bytes =
                    gif::encode(&self.pictures, delay, &mut |frame| counted.store(frame, Ordering::Relaxed))?;
                create_folder(&self.folder)?;
                let path = unused(&self.folder.join(&self.scene), "gif");
                write_whole(&path, &bytes)?;
                Ok(format!("Wrote {} ({} pictures)", path.display(), self.pictures.len()))
            }
        });
        Writing { thread, done, total }
    }
}

/// A recording that is being written.
pub struct Writing {
    thread: JoinHandle<Result<String>>,
    done: Arc<AtomicU32>,
    total: u32,
}

impl Writing {
    /// How much is done, 0 to 1.
    pub fn progress(&self) -> f32 {
        self.done.load(Ordering::Relaxed) as f32 / self.total.max(1) as f32
    }

    /// What came of it, once it has ended.
    pub fn result(self) -> std::result::Result<Result<String>, Self> {
        if !self.thread.is_finished() {
            return Err(self);
        }
        let lost = || crate::Error::io(FOLDER, std::io::Error::other("the writer ended early"));
        Ok(self.thread.join().unwrap_or_else(|_| Err(lost())))
    }
}

/// Writes one picture and says where.
pub fn screenshot(picture: &Picture, scene: &str) -> Result<PathBuf> {
    create_folder(Path::new(FOLDER))?;
    let path = unused(&PathBuf::from(FOLDER).join(scene), "png");
    write_whole(&path, &picture.to_png()?)?;
    Ok(path)
}

/// The first name that nothing has yet: `sheet.png`, `sheet_2.png`, …
fn unused(stem: &Path, extension: &str) -> PathBuf {
    let dot = if extension.is_empty() { String::new() } else { format!(".{extension}") };
    let name = |number: u32| {
        let number = if number == 1 { String::new() } else { format!("_{number}") };
        PathBuf::from(format!("{}{number}{dot}", stem.display()))
    };
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_used_twice() {
        let folder = tempfile::tempdir().unwrap();
        let stem = folder.path().join("sheet");
        assert_eq!(unused(&stem, "png"), folder.path().join("sheet.png"));
        std::fs::write(folder.path().join("sheet.png"), "").unwrap();
        assert_eq!(unused(&stem, "png"), folder.path().join("sheet_2.png"));
    }

    #[test]
    fn pictures_of_another_size_do_not_spoil_a_gif() {
        let picture = |width: u32| Picture { width, height: 2, pixels: vec![[9; 4]; 2 * width as usize] };
        let mut recording = Recording::new(Kind::Gif, "test", 1.0 / 60.0);
        [3, 3, 4].into_iter().for_each(|width| recording.push(picture(width)).unwrap());
        assert_eq!((recording.count(), recording.pictures.len()), (3, 2));
    }
}
