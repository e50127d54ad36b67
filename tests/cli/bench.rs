//! Measurements by the command line: what is measured, what is written, what a slower kernel leads to.

use super::shaders::write_changed;
use super::{failure, hidden, json, names, text, toile};
use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

/// Few measurements of one small case.
fn bench(folder: &Path, case: &str) -> Command {
    let mut command = toile(&["bench", "--quick", "--rounds", "5", "--only", case]);
    command.current_dir(folder);
    command
}

/// The kernels in a folder, with the springs' forces taken so many times more.
fn slowed(folder: &Path, times: u32) {
    let (before, after) = ("    var sum = vec3<f32>(0.0);\n", "    f[i] = vec4<f32>(sum, 0.0);");
    let open = format!(
        "{before}    for (var again = 0u; again < {times}u; again++) {{\n    sum = vec3<f32>(0.0);\n"
    );
    write_changed(folder, "forces/springs", &[(before, &open), (after, &format!("    }}\n{after}"))]);
}

#[test]
fn a_case_has_all_numbers_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = bench(folder.path(), "triangle-bending/10");
    let (results, code) = json(command.args(["--out", "report", "--csv", "a.csv"]));
    assert_eq!((code, results["schema"].as_str()), (Some(0), Some("toile/bench/2")));
    assert!(results["adapter"].is_string() && results["copies"].as_array().unwrap().len() == 2);
    let cases = results["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 2);
    for (case, executor) in cases.iter().zip(["gpu", "cpu"]) {
        assert_eq!(case["name"], format!("methods/triangle-bending/10/{executor}"));
        assert_eq!(
            (&case["vertices"], &case["iterations"], &case["rounds"]),
            (&100.into(), &16.into(), &5.into())
        );
        for field in ["step_seconds", "ratio", "iteration_seconds"] {
            let spread = &case[field];
            let [low, median, high] = ["low", "median", "high"].map(|part| spread[part].as_f64().unwrap());
            assert!(0.0 < low && low <= median && median <= high, "{field}: {spread}");
        }
        for field in ["projections_per_second", "moved_bytes", "of_copy", "buffer_bytes", "dispatches"] {
            assert!(case[field].as_f64().unwrap() > 0.0, "{field}");
        }
        let shares =
            case["kernels"].as_array().unwrap().iter().map(|kernel| kernel["share"].as_f64().unwrap());
        assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9);
    }
    assert_eq!(
        names(&folder.path().join("report")),
        ["bench.csv", "bench.html", "bench.json", "bench.md", "figures"]
    );
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&read("report/bench.json")).unwrap(), results);
    assert_eq!(read("report/bench.csv"), read("a.csv"));
    let page = read("report/bench.html");
    assert!(page.contains(results["adapter"].as_str().unwrap()) && page.contains("constraints/yarn"));
}

#[test]
fn a_slower_kernel_is_caught_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let springs = |arguments: &[&str]| {
        let mut command = bench(folder.path(), "mass-spring/40/gpu");
        command.args(["--backend", "gpu"]).args(arguments);
        command
    };
    let (before, _) = json(&mut springs(&[]));
    std::fs::write(folder.path().join("before.json"), before.to_string()).unwrap();
    // So much that a machine which runs other tests at the same time does not hide it.
    slowed(&folder.path().join("slow"), 16);
    let output = springs(&["--shaders", "slow", "--baseline", "before.json", "--fail-above", "100%"])
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("error: slower than the baseline: "), "{said}");
    assert!(last.contains("methods/mass-spring/40/gpu forces/springs by "), "{said}");
    assert!(text(&output.stdout).contains("agree with the baseline"), "{}", text(&output.stdout));
    let other = springs(&["--only", "bodies", "--baseline", "none.json"]).output().unwrap();
    assert_eq!(other.status.code(), Some(4));
    let said = failure(
        bench(folder.path(), "bodies/1/cpu").args(["--backend", "cpu", "--baseline", "before.json"]),
        4,
    );
    assert!(said.contains("none of the cases"), "{said}");
}

#[test]
fn cases_are_listed_and_mistakes_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let list = toile(&["bench", "--list", "--backend", "cpu", "--only", "iterations"]).output().unwrap();
    assert_eq!(text(&list.stdout).lines().count(), 5);
    assert!(text(&list.stdout).starts_with("iterations/4/cpu\n"));
    for (arguments, code, words) in [
        (&["--only", "wool"][..], 4, "no case has `wool` in its name"),
        (&["--fail-above", "much", "--baseline", "a"], 2, "15%"),
        (&["--fail-above", "10%"], 2, "--baseline"),
        (&["--json", "--csv", "-"], 4, "stdout"),
        (&["--baseline", "none.json"], 4, "none.json"),
        (&["--backend", "cpu", "--adapter", "0"], 4, "--adapter"),
        (&["--shaders", "nowhere"], 4, "nowhere"),
        (&["--rounds", "0"], 2, "--rounds"),
        (&["--limit", "0"], 2, "--limit"),
    ] {
        let said = failure(toile(&["bench"]).args(arguments).current_dir(&folder), code);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    let late =
        bench(folder.path(), "bodies/1/cpu").args(["--backend", "cpu", "--limit", "1"]).output().unwrap();
    assert!(text(&late.stderr).contains("fewer rounds than there should be"), "{}", text(&late.stderr));
    failure(&mut hidden(&["bench", "--backend", "gpu"]), 3);
    let output = hidden(&["bench", "--quick", "--rounds", "1", "--only", "iterations/4"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("measuring the CPU alone"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("iterations/4/cpu"), "{}", text(&output.stdout));
}
