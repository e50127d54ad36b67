//! The frames of a run as files in a folder.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use glam::Vec3;

use super::faces::{Face, faces};
use super::normals::vertex_normals;
use super::pc2::PointCache;
use super::whole::{create_folder, write_whole};
use super::{obj, ply};
use crate::error::{Error, Result};
use crate::mesh::Mesh;

/// The kind of file that frames are written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Wavefront OBJ, one text file per frame: positions.
    Obj,
    /// Binary PLY, one file per frame: positions, normals and velocities.
    Ply,
    /// One PC2 point cache for all frames, and the first frame as OBJ to lay it over.
    Pc2,
}

impl Format {
    /// Every format, in the order that help texts list them.
    pub const ALL: [Self; 3] = [Self::Obj, Self::Ply, Self::Pc2];

    /// The format's name, which is also its files' extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Obj => "obj",
            Self::Ply => "ply",
            Self::Pc2 => "pc2",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            let what = format!("no format is called '{text}'");
            Error::input("format", what, format!("use one of {names}"))
        })
    }
}

/// The state of the cloth at the end of one frame.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The frame's number.
    pub index: u32,
    /// Simulated time [s].
    pub time: f64,
    /// Positions of the vertices [m].
    pub positions: &'a [Vec3],
    /// Velocities of the vertices [m/s].
    pub velocities: &'a [Vec3],
}

/// Writes frames into a folder: `frame_00042.obj`, `frame_00042.ply`, or `cloth.pc2` with
/// `cloth.obj`. Each file is whole at every moment; a point cache appears when the recorder is
/// finished or dropped.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    format: Format,
    triangles: Vec<[u32; 3]>,
    faces: Vec<Face>,
    vertex_count: u32,
    /// Frames per simulated second [1/s].
    frame_rate: f64,
    cache: Option<PointCache>,
    files: Vec<PathBuf>,
}

impl Recorder {
    /// A recorder of `mesh` into `folder`, which is created; `frame_rate` [1/s] goes into the files'
    /// comments.
    pub fn new(folder: &Path, format: Format, mesh: &Mesh, frame_rate: f64) -> Result<Self> {
        // Vertices that no index can name would have no use.
        let vertex_count = u32::try_from(mesh.positions.len()).unwrap_or(u32::MAX);
        let missing = mesh.triangles.iter().flatten().find(|&&v| v >= vertex_count);
        if let Some(vertex) = missing {
            return Err(Error::input(
                "the recorded mesh",
                format!("a triangle names vertex {vertex} of {vertex_count}"),
                "give a mesh whose triangles name its own vertices",
            ));
        }
        create_folder(folder)?;
        Ok(Self {
            folder: folder.to_path_buf(),
            format,
            triangles: mesh.triangles.clone(),
            faces: faces(&mesh.triangles, &mesh.polygons),
            vertex_count,
            frame_rate,
            cache: None,
            files: Vec::new(),
        })
    }

    /// Write one frame. Coordinates are written as they are, non-finite ones too.
    pub fn frame(&mut self, frame: &Frame) -> Result<()> {
        self.check(frame)?;
        match self.format {
            Format::Obj => {
                let path = self.frame_path(frame);
                self.write_obj(path, frame)
            }
            Format::Ply => {
                let normals = vertex_normals(frame.positions, &self.triangles);
                let bytes = ply::to_ply(
                    frame.positions,
                    &normals,
                    frame.velocities,
                    &self.faces,
                    &self.comment(frame),
                );
                self.write(self.frame_path(frame), &bytes)
            }
            Format::Pc2 => self.append(frame),
        }
    }

    /// Complete what is under construction and list the files that were written.
    pub fn finish(mut self) -> Result<Vec<PathBuf>> {
        if let Some(cache) = self.cache.take() {
            cache.finish()?;
        }
        Ok(std::mem::take(&mut self.files))
    }

