//! The papers run again: what there is, what is written, mistakes.

use super::{failure, json, names, text, toile};

#[test]
fn experiments_are_listed() {
    let lines = text(&toile(&["repro", "--list"]).output().unwrap().stdout);
    for name in ["kelager-table-1", "han-figure-2", "kuang-figure-6.7", "english-section-6", "mi-derivatives"]
    {
        assert!(lines.lines().any(|line| line.starts_with(name)), "{name} is not in:\n{lines}");
    }
    let (list, code) = json(&mut toile(&["repro", "--list", "--only", "kuang"]));
    assert_eq!((code, list["experiments"].as_array().unwrap().len()), (Some(0), 6));
}

#[test]
fn a_report_is_a_page_and_the_same_as_markdown() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report");
    let only = "mi,kelager-figure-3,english-figure-1";
    let mut command = toile(&["repro", "--quick", "--backend", "cpu", "--only", only, "--out"]);
    let (report, code) = json(command.arg(&out));
    assert_eq!(code, Some(0));
    assert_eq!((&report["schema"], &report["backend"]), (&"toile/repro/1".into(), &"cpu".into()));
    let outcome = |name: &str| {
        let all = report["experiments"].as_array().unwrap();
        all.iter().find(|e| e["name"] == name).unwrap()["outcome"].clone()
    };
    assert_eq!(outcome("mi-derivatives"), "agrees");
    // The report's misprints are found.
    assert_eq!(outcome("mi-printed"), "partly");
    assert_eq!(outcome("english-figure-1"), "not-run");
    assert_eq!(names(&out), ["figures", "repro.html", "repro.md"]);
    assert!(names(&out.join("figures")).contains(&"kelager-figure-3.png".into()));
    let page = std::fs::read_to_string(out.join("repro.html")).unwrap();
    assert!(
        page.contains("data:image/png;base64,") && page.contains("<svg") && !page.contains("src=\"figures")
    );
    assert!(page.contains("toile repro --quick --only mi,kelager-figure-3,english-figure-1 --backend cpu"));
}

#[test]
fn mistakes_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut unknown = toile(&["repro", "--only", "figure-99"]);
    let error = failure(unknown.current_dir(folder.path()), 4);
    assert!(error.contains("--list"), "{error}");
    assert!(names(folder.path()).is_empty());
    let file = folder.path().join("taken");
    std::fs::write(&file, "").unwrap();
    failure(toile(&["repro", "--only", "mi", "--quick", "--backend", "cpu", "--out"]).arg(&file), 7);
    failure(toile(&["repro", "--backend", "cpu", "--adapter", "0"]).current_dir(folder.path()), 4);
}
