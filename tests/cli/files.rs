//! What a run writes can be read again.

use super::{hidden, json, names, run, text, toile};
use std::path::Path;

fn read(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).unwrap()
}

#[test]
fn every_format_is_written_and_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    for format in ["obj", "ply", "pc2"] {
        let to = out.join(format);
        run(&["--format", format, "--out", to.to_str().unwrap()]).assert().success();
    }
    let frames = |extension: &str| (1..=4).map(|i| format!("frame_{i:05}.{extension}")).collect::<Vec<_>>();
    assert_eq!(names(&out.join("obj")), frames("obj"));
    assert_eq!(names(&out.join("ply")), frames("ply"));
    assert_eq!(names(&out.join("pc2")), ["cloth.obj", "cloth.pc2"]);
    let mesh = toile::mesh::obj::load(&out.join("obj/frame_00004.obj")).unwrap();
    assert!(mesh.warnings.is_empty() && mesh.mesh.positions.len() == 30 && mesh.mesh.triangles.len() == 40);
    let ply = read(out, "ply/frame_00004.ply");
    assert!(ply.starts_with(b"ply\nformat binary_little_endian 1.0\n"));
    assert!(String::from_utf8_lossy(&ply).contains("element vertex 30\n"));
    let pc2 = read(out, "pc2/cloth.pc2");
    let word = |at: usize| u32::from_le_bytes(pc2[at..at + 4].try_into().unwrap());
    assert!(pc2.starts_with(b"POINTCACHE2\0") && pc2.len() == 32 + 4 * 30 * 12);
    assert_eq!((word(16), word(28)), (30, 4));
}

#[test]
fn with_last_only_the_last_frame_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    json(&mut run(&["--last", "--out", out.to_str().unwrap()]));
    assert_eq!(names(&out), ["frame_00004.obj"]);
    let inspected = json(&mut toile(&["inspect", out.join("frame_00004.obj").to_str().unwrap()])).0;
    assert_eq!((inspected["vertices"].as_u64(), inspected["triangles"].as_u64()), (Some(30), Some(40)));
}

#[test]
fn pictures_are_as_wide_as_their_strip() {
    let folder = tempfile::tempdir().unwrap();
    for (strip, size) in [("1", (1280, 960)), ("3", (3 * 560 + 2 * 4, 640))] {
        run(&["--picture", "new/a.png", "--strip", strip]).current_dir(&folder).assert().success();
        let picture = image::open(folder.path().join("new/a.png")).unwrap();
        assert_eq!((picture.width(), picture.height()), size);
        assert_eq!(names(&folder.path().join("new")), ["a.png"]);
    }
}

#[test]
fn toile_alone_leaves_something_to_look_at() {
    let folder = tempfile::tempdir().unwrap();
    let output = hidden(&[])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .current_dir(&folder)
        .assert()
        .success()
        .get_output()
        .clone();
    let said = text(&output.stderr);
    assert!(said.contains("Open out/sheet.png"), "{said}");
    assert_eq!(names(&folder.path().join("out")), ["frame_00180.obj", "sheet.gif", "sheet.png"]);
}

#[test]
fn a_cloth_that_rests_ends_early() {
    // Nothing moves: no gravity, and the sheet is flat.
    let still =
        ["run", "sheet", "--backend", "cpu", "--set", "rows=4", "--set", "columns=4", "--set", "gravity.1=0"];
    let (report, code) = json(toile(&still).arg("--until-rest"));
    assert_eq!((code, report["frames"].as_u64()), (Some(0), Some(61)));
}

#[test]
fn without_a_display_a_window_is_refused_with_advice() {
    let mut command = toile(&["view", "sheet"]);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    let said = super::failure(&mut command, 3);
    assert!(said.contains("toile render SCENE --out FILE.png"), "{said}");
    // A display that nobody serves is none either.
    let said =
        super::failure(toile(&["view", "sheet"]).env("DISPLAY", ":987").env_remove("WAYLAND_DISPLAY"), 3);
    assert!(said.contains("toile render SCENE"), "{said}");
}
