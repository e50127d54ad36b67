//! The command line as users and scripts meet it: what is on stdout, what is in the files, what the exit code is.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

/// A sheet that runs in no time.
const SMALL: &[&str] =
    &["sheet", "--backend", "cpu", "--set", "rows=6", "--set", "columns=5", "--frames", "4"];

fn toile(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("toile").unwrap();
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Command {
    let mut command = toile(&["run"]);
    command.args(SMALL).args(arguments);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// All of stdout as one JSON value, and the exit code.
fn json(command: &mut Command) -> (Value, Option<i32>) {
    let output = command.arg("--json").output().unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}

/// The error's text of a command that must fail with this code.
fn failure(command: &mut Command, code: i32) -> String {
    let output = command.assert().code(code).get_output().clone();
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    text(&output.stderr)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// toile on a machine without a GPU.
fn hidden(arguments: &[&str]) -> Command {
    let mut command = toile(arguments);
    command.env("VK_ICD_FILENAMES", "/nonexistent").env("VK_DRIVER_FILES", "/nonexistent");
    command.env("WGPU_BACKEND", "vulkan");
    command
}

/// A folder with a scene whose first step overflows.
fn overflow() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("huge.obj"), "v 0 0 0\nv 3e20 0 0\nv 0 0 3e20\nf 1 2 3\n").unwrap();
    let scene = "frames = 3\n[mesh]\nshape = \"file\"\nfile = \"huge.obj\"\n";
    std::fs::write(folder.path().join("huge.toml"), scene).unwrap();
    folder
}

#[test]
fn a_run_reports_every_field() {
    let (report, code) = json(&mut run(&[]));
    assert_eq!(code, Some(0));
    for (field, value) in
        [("schema", "toile/run/1"), ("scene", "sheet"), ("method", "triangle-bending"), ("backend", "cpu")]
    {
        assert_eq!(report[field], value);
    }
    for (field, value) in [("frames", 4), ("steps", 4), ("vertices", 30)] {
        assert_eq!(report[field], value);
    }
    assert!(report["adapter"].is_null() && report["bodies"].as_array().unwrap().is_empty());
    assert!(report["seconds"].as_f64().unwrap() > 0.0 && report["ms_per_step"].as_f64().unwrap() > 0.0);
    assert_eq!(report["state_hash"].as_str().unwrap().len(), 16);
    let metrics = &report["metrics"];
    for series in ["stretch", "kinetic_energy", "speed", "sag", "shape_error"] {
        assert!(["mean", "max", "last"].iter().all(|part| metrics[series][part].is_f64()), "{series}");
    }
    assert!(metrics["volume"].is_null() && metrics["non_finite"] == 0);
    assert!(metrics["constraint_error"]["stretch"]["mean"].is_f64());
    assert!(report.get("passes").is_none());
    let again = json(&mut run(&[])).0;
    assert_eq!(report["state_hash"], again["state_hash"]);
}

#[test]
fn a_scene_may_end_at_rest_and_a_clamp_has_an_overhang() {
    let mut still = toile(&["run", "sheet", "--backend", "cpu", "--set", "rows=6", "--set", "columns=5"]);
    let (report, code) = json(still.args(["--set", "gravity.1=0", "--set", "until_rest=true"]));
    assert_eq!((code, &report["frames"]), (Some(0), &61.into()));
    assert!(report["metrics"]["drop_over_reach"].is_null());
    let clamped = ["--set", "pin.0.select=bottom", "--set", "pin.0.clamp=true"];
    let (report, _) = json(&mut run(&clamped));
    assert!(report["metrics"]["drop_over_reach"]["last"].is_number());
}

#[test]
fn a_profile_has_the_passes() {
    let (report, _) = json(&mut run(&["--profile", "--set", "substeps=1"]));
    let passes = report["passes"].as_array().unwrap();
    assert!(passes.iter().any(|pass| pass["label"] == "predict" && pass["calls"] == 4));
    assert!(passes.iter().all(|pass| pass["seconds"].is_f64()));
}

#[test]
fn without_json_stdout_is_empty_and_stderr_is_plain() {
    for (arguments, loud) in [(&[][..], true), (&["--quiet"], false)] {
        let output = run(arguments).env("NO_COLOR", "1").assert().success().get_output().clone();
        assert!(output.stdout.is_empty());
        let said = text(&output.stderr);
        assert_eq!(said.contains("30 vertices, 4 frames"), loud, "{said}");
        assert!(!said.contains('\u{1b}') && (loud || said.is_empty()), "{said}");
    }
}

#[test]
fn mistakes_have_their_exit_codes() {
    for arguments in [
        &["run", "--frames", "many"][..],
        &["walk"],
        &["run", "--format", "ply"],
        &["run", "--picture", "a.jpg"],
    ] {
        failure(&mut toile(arguments), 2);
    }
    assert!(failure(&mut toile(&["run", "shete"]), 4).contains("did you mean `sheet`?"));
    assert!(failure(&mut run(&["--set", "kapa=1"]), 4).contains("did you mean `kappa`"));
    assert!(failure(&mut run(&["--set", "k=7"]), 4).contains("outside 0 to 1"));
    assert!(failure(&mut run(&["--adapter", "0"]), 4).contains("--adapter"));
    assert!(failure(&mut toile(&["inspect", "none.obj"]), 4).contains("no such file"));
}

#[test]
fn without_an_adapter_only_a_gpu_that_was_asked_for_is_an_error() {
    assert!(failure(&mut hidden(&["run", "--backend", "gpu"]), 3).contains("no usable GPU adapter"));
    let small = ["run", "--set", "rows=4", "--set", "columns=4", "--frames", "1"];
    let output = hidden(&small).arg("--json").assert().success().get_output().clone();
    assert_eq!(text(&output.stderr).matches("running on the CPU").count(), 1);
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["backend"], "cpu");
    let (info, code) = json(&mut hidden(&["info"]));
    assert_eq!((code, info["adapters"].as_array().unwrap().len()), (Some(0), 0));
}

