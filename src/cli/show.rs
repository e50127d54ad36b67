//! `toile` alone: the default scene, and something to look at.

use super::files::FileOptions;
use super::run::Run;
use super::terminal::Terminal;
use crate::error::Result;
use std::path::PathBuf;

/// Runs the default scene as `toile run --out out --last --picture out/sheet.png --strip 4` does.
pub fn show(terminal: &Terminal) -> Result<()> {
    let (folder, picture) = (PathBuf::from("out"), PathBuf::from("out/sheet.png"));
    let files = FileOptions {
        out: Some(folder),
        last: true,
        picture: Some(picture),
        strip: 4,
        ..FileOptions::default()
    };
    Run { files, ..Run::default() }.run(terminal)?;
    terminal.note("\nOpen out/sheet.png to see it, or the OBJ file in any 3D program; `toile --help` shows what else there is.");
    Ok(())
}
