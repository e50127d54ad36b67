//! Rigid bodies on the command line: what is refused, what is mended, what is reported.

use super::{failure, json, names, text, toile};
use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

const SCENE: &str = "\
frames = 6
[mesh]
rows = 6
columns = 6
rotation = [-90.0, 0.0, 0.0]
position = [0.0, 1.01, 0.0]
[solver]
substeps = 1
iterations = 2
[[body]]
shape = \"mesh\"
file = \"body.obj\"
cell = 0.2
";

/// A cube with edges of 1 m that stands on the origin and is moved along x; the sides listed are left out.
fn cube(shift: f32, first: usize, without: &[usize]) -> String {
    let corner = |i: usize| {
        let [x, y, z] = [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f32);
        format!("v {} {y} {}\n", x - 0.5 + shift, z - 0.5)
    };
    // The top comes first.
    let sides = [[3, 7, 8, 4], [1, 2, 6, 5], [1, 3, 4, 2], [5, 6, 8, 7], [1, 5, 7, 3], [2, 4, 8, 6]];
    let side =
        |(_, side): (usize, [usize; 4])| format!("f {}\n", side.map(|v| (v + first).to_string()).join(" "));
    let kept = sides.into_iter().enumerate().filter(|(i, _)| !without.contains(i));
    (0..8).map(corner).chain(kept.map(side)).collect()
}

/// A folder with the scene and its body.
fn folder(body: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("scene.toml"), SCENE).unwrap();
    std::fs::write(folder.path().join("body.obj"), body).unwrap();
    folder
}

fn run(folder: &TempDir, assignments: &[&str]) -> Command {
    let mut command = toile(&["run", "scene.toml", "--backend", "cpu"]);
    assignments.iter().for_each(|assignment| {
        command.args(["--set", assignment]);
    });
    command.current_dir(folder);
    command
}

/// The report of a run that must succeed, and what it said.
fn report(command: &mut Command) -> (Value, String) {
    let output = command.arg("--json").assert().success().get_output().clone();
    (serde_json::from_slice(&output.stdout).unwrap(), text(&output.stderr))
}

/// The one sentence of a run that must be refused and leave nothing behind.
fn refused(folder: &TempDir, assignments: &[&str], code: i32) -> String {
    let before = names(folder.path());
    let said = failure(run(folder, assignments).args(["--format", "pc2", "--out", "out"]), code);
    assert!(said.starts_with("error: ") && said.trim_end().lines().count() == 1, "{said}");
    let out = folder.path().join("out");
    if out.exists() {
        assert!(names(&out).is_empty(), "{:?}", names(&out));
        std::fs::remove_dir(out).unwrap();
    }
    assert_eq!(names(folder.path()), before);
    said
}

#[test]
fn a_mesh_without_an_inside_is_refused_or_mended() {
    let open = folder(&cube(0.0, 0, &[0]));
    let said = refused(&open, &[], 4);
    assert!(
        said.contains("body.0: the mesh has a hole 1.000 m wide") && said.contains("`thickness`"),
        "{said}"
    );
    // As wide as three cells: closed.
    let (mended, said) = report(&mut run(&open, &["body.0.cell=0.35"]));
    assert!(said.contains("warning: body.0: closed a hole 1.000 m wide with 4 triangles"), "{said}");
    let closed = report(&mut run(&folder(&cube(0.0, 0, &[])), &["body.0.cell=0.35"])).0;
    assert!(mended["metrics"]["contacts"]["last"].as_f64() > Some(0.0));
    assert_eq!(mended["metrics"]["contacts"], closed["metrics"]["contacts"]);
    let (thick, said) = report(&mut run(&open, &["body.0.thickness=0.05"]));
    assert!(said.is_empty() || !said.contains("warning"), "{said}");
    assert_eq!(thick["metrics"]["non_finite"], 0);
}

#[test]
fn a_mesh_that_cannot_be_used_is_refused() {
    let crossing = folder(&(cube(0.0, 0, &[]) + &cube(0.5, 8, &[])));
    let said = refused(&crossing, &[], 4);
    assert!(said.contains("body.0: triangles") && said.contains("intersect"), "{said}");
    let broken = folder(&cube(0.0, 0, &[]).replacen("v -0.5", "v nan", 1));
    let said = refused(&broken, &[], 4);
    assert!(said.contains("body.obj:1:"), "{said}");
    let missing = folder("");
    std::fs::remove_file(missing.path().join("body.obj")).unwrap();
    let said = refused(&missing, &[], 4);
    assert!(said.contains("body.obj") && said.contains("cannot be found"), "{said}");
    assert!(refused(&folder("v 0 0 0\n"), &[], 4).contains("body"));
}

#[test]
fn bodies_that_make_no_sense_are_refused() {
    for (scene, assignments, code, sentence) in [
        ("sphere-drape", &["body.0.radius=0"][..], 4, "body.0.radius: 0 m leaves the sphere without volume"),
        ("ball", &["mass=-1"], 4, "body.0.mass: -1 is outside 0 to"),
        ("ball", &["body.0.density=0", "mass=0"], 4, "leaves a dynamic body without mass"),
        (
            "sphere-drape",
            &["body.0.kind=dynamic", "body.0.shape=half-space"],
            4,
            "a half-space cannot be dynamic",
        ),
        ("sphere-drape", &["body.0.radius=nan"], 4, "body.0.radius"),
        ("sphere-drape", &["body.1.radius=1"], 4, "body.1.radius"),
        ("sphere-drape", &["body.0.shape=mesh"], 4, "body.0.file: is empty; name an OBJ file"),
        ("ball", &["contact_force=foo"], 4, "subforce, impulse or energy"),
        ("rain", &["body_count=5000"], 4, "rain.count"),
        ("rabbit-drape", &["cell=1e-5"], 7, "use `cell = 0.00"),
    ] {
        let mut command = toile(&["run", scene, "--backend", "cpu", "--frames", "1"]);
        assignments.iter().for_each(|assignment| {
            command.args(["--set", assignment]);
        });
        let said = failure(&mut command, code);
        assert!(said.contains(sentence) && said.trim_end().lines().count() == 1, "{said}");
    }
}