    fn check(&self, frame: &Frame) -> Result<()> {
        for (what, count) in [("positions", frame.positions.len()), ("velocities", frame.velocities.len())] {
            if count as u64 != u64::from(self.vertex_count) {
                return Err(Error::input(
                    format!("frame {}", frame.index),
                    format!("{count} {what} for {} vertices", self.vertex_count),
                    "record frames of the mesh that the recorder was made for",
                ));
            }
        }
        Ok(())
    }

    fn append(&mut self, frame: &Frame) -> Result<()> {
        if self.cache.is_none() {
            self.write_obj(self.folder.join("cloth.obj"), frame)?;
        }
        let cache = match &mut self.cache {
            Some(cache) => cache,
            none => {
                let path = self.folder.join("cloth.pc2");
                let cache = PointCache::create(&path, self.vertex_count)?;
                self.files.push(path);
                none.insert(cache)
            }
        };
        cache.push(frame.index, frame.positions)
    }

    fn write_obj(&mut self, path: PathBuf, frame: &Frame) -> Result<()> {
        let text = obj::to_obj(frame.positions, &self.faces, &self.comment(frame));
        self.write(path, text.as_bytes())
    }

    fn write(&mut self, path: PathBuf, bytes: &[u8]) -> Result<()> {
        write_whole(&path, bytes)?;
        self.files.push(path);
        Ok(())
    }

    fn frame_path(&self, frame: &Frame) -> PathBuf {
        let name = format!("frame_{:05}.{}", frame.index, self.format);
        self.folder.join(name)
    }

    fn comment(&self, frame: &Frame) -> String {
        let Frame { index, time, .. } = frame;
        let rate = self.frame_rate;
        format!("toile frame {index}, {time} s, {rate} frames per second, in metres")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn square() -> Mesh {
        Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            polygons: vec![0, 0],
        }
    }

    fn record(format: Format, folder: &Path) -> Recorder {
        let mesh = square();
        let mut recorder = Recorder::new(folder, format, &mesh, 60.0).unwrap();
        for index in [42, 43] {
            let velocities = [Vec3::ZERO; 4];
            let positions = &mesh.positions[..];
            let time = f64::from(index) / 60.0;
            recorder.frame(&Frame { index, time, positions, velocities: &velocities }).unwrap();
        }
        recorder
    }

    #[test]
    fn each_format_writes_its_files() {
        for (format, names) in [
            (Format::Obj, ["frame_00042.obj", "frame_00043.obj"]),
            (Format::Ply, ["frame_00042.ply", "frame_00043.ply"]),
            (Format::Pc2, ["cloth.obj", "cloth.pc2"]),
        ] {
            let parent = tempfile::tempdir().unwrap();
            let folder = parent.path().join("a/b");
            let files = record(format, &folder).finish().unwrap();
            assert_eq!(files, names.map(|name| folder.join(name)));
            assert!(files.iter().all(|file| fs::metadata(file).unwrap().len() > 30));
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        }
    }

    #[test]
    fn an_interrupted_cache_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        drop(record(Format::Pc2, folder.path()));
        let bytes = fs::read(folder.path().join("cloth.pc2")).unwrap();
        assert_eq!((bytes.len(), bytes[28]), (32 + 2 * 4 * 12, 2));
    }

    #[test]
    fn names_are_kebab_case_and_a_wrong_one_lists_them() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
        }
        let error = "OBJ".parse::<Format>().unwrap_err();
        assert_eq!(error.exit_code(), 4);
        assert!(error.to_string().contains("obj, ply, pc2"), "{error}");
    }

    #[test]
    fn a_frame_of_another_mesh_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut recorder = Recorder::new(folder.path(), Format::Obj, &square(), 60.0).unwrap();
        let (positions, velocities) = ([Vec3::ZERO; 4], [Vec3::ZERO; 3]);
        let frame = Frame { index: 0, time: 0.0, positions: &positions, velocities: &velocities };
        assert!(recorder.frame(&frame).is_err());
        let mut bad = square();
        bad.triangles[1] = [0, 2, 4];
        assert!(Recorder::new(folder.path(), Format::Obj, &bad, 60.0).is_err());
    }
}
