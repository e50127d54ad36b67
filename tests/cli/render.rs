//! Pictures by the command line: files, sizes, mistakes.

use super::{failure, hidden, names, text, toile};
use assert_cmd::Command;
use std::path::Path;

/// A sheet that is drawn in no time.
fn render(folder: &Path, arguments: &[&str]) -> Command {
    let mut command =
        toile(&["render", "sheet", "--set", "rows=6", "--set", "columns=5", "--quality", "draft"]);
    command.args(arguments).current_dir(folder);
    command
}

fn size(path: &Path) -> (u32, u32) {
    let picture = image::open(path).unwrap();
    (picture.width(), picture.height())
}

#[test]
fn a_frame_is_the_same_twice_whatever_ran_it() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--frame", "3", "--size", "120x90", "--color", "stretch", "--out"];
    for (name, backend) in [("a.png", "gpu"), ("b.png", "gpu"), ("c.png", "cpu")] {
        render(folder.path(), &options).args([name, "--backend", backend]).assert().success();
        assert_eq!(size(&folder.path().join(name)), (120, 90));
    }
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("a.png"), read("b.png"));
    assert_eq!(names(folder.path()), ["a.png", "b.png", "c.png"]);
}

#[test]
fn several_frames_are_files_a_gif_or_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    render(path, &["--frames", "0..4", "--every", "2", "--size", "64x48", "--out", "new/f.png"])
        .assert()
        .success();
    assert_eq!(names(&path.join("new")), ["f_00000.png", "f_00002.png", "f_00004.png"]);
    render(path, &["--frames", "0..6", "--size", "64x48", "--out", "f.gif"]).assert().success();
    let mut decoder =
        gif::DecodeOptions::new().read_info(std::fs::File::open(path.join("f.gif")).unwrap()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!((delays, decoder.width()), (vec![5, 5, 5], 64));
    render(path, &["--frame", "4", "--strip", "3", "--size", "308x64", "--out", "s.png"]).assert().success();
    assert_eq!(size(&path.join("s.png")), (308, 64));
}

#[test]
fn methods_are_side_by_side_with_everything_else_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        ["--methods", "all", "--frame", "2", "--size", "416x100", "--color", "stretch", "--out", "m.png"];
    render(folder.path(), &options).assert().success();
    assert_eq!(size(&folder.path().join("m.png")), (416, 100));
}

#[test]
fn mistakes_are_one_sentence_and_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, code, words) in [
        (&["--size", "12"][..], 2, "1280x720"),
        (&["--frames", "9..3"], 2, "3..9"),
        (&["--camera", "up"], 2, "YAW,PITCH"),
        (&["--color", "strech"], 2, "stretch, bending"),
        (&["--out", "a.jpg"], 2, ".png or .gif"),
        (&["--methods", "springs"], 2, "mass-spring"),
        (&["--slice", "w=1"], 2, "y=0.2"),
        (&["--range=-1", "--color", "speed"], 4, "--range"),
        (&["--surface", "ghost", "--frame", "0"], 4, "this method has: cloth"),
        (&["--set", "rows=1"], 4, "mesh.rows"),
    ] {
        let said = failure(&mut render(folder.path(), arguments), code);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    assert!(names(folder.path()).is_empty());
    let broken = super::overflow();
    let mut command = toile(&["render", "huge.toml", "--size", "40x30"]);
    failure(command.current_dir(broken.path()), 5);
    assert!(!names(broken.path()).iter().any(|name| name.ends_with(".png")));
}

#[test]
fn without_an_adapter_the_cpu_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let said = failure(hidden(&["render", "sheet", "--backend", "cpu"]).current_dir(&folder), 3);
    assert!(said.contains("toile run SCENE --picture"), "{said}");
    assert!(text(said.as_bytes()).lines().count() <= 2, "{said}");
}