#[test]
fn a_field_is_kept_and_found_again() {
    let folder = folder(&cube(0.0, 0, &[]));
    let without = report(&mut run(&folder, &[])).0;
    let cached = ["body.0.cache=field.sdf"];
    let path = folder.path().join("field.sdf");
    let read = || std::fs::read(&path).unwrap();
    let (first, _) = report(&mut run(&folder, &cached));
    let (whole, written) = (read(), std::fs::metadata(&path).unwrap().modified().unwrap());
    let (second, said) = report(&mut run(&folder, &cached));
    assert!(!said.contains("warning"), "{said}");
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), written, "written again");
    for report in [&first, &second] {
        assert_eq!(report["state_hash"], without["state_hash"]);
        assert_eq!(report["metrics"]["contacts"], without["metrics"]["contacts"]);
    }
    let mut flipped = whole.clone();
    flipped[100] ^= 1;
    for bad in [&b""[..], b"nothing of the kind", &whole[..whole.len() - 3], &flipped] {
        std::fs::write(&path, bad).unwrap();
        let (report, said) = report(&mut run(&folder, &cached));
        assert!(said.contains("warning: ") && said.contains("baking again"), "{said}");
        assert_eq!(report["state_hash"], without["state_hash"]);
        assert_eq!(read(), whole);
    }
    // Of another grid: baked anew, which is no mistake.
    let (_, said) = report(&mut run(&folder, &["body.0.cache=field.sdf", "body.0.cell=0.25"]));
    assert!(!said.contains("warning") && read() != whole, "{said}");
}

#[test]
fn a_place_where_no_field_can_be_kept_is_told() {
    let folder = folder(&cube(0.0, 0, &[]));
    for place in ["none/field.sdf", "body.obj/field.sdf"] {
        let said = refused(&folder, &[&format!("body.0.cache={place}")], 7);
        assert!(said.contains(place), "{said}");
    }
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(refused(&folder, &["body.0.cache=folder"], 7).contains("folder"));
}

#[test]
fn a_run_reports_its_bodies() {
    let small = ["rows=12", "columns=12", "dt=0.0166", "substeps=16", "body.0.position.1=0.15", "frames=40"];
    let mut command = toile(&["run", "ball", "--backend", "cpu"]);
    small.iter().for_each(|assignment| {
        command.args(["--set", assignment]);
    });
    let report = report(&mut command).0;
    let bodies = report["bodies"].as_array().unwrap();
    assert_eq!(bodies.len(), 1);
    let ball = &bodies[0];
    assert_eq!((ball["name"].as_str(), ball["kind"].as_str()), (Some("ball"), Some("dynamic")));
    for vector in ["position", "velocity", "spin", "contact_force", "contact_torque"] {
        let numbers = ball[vector].as_array().unwrap();
        assert!(numbers.len() == 3 && numbers.iter().all(Value::is_number), "{vector}");
    }
    assert!(ball["rebound_height"].is_number(), "{ball}");
    for series in ["penetration", "contacts"] {
        let metric = &report["metrics"][series];
        assert!(["mean", "max", "last"].iter().all(|part| metric[part].is_number()), "{series}");
    }
    assert!(report["metrics"]["contacts"]["max"].as_f64() > Some(0.0));
}

#[test]
fn inspect_lists_the_bodies() {
    let (facts, code) = json(&mut toile(&["inspect", "rain"]));
    let bodies = facts["bodies"].as_array().unwrap();
    assert_eq!((code, bodies.len()), (Some(0), 21));
    assert!(bodies[0]["mass"].as_f64() > Some(0.0) && bodies[0]["kind"] == "dynamic");
    assert_eq!(
        (bodies[20]["name"].as_str(), bodies[20]["shape"].as_str()),
        (Some("ground"), Some("half-space"))
    );
    assert!(bodies[20]["mass"].is_null());
    // 50 × 80 particles: along rows and columns, along diagonals, and to every second.
    for (kind, count) in
        [("stretch", 50 * 79 + 80 * 49), ("shear", 2 * 49 * 79), ("bending", 50 * 78 + 80 * 48)]
    {
        assert_eq!(facts["constraints"][kind], count, "{}", facts["constraints"]);
    }
    let said = |scene: &str, more: &[&str]| {
        let output = toile(&["inspect", scene]).args(more).assert().success().get_output().clone();
        text(&output.stdout)
    };
    assert!(
        said("ball", &[]).contains("\nbody         ball: dynamic sphere, 0.3 kg\n"),
        "{}",
        said("ball", &[])
    );
    assert!(!said("ball", &[]).contains("colours"));
    let rabbit = said("rabbit-drape", &["--set", "cell=0.05"]);
    assert!(
        rabbit.contains("body         rabbit: static rabbit, ") && rabbit.contains("distances"),
        "{rabbit}"
    );
    assert!(said("rain", &["--set", "body_count=40"]).contains("bodies       17 more"));
}
