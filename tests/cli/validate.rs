//! `toile validate` as users and scripts meet it.

use super::{failure, names, text, toile};
use serde_json::Value;

/// A scorecard of one quick check.
fn validate(arguments: &[&str], out: &str) -> assert_cmd::Command {
    let mut command = toile(&["validate", "--quick", "--backend", "cpu", "--out", out]);
    command.args(arguments);
    command
}

#[test]
fn a_scorecard_is_printed_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("truth");
    let output =
        validate(&["--only", "free-fall", "--only", "pendulum", "--json"], out.to_str().unwrap()).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let card: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(card["schema"], "toile/validate/2");
    assert_eq!((&card["backend"], &card["adapter"]), (&Value::from("cpu"), &Value::Null));
    let cells = card["cells"].as_array().unwrap();
    // Twelve models, two checks, no cell without a number.
    assert_eq!(cells.len(), 24);
    for cell in cells {
        for field in ["value", "expected", "error", "bound", "seconds"] {
            assert!(cell[field].is_f64(), "{field} of {cell}");
        }
        let (error, bound) = (cell["error"].as_f64().unwrap(), cell["bound"].as_f64().unwrap());
        assert!(cell["mark"] == "good" && error.abs() <= bound, "{cell}");
    }
    assert_eq!(card["counts"]["good"], 24);
    assert_eq!(names(&out), ["figures", "validate.html", "validate.md"]);
    let page = std::fs::read_to_string(out.join("validate.html")).unwrap();
    assert!(page.contains("toile validate --quick --only free-fall --only pendulum --backend cpu"), "{page}");
}

#[test]
fn what_is_set_aside_is_in_the_table_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = validate(&["--only", "energy", "--only", "implicit-cg"], out).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.contains("| `implicit-cg/springs` | *5.5 % (1)* |"), "{table}");
    assert!(table.contains("(1) steps of the first order"), "{table}");
}

#[test]
fn what_there_is_not_is_named() {
    let say = failure(&mut toile(&["validate", "--only", "elastic-band"]), 4);
    assert!(
        say.contains("--only elastic-band: there is none; use a part of triangle-bending/triangle"),
        "{say}"
    );
}
