//! Files that are whole or absent: written beside their place, synced, then renamed into it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::{Error, Result};

/// Write `bytes` to `path` so that no reader ever sees a part of them.
///
/// The bytes go to a temporary file in the same folder, which is renamed once the disk has them;
/// on failure the temporary file is removed and an older file at `path` stays as it was. A device
/// or pipe such as `/dev/stdout` is written to directly, since a rename would replace it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    if is_stream(path) {
        return write_stream(path, bytes).map_err(|source| Error::io(path, source));
    }
    let mut whole = WholeFile::create(path)?;
    whole.file().write_all(bytes).map_err(|source| Error::io(path, source))?;
    whole.finish()
}

/// Create `path` as a folder, with the folders above it; an existing folder is fine.
pub fn create_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|source| Error::io(path, source))
}

/// A file under construction, invisible at its path until [`WholeFile::finish`].
#[derive(Debug)]
pub(super) struct WholeFile {
    path: PathBuf,
    temporary: NamedTempFile,
}

impl WholeFile {
    /// Start a file that will appear at `path`.
    pub(super) fn create(path: &Path) -> Result<Self> {
        // A link is followed, so that it keeps pointing at the file it named before.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if path.is_dir() {
            let source = io::Error::new(io::ErrorKind::IsADirectory, "is a folder");
            return Err(Error::io(path, source));
        }
        let temporary = temporary_beside(&path).map_err(|source| Error::io(&path, source))?;
        Ok(Self { path, temporary })
    }

    /// The file to write to, without a buffer in between.
    pub(super) fn file(&mut self) -> &mut File {
        self.temporary.as_file_mut()
    }

    /// Sync what was written and give it its name.
    pub(super) fn finish(self) -> Result<()> {
        let Self { path, temporary } = self;
        let synced = temporary.as_file().sync_all();
        synced.map_err(|source| Error::io(&path, source))?;
        match temporary.persist(&path) {
            Ok(_) => Ok(()),
            Err(refused) => Err(Error::io(path, refused.error)),
        }
    }
}

fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a file name"));
    };
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let prefix = format!(".{}.", name.to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    let everyone = {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o666)
    };
    // Temporary files are private by default, but results are ordinary files: the umask decides.
    #[cfg(unix)]
    builder.permissions(everyone);
    builder.tempfile_in(folder)
}

fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

fn write_stream(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut stream = OpenOptions::new().write(true).open(path)?;
    stream.write_all(bytes)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        entries.map(|entry| name(entry).into_string().unwrap()).collect()
    }

    #[test]
    fn replaces_a_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_whole(&path, b"old, and longer").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn names_the_path_where_it_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, b"").unwrap();
        for path in [folder.path().join("absent/a.txt"), file.join("a.txt"), folder.path().to_path_buf()] {
            let error = write_whole(&path, b"x").unwrap_err();
            assert_eq!(error.exit_code(), 7);
            assert!(error.to_string().contains("check the path"), "{error}");
        }
        assert_eq!(create_folder(&file.join("b")).unwrap_err().exit_code(), 7);
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn an_unwritable_folder_is_an_error_unless_the_user_may_do_anything() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        let probe = File::create(folder.path().join("probe")).is_ok();
        let written = write_whole(&folder.path().join("a.txt"), b"x");
        assert_eq!(written.is_ok(), probe);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_an_error_and_stays_a_device() {
        let error = write_whole(Path::new("/dev/full"), b"x").unwrap_err();
        assert_eq!(error.exit_code(), 7);
        write_whole(Path::new("/dev/null"), b"x").unwrap();
        assert!(is_stream(Path::new("/dev/null")) && is_stream(Path::new("/dev/full")));
    }

    #[cfg(unix)]
    #[test]
    fn files_are_readable_by_others_and_links_stay_links() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, b"old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let ordinary = fs::metadata(&path).unwrap().permissions().mode();
        write_whole(&link, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode(), ordinary);
    }
}
