//! The scorecard as a document: a table for each family, notes, and the elastica's master curve.

use super::checks::{Check, FAMILIES, Family, checks};
use super::judge::Mark;
use super::scorecard::{Cell, Scorecard};
use super::subjects::{self, Subject};
use crate::document::{self, Axis, DARK, Document, Plot, Series, Table};
use crate::truth;

/// The checks of the master curve, with their Γ.
const CURVE: [(&str, f64); 3] = [("elastica-1", 1.0), ("elastica-10", 10.0), ("elastica-100", 100.0)];

/// Reasons, in the order in which they are met; a cell names its own by number.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    fn number(&mut self, why: &str) -> usize {
        let known = self.0.iter().position(|note| note == why);
        known.unwrap_or_else(|| {
            self.0.push(why.into());
            self.0.len() - 1
        }) + 1
    }
}

/// The whole report.
pub fn document(card: &Scorecard) -> Document {
    let mut document = Document::new("toile: the scorecard");
    document.text(format!(
        "Every method and bending model against closed forms. Made by `{}` {} in {:.0} s, version {}: {}.",
        card.command,
        card.place(),
        card.seconds,
        env!("CARGO_PKG_VERSION"),
        card.sum()
    ));
    document.text(
        "A cell is the relative error, or what was measured where it should be 0. Green cells are within their bounds, red ones are not, or have no \
         result; cells in italics are beyond their bounds, as a model is that is not made for this: a number in brackets leads to the reason below.",
    );
    let mut notes = Notes::default();
    for family in &FAMILIES {
        let Some(table) = table(card, family, &mut notes) else { continue };
        document.heading(family.title);
        document.table(table);
        document.table(explained(card, family));
    }
    if !notes.0.is_empty() {
        document.heading("Notes");
        let mut table = Table::new(["", "why"]);
        for (i, note) in notes.0.iter().enumerate() {
            table.row([format!("({})", i + 1), note.clone()]);
        }
        document.table(table);
    }
    curve(card, &mut document);
    document
}

/// The tables alone, with the notes, as Markdown.
pub fn tables(card: &Scorecard) -> String {
    let mut notes = Notes::default();
    let tables: Vec<String> = FAMILIES
        .iter()
        .filter_map(|family| {
            Some(format!("**{}**\n\n{}", family.title, table(card, family, &mut notes)?.markdown()))
        })
        .collect();
    let notes: Vec<String> =
        notes.0.iter().enumerate().map(|(i, note)| format!("({}) {note}.", i + 1)).collect();
    [tables.join("\n"), notes.join("\n")].join("\n")
}

/// The checks of a family that a scorecard has.
fn present<'a>(card: &'a Scorecard, family: &'a Family) -> Vec<&'static Check> {
    checks(family, false).filter(|check| card.cells.iter().any(|cell| cell.check == check.name)).collect()
}

/// A family's table; none where nothing of it was run.
fn table(card: &Scorecard, family: &Family, notes: &mut Notes) -> Option<Table> {
    let present = present(card, family);
    if present.is_empty() {
        return None;
    }
    let titles = present.iter().map(|check| check.title);
    let mut table = Table::new(["method / model"].into_iter().chain(titles));
    for subject in subjects::ALL {
        let cells: Vec<document::Cell> = present
            .iter()
            .filter_map(|check| Some(shown(find(card, &subject, check)?, check, notes)))
            .collect();
        if !cells.is_empty() {
            let name = document::Cell::from(format!("`{subject}`"));
            table.row([name].into_iter().chain(cells));
        }
    }
    Some(table)
}

/// What each check is, and the bounds that its cells are held to.
fn explained(card: &Scorecard, family: &Family) -> Table {
    let mut table = Table::new(["check", "what is measured", "bound"]);
    for check in present(card, family) {
        let mut bounds: Vec<f64> =
            card.cells.iter().filter(|cell| cell.check == check.name).filter_map(|cell| cell.bound).collect();
        bounds.sort_by(f64::total_cmp);
        let mut bounds: Vec<String> = bounds.iter().map(|bound| size(*bound, check)).collect();
        bounds.dedup();
        let bounds = if bounds.is_empty() { "none was met".into() } else { bounds.join(" or ") };
        table.row([format!("`{}`", check.name), check.about.into(), bounds]);
    }
    table
}

