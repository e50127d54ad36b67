//! A folder of kernels with a change in them.

use std::path::Path;
use toile::kernels::{ALL, SHARED};

/// Writes all kernels and what they import, one of these files with something else in some places, each of which is there once.
pub fn write_changed(folder: &Path, file: &str, changes: &[(&str, &str)]) {
    let kernels = ALL.iter().map(|kernel| (kernel.name, kernel.wgsl));
    for (name, text) in kernels.chain(SHARED.iter().copied()) {
        let path = folder.join(format!("{name}.wgsl"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut text = text.to_string();
        for (from, to) in changes.iter().filter(|_| name == file) {
            assert_eq!(text.matches(from).count(), 1, "{file}: `{from}` must stand there once");
            text = text.replace(from, to);
        }
        std::fs::write(path, text).unwrap();
    }
}
