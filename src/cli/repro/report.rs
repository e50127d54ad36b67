//! All findings as one document, and as JSON.

use super::super::terminal::Terminal;
use super::experiment::Paper;
use super::finding::{Finding, Outcome};
use crate::document::{Cell, Document, Table};
use serde_json::{Value, json};
use std::path::Path;

/// An experiment that was run.
pub struct Done {
    /// Its name.
    pub name: &'static str,
    /// Where it is from.
    pub paper: &'static Paper,
    /// What it is about.
    pub about: &'static str,
    /// How long it took [s].
    pub seconds: f64,
    /// What came out.
    pub finding: Finding,
}

/// All that was run, and where.
pub struct Report {
    /// Whether meshes were small and runs short.
    pub quick: bool,
    /// What to type for the same.
    pub command: String,
    /// `cpu` or `gpu`.
    pub backend: &'static str,
    /// The adapter's name, if there is one.
    pub adapter: Option<String>,
    /// How long all took [s].
    pub seconds: f64,
    /// Whether nothing stopped or broke it.
    pub is_whole: bool,
    /// The experiments.
    pub done: Vec<Done>,
}

impl Report {
    /// The document.
    pub fn document(&self) -> Document {
        let mut document = Document::new("The papers, run again");
        document.text(format!(
            "Tables and figures of the five papers whose methods toile has, made anew: {}. toile {}, {}; it took {}.",
            if self.quick { "with small meshes and short runs" } else { "at full size" },
            env!("CARGO_PKG_VERSION"),
            self.place(),
            time(self.seconds),
        ));
        document.code(&self.command);
        document.text(
            "Where a paper has a number or an order, the last column says what has to hold for ours to agree with it; a cell is green \
             where it does and red where it does not. Texts of the papers have captions but not the figures, so that curves and pictures \
             are compared by what the papers say about them. Pictures are drawn by the CPU.",
        );
        if !self.is_whole {
            document.text("This run was stopped or had errors: what is missing below was not run.");
        }
        document.heading("At a glance");
        let mut table = Table::new(["experiment", "", "in one sentence", "time"]);
        for done in &self.done {
            let sentence = Cell::from(done.finding.sentence.clone());
            let name = Cell::from(done.about.split(':').next().unwrap_or(done.name));
            let name = Cell::from(format!("{} {}", author(done.paper), lower(&name.text)));
            table.row([name, done.finding.outcome().cell(), sentence, Cell::from(time(done.seconds))]);
        }
        document.table(table);
        let mut paper = None;
        for done in &self.done {
            if paper != Some(done.paper) {
                document.heading(done.paper.title);
                document.text(format!("The method `{}` of toile.", done.paper.method));
                paper = Some(done.paper);
            }
            document.subheading(done.about);
            done.finding.write(done.name, &mut document);
        }
        document
    }

    /// Where simulations ran.
    fn place(&self) -> String {
        let adapter = self.adapter.as_deref();
        match (self.backend, adapter) {
            ("cpu", None) => "simulated by the CPU executor".into(),
            ("cpu", Some(adapter)) => format!("simulated by the CPU executor; adapter `{adapter}`"),
            (_, adapter) => format!("simulated on the adapter `{}`", adapter.unwrap_or_default()),
        }
    }

    /// The numbers for machines.
    pub fn json(&self, page: &Path) -> Value {
        let one = |done: &Done| {
            json!({
                "name": done.name,
                "paper": done.paper.title,
                "about": done.about,
                "outcome": done.finding.outcome(),
                "sentence": done.finding.sentence,
                "seconds": done.seconds,
                "rows": done.finding.rows(),
                "commands": done.finding.commands,
            })
        };
        json!({
            "schema": "toile/repro/1",
            "version": env!("CARGO_PKG_VERSION"),
            "command": self.command,
            "quick": self.quick,
            "backend": self.backend,
            "adapter": self.adapter,
            "seconds": self.seconds,
            "page": page.display().to_string(),
            "experiments": self.done.iter().map(one).collect::<Vec<_>>(),
        })
    }

    /// Says how it went.
    pub fn summarize(&self, terminal: &Terminal, page: &Path) {
        let count = |outcome: Outcome| self.done.iter().filter(|d| d.finding.outcome() == outcome).count();
        let parts = [
            (Outcome::Agrees, "agree"),
            (Outcome::Partly, "agree in part"),
            (Outcome::Differs, "differ"),
            (Outcome::Shown, "shown"),
            (Outcome::NotRun, "not run"),
            (Outcome::Failed, "failed"),
        ];
        let parts: Vec<String> = parts
            .iter()
            .map(|(outcome, word)| (count(*outcome), word))
            .filter(|(n, _)| *n > 0)
            .map(|(n, word)| format!("{n} {word}"))
            .collect();
        let parts = if parts.is_empty() { "nothing was finished".into() } else { parts.join(", ") };
        terminal.item("papers", format!("{parts}; {}", time(self.seconds)));
        terminal.item("page", page.display());
    }
}

/// The first author of a paper.
fn author(paper: &Paper) -> String {
    paper.title.split([',', ':']).next().unwrap_or(paper.name).into()
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().collect::<String>() + letters.as_str())
}

/// A time for people.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s => format!("{:.0} min {:.0} s", (s / 60.0).floor(), s % 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::repro::experiment::{HAN, KELAGER};

    #[test]
    fn a_report_has_every_experiment_under_its_paper() {
        let done = |name, paper, about, finding| Done { name, paper, about, seconds: 1.0, finding };
        let report = Report {
            quick: true,
            command: "toile repro --quick".into(),
            backend: "cpu",
            adapter: None,
            seconds: 2.0,
            is_whole: true,
            done: vec![
                done("kelager-table-1", &KELAGER, "Table 1: costs", Finding::not_run("No.")),
                done("han-figure-1", &HAN, "Figure 1: a drape", Finding::failed("Broken.")),
            ],
        };
        let text = report.document().markdown();
        for part in
            ["Kelager table 1", "## Han: Interleaved", "### Figure 1: a drape", "**failed** ✗", "*not run*"]
        {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
        let json = report.json(Path::new("repro.html"));
        assert_eq!(json["experiments"][1]["outcome"], "failed");
    }

    #[test]
    fn times_are_readable() {
        assert_eq!([1.25, 75.0, 200.0].map(time), ["1.2 s", "75 s", "3 min 20 s"]);
    }
}
