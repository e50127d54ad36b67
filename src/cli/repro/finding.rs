//! What came out of an experiment: our numbers beside the paper's, figures, and how well they agree.

use crate::document::{Cell, Document, Mark, Plot, Table};
use serde::Serialize;

/// How an experiment went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// All that was compared is as in the paper.
    Agrees,
    /// Some of it is.
    Partly,
    /// None of it is.
    Differs,
    /// There is nothing in the paper to compare numbers with.
    Shown,
    /// It was not run again.
    NotRun,
    /// It ended with an error.
    Failed,
}

impl Outcome {
    /// In words, and how they are meant.
    pub fn cell(self) -> Cell {
        match self {
            Self::Agrees => Cell::new("agrees", Mark::Good),
            Self::Partly => Cell::new("agrees in part", Mark::Bad),
            Self::Differs => Cell::new("differs", Mark::Bad),
            Self::Shown => Cell::new("shown", Mark::Plain),
            Self::NotRun => Cell::new("not run", Mark::Aside),
            Self::Failed => Cell::new("failed", Mark::Bad),
        }
    }
}

/// One number, ours beside the paper's.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// What it is.
    what: String,
    /// Ours, as it is shown.
    ours: String,
    /// Ours; none for what is no number.
    value: Option<f64>,
    /// The paper's, with where it stands.
    paper: String,
    /// What has to hold for the two to agree; empty where there is nothing to compare.
    rule: String,
    /// Whether it does.
    holds: Option<bool>,
}

impl Row {
    /// A number of ours, as it is shown.
    pub fn new(what: impl Into<String>, value: f64, ours: impl Into<String>) -> Self {
        let (what, ours, value) = (what.into(), ours.into(), value.is_finite().then_some(value));
        Self { what, ours, value, paper: String::new(), rule: String::new(), holds: None }
    }

    /// What the paper has, with where it says so.
    pub fn paper(self, paper: impl Into<String>) -> Self {
        Self { paper: paper.into(), ..self }
    }

    /// What has to hold for the two to agree, and whether it does.
    pub fn agrees_if(self, rule: impl Into<String>, holds: bool) -> Self {
        Self { rule: rule.into(), holds: Some(holds), ..self }
    }

    fn cells(&self) -> [Cell; 4] {
        let mark = match self.holds {
            None => Mark::Plain,
            Some(true) => Mark::Good,
            Some(false) => Mark::Bad,
        };
        let text = |text: &String| Cell::from(text.clone());
        [text(&self.what), Cell::new(self.ours.clone(), mark), text(&self.paper), text(&self.rule)]
    }
}

/// A plot or a picture.
enum Figure {
    Plot(Box<Plot>),
    /// Its caption and its file.
    Picture(String, Vec<u8>),
}

/// What came out of an experiment.
#[derive(Default)]
pub struct Finding {
    /// Commands that make the same runs one by one.
    pub commands: Vec<String>,
    /// How it was set up, and what the paper says.
    pub setup: String,
    /// One sentence on agreement, or on why there is none.
    pub sentence: String,
    rows: Vec<Row>,
    tables: Vec<Table>,
    figures: Vec<Figure>,
    outcome: Option<Outcome>,
}

impl Finding {
    /// A finding with nothing found yet.
    pub fn new(setup: impl Into<String>) -> Self {
        Self { setup: setup.into(), ..Self::default() }
    }

    /// What is not run again, and why.
    pub fn not_run(why: impl Into<String>) -> Self {
        Self { sentence: why.into(), outcome: Some(Outcome::NotRun), ..Self::default() }
    }

    /// What ended with an error.
    pub fn failed(why: impl Into<String>) -> Self {
        Self { sentence: why.into(), outcome: Some(Outcome::Failed), ..Self::default() }
    }

    /// Adds a command that makes one of the runs.
    pub fn command(&mut self, command: impl Into<String>) {
        self.commands.push(command.into());
    }

    /// Adds a number.
    pub fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Adds a table below the numbers.
    pub fn table(&mut self, table: Table) {
        self.tables.push(table);
    }

    /// Adds a plot.
    pub fn plot(&mut self, plot: Plot) {
        self.figures.push(Figure::Plot(Box::new(plot)));
    }

    /// Adds a picture, a PNG file.
    pub fn picture(&mut self, caption: impl Into<String>, png: Vec<u8>) {
        self.figures.push(Figure::Picture(caption.into(), png));
    }

    /// How well it agrees.
    pub fn outcome(&self) -> Outcome {
        let compared = self.rows.iter().filter_map(|row| row.holds);
        let (good, bad) = compared.fold((0, 0), |(good, bad), holds| match holds {
            true => (good + 1, bad),
            false => (good, bad + 1),
        });
        self.outcome.unwrap_or(match (good, bad) {
            (0, 0) => Outcome::Shown,
            (_, 0) => Outcome::Agrees,
            (0, _) => Outcome::Differs,
            _ => Outcome::Partly,
        })
    }

    /// Whether all that was compared is as in the paper.
    pub fn agrees(&self) -> bool {
        self.outcome() == Outcome::Agrees
    }

    /// The numbers.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Writes it into a document; the figures' files begin with `name`.
    pub fn write(&self, name: &str, document: &mut Document) {
        if !self.setup.is_empty() {
            document.text(&self.setup);
        }
        if !self.rows.is_empty() {
            let mut table = Table::new(["", "here", "the paper", "agrees if"]);
            self.rows.iter().for_each(|row| table.row(row.cells()));
            document.table(table);
        }
        self.tables.iter().for_each(|table| document.table(table.clone()));
        document.text(&self.sentence);
        for (i, figure) in self.figures.iter().enumerate() {
            let file = if i == 0 { name.to_string() } else { format!("{name}-{}", i + 1) };
            match figure {
                Figure::Plot(plot) => document.plot(file, plot),
                Figure::Picture(caption, png) => document.picture(file, caption, png.clone()),
            }
        }
        if !self.commands.is_empty() {
            document.code(self.commands.join("\n"));
        }
    }
}

/// A small number as it is shown; nothing at all is 0.
pub fn small(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(holds: &[bool]) -> Finding {
        let mut finding = Finding::new("A set-up.");
        finding.row(Row::new("free", 1.0, "1"));
        for &holds in holds {
            finding.row(Row::new("bound", 2.0, "2").paper("3").agrees_if("below 3", holds));
        }
        finding
    }

    #[test]
    fn an_outcome_is_what_its_rows_say() {
        let outcomes = [&[][..], &[true], &[true, false], &[false]].map(|holds| finding(holds).outcome());
        assert_eq!(outcomes, [Outcome::Shown, Outcome::Agrees, Outcome::Partly, Outcome::Differs]);
        assert_eq!(Finding::failed("why").outcome(), Outcome::Failed);
        assert_eq!(Finding::not_run("why").outcome(), Outcome::NotRun);
    }

    #[test]
    fn a_number_that_does_not_hold_is_marked() {
        let mut document = Document::new("D");
        finding(&[true, false]).write("x", &mut document);
        assert!(document.markdown().contains("**2** ✗"), "{}", document.markdown());
        assert_eq!([0.0, 1.26e-5].map(small), ["0", "1.3e-5"]);
        let row = Row::new("what", f64::NAN, "NaN");
        assert!(serde_json::to_value(&row).unwrap()["value"].is_null());
    }
}
