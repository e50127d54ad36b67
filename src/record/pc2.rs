//! PC2 point cache: the positions of all frames in one file, to be laid over a mesh.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use glam::Vec3;

use super::whole::WholeFile;
use crate::error::{Error, Result};

const HEADER_BYTES: u64 = 32;

/// A point cache under construction.
///
/// The file appears at its path when the cache is finished or dropped, with a header that counts
/// the samples in it; a cache without a sample leaves no file.
#[derive(Debug)]
pub struct PointCache {
    path: PathBuf,
    file: Option<WholeFile>,
    point_count: u32,
    sample_count: u32,
    first_frame: u32,
    last_frame: u32,
    /// Frames between two samples, known from the second one on.
    stride: u32,
}

impl PointCache {
    /// A cache at `path` for `point_count` vertices.
    pub fn create(path: &Path, point_count: u32) -> Result<Self> {
        let mut cache = Self {
            path: path.to_path_buf(),
            file: Some(WholeFile::create(path)?),
            point_count,
            sample_count: 0,
            first_frame: 0,
            last_frame: 0,
            stride: 1,
        };
        let header = cache.header();
        cache.write_at(0, &header)?;
        Ok(cache)
    }

    /// Append the positions [m] of one frame. When that fails, the samples before it are kept.
    pub fn push(&mut self, frame: u32, positions: &[Vec3]) -> Result<()> {
        if positions.len() as u64 != u64::from(self.point_count) {
            return Err(Error::input(
                format!("frame {frame}"),
                format!("{} positions for {} points", positions.len(), self.point_count),
                "record the mesh that the cache was made for",
            ));
        }
        let numbers = positions.iter().flat_map(Vec3::to_array);
        let sample: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
        self.write_at(self.end(), &sample)?;
        self.follow(frame);
        self.sample_count += 1;
        Ok(())
    }

    /// Give the file its name; nothing happens where there is no sample.
    pub fn finish(mut self) -> Result<()> {
        self.complete()
    }

    /// The format knows one distance between samples, so an uneven series is worth a word.
    fn follow(&mut self, frame: u32) {
        match self.sample_count {
            0 => self.first_frame = frame,
            1 => self.stride = frame.saturating_sub(self.last_frame).max(1),
            _ if frame != self.last_frame.saturating_add(self.stride) => log::warn!(
                "{}: frame {frame} does not follow frame {} by {}; a point cache plays it as if it did",
                self.path.display(),
                self.last_frame,
                self.stride
            ),
            _ => {}
        }
        self.last_frame = frame;
    }

    fn complete(&mut self) -> Result<()> {
        if self.file.is_none() || self.sample_count == 0 {
            self.file = None;
            return Ok(());
        }
        let header = self.header();
        self.write_at(0, &header)?;
        let Some(mut file) = self.file.take() else {
            return Ok(());
        };
        // A sample that did not fit on the disk may have left a part of itself behind.
        let cut = file.file().set_len(self.end());
        cut.map_err(|source| Error::io(&self.path, source))?;
        file.finish()
    }

    fn header(&self) -> Vec<u8> {
        let mut bytes = b"POINTCACHE2\0".to_vec();
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(self.point_count.to_le_bytes());
        bytes.extend((self.first_frame as f32).to_le_bytes());
        bytes.extend((self.stride as f32).to_le_bytes());
        bytes.extend(self.sample_count.to_le_bytes());
        bytes
    }

    /// Where the whole samples end [bytes].
    fn end(&self) -> u64 {
        HEADER_BYTES + u64::from(self.sample_count) * u64::from(self.point_count) * 12
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        let Some(whole) = &mut self.file else {
            return Ok(());
        };
        let file = whole.file();
        let written = file.seek(SeekFrom::Start(offset)).and_then(|_| file.write_all(bytes));
        written.map_err(|source| Error::io(&self.path, source))
    }
}

impl Drop for PointCache {
    fn drop(&mut self) {
        if let Err(error) = self.complete() {
            log::error!("{error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn number(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn header_and_samples_are_the_formats() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.pc2");
        let mut cache = PointCache::create(&path, 2).unwrap();
        cache.push(10, &[Vec3::X, Vec3::Y]).unwrap();
        cache.push(12, &[Vec3::Z, Vec3::splat(-2.0)]).unwrap();
        assert!(!path.exists());
        assert!(cache.push(14, &[Vec3::X]).is_err());
        cache.finish().unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(&bytes[..12], b"POINTCACHE2\0");
        assert_eq!([12, 16, 28].map(|at| number(&bytes, at)), [1, 2, 2]);
        assert_eq!([20, 24].map(|at| f32::from_bits(number(&bytes, at))), [10.0, 2.0]);
        assert_eq!(bytes.len(), 32 + 2 * 2 * 12);
        assert_eq!(f32::from_bits(number(&bytes, 32 + 24 + 12)), -2.0);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_dropped_cache_is_whole_and_an_empty_one_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.pc2");
        drop(PointCache::create(&path, 1).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let mut cache = PointCache::create(&path, 1).unwrap();
        cache.push(0, &[Vec3::ONE]).unwrap();
        // What a full disk leaves: a part of a sample.
        cache.write_at(cache.end(), b"1234567").unwrap();
        drop(cache);
        let bytes = fs::read(&path).unwrap();
        assert_eq!((bytes.len(), number(&bytes, 28)), (44, 1));
    }
}