fn find<'a>(card: &'a Scorecard, subject: &Subject, check: &Check) -> Option<&'a Cell> {
    card.cells.iter().find(|cell| cell.subject == *subject && cell.check == check.name)
}

/// A cell of the table.
fn shown(cell: &Cell, check: &Check, notes: &mut Notes) -> document::Cell {
    let mark = match cell.mark {
        Mark::Good => document::Mark::Good,
        Mark::Bad => document::Mark::Bad,
        Mark::Aside => document::Mark::Aside,
    };
    let text = match cell.error {
        Some(error) => signed(error, cell.expected == Some(0.0), check),
        None => "no result".into(),
    };
    // A number beyond its bound speaks for itself; the bound is beside the check.
    let spoken = cell.why.is_empty() || (cell.mark == Mark::Bad && cell.error.is_some_and(f64::is_finite));
    let text = if spoken { text } else { format!("{text} ({})", notes.number(&cell.why)) };
    document::Cell::new(text, mark)
}

/// An error as people read it, with its sign where it has one.
fn signed(error: f64, is_plain: bool, check: &Check) -> String {
    let text = size(error.abs(), check);
    let is_zero = !text.chars().any(|c| ('1'..='9').contains(&c));
    match error {
        _ if is_zero || (is_plain && error >= 0.0) => text,
        error if error < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A number above 0, in per cent where the check is read so.
fn size(value: f64, check: &Check) -> String {
    let percent = 100.0 * value;
    match value {
        value if !value.is_finite() => "not a number".into(),
        0.0 if !check.in_percent => "0".into(),
        value if !check.in_percent && value < 0.01 => format!("{value:.0e}"),
        value if !check.in_percent => format!("{value:.2}"),
        _ if percent >= 9.95 => format!("{percent:.0} %"),
        _ if percent >= 0.995 => format!("{percent:.1} %"),
        _ => format!("{percent:.2} %"),
    }
}

/// The master curve, with what each model came to on it.
fn curve(card: &Scorecard, document: &mut Document) {
    let met = |subject: &Subject| -> Vec<[f64; 2]> {
        let point = |(name, gamma): &(&str, f64)| {
            let cell = card.cells.iter().find(|c| c.subject == *subject && c.check == *name)?;
            Some([*gamma, cell.value?])
        };
        CURVE.iter().filter_map(point).collect()
    };
    let master: Vec<[f64; 2]> = (0..=60)
        .map(|i| 10f64.powf(-0.3 + 2.7 * f64::from(i) / 60.0))
        .map(|g| [g, truth::heavy(g)])
        .collect();
    let mut is_first = true;
    for (name, is_usual, caption) in [
        ("elastica", true, "The heavy elastica: each method, with its usual bending model"),
        ("elastica-models", false, "The heavy elastica: the other bending models"),
    ] {
        let drawn = subjects::ALL.iter().filter(|s| s.is_usual() == is_usual);
        let series: Vec<Series> = drawn
            .map(|subject| (subject.to_string(), met(subject)))
            .filter(|(_, points)| !points.is_empty())
            .enumerate()
            .map(|(i, (name, points))| Series::both(name, points).colored(i))
            .collect();
        if series.is_empty() {
            continue;
        }
        if is_first {
            document.heading("The master curve");
        }
        is_first = false;
        let (x, y) = (Axis::log("Γ = ρ g L³/D"), Axis::log("drop by reach"));
        let master = Series::line("elastica", master.clone()).colored(DARK);
        let plot = Plot::new(caption, x, y).with(master);
        document.plot(name, &series.into_iter().fold(plot, Plot::with));
    }
}
