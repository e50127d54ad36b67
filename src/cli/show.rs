//! `toile` alone: the default scene, in a window or as something to look at.

use super::files::FileOptions;
use super::run::Run;
use super::terminal::Terminal;
use super::view::View;
use crate::error::{Error, Result};
use std::path::PathBuf;

/// Opens the window on the default scene. Without a display, runs it as `toile run --out out --last --picture out/sheet.png
/// --strip 4 --picture out/sheet.gif` does.
pub fn show(terminal: &Terminal) -> Result<()> {
    if View::is_possible() {
        match View::default().run(terminal) {
            // A display that was promised and is not there.
            Err(error @ (Error::NoDisplay(_) | Error::NoRenderer(_))) => terminal.note(format!("{error}\n")),
            other => return other,
        }
    }
    let files = FileOptions {
        out: Some(PathBuf::from("out")),
        last: true,
        picture: ["out/sheet.png", "out/sheet.gif"].map(PathBuf::from).into(),
        strip: 4,
        ..FileOptions::default()
    };
    Run { files, ..Run::default() }.run(terminal)?;
    terminal.note(
        "\nOpen out/sheet.png and out/sheet.gif to see it, or the OBJ file in any 3D program; where there is a display, `toile` \
         opens a window; `toile --help` shows what else there is.",
    );
    Ok(())
}