#[test]
fn a_broken_state_is_reported() {
    let folder = overflow();
    let mut command = toile(&["run", "huge.toml", "--backend", "cpu", "--out", "out", "--format", "pc2"]);
    let (report, code) = json(command.current_dir(&folder));
    assert_eq!((code, report["frames"].as_u64()), (Some(5), Some(1)));
    assert_eq!(report["metrics"]["non_finite"], 3);
    assert!(names(&folder.path().join("out")).is_empty());
}

#[test]
fn places_that_cannot_be_written_to_are_known_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    for arguments in [["--out", "file/out"], ["--picture", "file/a.png"]] {
        failure(run(&arguments).current_dir(&folder), 7);
    }
}

#[test]
fn inspect_counts_the_bending_models_of_the_paper() {
    for (model, count) in [("triangle", 160), ("dihedral", 144), ("stick", 160)] {
        let model = format!("bending_model={model}");
        let (facts, code) = json(&mut toile(&["inspect", "rigid-fabric", "--set", &model]));
        assert_eq!((code, facts["schema"].as_str()), (Some(0), Some("toile/inspect/1")));
        assert_eq!(facts["constraints"]["bending"], count);
        assert_eq!(facts["constraints"]["stretch"], 180);
        for (field, value) in
            [("vertices", 100), ("edges", 261), ("triangles", 162), ("boundary_edges", 36), ("components", 1)]
        {
            assert_eq!(facts[field], value, "{field}");
        }
        let colors = facts["colors"].as_object().unwrap();
        assert!(colors.values().any(|count| count.as_u64() > Some(1)));
        assert!(facts["bytes"].as_u64() > Some(1000) && facts["dispatches"].as_u64() > Some(4));
        assert!(facts["warnings"].as_array().unwrap().is_empty());
    }
}

#[test]
fn an_obj_file_can_be_inspected_and_its_repairs_are_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\n").unwrap();
    let output = toile(&["inspect", "a.obj"]).current_dir(&folder).assert().success().get_output().clone();
    assert!(
        text(&output.stdout).contains("3 vertices, 1 triangles, 1 component"),
        "{}",
        text(&output.stdout)
    );
    assert!(text(&output.stderr).starts_with("warning: "), "{}", text(&output.stderr));
}

#[test]
fn scenes_info_and_completions_answer() {
    let (list, _) = json(&mut toile(&["scenes"]));
    let rows = list["scenes"].as_array().unwrap();
    let listed: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    let known: Vec<&str> = toile::scene::catalog::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(listed, known);
    assert!(rows.iter().all(|row| row["method"].is_string() && row["about"].is_string()));
    let (list, _) = json(&mut toile(&["materials"]));
    let paper = list["materials"].as_array().unwrap().iter().find(|row| row["name"] == "paper").unwrap();
    assert_eq!((&paper["density"], &paper["young"]), (&0.08.into(), &3e9.into()));
    let lines = text(&toile(&["materials"]).output().unwrap().stdout);
    assert_eq!(lines.lines().count(), toile::scene::FABRICS.len());
    let (info, _) = json(&mut toile(&["info"]));
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = toile(&["completions", shell]).output().unwrap().stdout;
        assert!(text(&script).contains("until-rest"), "{shell}");
    }
}

#[path = "cli/bench.rs"]
mod bench;
#[path = "cli/bodies.rs"]
mod bodies;
#[path = "cli/files.rs"]
mod files;
#[path = "cli/render.rs"]
mod render;
#[path = "cli/repro.rs"]
mod repro;
#[path = "common/shaders.rs"]
mod shaders;
#[cfg(unix)]
#[path = "cli/unix.rs"]
mod unix;
#[path = "cli/validate.rs"]
mod validate;
