//! Signals and pipes.

use super::names;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn toile(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("toile"));
    command.args(arguments);
    command
}

#[test]
fn an_interrupted_run_leaves_whole_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (format, first) in [("obj", "frame_00002.obj"), ("pc2", "cloth.obj")] {
        let mut run = toile(&["run", "sheet", "--backend", "cpu", "--frames", "1000000", "--set", "rows=8"]);
        run.args(["--set", "columns=8", "--json", "--format", format, "--out"]).arg(&out);
        let mut child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while !out.join(first).exists() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let (mut stdout, mut stderr) = (String::new(), String::new());
        child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{stderr}");
        assert!(stderr.contains("error: interrupted"), "{stderr}");
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let frames = report["frames"].as_u64().unwrap();
        let names = names(&out);
        assert!(!names.iter().any(|name| name.ends_with(".part")), "{names:?}");
        if format == "obj" {
            assert_eq!(names.len() as u64, frames);
            for name in &names {
                assert_eq!(toile::mesh::obj::load(&out.join(name)).unwrap().mesh.positions.len(), 64);
            }
        } else {
            let size = std::fs::metadata(out.join("cloth.pc2")).unwrap().len();
            assert_eq!(size, 32 + frames * 64 * 12);
        }
        std::fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    for arguments in
        [&["scenes"][..], &["scenes", "--json"], &["completions", "bash"], &["--help"], &["info"]]
    {
        // Mesa complains on stderr where this is not set.
        let mut command = toile(arguments);
        command.env("XDG_RUNTIME_DIR", std::env::temp_dir());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    }
    let closed = "exec 2>&-; \"$0\" run sheet --backend cpu --frames 1 --set rows=4 --set columns=4 | true";
    let bin = assert_cmd::cargo::cargo_bin!("toile");
    assert!(Command::new("sh").args(["-c", closed]).arg(bin).status().unwrap().success());
    let closed =
        "\"$0\" run sheet --backend cpu --frames 1 --set rows=4 --set columns=4 --json >&- 2>&-; exit $?";
    let code = Command::new("sh").args(["-c", closed]).arg(bin).status().unwrap().code();
    assert!(matches!(code, Some(0 | 7)), "{code:?}");
}
